"""The content of a draft's pages: rounds and players of the plan, with problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.winds import WINDS
from tournaments.models import Draw, Tournament
from tournaments.rounds.outdated_seating_marks import PLANS
from tournaments.seating import seating_plan
from tournaments.seating.constraints import SeatingPlayer, Strictness
from tournaments.seating.seating_plan import Pair, Plan
from tournaments.seating.seating_plan import Round as SeatsOfRound
from tournaments.seating.seating_plan import Table as SeatsOfTable
from tournaments.seating.seating_request import Request, read_request
from tournaments.seating_drafts.seating_request_data import seating_player_of
from tournaments.web.list_wording import joined_with_commas


@dataclass(frozen=True)
class PlannedSeat:
    """A seat at a table of the plan. `person` is None for an empty seat. `is_filler`: a
    house player has the seat."""

    wind: str
    person: SeatingPlayer | None
    is_filler: bool


@dataclass(frozen=True)
class PlannedTable:
    """A table of a round in the plan. `faults`: problems at this table."""

    number: int
    chairs: tuple[PlannedSeat, ...]
    faults: tuple[str, ...]
    locked: bool


@dataclass(frozen=True)
class PlannedRound:
    number: int
    tables: tuple[PlannedTable, ...]
    sitting_out: tuple[SeatingPlayer, ...]


@dataclass(frozen=True)
class PlayerLine:
    """A player in all rounds, played and planned.

    `winds`: number of games at E, S, W and N. `tables`: the table in each round, None
    for a bye. `again`: tables where the player sits more than once. `repeats`: repeat
    opponents.
    """

    person: SeatingPlayer
    winds: tuple[int, ...]
    tables: tuple[int | None, ...]
    again: tuple[int, ...]
    repeats: tuple[SeatingPlayer, ...]

    @property
    def winds_differ(self) -> bool:
        return max(self.winds) - min(self.winds) > 1


class DrawnPlan:
    """The plan of a draft, with the rounds before it.

    `entrants`: the current players. Their names replace the names stored in the draft.
    """

    def __init__(self, draw: Draw, entrants: Iterable[SeatingPlayer] = ()) -> None:
        self.draw = draw
        self.request: Request = read_request(draw.request)
        self.drawn: Plan = seating_plan.from_data(draw.plan) if draw.plan else ()
        #: All rounds from round 1, played or planned.
        self.whole: Plan = (*self.request.played, *self.drawn)
        named = {person.number: person for person in self.request.entrants}
        named |= {person.number: person for person in entrants}
        self.people: Mapping[int, SeatingPlayer] = (
            named | self._unregistered_house_players(named)
        )

    @cached_property
    def everybody(self) -> list[SeatingPlayer]:
        """Return all players seated in the plan, by number."""
        return [
            self.person(number) for number in seating_plan.players_in_plan(self.whole)
        ]

    @cached_property
    def met(self) -> Mapping[Pair, list[int]]:
        return seating_plan.meetings(self.whole)

    def person(self, number: int) -> SeatingPlayer:
        return self.people.get(number) or SeatingPlayer(number)

    def round(self, number: int) -> PlannedRound:
        """Return the round with this number, with its tables and players."""
        seats = self.whole[number - 1]
        locked = {tuple(place) for place in self.draw.locked}
        seated = {start for table in seats for start in seating_plan.seated(table)}
        return PlannedRound(
            number,
            tuple(
                PlannedTable(
                    table,
                    tuple(self._chairs(chairs)),
                    tuple(self._faults(chairs, number)),
                    (number, table) in locked,
                )
                for table, chairs in enumerate(seats, 1)
                # A repair may close tables; the following ones keep their numbers.
                if seating_plan.seated(chairs)
            ),
            tuple(
                person
                for person in self.request.entrants
                if person.number not in seated and person.plays(number)
            ),
        )

    def lines(self) -> list[PlayerLine]:
        """Return a line for every player, in order of player number."""
        places = _places(self.whole)
        repeats: dict[int, list[int]] = {}
        for (one, other), rounds in sorted(self.met.items()):
            if len(rounds) > 1:
                repeats.setdefault(one, []).append(other)
                repeats.setdefault(other, []).append(one)
        return [
            self._line(person, places[person.number], repeats.get(person.number, []))
            for person in self.everybody
        ]

    def faulty_rounds(self) -> list[int]:
        """Return the numbers of the planned rounds that have problems."""
        return [
            number
            for number in self.draw.round_numbers
            if number <= len(self.whole)
            and any(table.faults for table in self.round(number).tables)
        ]

    def _unregistered_house_players(
        self, named: Mapping[int, SeatingPlayer]
    ) -> dict[int, SeatingPlayer]:
        """Return the house players that are not registered yet, by number."""
        return {
            number: SeatingPlayer(
                number, _("House player %(count)s") % {"count": count}
            )
            for count, number in enumerate(self.draw.fillers, 1)
            if number not in named
        }

    def _chairs(self, table: SeatsOfTable) -> Iterator[PlannedSeat]:
        seats = self.request.demands.size
        for wind, number in zip(WINDS[:seats], table[:seats], strict=True):
            person = None if number is None else self.person(number)
            yield PlannedSeat(wind.value, person, number in self.draw.fillers)

    def _faults(self, table: SeatsOfTable, round_: int) -> Iterator[str]:
        for pair in seating_plan.pairs(table):
            names = {
                "one": named(self.person(pair[0])),
                "other": named(self.person(pair[1])),
            }
            if others := [number for number in self.met[pair] if number != round_]:
                message = ngettext(
                    "%(one)s and %(other)s also meet in round %(rounds)s.",
                    "%(one)s and %(other)s also meet in rounds %(rounds)s.",
                    len(others),
                )
                yield message % {**names, "rounds": joined_with_commas(others)}
            if message := self._forbidden(pair, round_):
                yield message % names

    def _forbidden(self, two: Pair, round_: int) -> str:
        """Return why two players may not meet in a round; "" if they may."""
        demands = self.request.demands
        if two in {seating_plan.pair(*pair) for pair in demands.never}:
            return _("%(one)s and %(other)s must be kept apart.")
        one, other = (self.person(number) for number in two)
        return next(
            (
                str(_SAME[word])
                for word, apart in demands.by_attribute().items()
                if getattr(one, word)
                and getattr(one, word) == getattr(other, word)
                and apart.strictness == Strictness.HARD
                and apart.holds(round_)
            ),
            "",
        )

    def _line(
        self,
        person: SeatingPlayer,
        places: Mapping[int, tuple[int, int]],
        met: list[int],
    ) -> PlayerLine:
        winds = Counter(chair for _table, chair in places.values())
        visits = Counter(table for table, _chair in places.values())
        return PlayerLine(
            person,
            tuple(winds[chair] for chair in range(len(WINDS))),
            tuple(
                places[number][0] if number in places else None
                for number in range(1, len(self.whole) + 1)
            ),
            tuple(sorted(table for table, count in visits.items() if count > 1)),
            tuple(self.person(number) for number in met),
        )


#: Words for common properties of players to keep apart.
_SAME = {
    "team": gettext_lazy("%(one)s and %(other)s are team-mates."),
    "country": gettext_lazy("%(one)s and %(other)s are from the same country."),
    "club": gettext_lazy("%(one)s and %(other)s are from the same club."),
}


def named(person: SeatingPlayer) -> str:
    """Return the text for a player in a sentence: the number, and the name if known."""
    return f"{person.number} {person.name}".strip()


def _places(plan: Sequence[SeatsOfRound]) -> dict[int, dict[int, tuple[int, int]]]:
    """Return the table and seat of each player in each round, by player number and
    round."""
    places: dict[int, dict[int, tuple[int, int]]] = {}
    for number, round_ in enumerate(plan, 1):
        for table, chairs in enumerate(round_, 1):
            for chair, start in enumerate(chairs):
                if start is not None:
                    places.setdefault(start, {})[number] = (table, chair)
    return places


def people_of(tournament: Tournament) -> list[SeatingPlayer]:
    """Return all players with a number, including house players."""
    players = tournament.players.select_related("person", "team")
    return [seating_player_of(player) for player in players]


def draws_of(tournament: Tournament) -> QuerySet[Draw]:
    """Return all drafts without their plans, latest first."""
    return tournament.draws.order_by("-number").defer(*PLANS)
