"""Read OpenDocument sheets (.ods) and old Excel workbooks (.xls).

python-calamine reads .xls. It does not report struck text, and it expands repeated
cells without a limit. This module therefore reads .ods files without it: only their
content, with the limits of workbooks.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from typing import IO, Final
from xml.parsers.expat import ExpatError, ParserCreate

from django.utils.translation import gettext_noop as _
from python_calamine import CalamineError, CalamineWorkbook, SheetVisibleEnum

from tournaments.files.plain_text_tables import STRUCK
from tournaments.files.upload_limits import (
    MB,
    WORKBOOK_CELLS,
    WORKBOOK_ELEMENTS,
    WORKBOOK_MEMBERS,
    WORKBOOK_ROWS_SEEN,
    WORKBOOK_UNPACKED_MB,
)
from tournaments.files.zip_directory import opened_zip
from tournaments.refusals import Refused, refusal

#: The first member of an OpenDocument file, stored without compression.
ODS_MIMETYPE: Final = b"application/vnd.oasis.opendocument.spreadsheet"
_CHUNK: Final = 64 * 1024

Rows = list[list[str]]


def is_ods(content: bytes) -> bool:
    """Return whether a file is an OpenDocument sheet."""
    return ODS_MIMETYPE in content[:200]


def ods_sheets(content: bytes, most_columns: int) -> dict[str, Rows]:
    """Return the rows of every sheet by its name. Raises Refused for a file that is not
    readable or is too large."""
    sheets = _OdsSheets(most_columns)
    try:
        with opened_zip(content, WORKBOOK_MEMBERS) as archive:
            member = archive.getinfo("content.xml")
            if member.file_size > WORKBOOK_UNPACKED_MB * MB:
                raise _too_large()
            with archive.open(member) as file:
                sheets.read(file)
    except Refused:
        raise
    except (zipfile.BadZipFile, zlib.error, ExpatError, KeyError, OSError, EOFError,
            NotImplementedError, RuntimeError, ValueError) as error:  # fmt: skip
        raise _unreadable() from error
    return sheets.tables


class _OdsSheets:
    """The sheets of a content.xml, read as a stream.

    Repeated cells are expanded, up to `most_columns` + 1 in a row. Blank rows that are
    repeated to the end of a sheet are not expanded.
    """

    def __init__(self, most_columns: int) -> None:
        self.tables: dict[str, Rows] = {}
        self._most_columns = most_columns
        self._elements = self._cells_seen = 0
        self._style = ""
        self._struck_styles: set[str] = set()
        self._rows: Rows = []
        self._row: list[str] = []
        self._text: list[str] = []
        self._repeat = self._row_repeat = 1
        self._struck = self._in_cell = False
        self._notes = self._paragraphs = 0

    def read(self, file: IO[bytes]) -> None:
        parser = ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        # Entities are not expanded: such files are attacks.
        parser.EntityDeclHandler = _refuse_entities
        while chunk := file.read(_CHUNK):
            parser.Parse(chunk)
        parser.Parse(b"", True)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._elements += 1
        if self._elements > WORKBOOK_ELEMENTS:
            raise _too_large()
        if name.startswith("style:"):
            self._start_style(name, attributes)
        elif name.startswith("table:"):
            self._start_table(name, attributes)
        elif name == "office:annotation":
            self._notes += 1
        elif name.startswith("text:"):
            self._start_text(name, attributes)

    def _start_style(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "style:style":
            self._style = attributes.get("style:name", "")
        elif name == "style:text-properties":
            line = attributes.get("style:text-line-through-style", "none")
            kind = attributes.get("style:text-line-through-type", "none")
            if line != "none" or kind != "none":
                self._struck_styles.add(self._style)

    def _start_table(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "table:table":
            self._rows = self.tables.setdefault(attributes.get("table:name", ""), [])
        elif name == "table:table-row":
            self._row = []
            self._row_repeat = _number(attributes.get("table:number-rows-repeated"))
        elif name in ("table:table-cell", "table:covered-table-cell"):
            self._repeat = _number(attributes.get("table:number-columns-repeated"))
            self._text, self._in_cell, self._paragraphs = [], True, 0
            self._struck = attributes.get("table:style-name", "") in self._struck_styles

    def _start_text(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "text:p" and self._in_cell:
            self._paragraphs += 1
            if self._paragraphs > 1:
                self._text.append("\n")
        elif name in ("text:s", "text:tab", "text:line-break"):
            self._text.append(" ")
        elif name == "text:span":
            self._struck |= attributes.get("text:style-name") in self._struck_styles

    def _end(self, name: str) -> None:
        if name == "office:annotation":
            self._notes -= 1
        elif name in ("table:table-cell", "table:covered-table-cell"):
            text = "".join(self._text).strip()
            text = STRUCK + text if self._struck and text else text
            room = self._most_columns + 1 - len(self._row)
            self._row += [text] * max(0, min(self._repeat, room))
            self._in_cell = False
        elif name == "table:table-row":
            self._end_row()

    def _end_row(self) -> None:
        repeat = self._row_repeat
        if not any(self._row):
            self._row, repeat = [], min(repeat, 1)
        self._cells_seen += len(self._row) * repeat
        if self._cells_seen > WORKBOOK_CELLS * 2:
            raise _too_large()
        room = WORKBOOK_ROWS_SEEN - len(self._rows)
        self._rows += [self._row] * max(0, min(repeat, room))

    def _data(self, text: str) -> None:
        if self._in_cell and not self._notes and self._paragraphs:
            self._text.append(text)


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 9 else 1


def _refuse_entities(*_declared: object) -> None:
    raise _unreadable()


def xls_sheets(content: bytes) -> dict[str, Rows]:
    """Return the rows of every visible sheet of an old Excel workbook, by name. Raises
    Refused if the workbook cannot be read, for example because of a password."""
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        names = [
            sheet.name
            for sheet in book.sheets_metadata
            if sheet.visible == SheetVisibleEnum.Visible
        ]
        return {
            name: [
                [_text(value) for value in row]
                for row in book.get_sheet_by_name(name).to_python(
                    skip_empty_area=False, nrows=WORKBOOK_ROWS_SEEN
                )
            ]
            for name in names
        }
    except (CalamineError, ValueError, OSError, zipfile.BadZipFile) as error:
        raise refusal(
            "old_excel",
            _(
                "This Excel file is not readable, or has a password. Save it as .xlsx "
                "without a password, or as CSV."
            ),
        ) from error


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _too_large() -> Refused:
    return refusal(
        "spreadsheet_too_large",
        _("This file contains too much data. Copy the list into a new spreadsheet."),
    )


def _unreadable() -> Refused:
    return refusal(
        "no_spreadsheet",
        _("This spreadsheet is not readable. Save it as .xlsx, .ods or CSV."),
    )
