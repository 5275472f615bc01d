"""Images made on the server for sharing links and results.

An image is a felt-coloured canvas with text in the fonts of the pages. These fonts have
Latin (including Vietnamese), Cyrillic and Greek letters. Other letters are drawn with
fonts of the system. If no font has the letters of a language, texts are in English.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from unicodedata import normalize

from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language
from PIL import Image, ImageDraw, ImageFont

from tournaments.people.countries_and_ema_numbers import flag_of
from tournaments.reader_locale import reader_locale

PROGRAM = "Prevailing Wind"
SIZE = (1200, 630)
MARGIN = 72
#: Side of a tournament's logo in pixels.
LOGO = 88
#: Day colours from static/css/tokens.css.
FELT, ON_FELT, SOFT = "#0b3d2f", "#f8f3e6", "#c0d6cb"
GOLD, LINE = "#f0cd7c", "#2f6552"
TILE, SIDE, BACK, GREEN, RED = "#fffdf6", "#dcd2ba", "#1f8a68", "#0d6148", "#a92318"
FONTS = Path(settings.BASE_DIR, "static", "fonts")
#: Files of the bundled font; the first that has a letter is used.
OWN = tuple(
    f"inter-{part}.woff2"
    for part in (
        *("latin", "latin-names", "latin-b", "latin-additional"),
        *("vietnamese", "cyrillic", "greek"),
    )
)
#: Fonts of Linux, Windows and macOS with Chinese, Japanese and Korean letters, searched
#: for in the system's font folders.
OF_THE_MACHINE = (
    *("NotoSansCJK-Bold.ttc", "NotoSansCJK-Regular.ttc"),
    *("DroidSansFallbackFull.ttf", "wqy-microhei.ttc", "NanumGothic.ttf"),
    *("msyhbd.ttc", "meiryob.ttc", "malgunbd.ttf"),
    *("PingFang.ttc", "Hiragino Sans GB.ttc", "AppleSDGothicNeo.ttc"),
)
#: Replacement for a letter that no font has.
UNKNOWN = "·"
#: A character that no font has, to recognise the drawing of a missing letter.
NO_LETTER = "\U0010ffff"

Font = ImageFont.FreeTypeFont


def blank() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return an empty image and its drawing context."""
    image = Image.new("RGB", SIZE, FELT)
    return image, ImageDraw.Draw(image)


def as_png(image: Image.Image) -> bytes:
    written = io.BytesIO()
    few = image.quantize(colors=128, dither=Image.Dither.NONE)
    few.save(written, "PNG", optimize=True)
    return written.getvalue()


