"""What all ways to seat one round have in common: a standing of start numbers (the
best first) that fills tables of four, what two of them cost at one table, and the
players who can only sit at one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.faults import Fault, RuleError
from rules.translation_marks import _
from tournaments.seating.constraints import Demands, Entrant
from tournaments.seating.search.fixed_tables import granted
from tournaments.seating.search.keep_apart import Aversions
from tournaments.seating.seating_plan import CHAIRS, Plan, meetings


@dataclass(frozen=True)
class RoundWeights:
    """What a single round weighs, beside what the demands do.

    `displacement`: for a player who sits so many tables (score groups, if there
    are any) from where the rank belongs, the square times this. `rematch`: for two
    who met m times before, m * (m + 1) / 2 times this; 50 says that a rematch is
    worth moving two players by five tables each. `at_once`: more if they met in
    the round before.
    """

    displacement: int = 1
    rematch: int = 50
    at_once: int = 20


def check_standing(standing: Sequence[int]) -> None:
    """Raises RuleError unless everybody stands once in it and tables of four are
    filled."""
    if not standing:
        raise RuleError(
            Fault("empty_standing", _("The standings are empty."), "standing")
        )
    if twice := sorted(who for who, times in Counter(standing).items() if times > 1):
        raise RuleError(
            Fault(
                "twice_in_standing",
                _("Twice in the standings: %(numbers)s."),
                "standing",
                {"numbers": ", ".join(map(str, twice))},
            )
        )
    if len(standing) % CHAIRS:
        raise RuleError(
            Fault(
                "not_by_four",
                _(
                    "%(players)s players do not fill tables of 4. Add house players or "
                    "let players sit out."
                ),
                "standing",
                {"players": len(standing)},
            )
        )


def meeting_costs(
    standing: Sequence[int],
    played: Plan,
    entrants: Sequence[Entrant],
    demands: Demands,
    weights: RoundWeights,
) -> list[list[int]]:
    """What it costs that two meet in the next round, both as places in the
    standing, from 0.

    Past meetings cost what `weights` says. Who should not meet costs half of what
    the demands weigh, as a repeat costs half of theirs.
    """
    known = {entrant.number: entrant for entrant in entrants}
    people = [
        replace(known.get(number, Entrant(number)), first=1, last=None, away=())
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
    tables: Sequence[Sequence[int]], entrants: Sequence[Entrant]
) -> list[list[int]]:
    """The tables with numbers exchanged so that whoever can only sit at one table
    (Entrant.table) does, and the others' numbers change as little as that allows.

    Where one exchange of whole tables cannot seat two people right, because both
    want the same table or sit together, players change places one by one. A table
    that is not there is granted to nobody.
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
    now = seated.index(list(people))
    seated[now], seated[place] = seated[place], seated[now]


def _exchange_player(
    seated: list[list[int]], number: int, place: int, wanted: dict[int, int]
) -> None:
    """Let a player change places with somebody at the table he wants."""
    now = next((at for at, people in enumerate(seated) if number in people), None)
    if now is None or now == place or not 0 <= place < len(seated):
        return
    for chair, other in reversed(list(enumerate(seated[place]))):
        if wanted.get(other) != place + 1:
            seated[place][chair] = number
            seated[now][seated[now].index(number)] = other
            return
