"""What changed within a piece of a page, node by node: where a row has another figure,
the figure is told and not the row.

What scripts alter has `data-whole`: since nobody knows here what it shows, it is told
whole whenever anything of it changes. What they add, they mark with `data-added`."""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

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
