"""The image of a tournament for link previews, drawn in the program's fonts and
colours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from scoring.all_pages.text_on_images import (
    GOLD,
    LINE,
    MARGIN,
    ON_FELT,
    PROGRAM,
    SIZE,
    SOFT,
    as_png,
    blank,
    cut,
    flag,
    foot,
    head,
    place_tile,
    text,
    width,
)
from tournaments.files import stored_logos

#: Height of a line in pixels.
LINE_HEIGHT = 70
#: Parts of a text that stay on one line: words, and single Chinese or Japanese
#: characters with the punctuation after them.
PARTS = re.compile(
    r"\s*(?:[\u3040-\u30ff\u3400-\u9fff][\u3001-\u301f\u30fc\uff00-\uff1f]*"
    r"|[^\s\u3040-\u30ff\u3400-\u9fff]+)"
)


@dataclass(frozen=True)
class PosterLine:
    """A player in the image.

    `figure`: value of the first criterion; `more`: value of the second criterion;
    `under`: a line below the name.
    """

    place: str
    name: str
    figure: str
    country: str = ""
    under: str = ""
    more: str = ""


@dataclass(frozen=True)
class Poster:
    """Content of the image: title, venue and date, a sentence on the state, and up to 3
    players. `logo`: name of the logo's file; `is_podium`: the players are the first
    three of a finished tournament.
    """

    title: str
    venue_and_date: str
    state: str
    lines: tuple[PosterLine, ...] = ()
    logo: str = ""
    is_podium: bool = False


@lru_cache(maxsize=64)
def drawn(poster: Poster) -> bytes:
    """Return the image as PNG. Cached by its content."""
    image, draw = blank()
    logo = stored_logos.read(poster.logo)
    if poster.is_podium:
        parts = filter(None, (poster.venue_and_date, poster.state))
        head(image, poster.title, " · ".join(parts), logo=logo)
        _podium(image, poster.lines)
        foot(draw)
    else:
        head(image, PROGRAM, logo=logo)
        _current(draw, poster)
    return as_png(image)


def _current(draw: ImageDraw.ImageDraw, poster: Poster) -> None:
    """Draw the title, the state and the leaders."""
    y = _paragraph(draw, poster.title, 158, size=68, weight=720, most=2, fill=ON_FELT)
    y = _paragraph(
        draw, poster.venue_and_date, y + 6, size=30, weight=450, most=1, fill=SOFT
    )
    y = _paragraph(draw, poster.state, y + 16, size=38, weight=600, most=2, fill=GOLD)
    _lines(draw, poster.lines, max(y + 22, 400))


def _lines(draw: ImageDraw.ImageDraw, lines: tuple[PosterLine, ...], y: int) -> None:
    for number, line in enumerate(lines):
        top = y + number * LINE_HEIGHT
        if top + LINE_HEIGHT > SIZE[1]:
            break
        if number:
            draw.line((MARGIN, top - 12, SIZE[0] - MARGIN, top - 12), fill=LINE)
        place_tile(draw, MARGIN, top, 40, 46, line.place)
        room = SIZE[0] - 2 * MARGIN - 230
        shown = cut(line.name, 36, 620, room)
        text(draw, (MARGIN + 66, top + 38), shown, 36, 620, ON_FELT)
        _at_right(draw, top + 38, line.figure, 36, 700, ON_FELT)


def _podium(image: Image.Image, lines: tuple[PosterLine, ...]) -> None:
    """Draw the players on the podium. The winner is drawn larger."""
    draw = ImageDraw.Draw(image)
    y = 160
    for number, line in enumerate(lines):
        big = not number
        high = 112 if big else 92
        wide, size = round(high * 0.8), 50 if big else 42
        place_tile(draw, MARGIN, y, wide, high, line.place)
        left = MARGIN + 120
        base = y + (high // 2 + 2 if line.under else high // 2 + size // 3)
        if flag(image, line.country, (left, y + high // 2 - 20)):
            left += 76
        room = SIZE[0] - MARGIN - left - 200
        name = cut(line.name, size, 700, room)
        text(draw, (left, base), name, size, 700, GOLD if big else ON_FELT)
        under = cut(line.under, 24, 500, room)
        text(draw, (left, base + 36), under, 24, 500, SOFT)
        _at_right(draw, base, line.figure, size + 4, 720, ON_FELT)
        _at_right(draw, base + 36, line.more, 24, 500, SOFT)
        y += high + (32 if big else 28)


def _at_right(
    draw: ImageDraw.ImageDraw,
    base: int,
    content: str,
    size: int,
    weight: int,
    fill: str,
) -> None:
    left = SIZE[0] - MARGIN - width(content, size, weight)
    text(draw, (left, base), content, size, weight, fill)


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
    """Draw the text in at most `most` lines, starting at `y`.

    Return the y position of the line after the text, in pixels.
    """
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
