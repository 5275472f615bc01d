"""How large a name is written on the hall's wall, so that none is cut: from how wide
its letters are and what its row has room for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

#: How wide letters are, in heights of the type: a narrow one, one like most, a capital,
#: one like m, a Chinese one.
NARROW, COMMON, CAPITAL, WIDE, SQUARE = 0.36, 0.6, 0.72, 0.9, 1.0
NARROW_LETTERS = " -.'fijlrtI"
WIDE_LETTERS = "mwMW@%жмфшщыюЖМФШЩЫЮωψΩ"


@dataclass(frozen=True)
class Size:
    """How much smaller a name may be written, and in how many lines then; `name` is its
    class in hall.css."""

    name: str
    scale: float
    lines: int


def size_for(widths: Sequence[float], room: float, sizes: Sequence[Size]) -> str:
    """The first of the sizes in which words of these widths have room in a row; the
    last one for all that have not."""
    fitting = (
        size for size in sizes if _lines(widths, room / size.scale) <= size.lines
    )
    return next(fitting, sizes[-1]).name


def word_widths(words: str) -> list[float]:
    """How wide each word is, where it can be broken."""
    found = re.findall(r"[^\s-]+[\s-]?", words)
    return [sum(map(_letter_width, word)) for word in found]


def _lines(widths: Sequence[float], room: float) -> float:
    """How many lines words of these widths need; endless if one fits into none."""
    lines, used = 1, 0.0
    for width in widths:
        if width > room:
            return inf
        if used + width > room:
            lines, used = lines + 1, 0.0
        used += width
    return lines


def _letter_width(letter: str) -> float:
    """About how wide a letter of bold type is."""
    if unicodedata.category(letter) == "Mn":
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return SQUARE
    if letter in NARROW_LETTERS:
        return NARROW
    if letter in WIDE_LETTERS:
        return WIDE
    return CAPITAL if letter.isupper() else COMMON
