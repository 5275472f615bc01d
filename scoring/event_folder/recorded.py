"""What an event folder says, as it says it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from rules.winds import WINDS, Scores, Wind
from tournaments.people.registration import PlayerRow
from tournaments.rounds.round_seats import TableRow

#: A table of a round.
Key = tuple[int, int]

_FIGURE = re.compile(r"(-?[0-9]{1,6})(?:[.,]([0-9]{1,6})|/([1-9][0-9]{0,3}))?")


@dataclass(frozen=True)
class Figure:
    """Table points as written. `blur`: rounding may have changed them by less
    than this; 0 for whole numbers and fractions."""

    value: Fraction
    blur: Fraction = Fraction(0)

    def is_about(self, exact: Fraction) -> bool:
        return self.value == exact or abs(self.value - exact) < self.blur


@dataclass(frozen=True)
class HandRow:
    """A line of hands.csv. `winner` and `discarder` are start numbers, `kind` and
    `values` as `columns.Columns.read` gives them; without a kind the hand was not
    finished."""

    line: int
    hand: int
    kind: str
    winner: int | None
    discarder: int | None
    values: Mapping[str, Any]
    penalties: Scores

    @property
    def is_unfinished(self) -> bool:
        return not self.kind


@dataclass(frozen=True)
class ShownRow:
    """A line of hands.csv about a table that is in ledger.jsonl, cell by cell."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class LedgerLine:
    """A line of ledger.jsonl, the table's line `sequence`. It takes the place of the
    line `instead_of`, if any; without an `entry` it takes that back."""

    line: int
    sequence: int
    hand: int
    entry: Mapping[str, Any] | None
    instead_of: int | None
    by: str
    at: datetime
    reason: str


@dataclass(frozen=True)
class Word:
    """A line of confirmations.csv: what a player (their start number) or a referee
    (None) said of a result, and how a dispute was settled."""

    line: int
    table: Key
    number: int | None
    said: str
    text: str
    by: str
    at: datetime
    answer: str
    settled_by: str
    settled_at: datetime | None


@dataclass(frozen=True)
class LateLine:
    """A line of late_hands.jsonl: a hand that was entered after time, and what a
    referee said of it. `sequence` is its line in the ledger if it counts."""

    line: int
    table: Key
    hand: int
    entry: Mapping[str, Any]
    seating: int | None
    by: str
    at: datetime
    decision: str
    decided_by: str
    decided_at: datetime | None
    answer: str
    sequence: int | None


@dataclass(frozen=True)
class ConflictLine:
    """A line of conflicts.jsonl: what somebody offered in the place of the table's
    line `sequence`, and which of both was chosen."""

    line: int
    table: Key
    sequence: int
    entry: Mapping[str, Any]
    by: str
    at: datetime
    choice: str
    settled_by: str
    settled_at: datetime | None


@dataclass(frozen=True)
class ExtraTime:
    """A line of extra_time.csv: what a table has beyond its round's time."""

    line: int
    table: Key
    extra: timedelta


@dataclass(frozen=True)
class TotalsRow:
    """A line of totals.csv. `penalties` None: what the hands' penalties say."""

    line: int
    scores: Scores
    table_points: Mapping[Wind, Figure | None]
    totals_only: bool
    penalties: int | None


@dataclass(frozen=True)
class StandingRow:
    """A line of standings.csv."""

    line: int
    place: int
    number: int
    table_points: Figure | None
    score: int


@dataclass
class RecordedTable:
    """A table of a round. Where there is a `ledger`, hands.csv only shows what is in
    it. `unreadable`: some of its lines could not be read."""

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

    def seat_of(self, number: int | None) -> Wind | None:
        """The seat of a start number; None if it does not sit here."""
        numbers = self.seating.numbers
        return WINDS[numbers.index(number)] if number in numbers else None


@dataclass(frozen=True)
class Event:
    """A whole folder but for event.json, in the order of rounds and tables.

    `numbers` are all start numbers in players.csv, also those on lines with a
    fault; None if it could not be read at all. `drafts` are rounds that are
    seated but not published.
    """

    players: tuple[PlayerRow, ...]
    numbers: frozenset[int] | None
    tables: Mapping[Key, RecordedTable]
    standings: tuple[StandingRow, ...] = ()
    words: tuple[Word, ...] = ()
    late_hands: tuple[LateLine, ...] = ()
    conflicts: tuple[ConflictLine, ...] = ()
    extra_times: tuple[ExtraTime, ...] = ()
    drafts: frozenset[int] = frozenset()


def read_figure(text: str) -> Figure | None:
    """Table points written as "4", "1.5", "7/3" or rounded as "2.33"."""
    match = _FIGURE.fullmatch(text)
    if match is None:
        return None
    whole, decimals, divisor = match.groups()
    if divisor:
        return Figure(Fraction(int(whole), int(divisor)))
    if not decimals:
        return Figure(Fraction(int(whole)))
    return Figure(Fraction(f"{whole}.{decimals}"), Fraction(1, 10 ** len(decimals)))


def write_figure(exact: Fraction) -> str:
    """The shortest exact way to write table points: "4", "1.5", "7/3"."""
    return str(float(exact)) if exact.denominator in (2, 4) else str(exact)
