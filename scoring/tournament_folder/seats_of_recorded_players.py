"""Players and seats for all player numbers in the seating."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from django.utils.translation import gettext_noop as _

from scoring.tournament_folder.file_layout import SEATING
from scoring.tournament_folder.rows_as_written import Event, RecordedTable
from tournaments.files.file_faults import FileFault
from tournaments.people.register_players import PlayerRow
from tournaments.rounds.seating_files import TableRow


class Seats:
    """The players and tables to store, and an acceptable fault for each invented
    player.

    A number that is not in players.csv becomes a player named Unknown. A player's
    second seat in a round goes to an invented player with a free number.
    """

    def __init__(self, event: Event) -> None:
        self.players = list(event.players)
        self.faults: list[FileFault] = []
        self._known = event.numbers
        self._lines: dict[tuple[int, int], int] = {}
        self._strangers: set[int] = set()
        seated = {
            number
            for table in event.tables.values()
            for number in table.seating.numbers
        }
        self._free = count(max(seated | (event.numbers or set()), default=0) + 1)
        self.tables: list[TableRow] = [
            self._seat(table) for table in event.tables.values()
        ]

    def _seat(self, table: RecordedTable) -> TableRow:
        numbers = (self._number_for(number, table) for number in table.seating.numbers)
        return replace(table.seating, numbers=tuple(numbers))

    def _number_for(self, number: int, table: RecordedTable) -> int:
        if self._known is not None and number not in self._known:
            self._register_stranger(number, table)
        seat = (table.seating.round, number)
        if seat not in self._lines:
            self._lines[seat] = table.line
            return number
        message = _(
            "Player %(number)s is already seated in round %(round)s: line %(line)s."
        )
        self._fault(
            "seated_twice",
            message,
            table,
            number=number,
            round=table.seating.round,
            line=self._lines[seat],
        )
        stand_in = next(self._free)
        self.players.append(PlayerRow(f"Substitute for {number}", number=stand_in))
        return stand_in

    def _register_stranger(self, number: int, table: RecordedTable) -> None:
        message = _("Player %(number)s is not in players.csv.")
        self._fault("unknown_player", message, table, number=number)
        if number not in self._strangers:
            self._strangers.add(number)
            self.players.append(PlayerRow(f"Unknown {number}", number=number))

    def _fault(
        self, code: str, message: str, table: RecordedTable, **params: object
    ) -> None:
        self.faults.append(
            FileFault(code, message, "", params, SEATING, table.line, acceptable=True)
        )