def head(
    image: Image.Image, title: str, more: str = "", *, logo: bytes | None = None
) -> None:
    """Draw the head of an image: a logo, the title and a second line `more`.

    `logo`: image file of the tournament's logo; without it, the program's logo is
    drawn.
    """
    draw = ImageDraw.Draw(image)
    x, y = MARGIN, 40
    if logo:
        draw.rounded_rectangle((x, y, x + LOGO, y + LOGO), 16, fill=TILE)
        shown = Image.open(io.BytesIO(logo)).convert("RGBA")
        shown.thumbnail((LOGO - 12, LOGO - 12), Image.Resampling.LANCZOS)
        at = (x + (LOGO - shown.width) // 2, y + (LOGO - shown.height) // 2)
        image.paste(shown, at, shown)
    else:
        _wind_tile(draw, x + 8, y + 2, 68, 78)
    left = MARGIN + LOGO + 24
    room = SIZE[0] - MARGIN - left
    size = next((size for size in (40, 34) if width(title, size, 700) <= room), 30)
    base = y + (40 if more else 58)
    text(draw, (left, base), cut(title, size, 700, room), size, 700, ON_FELT)
    text(draw, (left, y + 80), cut(more, 26, 500, room), 26, 500, SOFT)


def foot(draw: ImageDraw.ImageDraw) -> None:
    """Draw the program's logo and name at the bottom."""
    y = SIZE[1] - 58
    _wind_tile(draw, MARGIN, y, 28, 34)
    text(draw, (MARGIN + 44, y + 27), PROGRAM, 24, 680, ON_FELT)


def _wind_tile(draw: ImageDraw.ImageDraw, x: int, y: int, wide: int, high: int) -> None:
    tile(draw, x, y, wide, high)
    winds = ImageFont.truetype(FONTS / "winds.woff2", round(high * 0.58))
    middle = (x + wide / 2, y + high * 0.48)
    draw.text(middle, "東", font=winds, fill=GREEN, anchor="mm")


def place_tile(
    draw: ImageDraw.ImageDraw, x: int, y: int, wide: int, high: int, place: str
) -> None:
    """Draw a tile with the text of a place; in red for first place."""
    tile(draw, x, y, wide, high)
    colour = RED if place.rstrip("=") == "1" else GREEN
    size = round(min(high * 0.58, 1.3 * wide / len(place)))
    left = x + (wide - width(place, size, 720)) // 2
    base = y + (high + round(size * 0.72)) // 2
    text(draw, (left, base), place, size, 720, colour)


def flag(image: Image.Image, country: str, at: tuple[int, int]) -> bool:
    """Draw the country's flag, 52 × 39 pixels, at this position.

    Return whether the flag is known.
    """
    name = flag_of(country)
    if not name:
        return False
    shown = Image.open(Path(settings.BASE_DIR, "static", "flags", f"{name}.png"))
    small = shown.convert("RGB").resize((52, 39), Image.Resampling.LANCZOS)
    round_ = Image.new("L", small.size)
    ImageDraw.Draw(round_).rounded_rectangle((0, 0, 51, 38), 6, fill=255)
    image.paste(small, at, round_)
    return True


def tile(draw: ImageDraw.ImageDraw, x: int, y: int, wide: int, high: int) -> None:
    """Draw an empty tile. The height of its lower edges is proportional to its size."""
    deep, round_ = max(3, high // 14), max(5, wide // 7)
    for below, colour in ((2 * deep, BACK), (deep, SIDE), (0, TILE)):
        box = (x, y + below, x + wide, y + high + below)
        draw.rounded_rectangle(box, round_, fill=colour)


def cut(content: str, size: int, weight: int, room: int) -> str:
    """Return the text. Text wider than `room` pixels is cut and ends with “…”."""
    if width(content, size, weight) <= room:
        return content
    while content and width(f"{content}…", size, weight) > room:
        content = content[:-1]
    return f"{content.rstrip()}…"


def text(
    draw: ImageDraw.ImageDraw,
    at: tuple[int, int],
    content: str,
    size: int,
    weight: int,
    fill: str,
) -> float:
    """Draw the text with its baseline at `at` and return the x position of its end, in
    pixels.
    """
    x, y = float(at[0]), at[1]
    for font, run in _runs(content, size, weight):
        draw.text((x, y), run, font=font, fill=fill, anchor="ls")
        x += font.getlength(run)
    return x


def width(content: str, size: int, weight: int) -> int:
    return round(sum(font.getlength(run) for font, run in _runs(content, size, weight)))


def legible(content: str, otherwise: str) -> str:
    """Return the text, or `otherwise` if more than half its letters have no font."""
    letters = [letter for letter in normalize("NFC", content) if letter.isalnum()]
    known = sum(_font_with(letter) is not None for letter in letters)
    return content if 2 * known >= len(letters) else otherwise


@contextmanager
def in_drawable_language() -> Iterator[None]:
    """Within this context, use English if no font has the letters of the active
    language.
    """
    own_name = reader_locale().get_display_name() or ""
    has_letters = all(_font_with(letter) for letter in own_name if letter.isalpha())
    with translation.override(get_language() if has_letters else "en"):
        yield


def _runs(content: str, size: int, weight: int) -> Iterator[tuple[Font, str]]:
    """Yield the text in parts, each with the font that has its letters.

    A letter without a font becomes a dot.
    """
    shown = (
        letter if _font_with(letter) else UNKNOWN
        for letter in normalize("NFC", content)
    )
    for name, letters in groupby(shown, _font_with):
        yield _font(name or OWN[0], size, weight), "".join(letters)


@lru_cache(maxsize=8192)
def _font_with(letter: str) -> str | None:
    """Return the file name of the first font that has the letter, or None."""
    names = (*OWN, *_fonts_of_the_machine())
    return next((name for name in names if _has(name, letter)), None)


def _has(name: str, letter: str) -> bool:
    font = _font(name, 16, 400)
    return _glyph(font, letter) != _glyph(font, NO_LETTER)


def _glyph(font: Font, letter: str) -> tuple[bytes, tuple[float, ...]]:
    return bytes(font.getmask(letter)), font.getbbox(letter)


@lru_cache(maxsize=1)
def _fonts_of_the_machine() -> tuple[str, ...]:
    """Return the file names of those fonts in OF_THE_MACHINE that are installed."""
    return tuple(filter(_is_installed, OF_THE_MACHINE))


def _is_installed(name: str) -> bool:
    try:
        ImageFont.truetype(name, 16)
    except OSError:
        return False
    return True


@lru_cache(maxsize=64)
def _font(name: str, size: int, weight: int) -> Font:
    if name not in OWN:
        return ImageFont.truetype(name, size)
    font = ImageFont.truetype(FONTS / name, size)
    wanted = {b"Optical size": min(size, 32), b"Weight": weight}
    axes = [axis["name"] or b"" for axis in font.get_variation_axes()]
    font.set_variation_by_axes([wanted[axis] for axis in axes])
    return font
