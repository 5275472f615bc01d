"""Federation workbook (.xlsx): a tournament's results in the layout of a federation.

`report_of` makes the report, `check` finds errors in the report, and `written` makes
the file. Each file in `layouts/` describes a federation's workbook.
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
    """Layout of a workbook.

    `player` and `event` map column letters to fields; `headings` are the texts of the
    first row. Rows count from 1; the row with the tournament's data is also a player's
    row.
    """

    key: str
    name: str
    sheet: str
    headings: Mapping[str, str]
    first_player_row: int
    player: Mapping[str, str]
    event_row: int
    event: Mapping[str, str]
    #: Names of the 12 months in dates.
    months: tuple[str, ...]


@cache
def layouts() -> Mapping[str, Layout]:
    """Return all layouts by federation."""
    by_federation = {}
    for file in sorted(FOLDER.glob("*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        months = tuple(data.pop("months"))
        by_federation[file.stem] = Layout(key=file.stem, months=months, **data)
    return by_federation


def written(report: Report, layout: Layout) -> bytes:
    """Return the workbook as bytes of an .xlsx file.

    Each cell has its type; there are no formulas.
    """
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
    """Return the tournament's dates in the federation's format, such as 11-12 Jul 2026;
    "" without dates.
    """
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
