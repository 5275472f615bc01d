"""What changed within a piece of a page, node by node: where a row has another figure,
the figure is told and not the row.

What scripts alter has `data-whole`: since nobody knows here what it shows, it is told
whole whenever anything of it changes. What they add, they mark with `data-added`.

Fragments that say which of their pieces change, and the differences between two.

A fragment's template marks them, the attribute first in its tag:

- a list: `<tbody data-rows="standings">`, its rows `<tr data-row="17">…</tr>`, and
  `<!--/rows-->` before the container ends. Keys are unique in the list; rows may be any
  element. With `data-window="100"` a page holds the first hundred rows only, and
  `data-order` on the container names all of them;
- a part: `<p data-part="head">…</p><!--/part-->`.

Neither holds the other or one of its kind. What else there is, is the frame: where that
differs, there is no difference to tell but the whole. White space in rows and parts
means no more than one space. `static/apply-live-stream-changes.js` applies what is told
here.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from html import unescape
from typing import NamedTuple, TypedDict

#: The tag with which an element begins, up to its end; a tag or a comment, or the text
#: up to the next one.
OPENED = re.compile(
    r'<(?P<name>[\w-]+)(?P<attributes>(?: [\w:-]+(?:="[^"]*")?)*) ?(?P<end>/?)>'
)
TOKEN = re.compile(r'<[^>"]*(?:"[^"]*"[^>"]*)*>|[^<]+')
ATTRIBUTE = re.compile(r' ([\w:-]+)(?:="([^"]*)")?')
CELL = re.compile(r"(?=<t[dh][ >])")
#: What has no end: comments, and some elements.
VOID = re.compile(
    r"<(?:!|(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)\b)"
)

#: A node's HTML as it is now; or what became of an element: by the numbers of its
#: nodes, which are cells in a row of a table, and by the names of its attributes, where
#: None is there no more.
Change = str | dict[str, "Change | None"]


class Element(NamedTuple):
    """An element, and the HTML of each of its nodes."""

    name: str
    attributes: str
    nodes: list[str]


def change(old: str, new: str) -> Change:
    """What makes the new node of the old one, both as the HTML that a page holds."""
    was, now = element_of(old), element_of(new)
    if was is None or now is None or was.name != now.name:
        return new
    if len(was.nodes) != len(now.nodes):
        return new
    told: dict[str, Change | None] = {}
    if was.attributes != now.attributes:
        before, after = _by_name(was.attributes), _by_name(now.attributes)
        for name in before | after:
            if before.get(name) != after.get(name):
                told[name] = after.get(name)
    for number, (node, other) in enumerate(zip(was.nodes, now.nodes, strict=True)):
        if node != other:
            told[str(number)] = change(node, other)
    return told


def element_of(html: str) -> Element | None:
    """The element with which the HTML begins; None if it begins with none, with one
    that is told whole, or with one that does not end."""
    opened = OPENED.match(html)
    if opened is None or " data-whole" in opened["attributes"]:
        return None
    nodes = _cells(html) if opened["name"] == "tr" else _nodes(html, opened.end())
    if opened["end"] or VOID.match(html):
        nodes = []
    return (
        None if nodes is None else Element(opened["name"], opened["attributes"], nodes)
    )


def _cells(row: str) -> list[str]:
    """Much sooner found than nodes: a hand moves hundreds of rows."""
    _before, *cells = CELL.split(row)
    return [cell.removesuffix("</tr>").strip() for cell in cells]


def _nodes(html: str, start: int) -> list[str] | None:
    """What is between there and the end of the element; None if that does not come."""
    nodes, depth = list[str](), 0
    for found in TOKEN.finditer(html, start):
        token = found[0]
        if token.startswith("</"):
            depth -= 1
        elif token[0] == "<" and not (token[-2] == "/" or VOID.match(token)):
            depth += 1
        if depth < 0:
            return nodes
        if depth == 0:
            nodes.append(html[start : found.end()])
            start = found.end()
    return None


def _by_name(attributes: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in ATTRIBUTE.findall(attributes)}


PIECE = re.compile(
    r'(?P<open><\w+ data-(?P<kind>rows|part)="(?P<name>[\w-]+)"[^>]*)>'
    r"(?P<inside>.*?)<!--/(?P=kind)-->",
    re.DOTALL,
)
ROW = re.compile(r'(?=<\w+ data-row="[\w-]+")')
KEY = re.compile(r'<\w+ data-row="([\w-]+)"')
WINDOW = re.compile(r' data-window="(\d+)"')

#: A difference that is longer than this share of the whole is not worth its while.
WORTH = 0.6


class Told(TypedDict, total=False):
    """What became of a list. `moves`: keys, each to be put behind the one before it,
    the first of them being where it is already ("": at the start). `sum`: of all keys
    in their order after that, where it is another one."""

    rows: dict[str, Change]
    gone: list[str]
    moves: list[list[str]]
    sum: int


class Difference(TypedDict):
    parts: dict[str, Change]
    lists: dict[str, Told]


@dataclass(frozen=True)
class Rows:
    """A list: its opening tag without its end, and its rows by their keys, in order:
    another order makes another list."""

    tag: str
    rows: OrderedDict[str, str]

    def __str__(self) -> str:
        shown = list(self.rows.values())
        if window := WINDOW.search(self.tag):
            order = f' data-order="{" ".join(self.rows)}"'
            return f"{self.tag}{order}>{''.join(shown[: int(window[1])])}"
        return f"{self.tag}>{''.join(shown)}"


@dataclass(frozen=True)
class Pieces:
    """A fragment: its frame between the pieces, and these by their names, in order."""

    frame: tuple[str, ...]
    pieces: Mapping[str, str | Rows]

    def __str__(self) -> str:
        """The fragment as a page holds it."""
        first, *between = self.frame
        told = zip(map(str, self.pieces.values()), between, strict=True)
        return first + "".join(piece + text for piece, text in told)


NOTHING = Pieces(("",), {})


def mark_of(pieces: Pieces) -> str:
    """Tells a fragment from all others that have other words."""
    words = [str(len(pieces.frame)), *pieces.frame]
    for name, piece in pieces.pieces.items():
        if isinstance(piece, str):
            words += (name, piece)
        else:
            words += (name, str(len(piece.rows)), piece.tag, *piece.rows.values())
    return blake2b("\0".join(words).encode(), digest_size=9).hexdigest()


def pieces_of(html: str) -> Pieces:
    """Raises ValueError where two pieces have one name, or two rows one key."""
    frame, pieces, at = list[str](), dict[str, str | Rows](), 0
    for found in PIECE.finditer(html):
        frame.append(html[at : found.start()])
        name = found["name"]
        if name in pieces:
            raise ValueError(f"the fragment has two pieces {name}")
        if found["kind"] == "part":
            pieces[name] = _flat(f"{found['open']}>{found['inside']}")
        else:
            pieces[name] = Rows(found["open"], _rows(found["inside"]))
        at = found.end()
    return Pieces((*frame, html[at:]), pieces)


def _rows(inside: str) -> OrderedDict[str, str]:
    rows = OrderedDict[str, str]()
    for row in ROW.split(inside):
        if not (found := KEY.match(row)):
            continue
        if found[1] in rows:
            raise ValueError(f"the list has two rows {found[1]}")
        rows[found[1]] = _flat(row)
    return rows


def _flat(html: str) -> str:
    return " ".join(html.split())


def difference(old: Pieces, new: Pieces) -> Difference | None:
    """What makes the new one of the old one; None if only the whole does, or is hardly
    longer."""
    if old.frame != new.frame or list(old.pieces) != list(new.pieces):
        return None
    parts, lists = dict[str, Change](), dict[str, Told]()
    for name, piece in new.pieces.items():
        before = old.pieces[name]
        if piece == before:
            continue
        if isinstance(piece, str) and isinstance(before, str):
            parts[name] = change(before, piece)
        elif (
            isinstance(piece, Rows)
            and isinstance(before, Rows)
            and piece.tag == before.tag
        ):
            lists[name] = _told(before.rows, piece.rows)
        else:
            return None
    found = Difference(parts=parts, lists=lists)
    return found if len(str(found)) < WORTH * len(str(new)) else None


def _told(old: Mapping[str, str], new: Mapping[str, str]) -> Told:
    rows: dict[str, Change] = {}
    for key, row in new.items():
        if key not in old:
            rows[key] = row
        elif row != old[key]:
            rows[key] = change(old[key], row)
    told = Told(rows=rows)
    if gone := [key for key in old if key not in new]:
        told["gone"] = gone
    if moves := moves_of([key for key in old if key in new], list(new)):
        told["moves"] = moves
    if gone or moves:
        told["sum"] = sum_of(new)
    return told


def moves_of(old: Sequence[str], new: Sequence[str]) -> list[list[str]]:
    """What brings the old order into the new one, which may have more keys."""
    places = {key: place for place, key in enumerate(old)}
    stay = _longest_rise([(places[key], key) for key in new if key in places])
    moves = list[list[str]]()
    running = False
    for before, key in zip(["", *new], new, strict=False):
        if key in stay:
            running = False
            continue
        if not running:
            moves.append([before])
        moves[-1].append(key)
        running = True
    return moves


def _longest_rise(row: Sequence[tuple[int, str]]) -> set[str]:
    """The keys of a longest subsequence whose numbers rise."""
    ends, tails, before = list[int](), list[int](), list[int]()
    for at, (number, _key) in enumerate(row):
        place = bisect_left(ends, number)
        before.append(tails[place - 1] if place else -1)
        ends[place : place + 1] = [number]
        tails[place : place + 1] = [at]
    rise, at = set[str](), tails[-1] if tails else -1
    while at >= 0:
        rise.add(row[at][1])
        at = before[at]
    return rise


def sum_of(keys: Mapping[str, str] | Sequence[str]) -> int:
    """By which a page sees that its order is the right one."""
    return zlib.adler32(" ".join(keys).encode())
