"""Read and write Excel workbooks (.xlsx).

Formulas are never evaluated; reading returns the value saved with a formula. Workbooks
with macros are refused. Unpacked size and number of cells are checked before reading.
Writing gives each cell its value's type and creates no formulas.
"""

from __future__ import annotations

import io
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date, datetime
from fractions import Fraction
from itertools import islice
from typing import Final
from xml.parsers.expat import ExpatError

from defusedxml.common import DefusedXmlException
from django.utils.translation import gettext_noop as _
from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.worksheet.worksheet import Worksheet

from tournaments.files.plain_text_tables import STRUCK
from tournaments.files.upload_limits import (
    MB,
    WORKBOOK_MEMBERS,
    WORKBOOK_ROWS_SEEN,
    WORKBOOK_UNPACKED_MB,
)
from tournaments.files.workbook_size import WorkbookSize
from tournaments.files.zip_directory import opened_zip, refuse_unreadable
from tournaments.refusals import Refused, refusal

ZIP_BEGINS: Final = b"PK\x03\x04"
#: First bytes of old Excel files (.xls) and of new ones with a password.
OLD_EXCEL_BEGINS: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

#: Exceptions that openpyxl raises for workbooks it cannot read.
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    ExpatError,
    DefusedXmlException,
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    IndexError,
    OSError,
    EOFError,
    SyntaxError,
    NotImplementedError,
    RuntimeError,
    AssertionError,
)

# openpyxl warns about parts it skips (images, input rules); no list needs them.
warnings.filterwarnings("ignore", category=UserWarning, module="openpyxl")


def xlsx_sheets(
    content: bytes, most_columns: int, chosen: str = ""
) -> dict[str, list[list[str]]]:
    """Return the rows of the sheet `chosen`, otherwise of the first sheet, in a
    dictionary by sheet name.

    Other visible sheets with content are included without rows. Blank rows are
    included, struck cells are marked. A row has at most `most_columns` + 1 cells, so
    that the caller can notice too many. Raises Refused for a file that is not a
    workbook, is too large unpacked, or has macros.
    """
    try:
        with opened_zip(content, WORKBOOK_MEMBERS) as archive:
            has_formulas = _checked(archive).has_formulas
        return _filled(content, most_columns, chosen, has_formulas)
    except Refused:
        raise
    except _BROKEN as error:
        raise _no_workbook() from error


def _checked(archive: zipfile.ZipFile) -> WorkbookSize:
    """Return the size of the workbook. Raises Refused if it is too large, has macros or
    is not a workbook."""
    members = archive.infolist()
    unpacked = sum(member.file_size for member in members)
    if unpacked > WORKBOOK_UNPACKED_MB * MB:
        raise refusal(
            "unpacks_to_much",
            _(
                "This workbook is larger than %(limit)s MB when unpacked. "
                "Copy the list into a new workbook."
            ),
            limit=WORKBOOK_UNPACKED_MB,
        )
    names = {member.filename.lower() for member in members}
    if any(name.endswith("vbaproject.bin") for name in names):
        raise refusal(
            "macros",
            _("This workbook contains macros. Save it as .xlsx."),
        )
    if "xl/workbook.xml" not in names:
        raise _no_workbook()
    size = WorkbookSize()
    for member in members:
        refuse_unreadable(member)
        if "/worksheets/" in member.filename:
            size.add_sheet(archive, member)
        elif member.filename.endswith(".xml"):
            size.add_other(archive, member)
    return size


def _filled(
    content: bytes, most_columns: int, chosen: str, has_formulas: bool
) -> dict[str, list[list[str]]]:
    sheets: dict[str, list[list[str]]] = {}
    wanted = chosen
    with closing(_book(content, data_only=True)) as book:
        for place, sheet in enumerate(book.worksheets):
            if sheet.sheet_state != "visible" or not _has_content(sheet, most_columns):
                continue
            sheets[sheet.title] = []
            wanted = wanted or sheet.title
            if sheet.title != wanted:
                continue
            rows = list(_rows(sheet, most_columns, values_only=False))
            if has_formulas:
                values = [[cell.value for cell in row] for row in rows]
                _refuse_unknown_formulas(content, place, values, most_columns)
            sheets[sheet.title] = [[_marked(cell) for cell in row] for row in rows]
    if not sheets:
        raise refusal("empty_workbook", _("This workbook is empty."))
    return sheets


def _has_content(sheet: Worksheet, most_columns: int) -> bool:
    rows = _rows(sheet, most_columns, values_only=True)
    return any(any(value is not None for value in row) for row in rows)


def _marked(cell: Cell) -> str:
    text = _text(cell.value)
    return STRUCK + text if text.strip() and cell.font.strike else text


def _book(content: bytes, *, data_only: bool) -> Workbook:
    """Return the opened workbook; with `data_only`, with values instead of formulas."""
    return load_workbook(
        io.BytesIO(content), read_only=True, data_only=data_only, keep_links=False
    )


def _rows(
    sheet: Worksheet, most_columns: int, *, values_only: bool
) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each row; with `values_only`, yield their values."""
    # The size stated in a sheet may be wrong.
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_col=most_columns + 1, values_only=values_only)
    return islice(rows, WORKBOOK_ROWS_SEEN)


def _refuse_unknown_formulas(
    content: bytes, place: int, rows: Sequence[Sequence[object]], most_columns: int
) -> None:
    """Raise Refused if the sheet at `place` has a formula that was saved without its
    value.

    `rows` are the sheet's values. The missing value would look like an empty cell.
    """
    with closing(_book(content, data_only=False)) as book:
        written = _rows(book.worksheets[place], most_columns, values_only=False)
        for values, cells in zip(rows, written, strict=False):
            for value, cell in zip(values, cells, strict=False):
                if value is None and cell.data_type == "f":
                    raise refusal(
                        "formula",
                        _(
                            "Cell %(cell)s contains a formula without a value. Save "
                            "the workbook in a spreadsheet program, or paste the "
                            "list as values."
                        ),
                        cell=cell.coordinate,
                    )


def _text(value: object) -> str:
    """Return the text of a cell's value, similar to Excel: whole numbers have no
    decimal point, and dates are YYYY-MM-DD."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    return str(value)


def _no_workbook() -> Refused:
    return refusal(
        "no_workbook",
        _("This is not a readable Excel workbook. Save it as .xlsx or CSV."),
    )


Value = str | int | float | Fraction | datetime | None


def fill(cell: Cell, value: Value) -> None:
    """Set a cell's value.

    Text that looks like a formula or an error stays text, and whole numbers stay
    integers. Times lose their zone, because cells cannot store it.
    """
    if isinstance(value, datetime):
        value = value.replace(tzinfo=None)
    if isinstance(value, Fraction):
        value = int(value) if value.denominator == 1 else float(value)
    if isinstance(value, str):
        value = ILLEGAL_CHARACTERS_RE.sub("", value) or None
    cell.value = value
    if isinstance(value, str):
        cell.data_type = "s"
