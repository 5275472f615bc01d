"""The image of a tournament for link previews, drawn in the program's fonts and
colours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from PIL import ImageDraw

from scoring.all_pages.text_on_images import (
    GOLD,
    GREEN,
    LINE,
    MARGIN,
    ON_FELT,
    RED,
    SIZE,
    SOFT,
    as_png,
    blank,
    brand,
    cut,
    text,
    tile,
    width,
)

#: Height of a line in pixels.
LINE_HEIGHT = 70
#: Parts of a text that stay on one line: words, and single Chinese or Japanese
#: characters with the punctuation after them.
PARTS = re.compile(
    r"\s*(?:[\u3040-\u30ff\u3400-\u9fff][\u3001-\u301f\u30fc\uff00-\uff1f]*"
    r"|[^\s\u3040-\u30ff\u3400-\u9fff]+)"
)


@dataclass(frozen=True)
class Poster:
    """Contents of the image: title, venue and date, state in a sentence, and up to 3
    lines of place, name and figure."""

    title: str
    venue_and_date: str
    state: str
    lines: tuple[tuple[str, str, str], ...] = ()


@lru_cache(maxsize=64)
def drawn(poster: Poster) -> bytes:
    """Return the image as PNG; cached by its contents."""
    image, draw = blank()
    brand(draw)
    y = _paragraph(draw, poster.title, 158, size=68, weight=720, most=2, fill=ON_FELT)
    y = _paragraph(
        draw, poster.venue_and_date, y + 6, size=30, weight=450, most=1, fill=SOFT
    )
    y = _paragraph(draw, poster.state, y + 16, size=38, weight=600, most=2, fill=GOLD)
    _lines(draw, poster.lines, max(y + 22, 400))
    return as_png(image)


def _lines(
    draw: ImageDraw.ImageDraw, lines: tuple[tuple[str, str, str], ...], y: int
) -> None:
    for number, (place, name, figure) in enumerate(lines):
        top = y + number * LINE_HEIGHT
        if top + LINE_HEIGHT > SIZE[1]:
            break
        if number:
            draw.line((MARGIN, top - 12, SIZE[0] - MARGIN, top - 12), fill=LINE)
        tile(draw, MARGIN, top, 40, 46)
        wide = width(place, 28, 700)
        at = MARGIN + 20 - wide // 2
        text(draw, (at, top + 34), place, 28, 700, GREEN if number else RED)
        room = SIZE[0] - 2 * MARGIN - 230
        shown = cut(name, 36, 620, room)
        text(draw, (MARGIN + 66, top + 38), shown, 36, 620, ON_FELT)
        right = SIZE[0] - MARGIN - width(figure, 36, 700)
        text(draw, (right, top + 38), figure, 36, 700, ON_FELT)


def _paragraph(
    draw: ImageDraw.ImageDraw,
    content: str,
    y: int,
    *,
    size: int,
    weight: int,
    most: int,
    fill: str,
) -> int:
    """Write at most `most` lines from `y` on. Return where the next line would be."""
    room = SIZE[0] - 2 * MARGIN
    rows: list[str] = []
    for part in PARTS.findall(content.strip()):
        longer = rows[-1] + part if rows else part
        if rows and width(longer, size, weight) <= room:
            rows[-1] = longer
        elif len(rows) < most:
            rows.append(part.lstrip())
        else:
            rows[-1] = longer
    for row in rows:
        shown = cut(row, size, weight, room)
        text(draw, (MARGIN, y + size), shown, size, weight, fill)
        y += round(size * 1.18)
    return y
