"""Sizes of names on hall screens, estimated from letter widths so that no name is cut
off.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

#: Letter widths in font heights: narrow, common, capital, wide, Chinese.
NARROW, COMMON, CAPITAL, WIDE, SQUARE = 0.36, 0.6, 0.72, 0.9, 1.0
NARROW_LETTERS = " -.'fijlrtI"
WIDE_LETTERS = "mwMW@%жмфшщыюЖМФШЩЫЮωψΩ"


@dataclass(frozen=True)
class Size:
    """A type size.

    `name`: class in hall.css; `scale`: size relative to normal; `lines`: maximum number
    of lines.
    """

    name: str
    scale: float
    lines: int


def size_for(widths: Sequence[float], room: float, sizes: Sequence[Size]) -> str:
    """Return the name of the first size in which words of these widths fit into `room`;
    otherwise the last size. Widths are in font heights.
    """
    fitting = (
        size for size in sizes if _lines(widths, room / size.scale) <= size.lines
    )
    return next(fitting, sizes[-1]).name


def word_widths(text: str) -> list[float]:
    """Return the width of each word in font heights.

    Words are split where lines may break.
    """
    parts = re.findall(r"[^\s-]+[\s-]?", text)
    return [sum(map(_letter_width, word)) for word in parts]


def _lines(widths: Sequence[float], room: float) -> float:
    """Return the number of lines for words of these widths; infinite if a word is wider
    than `room`.
    """
    lines, used = 1, 0.0
    for width in widths:
        if width > room:
            return inf
        if used + width > room:
            lines, used = lines + 1, 0.0
        used += width
    return lines


def _letter_width(letter: str) -> float:
    """Return the approximate width of a bold letter, in font heights."""
    if unicodedata.category(letter) == "Mn":
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return SQUARE
    if letter in NARROW_LETTERS:
        return NARROW
    if letter in WIDE_LETTERS:
        return WIDE
    return CAPITAL if letter.isupper() else COMMON
