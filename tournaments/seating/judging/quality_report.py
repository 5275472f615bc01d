"""The quality report of a plan, and its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from tournaments.seating.constraints import Strictness
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Pair


@dataclass(frozen=True)
class Meeting:
    """Two players who meet, and the rounds (from 1) in which they meet.

    `word` is the value that the players have in common, if the meeting is listed for
    that reason.
    """

    pair: Pair
    rounds: tuple[int, ...]
    word: str = ""

    def as_data(self) -> dict[str, object]:
        data: dict[str, object] = {"pair": list(self.pair), "rounds": list(self.rounds)}
        return {**data, "word": self.word} if self.word else data


@dataclass(frozen=True)
class SameGroupMeetings:
    """Meetings of players with the same team, country, club or group.

    Only rounds in which these players should be kept apart count: the first `rounds`
    rounds, or all rounds if `rounds` is None. `members` is the number of players who
    have a value. `least` is the number of meetings that cannot be avoided with the same
    players in the same rounds. It is above 0 if more players have one value than there
    are tables.
    """

    strictness: Strictness
    rounds: int | None
    members: int
    pairs: tuple[Meeting, ...]
    least: int

    @property
    def meetings(self) -> int:
        return sum(len(met.rounds) for met in self.pairs)

    def as_data(self) -> dict[str, object]:
        return {
            "meetings": self.meetings,
            "least": self.least,
            "strictness": self.strictness.value,
            "rounds": self.rounds,
            "members": self.members,
            "who": [met.as_data() for met in self.pairs],
        }


@dataclass(frozen=True)
class Seat:
    """A seat that violates a constraint: the player number, the round and the table."""

    number: int
    round: int
    table: int


@dataclass(frozen=True)
class Indirect:
    """Figures about pairs that never meet.

    `never_meet`: the number of pairs. `share_none`: the number of pairs without an
    opponent in common. `least_shared`: the smallest number of opponents in common.
    """

    never_meet: int
    share_none: int
    least_shared: int


@dataclass(frozen=True)
class Report:
    """The quality report of a plan. Lists are in the order of player numbers.

    Pairs: `histogram` contains the numbers of pairs that meet 0, 1, 2 ... times.
    `repeats` is the number of meetings beyond the first of each pair. `least_repeats`
    is a lower bound on `repeats` (a player has at most players - 1 opponents).
    `at_once` is the number of meetings of a pair in two consecutive rounds.
    `smallest_gap` is the smallest number of rounds from one meeting of a pair to the
    next (1 for consecutive rounds).

    Tables: `table_revisits` counts all visits to a table beyond a player's first visit.
    `avoidable_table_revisits` counts the visits beyond games / tables, rounded up, for
    players without a fixed table.

    Winds: `winds` contains the number of games of each player as E, S, W and N. A range
    is the largest of these numbers minus the smallest, at the end or, for `running`,
    after any round. `winds_above_one` lists players with a range above 1 at the end.

    Constraints: `mates` has the keys "team", "country", "club" and "group". `forbidden`
    lists pairs that should be kept apart but meet. `misplaced` lists seats of players
    who are not at their fixed table. `away` lists seats in rounds that the player does
    not play. `strangers` lists numbers in the plan that are not in the player list.

    `sits_out` contains the rounds in which a player plays but has no seat. `indirect`
    is None if opponents in common were not counted. `size` is the number of players at
    a full table.
    """

    players: int
    rounds: int
    tables: int
    empty_chairs: int
    repeats: int
    least_repeats: int
    histogram: tuple[int, ...]
    repeated: tuple[Meeting, ...]
    at_once: int
    smallest_gap: int | None
    mates: Mapping[str, SameGroupMeetings]
    forbidden: tuple[Meeting, ...]
    table_revisits: int
    avoidable_table_revisits: int
    most_table_visits: int
    misplaced: tuple[Seat, ...]
    winds: Mapping[int, tuple[int, ...]]
    wind_range: int
    wind_range_running: int
    winds_above_one: tuple[int, ...]
    sits_out: Mapping[int, tuple[int, ...]]
    away: tuple[Seat, ...]
    strangers: tuple[int, ...]
    indirect: Indirect | None
    size: int = SEATS_PER_TABLE

    @property
    def max_meetings(self) -> int:
        """Return the largest number of meetings of any pair."""
        return len(self.histogram) - 1

    @property
    def byes_twice(self) -> tuple[int, ...]:
        """Return the numbers of the players with more than one bye."""
        return tuple(n for n, rounds in self.sits_out.items() if len(rounds) > 1)

    def as_data(self) -> dict[str, object]:
        """Return the report as JSON values. The keys are always the same.

        The keys are the field names, but "pairs_by_meetings" for `histogram`.
        Additional keys contain numbers: "max_meetings", "forbidden_meetings",
        "team_meetings", "country_meetings", "club_meetings", "group_meetings" and
        "byes_twice". Player numbers used as keys are texts.
        """
        return {
            "players": self.players,
            "rounds": self.rounds,
            "tables": self.tables,
            **self._pairs(),
            **self._mates(),
            **self._tables(),
            **self._winds(),
            **self._chairs(),
        }

    def _pairs(self) -> dict[str, object]:
        indirect = self.indirect
        return {
            "repeats": self.repeats,
            "least_repeats": self.least_repeats,
            "max_meetings": self.max_meetings,
            "pairs_by_meetings": list(self.histogram),
            "repeated": [met.as_data() for met in self.repeated],
            "at_once": self.at_once,
            "smallest_gap": self.smallest_gap,
            "indirect": None if indirect is None else asdict(indirect),
        }

    def _mates(self) -> dict[str, object]:
        mates = self.mates.items()
        return {
            **{f"{word}_meetings": meetings.meetings for word, meetings in mates},
            "mates": {word: meetings.as_data() for word, meetings in mates},
            "forbidden_meetings": sum(len(met.rounds) for met in self.forbidden),
            "forbidden": [met.as_data() for met in self.forbidden],
        }

    def _tables(self) -> dict[str, object]:
        return {
            "table_revisits": self.table_revisits,
            "avoidable_table_revisits": self.avoidable_table_revisits,
            "most_table_visits": self.most_table_visits,
            "misplaced": [asdict(seat) for seat in self.misplaced],
        }

    def _winds(self) -> dict[str, object]:
        return {
            "wind_range": self.wind_range,
            "wind_range_running": self.wind_range_running,
            "winds_above_one": list(self.winds_above_one),
            "winds": {str(n): list(counts) for n, counts in self.winds.items()},
        }

    def _chairs(self) -> dict[str, object]:
        return {
            "empty_chairs": self.empty_chairs,
            "byes_twice": len(self.byes_twice),
            "sits_out": {str(n): list(rounds) for n, rounds in self.sits_out.items()},
            "away": [asdict(seat) for seat in self.away],
            "strangers": list(self.strangers),
        }
