"""Read the rows of all tables in an HTML page, in order.

Text between tables, such as “Waiting list”, becomes a row with one cell. Scripts and
styles are skipped; struck text is marked as in `plain_text_tables`.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

from tournaments.files.plain_text_tables import STRUCK, Row
from tournaments.files.upload_limits import LIST_COLUMNS

_LOOKS_LIKE_HTML: Final = re.compile(
    r"\s*(?:<!doctype html|<html|<head|<body|<meta|<table|<tbody|<tr|<div|<section|"
    r"<ul|<ol|<p\b|<h[1-6]|<!--)",
    re.IGNORECASE,
)
_SKIPPED: Final = frozenset(("script", "style", "title", "nav", "template", "select"))
_BLOCKS: Final = re.compile(
    "p|div|section|article|li|[uo]l|h[1-6]|caption|table|thead|tbody|tfoot|header|footer|"
    "main|d[ldt]|pre|blockquote"
)
_STRIKES: Final = frozenset(("s", "del", "strike"))


def is_html(text: str) -> bool:
    """Return whether a text is a web page or a part of one."""
    return bool(_LOOKS_LIKE_HTML.match(text))


def html_rows(text: str) -> tuple[list[Row], bool]:
    """Return the rows of a page, and whether it has tables."""
    parser = _Tables()
    parser.feed(text)
    parser.close()
    parser.end()
    return parser.rows, parser.has_tables


class _Tables(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[Row] = []
        self.has_tables = False
        self._cells: list[str] | None = None
        self._text: list[str] = []
        self._skipped = 0
        self._struck = False
        self._in_cell = False
        self._span = 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag in _SKIPPED:
            self._skipped += 1
        elif tag == "tr":
            self.end_text()
            self._end_row()
            self._cells, self.has_tables = [], True
        elif tag in ("td", "th"):
            self._end_cell()
            self._text, self._in_cell = [], True
            span = attributes.get("colspan") or "1"
            self._span = int(span) if span.isdecimal() and len(span) < 3 else 1
        elif tag in _STRIKES or "line-through" in (attributes.get("style") or ""):
            self._struck = True
        elif tag == "img" and (
            alternative := attributes.get("alt") or attributes.get("title")
        ):
            self._text.append(f" {alternative} ")
        elif tag == "br" or _BLOCKS.fullmatch(tag):
            self._block()

    def handle_endtag(self, tag: str) -> None:
        if tag in _SKIPPED:
            self._skipped = max(0, self._skipped - 1)
        elif tag in ("td", "th"):
            self._end_cell()
        elif tag == "tr":
            self._end_row()
        elif _BLOCKS.fullmatch(tag):
            self._block()

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self._text.append(data)

    def end_text(self) -> None:
        """End a line of text outside tables."""
        if self._cells is None and (text := self._taken()):
            self._add([text])

    def end(self) -> None:
        """End the last row and the last text, whose end tags may be missing."""
        self._end_row()
        self.end_text()

    def _block(self) -> None:
        if self._cells is None:
            self.end_text()
        else:
            self._text.append(" ")

    def _end_cell(self) -> None:
        if self._cells is not None and self._in_cell:
            cells = [self._taken(), *[""] * (self._span - 1)]
            self._cells += cells[: LIST_COLUMNS + 1]
        self._in_cell = False

    def _end_row(self) -> None:
        self._end_cell()
        if self._cells and any(self._cells):
            self._add(self._cells)
        if self._cells is not None:
            self._cells, self._text = None, []

    def _taken(self) -> str:
        text = " ".join("".join(self._text).split())
        self._text = []
        if self._struck and text:
            text, self._struck = STRUCK + text, False
        return text

    def _add(self, cells: list[str]) -> None:
        self.rows.append((len(self.rows) + 1, cells))
