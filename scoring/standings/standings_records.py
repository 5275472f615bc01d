"""What standings are computed from: players, rounds, and the result of each seat."""

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

#: So many sums of points are known as fractions, which are slow to make.
KNOWN = 4096


@lru_cache(KNOWN)
def exact_points(parts: int) -> Fraction:
    """So many parts as table points."""
    return Fraction(parts, PARTS)


class Played(NamedTuple):
    """What one seat brought to its player; `parts` None: nothing counts there, or not
    yet. `hands`: how many were entered; `over`: why play ended, "" while it goes on."""

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
    #: What penalties on table points gave or took, which is contained in `parts`.
    fined: int = 0
    #: How many penalties and false wins.
    faults: int = 0
    #: It counts as even, for somebody at the table left the stage.
    is_evened: bool = False

    @property
    def counts(self) -> bool:
        return self.parts is not None

    @property
    def table_points(self) -> Fraction:
        return exact_points(self.parts or 0)


@dataclass(frozen=True)
class LeagueRecord:
    """The numbers of the rounds of each match day, in their order; how many days count
    (0: all) and how many a place needs; and what was taken from each entry, by its key,
    in the points a referee names: on which day, how much."""

    days: tuple[range, ...]
    best: int = 0
    least: int = 0
    fines: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    def rounds_of(self, days: Sequence[int]) -> frozenset[int]:
        """The rounds of the days with these numbers."""
        return frozenset(n for day in days for n in self.days[day - 1])

    def within(self, rounds: range) -> LeagueRecord:
        """Only the days in these rounds, with the numbers they have."""
        own = tuple(
            day if rounds.start <= day.start and day.stop <= rounds.stop else range(0)
            for day in self.days
        )
        return replace(self, days=own)


#: The numbers of a round and a table.
Table = tuple[int, int]


@dataclass(frozen=True)
class Records:
    """`entries` by number, without house players; `rounds` by number; `played` of each
    entry in the order of the rounds."""

    tournament: Tournament
    entries: tuple[Entry, ...]
    rounds: Mapping[int, Round]
    played: Mapping[int, tuple[Played, ...]]
    #: The stages whose players are known, of an event that has stages.
    stages: tuple[StageRecord, ...] = ()
    #: The match days, of a league.
    league: LeagueRecord | None = None
    #: Every stage, of an event that has stages.
    all_stages: tuple[Stage, ...] = ()
    #: How many sit at the tables of open rounds at which four do not.
    short: Mapping[Table, int] = field(default_factory=dict)

    def as_after(self, number: int) -> Records:
        """The records without the stages that had not begun after a round."""
        if not self.stages:
            return self
        begun = (each for each in self.stages if each.stage.first_round <= number)
        return replace(self, stages=tuple(begun))

    @property
    def stage_ahead(self) -> Stage | None:
        """The next stage whose players are not known yet."""
        known = {each.stage.number for each in self.stages}
        ahead = (each for each in self.all_stages if each.number not in known)
        return next((each for each in ahead if not each.is_beside), None)

    @property
    def cut_ahead(self) -> Stage | None:
        """That stage, where not everybody plays it."""
        stage = self.stage_ahead
        cuts = (CutRule.TOP, CutRule.PER_GROUP)
        return stage if stage and stage.cut in cuts else None

    @property
    def closed(self) -> frozenset[int]:
        """The numbers of the closed rounds."""
        return self._numbers(RoundState.CLOSED)

    @property
    def open(self) -> frozenset[int]:
        """The numbers of the rounds at whose tables people sit."""
        return self._numbers(*OPEN_STATES)

    @property
    def begun(self) -> int:
        """The last round that has begun; 0: none yet."""
        begun = (r.number for r in self.rounds.values() if r.state not in NOT_BEGUN)
        return max(begun, default=0)

    def _numbers(self, *states: RoundState) -> frozenset[int]:
        return frozenset(
            number for number, round_ in self.rounds.items() if round_.state in states
        )
