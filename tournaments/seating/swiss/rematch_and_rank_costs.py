"""Functions for all methods that seat one round.

They check the standings (player numbers, best first, filling all tables), calculate the
costs of meetings, and move players to fixed tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.faults import Fault, RuleError
from rules.translation_marks import _, listed
from tournaments.seating.constraints import Constraints, SeatingPlayer
from tournaments.seating.search.fixed_tables import granted
from tournaments.seating.search.keep_apart import Aversions
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Plan, meetings


@dataclass(frozen=True)
class RoundWeights:
    """The weights for a single round, in addition to the weights of the constraints.

    - `displacement`: a player who sits d tables (or score groups) away from the place
      of the player's rank costs d squared times this weight.
    - `rematch`: two players who met m times before cost m * (m + 1) / 2 times this
      weight. With the default 50, avoiding a repeat is worth moving two players by 5
      tables each.
    - `at_once`: added if the two players met in the round before.
    """

    displacement: int = 1
    rematch: int = 50
    at_once: int = 20


def check_standing(standing: Sequence[int], size: int = SEATS_PER_TABLE) -> None:
    """Raise RuleError if the standings are empty, contain a player twice or do not fill
    tables of `size`."""
    if not standing:
        raise RuleError(
            Fault("empty_standing", _("The standings are empty."), "standing")
        )
    if twice := sorted(
        number for number, times in Counter(standing).items() if times > 1
    ):
        raise RuleError(
            Fault(
                "twice_in_standing",
                _("These players are in the standings twice: %(numbers)s."),
                "standing",
                {"numbers": listed(twice)},
            )
        )
    if len(standing) % size:
        raise RuleError(
            Fault(
                "not_by_four",
                _(
                    "%(players)s players do not fill tables of %(size)s. Add house "
                    "players or byes."
                ),
                "standing",
                {"players": len(standing), "size": size},
            )
        )


def meeting_costs(
    standing: Sequence[int],
    played: Plan,
    entrants: Sequence[SeatingPlayer],
    demands: Constraints,
    weights: RoundWeights,
) -> list[list[int]]:
    """Return the costs of meetings in the next round, by the places of both players in
    the standings (from 0).

    Past meetings have the costs in `weights`. Meetings of players to keep apart cost
    half the weight of their constraint, because a repeat also costs half of its weight.
    """
    known = {entrant.number: entrant for entrant in entrants}
    people = [
        replace(known.get(number, SeatingPlayer(number)), first=1, last=None, away=())
        for number in standing
    ]
    round_ = len(played)
    aversions = Aversions(people, demands, round_ + 1, tables_apart=True)
    costs = [[0] * len(standing) for _number in standing]
    for place, others in enumerate(aversions.in_round(round_)):
        for other, cost in others.items():
            costs[place][other] = cost // 2
    place_of = {number: place for place, number in enumerate(standing)}
    for (one, other), rounds in meetings(played).items():
        if one in place_of and other in place_of:
            met = len(rounds)
            cost = weights.rematch * met * (met + 1) // 2
            cost += weights.at_once * (rounds[-1] == round_)
            costs[place_of[one]][place_of[other]] += cost
            costs[place_of[other]][place_of[one]] += cost
    return costs


def at_fixed_tables(
    tables: Sequence[Sequence[int]], entrants: Sequence[SeatingPlayer]
) -> list[list[int]]:
    """Return the tables in an order that gives players their fixed tables.

    The numbers of other tables change as little as possible. If players at one table
    need different tables, or players at several tables need the same one, single
    players are exchanged too. Fixed tables that do not exist are ignored.
    """
    wanted = {one.number: one.table for one in entrants if one.table is not None}
    seated = [list(people) for people in tables]
    for group, place in sorted(granted(tables, wanted).items()):
        _exchange_numbers(seated, tables[group], place)
    for number, table in sorted(wanted.items()):
        _exchange_player(seated, number, table - 1, wanted)
    return seated


def _exchange_numbers(
    seated: list[list[int]], people: Sequence[int], place: int
) -> None:
    current = seated.index(list(people))
    seated[current], seated[place] = seated[place], seated[current]


def _exchange_player(
    seated: list[list[int]], number: int, place: int, wanted: dict[int, int]
) -> None:
    """Exchange a player with a player at the fixed table `place` (from 0). Do nothing
    if this is not possible."""
    current = next((at for at, people in enumerate(seated) if number in people), None)
    if current is None or current == place or not 0 <= place < len(seated):
        return
    for chair, other in reversed(list(enumerate(seated[place]))):
        if wanted.get(other) != place + 1:
            seated[place][chair] = number
            seated[current][seated[current].index(number)] = other
            return
