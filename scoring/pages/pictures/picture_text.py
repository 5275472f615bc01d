"""Pictures made on the server, for those who share a link or how they stand: a canvas
of felt, and text on it in the fonts of the pages."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

SIZE = (1200, 630)
MARGIN = 72
#: As static/css/tokens.css has them by day.
FELT, ON_FELT, SOFT = "#0b3d2f", "#f8f3e6", "#c0d6cb"
GOLD, LINE = "#f0cd7c", "#2f6552"
TILE, SIDE, BACK, GREEN, RED = "#fffdf6", "#dcd2ba", "#1f8a68", "#0d6148", "#a92318"
FONTS = Path(settings.BASE_DIR, "static", "fonts")
#: Letters beyond these have glyphs in the second file.
LATIN = range(0x0100)
BEYOND = range(0x0100, 0x0250)

Font = ImageFont.FreeTypeFont


def blank() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """An empty picture, and what draws on it."""
    image = Image.new("RGB", SIZE, FELT)
    return image, ImageDraw.Draw(image)


def as_png(image: Image.Image) -> bytes:
    written = io.BytesIO()
    few = image.quantize(colors=64, dither=Image.Dither.NONE)
    few.save(written, "PNG", optimize=True)
    return written.getvalue()


def brand(draw: ImageDraw.ImageDraw, name: str = "Prevailing Wind") -> None:
    """The mark and a name at the head."""
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


def cut(words: str, size: int, weight: int, room: int) -> str:
    """The words, shortened to end in “…” where they are wider than `room` pixels."""
    if width(words, size, weight) <= room:
        return words
    while words and width(f"{words}…", size, weight) > room:
        words = words[:-1]
    return f"{words.rstrip()}…"


def text(
    draw: ImageDraw.ImageDraw,
    at: tuple[int, int],
    words: str,
    size: int,
    weight: int,
    fill: str,
) -> float:
    """The words with their base line from a point on; where they end."""
    x, y = float(at[0]), at[1]
    for font, run in _runs(words, size, weight):
        draw.text((x, y), run, font=font, fill=fill, anchor="ls")
        x += font.getlength(run)
    return x


def width(words: str, size: int, weight: int) -> int:
    return round(sum(font.getlength(run) for font, run in _runs(words, size, weight)))


def _runs(words: str, size: int, weight: int) -> Iterator[tuple[Font, str]]:
    """The words in runs of one font each; a letter that neither has is a dot."""
    shown = "".join(letter if _is_known(letter) else "·" for letter in words)
    for is_beyond, letters in groupby(shown, lambda letter: ord(letter) in BEYOND):
        yield _font(is_beyond, size, weight), "".join(letters)


def _is_known(letter: str) -> bool:
    return ord(letter) in LATIN or ord(letter) in BEYOND or letter in "…–’“”−½⅓⅔¼¾"


@lru_cache(maxsize=64)
def _font(is_beyond: bool, size: int, weight: int) -> Font:
    name = "inter-latin-ext.woff2" if is_beyond else "inter-latin.woff2"
    font = ImageFont.truetype(FONTS / name, size)
    wanted = {b"Optical size": min(size, 32), b"Weight": weight}
    names = [axis["name"] or b"" for axis in font.get_variation_axes()]
    font.set_variation_by_axes([wanted[name] for name in names])
    return font
