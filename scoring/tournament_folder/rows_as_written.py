"""The values in the files of a tournament folder, as read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated

from rules.ledger_entries import Raw
from rules.winds import WINDS, Scores, Wind
from scoring.models import FinalPlace
from scoring.tournament_folder import column_types_and_table_points as columns
from scoring.tournament_folder.column_types_and_table_points import (
    Figure,
    Key,
    TableLine,
)
from scoring.tournament_folder.file_layout import LEDGER, MOST_HANDS, MOST_LINES
from scoring.tournament_folder.presence_csv import PresenceRow
from scoring.tournament_folder.stages_csv import PlaceRow
from scoring.tournament_folder.standings_csv_files import StandingRow
from scoring.wording.stored_reasons import Reason
from tournaments.people.register_players import PlayerRow
from tournaments.rounds.seating_files import TableRow


@dataclass(frozen=True)
class HandRow:
    """A line of hands.csv.

    `winner` and `discarder`: player numbers; `kind` and `values`: results of
    `Columns.read`. A row without a kind is an unfinished hand.
    """

    line: int
    hand: int
    kind: str
    winner: int | None
    discarder: int | None
    values: Mapping[str, object]
    penalties: Scores

    @property
    def is_unfinished(self) -> bool:
        return not self.kind


@dataclass(frozen=True)
class ShownRow:
    """A line of hands.csv about a table that is also in ledger.jsonl, as cells."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class LedgerLine(TableLine):
    """A line of ledger.jsonl. `sequence`: its number in the table's ledger.

    The line replaces the line `instead_of`; without an `entry`, it removes that line.
    `moved_from`: the line before it moved to another hand.
    """

    file = LEDGER

    sequence: Annotated[int, columns.whole(1, MOST_LINES, name="line")]
    hand: Annotated[int, columns.whole(1, MOST_HANDS)]
    entry: Annotated[Raw | None, columns.entry(optional=True)]
    instead_of: Annotated[int | None, columns.whole(1, MOST_LINES, optional=True)]
    moved_from: Annotated[int | None, columns.whole(1, MOST_LINES, optional=True)]
    reason: Annotated[Reason, columns.reason(optional=True)]
    by: Annotated[str, columns.name()]
    at: Annotated[datetime, columns.moment()]


@dataclass(frozen=True)
class TotalsRow:
    """A line of totals.csv. `penalties`: None for the sum of the hands' penalties."""

    line: int
    scores: Scores
    table_points: Mapping[Wind, Figure | None]
    totals_only: bool
    penalties: int | None


@dataclass
class RecordedTable:
    """A table of a round.

    If it has a `ledger`, hands.csv only repeats the content of the ledger.
    `unreadable`: some lines of the table could not be read.
    """

    line: int
    seating: TableRow
    hands: list[HandRow] = field(default_factory=list)
    shown: list[ShownRow] = field(default_factory=list)
    ledger: list[LedgerLine] = field(default_factory=list)
    totals: TotalsRow | None = None
    unreadable: bool = False

    @property
    def key(self) -> Key:
        return self.seating.round, self.seating.table

    @property
    def has_outcomes(self) -> bool:
        return bool(self.shown) or any(not row.is_unfinished for row in self.hands)

    @property
    def seats(self) -> Sequence[Wind]:
        """Return the seats in use."""
        return WINDS[: len(self.seating.numbers)]

    def seat_of(self, number: int | None) -> Wind | None:
        """Return a player's seat; None if the player is not at this table."""
        numbers = self.seating.numbers
        return WINDS[numbers.index(number)] if number in numbers else None


@dataclass(frozen=True)
class Event:
    """The content of a folder except event.json, in the order of rounds and tables.

    `numbers`: all player numbers in players.csv, including those in faulty lines; None
    if the file could not be read. `drafts`: rounds that are seated but not published.
    """

    players: tuple[PlayerRow, ...]
    numbers: frozenset[int] | None
    tables: Mapping[Key, RecordedTable]
    standings: tuple[StandingRow, ...] = ()
    presence: tuple[PresenceRow, ...] = ()
    stage_places: tuple[PlaceRow, ...] = ()
    final: tuple[FinalPlace, ...] = ()
    drafts: frozenset[int] = frozenset()
