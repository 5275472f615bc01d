"""Generate one round: random, or from the standings in snake order, by intervals or by
ranks.

All functions take player numbers, the best first, and return tables of player numbers,
table 1 first. Winds are assigned later (`wind_balance`). Players with a fixed table get
it at the end: whole tables exchange numbers. This may include the leader's table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.faults import Fault, RuleError
from rules.translation_marks import _, listed
from tournaments.seating.constraints import Constraints, SeatingPlayer
from tournaments.seating.random_seed import Chance
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Plan
from tournaments.seating.swiss.rematch_and_rank_costs import (
    RoundWeights,
    at_fixed_tables,
    check_standing,
    meeting_costs,
)
from tournaments.seating.swiss.round_annealing import Costs, Exchange

#: Exchanges per player to avoid repeats in a random round.
_EXCHANGES = 500


def random_tables(
    standing: Sequence[int],
    played: Plan = (),
    *,
    entrants: Sequence[SeatingPlayer] = (),
    demands: Constraints = Constraints(),
    weights: RoundWeights = RoundWeights(),
    chance: Chance,
    budget: Budget,
) -> list[list[int]]:
    """Return random tables. Exchanges of players improve the tables until forbidden
    meetings are avoided.

    If the budget is used up, some may remain. Raises RuleError for standings that do
    not fill tables of 4.
    """
    check_standing(standing)
    meet = meeting_costs(standing, played, entrants, demands, weights)
    tables = _in_tables(chance.shuffled(range(len(standing))), SEATS_PER_TABLE)
    free = [[0] * len(standing)] * len(tables)
    exchange = Exchange(tables, Costs(free, meet), chance, reach=len(tables) - 1)
    exchange.search(_EXCHANGES * len(standing), weights.rematch // 3 + 1, 1, budget)
    drawn = [[standing[place] for place in people] for people in exchange.tables]
    return at_fixed_tables(drawn, entrants)


def snake_tables(
    standing: Sequence[int],
    *,
    entrants: Sequence[SeatingPlayer] = (),
    size: int = SEATS_PER_TABLE,
) -> list[list[int]]:
    """Return tables in snake order: the standings go over all tables forwards, then
    backwards, and so on.

    With 4 tables, the first tables are 1-8-9-16 and 2-7-10-15. Raises RuleError for
    standings that do not fill tables of `size`.
    """
    check_standing(standing, size)
    count = len(standing) // size
    rows = [
        standing[start : start + count][:: -1 if row % 2 else 1]
        for row, start in enumerate(range(0, len(standing), count))
    ]
    return at_fixed_tables(_columns(rows), entrants)


def interval_tables(
    standing: Sequence[int],
    interval: int,
    *,
    entrants: Sequence[SeatingPlayer] = (),
    size: int = SEATS_PER_TABLE,
) -> list[list[int]]:
    """Return tables whose players are `interval` ranks apart: 1-5-9-13, 2-6-10-14 ...
    for interval 4.

    Each size * interval players fill `interval` tables. If fewer players remain at the
    end, their distance is shorter: with 24 players and interval 4, the last 8 players
    sit 17-19-21-23 and 18-20-22-24. Interval 1 is 1-2-3-4.

    Raises RuleError for an interval below 1, and for standings that do not fill tables
    of `size`.
    """
    check_standing(standing, size)
    if interval < 1:
        raise RuleError(
            Fault("interval", _("Enter an interval of 1 or more."), "options.interval")
        )
    tables: list[list[int]] = []
    for start in range(0, len(standing), size * interval):
        part = standing[start : start + size * interval]
        step = len(part) // size
        tables += _columns([part[row * step :][:step] for row in range(size)])
    return at_fixed_tables(tables, entrants)


def template_tables(
    standing: Sequence[int],
    template: Sequence[Sequence[int]] = (),
    *,
    entrants: Sequence[SeatingPlayer] = (),
    size: int = SEATS_PER_TABLE,
) -> list[list[int]]:
    """Return the tables that a template of ranks describes.

    For example, a template for finals is [[1, 2, 3, 4], [5, 6, 7, 8]]. Players ranked
    after the highest rank in the template follow in tables of `size`, in the order of
    the standings. An empty template therefore seats 1-4, 5-8 and so on.

    Raises RuleError, with all faults, if a table does not have `size` ranks, if ranks
    are duplicate, missing or unknown, or if the standings do not fill the tables.
    """
    check_standing(standing, size)
    named = [rank for table in template for rank in table]
    if faults := _template_faults(template, named, len(standing), size):
        raise RuleError(*faults)
    ranks = named + list(range(len(named) + 1, len(standing) + 1))
    people = [standing[rank - 1] for rank in ranks]
    return at_fixed_tables(_in_tables(people, size), entrants)


def _template_faults(
    template: Sequence[Sequence[int]],
    named: Sequence[int],
    players: int,
    size: int,
) -> list[Fault]:
    faults = [
        Fault(
            "template_table",
            _(
                "Table %(table)s of the template has %(count)s ranks instead of "
                "%(size)s."
            ),
            f"options.template.{number}",
            {"table": number, "count": len(ranks), "size": size},
        )
        for number, ranks in enumerate(template, 1)
        if len(ranks) != size
    ]
    twice = [rank for rank, times in Counter(named).items() if times > 1]
    highest = max([rank for rank in named if rank <= players], default=0)
    for code, message, ranks in (
        ("rank_twice", _("The template repeats places: %(ranks)s."), twice),
        (
            "rank_missing",
            _("The template is missing places: %(ranks)s."),
            set(range(1, highest + 1)).difference(named),
        ),
        (
            "rank_unknown",
            _("The template uses places that no player has: %(ranks)s."),
            {rank for rank in named if not 1 <= rank <= players},
        ),
    ):
        if ranks:
            params = {"ranks": listed(sorted(ranks))}
            faults.append(Fault(code, message, "options.template", params))
    return faults


def _in_tables(items: Sequence[int], size: int) -> list[list[int]]:
    return [list(items[start : start + size]) for start in range(0, len(items), size)]


def _columns(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(people) for people in zip(*rows, strict=True)]
