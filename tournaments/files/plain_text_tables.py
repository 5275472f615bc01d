"""Read tables in plain text: Markdown and pipe tables, columns separated by spaces, and
lines such as “- Ada Lind — Club — Country” from chats.

A line outside the table becomes a row with one cell. In a row with struck text
(`~~Ada~~`), the first cell begins with `STRUCK`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

#: Begins the cell of a row, or a cell, that was struck out in the file.
STRUCK: Final = "~~"

Row = tuple[int, list[str]]

_LINK: Final = re.compile(r"!?\[([^\]\n]{0,200})\]\([^)\n]{0,500}\)")
_EMPHASIS: Final = re.compile(r"(\*\*|__|`)(?=\S)(.{1,300}?)(?<=\S)\1")
#: The line between heading and rows of a Markdown table, or of a drawn table.
_RULE: Final = re.compile(r"[\s|+:=\-─━┼│┌┐└┘├┤┬┴═╪║]{3,}")
#: Signs between the columns of a chat list, with a space on both sides.
_SEPARATORS: Final = (
    re.compile(r"(?:(?<=\s)|^)—(?=\s|$)"),
    re.compile(r"(?:(?<=\s)|^)–(?=\s|$)"),
    re.compile(r"(?<=\s)-(?=\s|$)"),
    re.compile(r"(?<=\s)[·•](?=\s|$)"),
    re.compile(r"(?<=\s)(?:/|->|→|=>)(?=\s|$)"),
)
_BULLET: Final = re.compile(r"^\s*[-*•–—▪◦‣·]\s+")
_GAP: Final = re.compile(r"\s{2,}|\t+")
#: Fewest lines of three or more words for which aligned columns are searched.
_FEWEST_LINES: Final = 3
_COMMENT: Final = re.compile(r"^\s*[;#%]+")


def without_marks(text: str) -> str:
    """Return text without Markdown marks. A link becomes its text."""
    return _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", text))


def pipe_rows(text: str) -> list[Row] | None:
    """Return the rows of a Markdown or pipe table, and the lines around it; None if the
    text has no such table.
    """
    lines = text.splitlines()
    filled = [line for line in lines if line.strip()]
    in_table = [line for line in filled if _is_pipe_line(line)]
    ruled = any("|" in line and _RULE.fullmatch(line) for line in in_table)
    if len(in_table) < 2 or not (ruled or len(in_table) * 2 > len(filled)):
        return None
    rows = []
    for number, line in enumerate(lines, 1):
        if _RULE.fullmatch(line):
            continue
        if _is_pipe_line(line):
            inside = re.sub(r"^\s*[|│║]|[|│║]\s*$", "", line)
            rows.append((number, _cells(re.split(r"(?<!\\)[|│║]", inside))))
        else:
            rows.append((number, _cells([line])))
    return rows


def _is_pipe_line(line: str) -> bool:
    return line.lstrip()[:1] in ("|", "│", "║") or len(re.findall("[|│║]", line)) > 1


def line_rows(text: str) -> list[Row]:
    """Return the lines of a text as rows: with columns if most lines have columns,
    otherwise with one cell each."""
    lines = list(enumerate(text.splitlines(), 1))
    filled = [line for _number, line in lines if line.strip()]
    if separator := _separator_of(filled):
        return [(number, _separated(line, separator)) for number, line in lines]
    if cuts := _aligned_cuts(filled):
        return [(number, _cut(line, cuts)) for number, line in lines]
    gaps = [line for line in filled if _GAP.search(line.strip())]
    if len(gaps) * 3 > len(filled) * 2:
        return [(number, _cells(_GAP.split(line.strip()))) for number, line in lines]
    return [(number, _cells([line])) for number, line in lines]


def _separator_of(lines: Sequence[str]) -> re.Pattern[str] | None:
    bare = [_BULLET.sub("", line) for line in lines]
    for separator in _SEPARATORS:
        with_it = sum(bool(separator.search(line)) for line in bare)
        if with_it > 1 and with_it * 2 >= len(bare):
            return separator
    return None


def _separated(line: str, separator: re.Pattern[str]) -> list[str]:
    return _cells(separator.split(_BULLET.sub("", line)))


def _aligned_cuts(lines: Sequence[str]) -> list[int]:
    """Return the positions where the columns of an aligned table begin; empty if there
    is no such table.

    Comments are not part of the table, but the last comment before it may contain the
    headings.
    """
    table = [line.expandtabs() for line in lines if not _COMMENT.match(line)]
    heads = [line.expandtabs() for line in lines if _COMMENT.match(line)]
    wide = [line for line in table if len(line.split()) > 2]
    if len(wide) < _FEWEST_LINES or len(wide) * 3 < len(table) * 2:
        return []
    if sum("  " in line.strip() for line in wide) * 3 < len(wide) * 2:
        return []
    head = _COMMENT.sub(lambda mark: " " * len(mark[0]), heads[-1]) if heads else ""
    head = head if len(head.split()) > 2 else wide[0]
    width = max(map(len, [head, *wide]))
    blank = [
        all(line[at : at + 1] in ("", " ") for line in wide) for at in range(width)
    ]
    begins = [at for at in range(1, width) if blank[at - 1] and not blank[at]]
    # Names may have spaces in the same place by chance, but no heading begins there.
    cuts = [at for at in begins if _has_heading(head, at, begins)]
    return cuts if len(cuts) > 1 else []


def _has_heading(head: str, at: int, begins: Sequence[int]) -> bool:
    end = next((begin for begin in begins if begin > at), len(head) + 1)
    return bool(head[at:end].strip()) or at >= len(head.rstrip())


def _cut(line: str, cuts: Sequence[int]) -> list[str]:
    if mark := _COMMENT.match(line):
        words = list(re.finditer(r"\S+", " " * mark.end() + line[mark.end() :]))
        return _headed(words, cuts) if len(words) + 1 >= len(cuts) else [line.strip()]
    line = line.expandtabs()
    if len(line.split()) < 3 or any(
        line[at - 1 : at].strip() and line[at : at + 1].strip() for at in cuts
    ):
        return [line.strip()]
    bounds = [0, *cuts, len(line) + 1]
    cells = [line[begin:end].strip() for begin, end in pairwise(bounds) if begin < end]
    return _cells(cells if cuts[0] > _indent(line) else cells[1:])


def _headed(words: Sequence[re.Match[str]], cuts: Sequence[int]) -> list[str]:
    """Return the headings of aligned columns. Each word belongs to the nearest
    column."""
    begins = [0, *cuts]
    cells = [""] * len(begins)
    for word in words:
        middle = (word.start() + word.end()) / 2
        place = max(at for at, begin in enumerate(begins) if begin <= middle)
        cells[place] = f"{cells[place]} {word[0]}".strip()
    return _cells(cells if cells[0] else cells[1:])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _cells(cells: Iterable[str]) -> list[str]:
    """Return the cells without marks. If any part is struck, the whole row is marked as
    struck."""
    texts = [without_marks(cell.strip()) for cell in cells]
    struck = any(STRUCK in text for text in texts)
    texts = [text.replace(STRUCK, "").strip() for text in texts]
    if struck and texts:
        texts[0] = STRUCK + texts[0]
    return texts
