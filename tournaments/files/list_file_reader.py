"""Read lists from text or spreadsheets into rows of cells, whatever the columns mean.
Files that hold no list are refused with a message.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
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
from tournaments.files.excel_workbooks import OLD_EXCEL_BEGINS, ZIP_BEGINS, xlsx_rows
from tournaments.files.formula_safe_csv_writing import unguarded
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
    """A list. `rows`: (line, cells) of every non-blank row, all of equal length.
    `read_as`: the file's encoding, or the name of the workbook's sheet.
    """

    rows: list[tuple[int, list[str]]]
    read_as: str


def read_sheet(content: bytes | str) -> Sheet:
    """Return the rows of a CSV text or file, an Excel workbook, or JSON as exported by
    the program.

    Raises Refused for other files, for empty files, and for files larger than any
    player list.
    """
    if isinstance(content, bytes) and content.startswith(OLD_EXCEL_BEGINS):
        raise refusal(
            "old_excel",
            _(
                "This is an old Excel file (.xls), or has a password. Save it as "
                ".xlsx without a password, or as CSV."
            ),
        )
    if isinstance(content, bytes) and content.startswith(ZIP_BEGINS):
        name, cells = xlsx_rows(content, LIST_COLUMNS)
        return Sheet(_cleaned(enumerate(cells, 1)), name)
    text, read_as = decoded(content) if isinstance(content, bytes) else (content, "")
    if "\0" in text:
        raise refusal("not_text", _("The list contains an invalid character."))
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] == "<":
        raise refusal(
            "markup",
            _("This is a web page or XML, not a table. Save the list as CSV or .xlsx."),
        )
    if (table := _as_csv(text)) is not None:
        return Sheet(_cleaned(records(table, ",", _refuse_line)), "JSON")
    return Sheet(_cleaned(records(text, delimiter_of(text), _refuse_line)), read_as)


def _as_csv(text: str) -> str | None:
    try:
        return as_csv(text)
    except RuleError as error:
        raise Refused(*error.faults) from None
    except NoTable as error:
        raise refusal(
            "no_table",
            _(
                "This JSON is not a list of rows such as [{“name”: "
                "“value”}], alone or under the name “rows”."
            ),
        ) from error


def delimiter_of(text: str) -> str:
    """Return the column delimiter: the character that most lines have equally often. A
    heading above “Berg, Anna” is one column.
    """
    lines = list(islice(filter(str.strip, text.splitlines()), _LINES_LOOKED_AT))
    best, likeliest = (0, 0), NO_DELIMITER
    for delimiter in DELIMITERS:
        counted = Counter(line.count(delimiter) for line in lines)
        counted.pop(0, None)
        if not counted:
            continue
        often, equal = counted.most_common(1)[0]
        if (equal, often) > best:
            best, likeliest = (equal, often), delimiter
    if likeliest == "," and "," not in lines[0] and best[1] == 1:
        return NO_DELIMITER
    return likeliest


def _refuse_line(line: int, error: csv.Error) -> None:
    if isinstance(error, TooManyCells):
        raise _too_many_columns(line)
    raise refusal(
        "not_csv",
        _("Line %(line)s is not valid CSV. Look for a stray quote."),
        line=line,
    )


def _cleaned(rows: Iterable[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Return the non-blank rows, their cells stripped of spaces."""
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
