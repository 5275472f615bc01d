"""Read lists from text or spreadsheets into rows of cells, without interpreting the
columns. Files without a list are refused."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from django.utils.translation import gettext_noop as _

from rules.faults import RuleError
from tournaments.files.csv_and_json_parsing import (
    NoTable,
    TooManyCells,
    as_csv,
    records,
)
from tournaments.files.excel_workbooks import OLD_EXCEL_BEGINS, ZIP_BEGINS, xlsx_sheets
from tournaments.files.formula_safe_csv_writing import unguarded
from tournaments.files.html_tables import html_rows, is_html
from tournaments.files.other_spreadsheets import is_ods, ods_sheets, xls_sheets
from tournaments.files.plain_text_tables import line_rows, pipe_rows, without_marks
from tournaments.files.text_encodings import decoded
from tournaments.files.upload_limits import (
    CELL_CHARACTERS,
    LIST_CHARACTERS,
    LIST_COLUMNS,
    LIST_ROWS,
)
from tournaments.refusals import Refused, refusal

#: Delimiter for text with one column: no cell contains it.
NO_DELIMITER: Final = "\x1f"
DELIMITERS: Final = ("\t", ";", ",")
_LINES_LOOKED_AT: Final = 50


@dataclass(frozen=True)
class Sheet:
    """A list, as read from a file.

    `rows`: (line, cells) of every non-blank row, all of equal length. `read_as`: the
    encoding, or the name of the workbook's sheet. `sheets`: names of all sheets with
    content. `is_text`: another encoding can be chosen.
    """

    rows: list[tuple[int, list[str]]]
    read_as: str
    sheets: list[str] = field(default_factory=list)
    is_text: bool = False


def read_sheet(content: bytes | str, chosen: str = "") -> Sheet:
    """Return the rows of a text, a web page, a workbook (.xlsx, .xls, .ods), or JSON as
    exported by the program.

    `chosen`: the sheet or the encoding to read; "" for the first sheet and the
    likeliest encoding. Raises Refused for other files, for empty files, and for files
    larger than any player list.
    """
    if isinstance(content, bytes):
        if (sheets := _sheets(content, chosen)) is not None:
            return _chosen_sheet(sheets, chosen)
        text, read_as = decoded(content, chosen)
        return Sheet(_rows_of_text(text), read_as, is_text=True)
    return Sheet(_rows_of_text(content), "")


def is_workbook(content: bytes | str) -> bool:
    """Return whether the content is a workbook or another packed file."""
    begins = (ZIP_BEGINS, OLD_EXCEL_BEGINS)
    return isinstance(content, bytes) and content.startswith(begins)


def _sheets(content: bytes, chosen: str) -> dict[str, list[list[str]]] | None:
    """Return the rows of each sheet of a workbook, by name; None for other files."""
    if content.startswith(OLD_EXCEL_BEGINS):
        return xls_sheets(content)
    if not content.startswith(ZIP_BEGINS):
        return None
    if is_ods(content):
        return ods_sheets(content, LIST_COLUMNS)
    return xlsx_sheets(content, LIST_COLUMNS, chosen)


def _chosen_sheet(sheets: dict[str, list[list[str]]], chosen: str) -> Sheet:
    names = [name for name, rows in sheets.items() if any(map(any, rows))]
    name = chosen if chosen in sheets else next(iter(names), "")
    return Sheet(
        _cleaned(enumerate(sheets.get(name, []), 1)),
        name,
        [sheet for sheet in sheets if sheet in names or not sheets[sheet]],
    )


def _rows_of_text(text: str) -> list[tuple[int, list[str]]]:
    if "\0" in text:
        raise refusal("not_text", _("The list contains an invalid character."))
    text = text.removeprefix("\ufeff")
    if (table := _as_csv(text)) is not None:
        return _cleaned(records(table, ",", _refuse_line))
    if not any(map(str.isalnum, text)):
        # Checks the limits: a file of delimiters only may have too many cells.
        return _cleaned(records(text, max(DELIMITERS, key=text.count), _refuse_line))
    if (rows := pipe_rows(text)) is not None:
        return _cleaned(rows)
    if is_html(text):
        rows, has_tables = html_rows(text)
        if not has_tables:
            rows = line_rows("\n".join(cells[0] for _line, cells in rows))
        return _cleaned(rows)
    if text.lstrip()[:1] == "<":
        raise refusal(
            "markup",
            _("This is XML, not a table. Save the list as CSV, .xlsx or .ods."),
        )
    delimiter = delimiter_of(text)
    if delimiter == NO_DELIMITER and not _has_quoted_lines(text):
        return _cleaned(line_rows(text))
    rows = list(records(text, delimiter, _refuse_line))
    return _cleaned((line, [*map(without_marks, cells)]) for line, cells in rows)


def _has_quoted_lines(text: str) -> bool:
    return any(line.startswith('"') for line in text.splitlines())


def _as_csv(text: str) -> str | None:
    try:
        return as_csv(text)
    except RuleError as error:
        raise Refused(*error.faults) from None
    except NoTable as error:
        raise refusal(
            "no_table",
            _(
                "This JSON is not a list of rows. Use [{“name”: “value”}], alone or "
                "under the name “rows”."
            ),
        ) from error


def delimiter_of(text: str) -> str:
    """Return the column delimiter: the character in `DELIMITERS` that most lines
    contain equally often.

    Returns `NO_DELIMITER` if there is none, or if the commas belong to names such as
    “Berg, Anna”.
    """
    lines = list(islice(filter(str.strip, text.splitlines()), _LINES_LOOKED_AT))
    best, likeliest = (0, 0), NO_DELIMITER
    for delimiter in DELIMITERS:
        # At the start or end of a line, the character does not separate columns.
        counted = Counter(
            line.count(delimiter) for line in lines if line.strip(f"{delimiter} ")
            if delimiter in line.strip().strip(delimiter)
        )  # fmt: skip
        if not counted or counted.total() * 3 < len(lines):
            continue
        often, equal = counted.most_common(1)[0]
        if (equal, often) > best:
            best, likeliest = (equal, often), delimiter
    if likeliest == "," and _is_prose_comma(lines, best[1]):
        return NO_DELIMITER
    return likeliest


def _is_prose_comma(lines: Sequence[str], often: int) -> bool:
    """Return whether commas belong to names such as “Berg, Anna”."""
    if often > 1 or any('",' in line or ',"' in line for line in lines):
        return False
    if "," not in lines[0]:
        return True
    with_comma = [line for line in lines if "," in line]
    return all(", " in line for line in with_comma)


def _refuse_line(line: int, error: csv.Error) -> None:
    if isinstance(error, TooManyCells):
        raise _too_many_columns(line)
    raise refusal(
        "not_csv",
        _("Line %(line)s is not valid CSV. Look for a stray quote."),
        line=line,
    )


def _cleaned(rows: Iterable[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Return the non-blank rows with stripped cells, all of equal length.

    Raises Refused for an empty list, and for too many rows, columns or characters.
    """
    filled, characters = [], 0
    for line, cells in rows:
        if not any(cells):
            continue
        texts = [_cell(line, cell) for cell in cells]
        characters += sum(map(len, texts))
        if characters > LIST_CHARACTERS:
            raise refusal(
                "too_much_text",
                _("This list has more than %(limit)s characters. Import it in parts."),
                limit=LIST_CHARACTERS,
            )
        while texts and not texts[-1]:
            texts.pop()
        if not texts:
            continue
        if len(texts) > LIST_COLUMNS:
            raise _too_many_columns(line)
        filled.append((line, texts))
        if len(filled) > LIST_ROWS:
            raise refusal(
                "too_many_rows",
                _("This list has more than %(limit)s rows. Import it in parts."),
                limit=LIST_ROWS,
            )
    if not filled:
        raise refusal("empty", _("This list is empty."))
    width = max(len(texts) for _line, texts in filled)
    return [(line, texts + [""] * (width - len(texts))) for line, texts in filled]


def _too_many_columns(line: int) -> Refused:
    return refusal(
        "too_many_columns",
        _("Line %(line)s has more than %(limit)s columns."),
        line=line,
        limit=LIST_COLUMNS,
    )


def _cell(line: int, cell: str) -> str:
    text = " ".join(unguarded(cell.strip()).split())
    if len(text) > CELL_CHARACTERS:
        raise refusal(
            "cell_too_long",
            _("A cell of line %(line)s has more than %(limit)s characters."),
            line=line,
            limit=CELL_CHARACTERS,
        )
    return text
