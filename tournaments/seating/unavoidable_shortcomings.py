"""Find shortcomings that no plan can avoid, by counting (the pigeonhole principle)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import NamedTuple

from rules.faults import Fault
from rules.translation_marks import _, listed
from tournaments.seating.constraints import (
    Apart,
    Constraints,
    SeatingPlayer,
    Strictness,
    Uneven,
)
from tournaments.seating.least_possible_repeats import (
    least_repeats,
    least_revisits,
    least_together,
    most_rounds,
)
from tournaments.seating.search.keep_apart import Aversions

#: Most player numbers named in one sentence.
_MOST_NAMED = 10


class _Words(NamedTuple):
    """Sentences about players who must be kept apart but have too few tables.

    `demand` is the constraint. `pair` and `pairs` are sentences for one pair and for
    several pairs in every round; `in_all` is for numbers that differ between rounds.
    """

    demand: str
    pair: str
    pairs: str
    in_all: str


_WORDS = {
    "team": _Words(
        "demands.teams",
        _(
            "Team %(word)s has %(members)s players for %(tables)s tables: %(pairs)s "
            "pair of team-mates per round is unavoidable."
        ),
        _(
            "Team %(word)s has %(members)s players for %(tables)s tables: %(pairs)s "
            "pairs of team-mates per round are unavoidable."
        ),
        _(
            "Unavoidable meetings between players of team %(word)s, in all rounds "
            "together: %(pairs)s."
        ),
    ),
    "country": _Words(
        "demands.countries",
        _(
            "Country %(word)s has %(members)s players for %(tables)s tables: %(pairs)s "
            "pair per round is unavoidable."
        ),
        _(
            "Country %(word)s has %(members)s players for %(tables)s tables: %(pairs)s "
            "pairs per round are unavoidable."
        ),
        _(
            "Unavoidable meetings between players of country %(word)s, in all rounds "
            "together: %(pairs)s."
        ),
    ),
    "club": _Words(
        "demands.clubs",
        _(
            "Club %(word)s has %(members)s players for %(tables)s tables: %(pairs)s "
            "pair per round is unavoidable."
        ),
        _(
            "Club %(word)s has %(members)s players for %(tables)s tables: %(pairs)s "
            "pairs per round are unavoidable."
        ),
        _(
            "Unavoidable meetings between players of club %(word)s, in all rounds "
            "together: %(pairs)s."
        ),
    ),
}


def unavoidable(
    entrants: Sequence[SeatingPlayer], rounds: int, demands: Constraints, tables: int
) -> list[Fault]:
    """Return the shortcomings that every plan for these rounds and tables has, with
    figures.

    `entrants` includes house players. `demands` must have passed `refuse`. `tables` is
    the number of tables in the largest round.
    """
    event = _Event(entrants, rounds, demands, tables)
    return [
        *_house(event),
        *_mates(event),
        *_fixed_together(event),
        *(_full_repeats(event) if event.full else _other_repeats(event)),
        *_forbidden(event),
        *_revisits(event),
        *_byes(event),
    ]


@dataclass(frozen=True)
class _Event:
    """The players, rounds, constraints and tables of the plan."""

    entrants: Sequence[SeatingPlayer]
    rounds: int
    demands: Constraints
    tables: int

    @property
    def always(self) -> bool:
        """Return whether all players play in every round."""
        return all(one.plays_all(self.rounds) for one in self.entrants)

    @property
    def full(self) -> bool:
        """Return whether all players sit at a full table in every round."""
        return self.always and len(self.entrants) == self.size * self.tables

    @property
    def size(self) -> int:
        """Return the number of players at a full table."""
        return self.demands.size

    def present(self, round_: int) -> list[SeatingPlayer]:
        return [one for one in self.entrants if one.plays(round_)]

    def sitting_out(self, present: int) -> int:
        """Return the number of players who sit out, out of `present` players."""
        byes = self.demands.uneven == Uneven.BYES
        return max(
            present - self.size * self.tables,
            present % self.size if byes else 0,
        )

    def tables_for(self, present: int) -> int:
        return -(-(present - self.sitting_out(present)) // self.size)


class _Crowd(NamedTuple):
    """A team, club or country with more members than tables in a round.

    `pairs` is the number of pairs of members who must meet.
    """

    pairs: int
    members: int
    tables: int


def _house(event: _Event) -> Iterator[Fault]:
    """Yield a note on the players of the last round with house players, if there is
    one. All later figures include house players."""
    rounds = [event.present(r) for r in range(event.rounds, 0, -1)]
    present = next((each for each in rounds if any(one.house for one in each)), [])
    house = sum(one.house for one in present)
    if house:
        message = (
            _("%(players)s players and 1 house player sit at the tables.")
            if house == 1
            else _("%(players)s players and %(house)s house players sit at the tables.")
        )
        params = {"players": len(present) - house, "house": house}
        yield Fault("house", message, "demands.uneven", params)


def _mates(event: _Event) -> Iterator[Fault]:
    for word, apart in event.demands.by_attribute().items():
        rounds = [r for r in range(1, event.rounds + 1) if apart.holds(r)]
        crowds: dict[str, list[_Crowd]] = {}
        for round_ in rounds:
            for value, crowd in _crowds(event, word, round_):
                crowds.setdefault(value, []).append(crowd)
        for value in sorted(crowds):
            yield _mates_fault(word, value, crowds[value], len(rounds))


def _crowds(event: _Event, word: str, round_: int) -> Iterator[tuple[str, _Crowd]]:
    """Yield each crowd of a round with its name.

    Yield nothing if there is only one table, because all players then meet in any case.
    """
    present = event.present(round_)
    byes, tables = event.sitting_out(len(present)), event.tables_for(len(present))
    count = Counter(value for one in present if (value := getattr(one, word)))
    for value, members in count.items():
        if members - byes > tables > 1:
            pairs = least_together(members - byes, tables)
            yield value, _Crowd(pairs, members, tables)


def _mates_fault(word: str, value: str, crowds: Sequence[_Crowd], rounds: int) -> Fault:
    wording = _WORDS[word]
    first = crowds[0]
    # Avoid "Team Team 1".
    name = value[len(word) + 1 :] if value.lower().startswith(f"{word} ") else value
    params = {"word": name, "members": first.members, "tables": first.tables}
    if len(crowds) == rounds and len(set(crowds)) == 1:
        message = wording.pair if first.pairs == 1 else wording.pairs
        params["pairs"] = first.pairs
    else:
        message = wording.in_all
        params["pairs"] = sum(crowd.pairs for crowd in crowds)
    return Fault(f"large_{word}", message, wording.demand, params)


def _fixed_together(event: _Event) -> Iterator[Fault]:
    """Yield a fault for each two players fixed at one table who play several rounds
    together, because they meet each time."""
    fixed = [one for one in event.entrants if one.table is not None]
    for one, other in combinations(fixed, 2):
        rounds = range(1, event.rounds + 1)
        together = sum(one.plays(round_) and other.plays(round_) for round_ in rounds)
        if one.table == other.table and together > 1:
            message = _(
                "Players %(one)s and %(other)s are both fixed at table %(table)s, so "
                "they meet in %(rounds)s rounds."
            )
            params = {"one": one.number, "other": other.number}
            figures = {"table": one.table, "rounds": together}
            yield Fault("fixed_together", message, "entrants", {**params, **figures})


def _full_repeats(event: _Event) -> Iterator[Fault]:
    players, rounds = len(event.entrants), event.rounds
    limit = most_rounds(players, event.size)
    if rounds > limit:
        repeats = least_repeats(players, rounds, event.size)
        params = {"players": players, "limit": limit, "rounds": rounds}
        params["repeats"] = repeats
        yield Fault("repeats", _repeats_words(repeats), "rounds", params)
        return
    opponents, number = _fewest_opponents(event)
    games = (event.size - 1) * rounds
    if event.size - 1 <= opponents < games:
        message = _(
            "Player %(number)s has %(opponents)s possible opponents for %(meetings)s "
            "meetings in %(rounds)s rounds. Repeat opponents, or opponents to be "
            "kept apart, are unavoidable."
        )
        params = {"number": number, "opponents": opponents, "rounds": rounds}
        params["meetings"] = games
        yield Fault("few_opponents", message, "demands", params)


def _repeats_words(repeats: int) -> str:
    if repeats == 1:
        return _(
            "%(players)s players can play %(limit)s of %(rounds)s rounds without "
            "repeat opponents. At least 1 repeat meeting is unavoidable."
        )
    return _(
        "%(players)s players can play %(limit)s of %(rounds)s rounds without repeat "
        "opponents. At least %(repeats)s repeat meetings are unavoidable."
    )


def _other_repeats(event: _Event) -> Iterator[Fault]:
    """Yield the unavoidable repeats if some players have no full table in some round.

    The number of meetings is compared with the number of pairs who are ever present
    together.
    """
    meetings = 0
    for round_ in range(1, event.rounds + 1):
        present = len(event.present(round_))
        seated = present - event.sitting_out(present)
        if seated:
            meetings += least_together(seated, event.tables_for(present))
    repeats = meetings - _pairs(event)
    if repeats > 0:
        message = _(
            "%(rounds)s rounds have more meetings than there are pairs of players. At "
            "least %(repeats)s repeat meetings are unavoidable."
        )
        if repeats == 1:
            message = _(
                "%(rounds)s rounds have 1 more meeting than there are pairs of "
                "players. At least 1 repeat meeting is unavoidable."
            )
        params = {"rounds": event.rounds, "repeats": repeats}
        yield Fault("repeats", message, "rounds", params)


def _pairs(event: _Event) -> int:
    """Return the number of pairs of players who both play in some round."""
    rounds = range(1, event.rounds + 1)
    stays = Counter(
        frozenset(round_ for round_ in rounds if one.plays(round_))
        for one in event.entrants
    )
    pairs = sum(comb(count, 2) for stay, count in stays.items() if stay)
    for (one, count), (other, more) in combinations(stays.items(), 2):
        if one & other:
            pairs += count * more
    return pairs


def _fewest_opponents(event: _Event) -> tuple[int, int]:
    """Return the smallest number of possible opponents of any player, and the number of
    that player.

    Only constraints that are hard in all rounds count.
    """
    forbidden = _hard_aversions(event)
    opponents = [len(event.entrants) - 1 - len(others) for others in forbidden]
    return min(zip(opponents, (one.number for one in event.entrants), strict=True))


def _hard_aversions(event: _Event) -> list[dict[int, int]]:
    def hard(apart: Apart) -> Apart:
        lasting = apart.rounds is None or apart.rounds >= event.rounds
        kept = lasting and apart.strictness == Strictness.HARD
        return apart if kept else Apart(Strictness.OFF)

    demands = replace(
        event.demands,
        teams=hard(event.demands.teams),
        countries=hard(event.demands.countries),
        clubs=hard(event.demands.clubs),
        groups=False,
    )
    return Aversions(event.entrants, demands, 1, tables_apart=True).in_round(0)


def _forbidden(event: _Event) -> Iterator[Fault]:
    """Yield a fault for players who have fewer possible opponents than a table
    needs."""
    if not event.full:
        return
    numbers = [
        one.number
        for one, others in zip(event.entrants, _hard_aversions(event), strict=True)
        if len(event.entrants) - 1 - len(others) < event.size - 1
    ]
    if numbers:
        message = _(
            "These players have fewer than %(least)s possible opponents, so some must "
            "meet players to be kept apart: %(numbers)s."
        )
        more = ["…"] if len(numbers) > _MOST_NAMED else []
        named = listed([*numbers[:_MOST_NAMED], *more])
        yield Fault(
            "forbidden", message, "demands", {"numbers": named, "least": event.size - 1}
        )


def _revisits(event: _Event) -> Iterator[Fault]:
    if event.tables == 1 and event.rounds > 1:
        message = _("There is only one table, so players sit there in every round.")
        yield Fault("revisits", message, "rounds", {})
    elif event.rounds > event.tables:
        message = _(
            "With %(tables)s tables, a player who plays in all %(rounds)s rounds sits "
            "at one of them at least %(visits)s times."
        )
        params = {"tables": event.tables, "rounds": event.rounds}
        params["visits"] = least_revisits(event.rounds, event.tables)
        yield Fault("revisits", message, "rounds", params)


def _byes(event: _Event) -> Iterator[Fault]:
    players = len(event.entrants)
    byes = event.sitting_out(players)
    if event.always and byes * event.rounds > players:
        message = _(
            "%(seats)s seats for %(players)s players: in %(rounds)s rounds some "
            "players have more than one bye."
        )
        params = {"seats": players - byes, "players": players, "rounds": event.rounds}
        yield Fault("byes", message, "demands.uneven", params)
