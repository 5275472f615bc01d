"""Count a workbook's content before it is read. In memory, a row of a sheet becomes a
tree, so that a small file can need hundreds of MB."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from xml.parsers import expat

from django.utils.translation import gettext_noop as _

from tournaments.files.upload_limits import (
    WORKBOOK_CELLS,
    WORKBOOK_ELEMENTS,
    WORKBOOK_ROW_CELLS,
)
from tournaments.refusals import refusal

_CHUNK: Final = 64 * 1024
#: Called at each start tag.
_Started = Callable[[str, object], None]


@dataclass
class WorkbookSize:
    """Counter of a workbook's XML content. Its methods raise Refused if a limit is
    exceeded."""

    elements: int = 0
    has_formulas: bool = False

    def add_sheet(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
        """Count the cells of a sheet. Raises Refused if there are too many, and
        `expat.ExpatError` if the sheet is not XML."""
        rows = cells = in_row = 0

        def started(name: str, _attributes: object) -> None:
            nonlocal rows, cells, in_row
            self._count()
            kind = name.rpartition(":")[2]
            if kind == "row":
                rows, in_row = rows + 1, 0
            elif kind == "c":
                cells, in_row = cells + 1, in_row + 1
                _refuse_more_cells(rows, cells, in_row)
            elif kind == "f":
                self.has_formulas = True

        _read_xml(archive, member, started)

    def add_other(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
        """Count the content of another part. Raises Refused if there is too much, and
        `expat.ExpatError` if the part is not XML."""
        _read_xml(archive, member, lambda _name, _attributes: self._count())

    def _count(self) -> None:
        self.elements += 1
        if self.elements > WORKBOOK_ELEMENTS:
            raise refusal(
                "too_many_elements",
                _(
                    "This workbook contains too many cells, texts and formats. Copy "
                    "the list into a new workbook."
                ),
            )


def _refuse_more_cells(row: int, cells: int, in_row: int) -> None:
    if in_row > WORKBOOK_ROW_CELLS:
        raise refusal(
            "row_too_long",
            _(
                "Row %(row)s of a sheet has more than %(limit)s cells. Copy the list "
                "into a new workbook."
            ),
            row=row,
            limit=WORKBOOK_ROW_CELLS,
        )
    if cells > WORKBOOK_CELLS:
        raise refusal(
            "too_many_cells",
            _(
                "A sheet of this workbook has more than %(limit)s cells. Copy the list "
                "into a new workbook."
            ),
            limit=WORKBOOK_CELLS,
        )


def _read_xml(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, started: _Started
) -> None:
    parser = expat.ParserCreate()
    parser.StartElementHandler = started
    with archive.open(member) as file:
        while chunk := file.read(_CHUNK):
            parser.Parse(chunk)
    parser.Parse(b"", True)
