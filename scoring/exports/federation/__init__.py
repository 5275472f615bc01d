"""What leaves for a federation when an event is over: its results as the workbook that
it reads, checked before they leave, and what they will count in its ranking.

`report_of` makes the report, `check` says what is wrong with it, `written` makes the
file. How the workbook of a federation is laid out is a file in `layouts/`."""

from scoring.exports.federation.check import Finding, check
from scoring.exports.federation.layout import Layout, layouts
from scoring.exports.federation.results_report import Report, report_of
from scoring.exports.federation.workbook import written

__all__ = [
    "Finding",
    "Layout",
    "Report",
    "check",
    "layouts",
    "report_of",
    "written",
]
