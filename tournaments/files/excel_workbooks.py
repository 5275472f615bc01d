"""Excel workbooks (.xlsx) as rows of texts: the values that are stored in them.

Nothing in a workbook is carried out: a formula counts for the value that was saved
with it, and a workbook with macros is refused. What it unpacks to and how many cells it
has is known before it is read.

Cells of Excel workbooks (.xlsx) that are written: each of its value's own type, and
nothing a formula.
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
#: Old Excel files (.xls), and new ones with a password.
OLD_EXCEL_BEGINS: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

#: What openpyxl says of a workbook that it does not understand.
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

# It warns of what it leaves out (pictures, rules for input); no list needs those.
warnings.filterwarnings("ignore", category=UserWarning, module="openpyxl")


def xlsx_rows(content: bytes, most_columns: int) -> tuple[str, list[list[str]]]:
    """The name of the first visible sheet that holds anything, and its rows, blank ones
    too; of each row at most `most_columns` + 1 cells.

    Raises Refused for what is no workbook, unpacks to too much, or has macros.
    """
    try:
        with opened_zip(content, WORKBOOK_MEMBERS) as archive:
            has_formulas = _checked(archive).has_formulas
        return _first_filled(content, most_columns, has_formulas)
    except Refused:
        raise
    except _BROKEN as error:
        raise _no_workbook() from error


def _checked(archive: zipfile.ZipFile) -> WorkbookSize:
    """How much the workbook holds. Raises Refused for one that is too large or has
    macros."""
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
            _("This workbook contains macros. Save it without macros, as .xlsx."),
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


def _first_filled(
    content: bytes, most_columns: int, has_formulas: bool
) -> tuple[str, list[list[str]]]:
    with closing(_book(content, data_only=True)) as book:
        for place, sheet in enumerate(book.worksheets):
            if sheet.sheet_state != "visible":
                continue
            rows = list(_rows(sheet, most_columns, values_only=True))
            if any(any(row) for row in rows):
                if has_formulas:
                    _refuse_unknown_formulas(content, place, rows, most_columns)
                return sheet.title, [[_text(value) for value in row] for row in rows]
    raise refusal("empty_workbook", _("This workbook is empty."))


def _book(content: bytes, *, data_only: bool) -> Workbook:
    """`data_only`: with the values of formulas in the place of formulas."""
    return load_workbook(
        io.BytesIO(content), read_only=True, data_only=data_only, keep_links=False
    )


def _rows(
    sheet: Worksheet, most_columns: int, *, values_only: bool
) -> Iterator[tuple[Cell, ...]]:
    """The cells of each row; `values_only`: their values instead."""
    # What a sheet says of its own size may be anything.
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_col=most_columns + 1, values_only=values_only)
    return islice(rows, WORKBOOK_ROWS_SEEN)


def _refuse_unknown_formulas(
    content: bytes, place: int, rows: Sequence[Sequence[object]], most_columns: int
) -> None:
    """Raises Refused if a formula of the sheet at `place`, whose values are `rows`, was
    saved without its value: its text would be missing."""
    with closing(_book(content, data_only=False)) as book:
        written = _rows(book.worksheets[place], most_columns, values_only=False)
        for values, cells in zip(rows, written, strict=False):
            for value, cell in zip(values, cells, strict=False):
                if value is None and cell.data_type == "f":
                    raise refusal(
                        "formula",
                        _(
                            "Cell %(cell)s contains a formula without a "
                            "value. Open and save the workbook in a "
                            "spreadsheet program, or paste the list as "
                            "values."
                        ),
                        cell=cell.coordinate,
                    )


def _text(value: object) -> str:
    """A cell as people see it: numbers without a point where they are whole."""
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
    """Give a cell its value: a text that looks like a formula, or like a fault, stays
    a text; a whole number is written as one; a time is written without its zone,
    which cells have not."""
    if isinstance(value, datetime):
        value = value.replace(tzinfo=None)
    if isinstance(value, Fraction):
        value = int(value) if value.denominator == 1 else float(value)
    if isinstance(value, str):
        value = ILLEGAL_CHARACTERS_RE.sub("", value) or None
    cell.value = value
    if isinstance(value, str):
        cell.data_type = "s"
