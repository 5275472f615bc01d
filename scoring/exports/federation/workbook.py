"""The results of an event as a federation's workbook (.xlsx)."""

from __future__ import annotations

import io
from collections.abc import Mapping
from datetime import date

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.exports.federation.layout import Layout
from scoring.exports.federation.results_report import Line, Report
from tournaments.files.excel_workbooks import fill


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
