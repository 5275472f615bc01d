"""Where a federation's workbook has what: read from `layouts/`, a file for each.

The results of an event as a federation's workbook (.xlsx).

What leaves for a federation when an event is over: its results as the workbook that
it reads, checked before they leave, and what they will count in its ranking.

`report_of` makes the report, `check` says what is wrong with it, `written` makes the
file. How the workbook of a federation is laid out is a file in `layouts/`.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.exports.federation_report import Line, Report, report_of
from scoring.exports.federation_report_checks import Finding, check
from tournaments.files.excel_workbooks import fill

FOLDER = Path(__file__).with_name("layouts")


@dataclass(frozen=True)
class Layout:
    """`player` and `event` name what stands in which column (by letter) of a player's
    row and of the event's; `headings` are those of the first row. Rows count from 1;
    the event's row is one of the players'."""

    key: str
    name: str
    sheet: str
    headings: Mapping[str, str]
    first_player_row: int
    player: Mapping[str, str]
    event_row: int
    event: Mapping[str, str]
    #: What the twelve months are called in dates.
    months: tuple[str, ...]


@cache
def layouts() -> Mapping[str, Layout]:
    """The layout of every federation that is known, by its key."""
    found = {}
    for file in sorted(FOLDER.glob("*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        months = tuple(data.pop("months"))
        found[file.stem] = Layout(key=file.stem, months=months, **data)
    return found


def written(report: Report, layout: Layout) -> bytes:
    """The workbook's bytes: every cell of its own type, no formula."""
    book = Workbook()
    sheet = book.active
    sheet.title = layout.sheet
    for column, heading in layout.headings.items():
        fill(sheet[f"{column}1"], heading)
    for row, line in enumerate(report.lines, start=layout.first_player_row):
        _fill_row(sheet, row, layout.player, line)
    event = {name: getattr(report, name, None) for name in layout.event.values()} | {
        "weight": report.weight.total,
        "dates": dates_in_words(report, layout),
    }
    for column, name in layout.event.items():
        fill(sheet[f"{column}{layout.event_row}"], event[name])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def dates_in_words(report: Report, layout: Layout) -> str:
    """The days of the event as the federation writes them: 11-12 Jul 2026."""
    first, last = report.starts_on, report.ends_on
    if first is None:
        return ""
    if last is None or last == first:
        return _day(first, layout)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}-{_day(last, layout)}"
    if first.year == last.year:
        return f"{first.day} {layout.months[first.month - 1]} - {_day(last, layout)}"
    return f"{_day(first, layout)} - {_day(last, layout)}"


def _day(day: date, layout: Layout) -> str:
    return f"{day.day} {layout.months[day.month - 1]} {day.year}"


def _fill_row(
    sheet: Worksheet, row: int, columns: Mapping[str, str], line: Line
) -> None:
    for column, name in columns.items():
        fill(sheet[f"{column}{row}"], getattr(line, name))


__all__ = [
    "Finding",
    "Layout",
    "Report",
    "check",
    "layouts",
    "report_of",
    "written",
]
