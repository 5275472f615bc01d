"""Player lists as text, from files or pasted from a spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping

from rules.translation_marks import _, listed
from tournaments.seating.constraints import SeatingPlayer
from tournaments.seating.files.pasted_tables import (
    MOST_ROUNDS,
    MOST_START_NUMBER,
    MOST_TABLES,
    NUMBER_NAMES,
    Sheet,
    column_names,
)

ENTRY_COLUMNS = (
    "number",
    "name",
    "first_name",
    "last_name",
    "team",
    "country",
    "club",
    "group",
    "table",
    "first",
    "last",
)

LONGEST_WORD = 200


def read_entries(text: str) -> list[SeatingPlayer]:
    """Return the players in a text with one player per line.

    The first line contains column names; only the columns in `ENTRY_COLUMNS` are read.
    `first` and `last` are a player's first and last round, and `table` is the player's
    fixed table. If there is no column with numbers, players are numbered 1, 2, 3 ...
    Raises RuleError with all faults.
    """
    sheet = Sheet(text)
    reading = _Reading(sheet)
    entrants = [
        reading.entrant(place, line, cells)
        for place, (line, cells) in enumerate(reading.rows(), 1)
    ]
    sheet.end()
    return entrants


class _Reading:
    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._numbered = False
        self._line_of: dict[int, int] = {}

    def rows(self) -> list[tuple[int, dict[str, str]]]:
        """Return the line number and the cells by column name, for each player. Missing
        column names become a fault of the sheet."""
        sheet = self._sheet
        first = sheet.filled[0].cells if sheet.filled else ()
        if not set(column_names(first, NUMBER_NAMES)) & set(ENTRY_COLUMNS):
            if not sheet.faults:
                message = _(
                    "The first line must contain column names, such as %(columns)s."
                )
                sheet.fault("no_columns", message, columns=listed(ENTRY_COLUMNS))
            return []
        rows = list(sheet.rows(NUMBER_NAMES, ENTRY_COLUMNS))
        if not rows and not sheet.faults:
            message = _("There are no players below the first line.")
            sheet.fault("no_entrants", message)
        self._numbered = any(cells.get("number") for _line, cells in rows)
        return rows

    def entrant(self, place: int, line: int, cells: Mapping[str, str]) -> SeatingPlayer:
        """Return the player in a line. `place` is the player's position in the list,
        from 1.

        Invalid cells become faults of the sheet.
        """
        number = self._number(line, cells) if self._numbered else place
        table = self._optional(line, cells, "table", MOST_TABLES)
        first = self._optional(line, cells, "first", MOST_ROUNDS)
        last = self._optional(line, cells, "last", MOST_ROUNDS)
        if last is not None and last < (first or 1):
            message = _("Line %(line)s: the last round is before the first.")
            self._sheet.fault("last_before_first", message, line)
        names = (
            self._word(line, cells, "first_name"),
            self._word(line, cells, "last_name"),
        )
        return SeatingPlayer(
            number,
            self._word(line, cells, "name") or " ".join(filter(None, names)),
            self._word(line, cells, "team"),
            self._word(line, cells, "country"),
            self._word(line, cells, "club"),
            self._word(line, cells, "group"),
            table,
            first or 1,
            last,
        )

    def _number(self, line: int, cells: Mapping[str, str]) -> int:
        number = self._sheet.number(line, "number", cells["number"], MOST_START_NUMBER)
        if number is None:
            return 0
        before = self._line_of.setdefault(number, line)
        if before != line:
            message = _(
                "Line %(line)s: number %(number)s is already used in line %(first)s."
            )
            self._sheet.fault("given_twice", message, line, number=number, first=before)
        return number

    def _optional(
        self, line: int, cells: Mapping[str, str], column: str, most: int
    ) -> int | None:
        cell = cells.get(column, "")
        return self._sheet.number(line, column, cell, most) if cell else None

    def _word(self, line: int, cells: Mapping[str, str], column: str) -> str:
        word = " ".join(cells.get(column, "").split())
        if len(word) > LONGEST_WORD:
            message = _("Line %(line)s: %(column)s has more than %(most)s characters.")
            self._sheet.fault(
                "too_long", message, line, column=column, most=LONGEST_WORD
            )
        return word
