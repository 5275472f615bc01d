"""Who is to be seated in the next round, when it is drawn on its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.seating.demands import Entrant, Uneven
from tournaments.seating.draw_request import Request
from tournaments.seating.plans import CHAIRS, seated
from tournaments.seating.uneven.levelling import refuse_sizes


@dataclass(frozen=True)
class Attendance:
    """`people`: start numbers, as many as tables have chairs, best first.
    `fillers`: those among them that house players have. `nobody`: those that
    stand for an empty chair."""

    people: tuple[int, ...]
    fillers: tuple[int, ...] = ()
    nobody: tuple[int, ...] = ()


def attendance(
    request: Request,
    order: Sequence[int],
    round_: int,
    seated_already: Collection[int] = (),
) -> Attendance:
    """Who sits in round `round_`, of the start numbers in `order` (best first), but
    for those who are seated already.

    When those who are there cannot be divided by four: house players or empty
    chairs come last; or those sit out who have sat out least often, of them
    those who stand lowest. Raises RuleError for a number that tables of three do not
    seat.
    """
    there = {entrant.number for entrant in request.entrants if entrant.plays(round_)}
    there.difference_update(seated_already)
    people = [number for number in order if number in there]
    over = len(people) % CHAIRS
    if request.demands.uneven == Uneven.BYES:
        resting = _resting(request, people, over, round_)
        return Attendance(tuple(who for who in people if who not in resting))
    extra = house_numbers(request, -over % CHAIRS, seated_already)
    everyone = (*people, *extra)
    if request.demands.uneven.shortens:
        if people:
            refuse_sizes([(round_, len(people))], request.demands.uneven)
        return Attendance(everyone, nobody=extra)
    return Attendance(everyone, fillers=extra)


def house_numbers(
    request: Request, count: int, seated_already: Collection[int] = ()
) -> tuple[int, ...]:
    """Start numbers for so many house players: first those they have already,
    then numbers above everybody's."""
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


def known(request: Request, fillers: Sequence[int]) -> tuple[Entrant, ...]:
    """Everybody in a plan: those to be seated, the house players, and those who
    sat in a round played but are gone, with the last round they sat in."""
    there = {entrant.number for entrant in request.entrants}
    there.update(fillers)
    gone: dict[int, Entrant] = {}
    for round_, tables in enumerate(request.played, 1):
        for who in sorted({who for table in tables for who in seated(table)} - there):
            first = gone[who].first if who in gone else round_
            gone[who] = Entrant(who, first=first, last=round_)
    house = (Entrant(number, house=True) for number in fillers)
    return (*request.entrants, *house, *gone.values())


def _resting(
    request: Request, people: Sequence[int], count: int, round_: int
) -> set[int]:
    """Who sits out: the lowest of those who have sat out least often."""
    rounds = {entrant.number: entrant for entrant in request.entrants}
    times = dict.fromkeys(people, 0)
    for number, tables in enumerate(request.played, 1):
        at_table = {who for table in tables for who in table}
        for who in people:
            times[who] += who not in at_table and rounds[who].plays(number)
    lowest_first = list(reversed(people))
    return set(sorted(lowest_first, key=lambda who: times[who])[:count])
