"""The records for standings: players, rounds, and the result of each seat."""

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
    Player,
    Round,
    RoundState,
    Stage,
    Tournament,
)

#: Maximum number of cached fractions, which are slow to create.
KNOWN = 4096


@lru_cache(KNOWN)
def exact_points(parts: int) -> Fraction:
    """Return table points for `parts` in 1/12,000."""
    return Fraction(parts, PARTS)


class Played(NamedTuple):
    """The result of a seat.

    `parts`: table points in 1/12,000, None if the result does not count; `hands`:
    number of hands entered; `over`: why play is over, "" while playing.
    """

    seat: int
    player: int
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
    #: Whether it counts as a tie of all players because a player at it withdrew.
    counts_as_tie: bool = False

    @property
    def counts(self) -> bool:
        return self.parts is not None

    @property
    def table_points(self) -> Fraction:
        return exact_points(self.parts or 0)


@dataclass(frozen=True)
class LeagueRecord:
    """The match days of a league.

    `days`: round numbers of each day; `best`: number of days that count, 0 for all;
    `least`: minimum number of days for a place; `fines`: day number and deducted points
    of each deduction, by player id.
    """

    days: tuple[range, ...]
    best: int = 0
    least: int = 0
    fines: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    def rounds_of(self, days: Sequence[int]) -> frozenset[int]:
        """Return the numbers of the rounds on these days.

        `days`: numbers of the days.
        """
        return frozenset(n for day in days for n in self.days[day - 1])

    def within(self, rounds: range) -> LeagueRecord:
        """Return the record with only the days within these rounds.

        The other days become empty, so days keep their numbers.
        """
        own = tuple(
            day if rounds.start <= day.start and day.stop <= rounds.stop else range(0)
            for day in self.days
        )
        return replace(self, days=own)


#: Round number and table number.
Table = tuple[int, int]


@dataclass(frozen=True)
class Records:
    """The records of a tournament.

    `players`: sorted by number, without house players. `rounds`: round by number.
    `played`: results by player id, in the order of the rounds. `stages`: stages whose
    players are known. `short`: number of players at tables that are not full.
    """

    tournament: Tournament
    players: tuple[Player, ...]
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
        """Return the records without stages that start after this round."""
        if not self.stages:
            return self
        begun = (record for record in self.stages if record.stage.first_round <= number)
        return replace(self, stages=tuple(begun))

    @property
    def stage_ahead(self) -> Stage | None:
        """Return the next stage whose players are not known yet; None if
        there is none.
        """
        known = {record.stage.number for record in self.stages}
        ahead = (stage for stage in self.all_stages if stage.number not in known)
        return next((stage for stage in ahead if not stage.is_beside), None)

    @property
    def cut_ahead(self) -> Stage | None:
        """Return the next stage whose players are not known yet, if a cut decides them;
        otherwise None.
        """
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
        """Return the number of the last round that has started; 0 if there is none."""
        begun = (r.number for r in self.rounds.values() if r.state not in NOT_BEGUN)
        return max(begun, default=0)

    def _numbers(self, *states: RoundState) -> frozenset[int]:
        return frozenset(
            number for number, round_ in self.rounds.items() if round_.state in states
        )
