"""Base class for lines of the optional files, which contain data about tables other
than ledgers and totals. A file exists only if it has lines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Self

from django.db.models import Model

from rules.ruleset_and_table_state import Ruleset
from rules.tables_of_two_or_three import at_size
from scoring.models import LedgerEntry, Sheet
from scoring.tournament_folder.column_types_and_table_points import Key, TableLine
from scoring.tournament_folder.ledger_from_csv import RecordedLedger
from tournaments.files.file_faults import FileFault
from tournaments.models import Game, Player, Tournament


@dataclass(frozen=True)
class Tables:
    """The tables that lines refer to, with their players and ledgers.

    `seen`: keys of the lines checked so far.
    """

    rules: Ruleset
    numbers: Mapping[Key, Sequence[int]]
    ledgers: Mapping[Key, RecordedLedger]
    seen: set[tuple[object, ...]] = field(default_factory=set)

    def rules_at(self, table: Key) -> Ruleset:
        """Return the rules for the table's number of players."""
        return at_size(self.rules, len(self.numbers[table]))


@dataclass(frozen=True)
class Stored:
    """The parts of the tournament that are stored already.

    `named`: tables that lines refer to.
    """

    tournament: Tournament
    rules: Ruleset
    games: Mapping[Key, Game]
    named: Collection[Key]

    def rules_at(self, table: Key) -> Ruleset:
        """Return the rules for the table's number of players."""
        if self.rules.fewest_players == self.rules.players:
            return self.rules
        return at_size(self.rules, self.games[table].players)

    @cached_property
    def ledger(self) -> Mapping[tuple[Key, int], LedgerEntry]:
        keys = {self.games[key].pk: key for key in self.named}
        rows = LedgerEntry.objects.filter(game__in=keys)
        return {(keys[row.game_id], row.sequence): row for row in rows}

    @cached_property
    def last_lines(self) -> Mapping[int, int]:
        """Return the sequence number of the last ledger line of each game, by
        game id.
        """
        return last_lines(self.tournament)

    @cached_property
    def players(self) -> Mapping[int, Player]:
        return {player.number: player for player in self.tournament.players.all()}


def last_lines(tournament: Tournament) -> Mapping[int, int]:
    """Return the sequence number of the last ledger line of each game, by game id."""
    sheets = Sheet.objects.filter(game__round__tournament=tournament)
    return dict(sheets.values_list("game", "sequence"))


@dataclass(frozen=True)
class FurtherLine(TableLine, ABC):
    """A line of an optional file, with its functions for reading, checking
    and storing.
    """

    @classmethod
    @abstractmethod
    def lines_of(cls, tournament: Tournament) -> Iterator[Self]:
        """Yield the tournament's lines, by round, table and time."""

    @abstractmethod
    def wrong(self, tables: Tables) -> Iterator[FileFault]:
        """Yield the faults that make the line impossible at these tables."""

    @abstractmethod
    def as_row(self, stored: Stored) -> Model:
        """Return the unsaved database row of this line."""


def store(
    lines: Collection[FurtherLine],
    tournament: Tournament,
    rules: Ruleset,
    games: Mapping[Key, Game],
) -> None:
    """Store the lines in the order of their files.

    The ledgers of their tables must be stored already.
    """
    stored = Stored(tournament, rules, games, {line.table for line in lines})
    written = (line.as_row(stored) for line in lines)
    for _model, of_model in groupby(written, type):
        rows = list(of_model)
        type(rows[0])._default_manager.bulk_create(rows)
