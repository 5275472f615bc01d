"""What `judging.judge` reports of a plan, and how it is written as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from tournaments.seating.constraints import Strictness
from tournaments.seating.seating_plan import Pair


@dataclass(frozen=True)
class Met:
    """Two who meet, and in which rounds (from 1). `word`: what they have in
    common, if that is why they are here."""

    pair: Pair
    rounds: tuple[int, ...]
    word: str = ""

    def as_data(self) -> dict[str, object]:
        data: dict[str, object] = {"pair": list(self.pair), "rounds": list(self.rounds)}
        return {**data, "word": self.word} if self.word else data


@dataclass(frozen=True)
class Mates:
    """Meetings of entrants with the same team, country, club or group.

    Only rounds in which they are to be apart count: the first `rounds`, or all
    (None). `members`: how many entrants have such a word. `least`: how many
    meetings no seating of the same people in the same rounds can avoid, because a
    word has more players than there are tables.
    """

    strictness: Strictness
    rounds: int | None
    members: int
    who: tuple[Met, ...]
    least: int

    @property
    def meetings(self) -> int:
        return sum(len(met.rounds) for met in self.who)

    def as_data(self) -> dict[str, object]:
        return {
            "meetings": self.meetings,
            "least": self.least,
            "strictness": self.strictness.value,
            "rounds": self.rounds,
            "members": self.members,
            "who": [met.as_data() for met in self.who],
        }


@dataclass(frozen=True)
class Seat:
    """Where a player sits in a round and should not."""

    number: int
    round: int
    table: int


@dataclass(frozen=True)
class Indirect:
    """Of all two who never meet: how many they are, how many of them share no
    opponent, and the least number of opponents two of them share."""

    never_meet: int
    share_none: int
    least_shared: int


@dataclass(frozen=True)
class Report:
    """What a plan is like. Lists are in the order of start numbers.

    Pairs: `histogram` says how many pairs meet 0, 1, 2 ... times; `repeats` is
    the sum of meetings beyond the first, `least_repeats` what counting alone
    shows to be unavoidable (nobody has more than players - 1 opponents);
    `at_once` how often two meet in two rounds running; `smallest_gap` the fewest
    rounds from one meeting of two to their next (1 = the next round).

    Tables: `table_revisits` are all visits to a table beyond a player's first;
    `avoidable_table_revisits` those beyond games / tables rounded up, of players
    without a fixed table.

    Winds: `winds` are everybody's counts E S W N; a range is the greatest count
    less the least, at the end or `running`, after any round; `winds_above_one`
    are those whose range at the end is above one.

    Demands: `mates` by "team", "country", "club", "group"; `forbidden` the pairs
    that may not meet and do; `misplaced` the seats at other tables than a player's
    fixed one; `away` the seats in rounds that a player does not play; `strangers`
    those in the plan who are no entrants.

    `sits_out` are the rounds in which somebody has no chair although they play.
    `indirect` is None for a plan too large to count that unasked.
    """

    players: int
    rounds: int
    tables: int
    empty_chairs: int
    repeats: int
    least_repeats: int
    histogram: tuple[int, ...]
    repeated: tuple[Met, ...]
    at_once: int
    smallest_gap: int | None
    mates: Mapping[str, Mates]
    forbidden: tuple[Met, ...]
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

    @property
    def max_meetings(self) -> int:
        """How often the two meet who meet most often."""
        return len(self.histogram) - 1

    @property
    def byes_twice(self) -> tuple[int, ...]:
        """Who sits out more than once."""
        return tuple(n for n, rounds in self.sits_out.items() if len(rounds) > 1)

    def as_data(self) -> dict[str, object]:
        """The report as JSON, always with the same keys.

        Under the names of the fields above, with these differences: `histogram`
        is "pairs_by_meetings"; `forbidden_meetings`, `team_meetings`,
        `country_meetings`, `club_meetings`, `group_meetings` and `byes_twice` are
        numbers, and "forbidden", "mates" and "sits_out" say who. Start numbers
        that are keys are text.
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
            **{f"{word}_meetings": found.meetings for word, found in mates},
            "mates": {word: found.as_data() for word, found in mates},
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
