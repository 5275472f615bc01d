"""The records that standings are computed from: players, rounds, and the result of each
seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from scoring.models import PARTS
from scoring.standings.stage_records import StageRecord
from tournaments.models import (
    NOT_BEGUN,
    OPEN_STATES,
    CutRule,
    Entry,
    Round,
    RoundState,
    Stage,
    Tournament,
)

#: Number of cached fractions, which are slow to create.
KNOWN = 4096


@lru_cache(KNOWN)
def exact_points(parts: int) -> Fraction:
    """Return parts as table points."""
    return Fraction(parts, PARTS)


class Played(NamedTuple):
    """Result of one seat. `parts` None: nothing counts there (yet); `hands`: number of
    hands entered; `over`: why play ended, "" while playing."""

    seat: int
    entry: int
    round: int
    table: int
    parts: int | None
    score: int
    place: int
    hands_won: int
    overall: int
    hands: int
    over: str
    #: Effect of penalties on table points, included in `parts`.
    fined: int = 0
    #: Number of penalties and false wins.
    faults: int = 0
    #: Counts as an even table because a player there withdrew from the stage.
    is_evened: bool = False

    @property
    def counts(self) -> bool:
        return self.parts is not None

    @property
    def table_points(self) -> Fraction:
        return exact_points(self.parts or 0)


@dataclass(frozen=True)
class LeagueRecord:
    """Match days of a league. `days`: round numbers of each day; `best`: number of days
    that count (0: all); `least`: days needed for a place; `fines`: deductions of each
    entry by primary key, as pairs of day and points."""

    days: tuple[range, ...]
    best: int = 0
    least: int = 0
    fines: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    def rounds_of(self, days: Sequence[int]) -> frozenset[int]:
        """Return the rounds of the days with these numbers."""
        return frozenset(n for day in days for n in self.days[day - 1])

    def within(self, rounds: range) -> LeagueRecord:
        """Return the record with only the days in these rounds; days keep their
        numbers."""
        own = tuple(
            day if rounds.start <= day.start and day.stop <= rounds.stop else range(0)
            for day in self.days
        )
        return replace(self, days=own)


#: Round number and table number.
Table = tuple[int, int]


@dataclass(frozen=True)
class Records:
    """`entries` by number, without house players; `rounds` by number; `played`: results
    of each entry in the order of the rounds."""

    tournament: Tournament
    entries: tuple[Entry, ...]
    rounds: Mapping[int, Round]
    played: Mapping[int, tuple[Played, ...]]
    #: Stages whose players are known.
    stages: tuple[StageRecord, ...] = ()
    #: Match days of a league.
    league: LeagueRecord | None = None
    #: All stages.
    all_stages: tuple[Stage, ...] = ()
    #: Number of players at tables of open rounds with fewer than 4.
    short: Mapping[Table, int] = field(default_factory=dict)

    def as_after(self, number: int) -> Records:
        """Return the records without stages that had not started after a round."""
        if not self.stages:
            return self
        begun = (each for each in self.stages if each.stage.first_round <= number)
        return replace(self, stages=tuple(begun))

    @property
    def stage_ahead(self) -> Stage | None:
        """Return the next stage whose players are not known yet."""
        known = {each.stage.number for each in self.stages}
        ahead = (each for each in self.all_stages if each.number not in known)
        return next((each for each in ahead if not each.is_beside), None)

    @property
    def cut_ahead(self) -> Stage | None:
        """Return that stage if not everyone plays it."""
        stage = self.stage_ahead
        cuts = (CutRule.TOP, CutRule.PER_GROUP)
        return stage if stage and stage.cut in cuts else None

    @property
    def closed(self) -> frozenset[int]:
        """Return the numbers of the closed rounds."""
        return self._numbers(RoundState.CLOSED)

    @property
    def open(self) -> frozenset[int]:
        """Return the numbers of the open rounds."""
        return self._numbers(*OPEN_STATES)

    @property
    def begun(self) -> int:
        """Return the last round that has started; 0: none yet."""
        begun = (r.number for r in self.rounds.values() if r.state not in NOT_BEGUN)
        return max(begun, default=0)

    def _numbers(self, *states: RoundState) -> frozenset[int]:
        return frozenset(
            number for number, round_ in self.rounds.items() if round_.state in states
        )
