"""Players to seat in a round that is generated separately, and the choice of byes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Sized
from dataclasses import dataclass

from tournaments.seating.constraints import SeatingPlayer, Uneven
from tournaments.seating.random_seed import Chance
from tournaments.seating.seating_plan import SEATS_PER_TABLE, seated
from tournaments.seating.seating_request import Request
from tournaments.seating.uneven.bye_labels_and_table_sizes import refuse_sizes


@dataclass(frozen=True)
class Attendance:
    """The players to seat in a round.

    `people`: player numbers that fill all seats, best first. `fillers`: the house
    players among them. `nobody`: numbers among them that represent empty seats.
    """

    people: tuple[int, ...]
    fillers: tuple[int, ...] = ()
    nobody: tuple[int, ...] = ()


def attendance(
    request: Request,
    order: Sequence[int],
    round_: int,
    seated_already: Collection[int] = (),
) -> Attendance:
    """Return the players in round `round_`, from the player numbers in `order`.

    `order` has the best player first. Players in `seated_already` are left out. If the
    number is not a multiple of 4, house players or empty seats are added at the end.
    With byes, the players with the fewest byes sit out; of these, the lowest in the
    order.

    Raises RuleError for a number of players that tables of 3 cannot seat.
    """
    there = {entrant.number for entrant in request.entrants if entrant.plays(round_)}
    there.difference_update(seated_already)
    people = [number for number in order if number in there]
    over = len(people) % SEATS_PER_TABLE
    if request.demands.uneven == Uneven.BYES:
        resting = _chosen_byes(request, people, over, round_)
        return Attendance(tuple(who for who in people if who not in resting))
    extra = house_numbers(request, -over % SEATS_PER_TABLE, seated_already)
    everyone = (*people, *extra)
    if request.demands.uneven.shortens:
        if people:
            refuse_sizes([(round_, len(people))], request.demands.uneven)
        return Attendance(everyone, nobody=extra)
    return Attendance(everyone, fillers=extra)


def house_numbers(
    request: Request, count: int, seated_already: Collection[int] = ()
) -> tuple[int, ...]:
    """Return player numbers for `count` house players.

    Existing numbers of house players come first, then numbers above all others.
    """
    known = [
        *(entrant.number for entrant in request.entrants),
        *request.fillers,
        *seated_already,
        *(
            who
            for round_ in request.played
            for table in round_
            for who in seated(table)
        ),
    ]
    above = max(known, default=0) + 1
    free = sorted(set(request.fillers).difference(seated_already))
    numbers = [*free, *range(above, above + count)]
    return tuple(numbers[:count])


def known(request: Request, fillers: Sequence[int]) -> tuple[SeatingPlayer, ...]:
    """Return all players of a plan.

    These are the players to seat, the house players, and players of played rounds who
    have left, with the last round they played.
    """
    there = {entrant.number for entrant in request.entrants}
    there.update(fillers)
    gone: dict[int, SeatingPlayer] = {}
    for round_, tables in enumerate(request.played, 1):
        for who in sorted({who for table in tables for who in seated(table)} - there):
            first = gone[who].first if who in gone else round_
            gone[who] = SeatingPlayer(who, first=first, last=round_)
    house = (SeatingPlayer(number, house=True) for number in fillers)
    return (*request.entrants, *house, *gone.values())


def _chosen_byes(
    request: Request, people: Sequence[int], count: int, round_: int
) -> set[int]:
    """Return the players who sit out: the lowest in the order among the fewest byes."""
    rounds = {entrant.number: entrant for entrant in request.entrants}
    times = dict.fromkeys(people, 0)
    for number, tables in enumerate(request.played, 1):
        at_table = {who for table in tables for who in table}
        for who in people:
            times[who] += who not in at_table and rounds[who].plays(number)
    lowest_first = list(reversed(people))
    return set(sorted(lowest_first, key=lambda who: times[who])[:count])


def missing(players: Sized) -> int:
    """Return how many players are missing to fill every table."""
    return -len(players) % SEATS_PER_TABLE


class ByeScheduler:
    """The byes of each round of a draft (player indices, rounds from 0).

    No player sits out again while another present player has had fewer byes. Among
    equal players, the order is: players without a seat in the round, players at the
    tables with the fewest players, random.
    """

    def __init__(
        self,
        rounds: Sequence[Sequence[Sequence[int | None]]],
        people: Iterable[int],
        chance: Chance,
    ) -> None:
        self._rounds = rounds
        self._chance = chance
        self._out: list[set[int]] = [set() for _round in rounds]
        self._times = dict.fromkeys(people, 0)

    def remember(self, number: int, there: Iterable[int]) -> None:
        """Record byes for players who are present but have no seat in the draft."""
        seated = {who for table in self._rounds[number] for who in table}
        self._set(number, {who for who in there if who not in seated})

    def choose(self, number: int, there: Sequence[int], count: int) -> set[int]:
        """Choose `count` present players to sit out in the round and return them."""
        out_before = self._out[number]
        self._set(number, set())
        tables = {
            who: place
            for place, table in enumerate(self._rounds[number])
            for who in table
            if who is not None
        }
        present = [0] * len(self._rounds[number])
        for who in there:
            if who in tables:
                present[tables[who]] += 1
        chosen: set[int] = set()
        order = self._chance.shuffled(there)
        for _choice in range(count):
            who = min(
                (who for who in order if who not in chosen),
                key=lambda who: (
                    self._times[who],
                    who not in out_before,
                    present[tables[who]] if who in tables else 0,
                ),
            )
            chosen.add(who)
            if who in tables:
                present[tables[who]] -= 1
        self._set(number, chosen)
        return chosen

    def _set(self, number: int, out: set[int]) -> None:
        for who in self._out[number]:
            self._times[who] -= 1
        for who in out:
            self._times[who] += 1
        self._out[number] = out
