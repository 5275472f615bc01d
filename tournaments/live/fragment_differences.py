"""Pieces of fragments, and the differences between two versions of a fragment.

A fragment's template marks its pieces, with this attribute first in the tag:

- a list: `<tbody data-rows="standings">`, its rows `<tr data-row="17">…</tr>`, and
  `<!--/rows-->` before the container ends. Keys are unique in the list; rows may be any
  element. With `data-window="100"` a page contains only the first hundred rows, and
  `data-order` on the container lists all keys;
- a part: `<p data-part="head">…</p><!--/part-->`.

Pieces are not nested. Everything else is the frame: if it differs, the whole fragment
is sent. White space in rows and parts counts as one space.

Within a piece, differences are found node by node: for a changed number, only that
number is sent. Elements that scripts alter have `data-whole`. Their displayed state is
unknown here, so they are sent whole on any change. Elements that scripts add have
`data-added`. `static/apply-live-stream-changes.js` applies the differences.
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

#: Regular expressions: the opening tag of an element; a tag, comment or text up to the
#: next one; an attribute; the start of a table cell.
OPENED = re.compile(
    r'<(?P<name>[\w-]+)(?P<attributes>(?: [\w:-]+(?:="[^"]*")?)*) ?(?P<end>/?)>'
)
TOKEN = re.compile(r'<[^>"]*(?:"[^"]*"[^>"]*)*>|[^<]+')
ATTRIBUTE = re.compile(r' ([\w:-]+)(?:="([^"]*)")?')
CELL = re.compile(r"(?=<t[dh][ >])")
#: Comments and elements without an end tag.
VOID = re.compile(
    r"<(?:!|(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)\b)"
)

#: A node's new HTML, or the changes of an element: by numbers of its nodes (cells in a
#: table row) and by names of its attributes (None: removed).
Change = str | dict[str, "Change | None"]


class Element(NamedTuple):
    """An element, with the HTML of each of its nodes."""

    name: str
    attributes: str
    nodes: list[str]


def change(old: str, new: str) -> Change:
    """Return the change from the old to the new node, both given as HTML."""
    was, now = element_of(old), element_of(new)
    if was is None or now is None or was.name != now.name:
        return new
    if len(was.nodes) != len(now.nodes):
        return new
    changes: dict[str, Change | None] = {}
    if was.attributes != now.attributes:
        before, after = _by_name(was.attributes), _by_name(now.attributes)
        for name in before | after:
            if before.get(name) != after.get(name):
                changes[name] = after.get(name)
    for number, (node, other) in enumerate(zip(was.nodes, now.nodes, strict=True)):
        if node != other:
            changes[str(number)] = change(node, other)
    return changes


def element_of(html: str) -> Element | None:
    """Return the element at the start of the HTML. None if there is no element, if it
    must be sent whole, or if it has no end tag.
    """
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
    """Return the cells of a row. This is much faster than `_nodes`, and one hand can
    move hundreds of rows."""
    _before, *cells = CELL.split(row)
    return [cell.removesuffix("</tr>").strip() for cell in cells]


def _nodes(html: str, start: int) -> list[str] | None:
    """Return the nodes from `start` to the end of the element; None if the element has
    no end tag."""
    nodes, depth = list[str](), 0
    for match in TOKEN.finditer(html, start):
        token = match[0]
        if token.startswith("</"):
            depth -= 1
        elif token[0] == "<" and not (token[-2] == "/" or VOID.match(token)):
            depth += 1
        if depth < 0:
            return nodes
        if depth == 0:
            nodes.append(html[start : match.end()])
            start = match.end()
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

#: Longest difference worth sending, as a share of the whole fragment's length.
WORTH = 0.6


class ListChanges(TypedDict, total=False):
    """The changes of a list.

    `rows`: the changed rows. `gone`: the removed keys. `moves`: runs of keys. Each key
    moves behind the key before it; the first key of a run stays in place ("": the start
    of the list). `sum`: the checksum of all keys in their new order, if the order
    changed.
    """

    rows: dict[str, Change]
    gone: list[str]
    moves: list[list[str]]
    sum: int


class Difference(TypedDict):
    parts: dict[str, Change]
    lists: dict[str, ListChanges]


@dataclass(frozen=True)
class Rows:
    """A list: its opening tag without ">", and its rows by key, in order. The same rows
    in another order are a different list."""

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
    """A fragment: its frame around the pieces, and the pieces by name, in order."""

    frame: tuple[str, ...]
    pieces: Mapping[str, str | Rows]

    def __str__(self) -> str:
        """Return the fragment's HTML as in a page."""
        first, *between = self.frame
        pairs = zip(map(str, self.pieces.values()), between, strict=True)
        return first + "".join(piece + text for piece, text in pairs)


