"""Images made on the server for sharing links and results.

An image is a felt-coloured canvas with text in the fonts of the pages. These have Latin
(including Vietnamese), Cyrillic and Greek letters. Other letters use fonts of the
system. If none has the letters of a language, texts are in English.
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

from tournaments.reader_locale import reader_locale

PROGRAM = "Prevailing Wind"
SIZE = (1200, 630)
MARGIN = 72
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
    few = image.quantize(colors=64, dither=Image.Dither.NONE)
    few.save(written, "PNG", optimize=True)
    return written.getvalue()


def brand(draw: ImageDraw.ImageDraw, name: str = PROGRAM) -> None:
    """Draw the logo and a name at the top of the image."""
    x, y = MARGIN, 56
    tile(draw, x, y, 52, 64)
    winds = ImageFont.truetype(FONTS / "winds.woff2", 36)
    draw.text((x + 26, y + 31), "東", font=winds, fill=GREEN, anchor="mm")
    shown = cut(name, 32, 680, SIZE[0] - 2 * MARGIN - 74)
    text(draw, (x + 74, y + 46), shown, 32, 680, ON_FELT)


def tile(draw: ImageDraw.ImageDraw, x: int, y: int, width: int, height: int) -> None:
    for below, colour in ((9, BACK), (5, SIDE), (0, TILE)):
        box = (x, y + below, x + width, y + height + below)
        draw.rounded_rectangle(box, 9, fill=colour)


def cut(content: str, size: int, weight: int, room: int) -> str:
    """Return the text, shortened with “…” if it is wider than `room` pixels."""
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
    """Draw the text with its baseline at `at` and return the x of its end."""
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
    """Use English instead of the active language if no font has its letters."""
    own_name = reader_locale().get_display_name() or ""
    has_letters = all(_font_with(letter) for letter in own_name if letter.isalpha())
    with translation.override(get_language() if has_letters else "en"):
        yield


def _runs(content: str, size: int, weight: int) -> Iterator[tuple[Font, str]]:
    """Yield (font, text) runs of the text; missing letters become a dot."""
    shown = (
        letter if _font_with(letter) else UNKNOWN
        for letter in normalize("NFC", content)
    )
    for name, letters in groupby(shown, _font_with):
        yield _font(name or OWN[0], size, weight), "".join(letters)


@lru_cache(maxsize=8192)
def _font_with(letter: str) -> str | None:
    """Return the first font that has a letter, or None."""
    names = (*OWN, *_fonts_of_the_machine())
    return next((name for name in names if _has(name, letter)), None)


def _has(name: str, letter: str) -> bool:
    font = _font(name, 16, 400)
    return _glyph(font, letter) != _glyph(font, NO_LETTER)


def _glyph(font: Font, letter: str) -> tuple[bytes, tuple[float, ...]]:
    return bytes(font.getmask(letter)), font.getbbox(letter)


@lru_cache(maxsize=1)
def _fonts_of_the_machine() -> tuple[str, ...]:
    """Return the file names of the installed fonts of OF_THE_MACHINE."""
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
