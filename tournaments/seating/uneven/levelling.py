"""Tables of three and of two: how many sit at each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.faults import Fault, RuleError
from rules.translation_marks import _
from tournaments.seating.demands import Uneven
from tournaments.seating.plans import CHAIRS, Chair, seated


def refuse_sizes(rounds: Iterable[tuple[int, int]], uneven: Uneven) -> None:
    """Raises RuleError, with every fault, if the players of a round, given as (number
    of the round, how many), cannot be seated as `uneven` says."""
    faults = []
    for number, players in rounds:
        params = {"round": number, "players": players}
        if players < uneven.fewest:
            message = _("Round %(round)s has only %(players)s players.")
            faults.append(Fault("too_few", message, "entrants", params))
        elif not uneven.seats(players):
            message = _(
                "Round %(round)s has %(players)s players, who do not fill tables of 4 "
                "and 3."
            )
            faults.append(Fault("no_threes", message, "entrants", params))
    if faults:
        raise RuleError(*faults)


def levelled(tables: Sequence[Sequence[Chair]]) -> list[list[Chair]]:
    """The tables, each with its best first, with people moved until none has two more
    than another: from table to table the last one goes to the next, so that everybody
    stays near. Closed tables stay closed."""
    people = [seated(table) for table in tables]
    open_ = [place for place, table in enumerate(people) if table]
    while open_:
        short = min(reversed(open_), key=lambda place: len(people[place]))
        most = max(len(people[place]) for place in open_)
        if most - len(people[short]) < 2:
            break
        full = min(
            (place for place in open_ if len(people[place]) == most),
            key=lambda place: abs(open_.index(place) - open_.index(short)),
        )
        _pass_on(people, open_, full, short)
    return [[*table, *[None] * (CHAIRS - len(table))] for table in people]


def _pass_on(people: list[list[int]], open_: list[int], full: int, short: int) -> None:
    """One more at the short table and one fewer at the full one."""
    first, last = open_.index(full), open_.index(short)
    step = 1 if last > first else -1
    for at in range(first, last, step):
        moved = people[open_[at]].pop(-1 if step > 0 else 0)
        people[open_[at + step]].insert(0 if step > 0 else CHAIRS, moved)