NOTHING = Pieces(("",), {})


def mark_of(pieces: Pieces) -> str:
    """Return a hash that identifies the content of the fragment."""
    parts = [str(len(pieces.frame)), *pieces.frame]
    for name, piece in pieces.pieces.items():
        if isinstance(piece, str):
            parts += (name, piece)
        else:
            parts += (name, str(len(piece.rows)), piece.tag, *piece.rows.values())
    return blake2b("\0".join(parts).encode(), digest_size=9).hexdigest()


def pieces_of(html: str) -> Pieces:
    """Return the pieces of a fragment. Raises ValueError if two pieces have the same
    name, or two rows the same key."""
    frame, pieces, at = list[str](), dict[str, str | Rows](), 0
    for match in PIECE.finditer(html):
        frame.append(html[at : match.start()])
        name = match["name"]
        if name in pieces:
            raise ValueError(f"the fragment has two pieces {name}")
        if match["kind"] == "part":
            pieces[name] = _flat(f"{match['open']}>{match['inside']}")
        else:
            pieces[name] = Rows(match["open"], _rows(match["inside"]))
        at = match.end()
    return Pieces((*frame, html[at:]), pieces)


def _rows(inside: str) -> OrderedDict[str, str]:
    rows = OrderedDict[str, str]()
    for row in ROW.split(inside):
        if not (match := KEY.match(row)):
            continue
        if match[1] in rows:
            raise ValueError(f"the list has two rows {match[1]}")
        rows[match[1]] = _flat(row)
    return rows


def _flat(html: str) -> str:
    return " ".join(html.split())


def difference(old: Pieces, new: Pieces) -> Difference | None:
    """Return the difference from the old to the new fragment.

    None if it cannot be sent in parts, or if the whole fragment is not much longer.
    """
    if old.frame != new.frame or list(old.pieces) != list(new.pieces):
        return None
    parts, lists = dict[str, Change](), dict[str, ListChanges]()
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
            lists[name] = _list_changes(before.rows, piece.rows)
        else:
            return None
    result = Difference(parts=parts, lists=lists)
    return result if len(str(result)) < WORTH * len(str(new)) else None


def _list_changes(old: Mapping[str, str], new: Mapping[str, str]) -> ListChanges:
    rows: dict[str, Change] = {}
    for key, row in new.items():
        if key not in old:
            rows[key] = row
        elif row != old[key]:
            rows[key] = change(old[key], row)
    changes = ListChanges(rows=rows)
    if gone := [key for key in old if key not in new]:
        changes["gone"] = gone
    if moves := moves_of([key for key in old if key in new], list(new)):
        changes["moves"] = moves
    if gone or moves:
        changes["sum"] = sum_of(new)
    return changes


def moves_of(old: Sequence[str], new: Sequence[str]) -> list[list[str]]:
    """Return the moves from the old order to the new order, which may have more keys.
    See `ListChanges`."""
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
    """Return the keys of a longest subsequence with increasing numbers."""
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
    """Return the checksum of these keys in their order. A page compares it with the
    order of its rows.
    """
    return zlib.adler32(" ".join(keys).encode())
