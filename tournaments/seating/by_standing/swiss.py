"""Swiss rounds: who stands near one another sits together, but not again.

Tables of the next round, from the standing: everybody as near as possible to the
table where the rank belongs, with as few as possible who met before. Both are one
cost (RoundWeights); a director may read it as "a rematch is worth moving two
players by five tables each". Other methods take the best-placed free player and
look for three opponents, which spoils the last tables; here all tables are weighed
together, and as a rule the answer is proved to be the best there is.

The tables come in the order in which displacements were counted, with the leader
always at table 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from rules.faults import Fault, RuleError
from rules.translation_marks import _
from tournaments.seating.budget import Budget
from tournaments.seating.by_standing.pieces import pieces_within, put_together
from tournaments.seating.by_standing.prices import Market, Tables
from tournaments.seating.by_standing.round_annealing import Costs, Exchange
from tournaments.seating.by_standing.score_groups import (
    FAR,
    OUT_OF_ORDER,
    UNIT,
    at_home,
    homes_in,
    seat_costs,
)
from tournaments.seating.by_standing.standing import (
    RoundWeights,
    at_fixed_tables,
    check_standing,
    meeting_costs,
)
from tournaments.seating.chance import Chance
from tournaments.seating.demands import Demands, Entrant
from tournaments.seating.plans import CHAIRS, Plan

#: Who sits with whom inside a score group: neighbours; the first with the last
#: (1 and 2 with the last two); there and back again (1-8-9-16); by lot.
ORDERS = ("top", "fold", "snake", "random")

#: Nobody comes further than so many tables from where the order puts him, unless
#: who must not meet would otherwise.
WINDOW = 6

#: How many exchanges, and how much worse one may make the round at first and at
#: last: before prices are made, and where these did not lead to a round.
_SHORT = (20_000, UNIT, UNIT // 4)
_LONG = (200_000, 8 * UNIT, UNIT // 4)

#: With so many tables, prices can be made for the whole field at once.
_FEW = 25

#: How often prices change before a round is made with them, and how often that is
#: done again, with what the round made before costs.
_TRADES, _PHASES = 100, 3

#: The moves that making a round may take, if there are so many left.
_EFFORT = 40_000

#: What it costs that two meet.
Meet: TypeAlias = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Settled:
    """A round: its tables of start numbers, what it costs, and a proved lower bound
    of what any round costs within the window (0 if that was too narrow), both in
    thousandths of a weight."""

    tables: list[list[int]]
    cost: int
    bound: int

    @property
    def best(self) -> bool:
        """Whether it is proved that no round costs less."""
        return self.cost <= self.bound


def swiss_round(
    standing: Sequence[int],
    played: Plan = (),
    *,
    entrants: Sequence[Entrant] = (),
    demands: Demands = Demands(),
    block: int = 1,
    order: str = "top",
    weights: RoundWeights = RoundWeights(),
    chance: Chance,
    budget: Budget,
) -> list[list[int]]:
    """The next round's tables of four start numbers, table 1 first, each by rank.

    `standing`: start numbers, the best first. `block`: so many tables are one score
    group, inside which it costs little where somebody sits; `order` (see ORDERS)
    says who sits with whom there if nothing speaks against it. With 1, ranks 1-4
    belong to table 1, 5-8 to table 2 and so on.

    Whoever can only sit at one table (Entrant.table) gets it at the end, when whole
    tables change numbers; only that can take the leader from table 1. Who must not
    meet does not if it can be avoided. Raises RuleError for a standing that does
    not fill tables of four, a block below 1 or an order that is not known.
    """
    settled = settle(
        standing,
        played,
        entrants=entrants,
        demands=demands,
        block=block,
        order=order,
        weights=weights,
        chance=chance,
        budget=budget,
    )
    return at_fixed_tables(settled.tables, entrants)


def settle(
    standing: Sequence[int],
    played: Plan,
    *,
    entrants: Sequence[Entrant],
    demands: Demands,
    block: int,
    order: str,
    weights: RoundWeights,
    chance: Chance,
    budget: Budget,
) -> Settled:
    """As `swiss_round`, before anybody's fixed table is looked at, and with what
    the round costs."""
    check_standing(standing)
    check_groups(block, order)
    meet = meeting_costs(standing, played, entrants, demands, weights)
    hard = demands.weights.hard // 2
    homes = homes_in(len(standing) // CHAIRS, block, order, chance)
    costs = Costs(seat_costs(homes, block, weights.displacement, WINDOW), _fine(meet))
    tables, bound = _search(at_home(homes), costs, UNIT * hard, chance, budget)
    if _broken(tables, meet, hard):
        costs = Costs(
            seat_costs(homes, block, weights.displacement, len(tables)), costs.meet
        )
        far, bound = _far_apart(at_home(homes), costs, UNIT * hard, chance, budget), 0
        tables = min(
            (tables, far),
            key=lambda found: (_broken(found, meet, hard), costs.of_round(found)),
        )
    numbers = [[standing[rank] for rank in sorted(ranks)] for ranks in tables]
    grain = UNIT if block == 1 else OUT_OF_ORDER
    return Settled(numbers, costs.of_round(tables), -(-bound // grain) * grain)


def _far_apart(
    tables: Tables, costs: Costs, hard: int, chance: Chance, budget: Budget
) -> Tables:
    """A round in which those who must not meet come as far as they have to: no
    displacement is worse than a meeting of theirs."""
    worst = len(tables) * len(tables)
    meet = [
        [cost * worst if cost >= hard else cost for cost in row] for row in costs.meet
    ]
    costs = Costs(costs.seat, meet)
    free = [rank for people in tables for rank in people]
    tables = []
    while free:
        people = [free.pop(0)]
        while len(people) < CHAIRS:
            people.append(_next(free, people, meet, hard))
            free.remove(people[-1])
        tables.append(people)
    tables = _exchanged(tables, costs, _LONG, len(tables) - 1, chance, budget)
    if _broken(tables, meet, hard) or len(tables) > _FEW:
        return tables
    return _search(tables, costs, hard * worst, chance, budget)[0]


def _next(free: Sequence[int], people: Sequence[int], meet: Meet, hard: int) -> int:
    """The first who may meet everybody at the table, or else the first."""
    return next(
        (who for who in free if all(meet[who][one] < hard for one in people)), free[0]
    )


def _broken(tables: Tables, meet: Meet, hard: int) -> int:
    """How many meet who must not."""
    if not hard:
        return 0
    return sum(
        meet[one][two] >= hard
        for people in tables
        for one, two in combinations(people, 2)
    )


def _fine(meet: list[list[int]]) -> list[list[int]]:
    return [[UNIT * cost for cost in row] for row in meet]


def check_groups(block: int, order: str) -> None:
    """Raises RuleError unless there is such a block and order."""
    if block < 1:
        message = _("Enter at least 1 table per score group.")
        raise RuleError(Fault("block", message, "options.block"))
    if order not in ORDERS:
        message = _("“%(order)s” is not an order within a score group.")
        raise RuleError(Fault("order", message, "options.order", {"order": order}))


def _exchanged(
    tables: Tables,
    costs: Costs,
    effort: tuple[int, int, int],
    reach: int,
    chance: Chance,
    budget: Budget,
) -> Tables:
    exchange = Exchange(tables, costs, chance, reach)
    exchange.search(*effort, budget)
    return exchange.tables


def _search(
    tables: Tables, costs: Costs, hard: int, chance: Chance, budget: Budget
) -> tuple[Tables, int]:
    """The best round that can be found, and a lower bound of the cost of any. If
    somebody meets whom he must not (which costs `hard`), not much is tried."""
    begun = tables = _exchanged(tables, costs, _SHORT, WINDOW, chance, budget)
    least = bound = costs.of_round(tables)
    if not least or len(tables) == 1:
        return tables, bound
    near = [[rank for rank, cost in enumerate(row) if cost < FAR] for row in costs.seat]
    market = Market(costs, near, tables)
    for _phase in range(_PHASES):
        market.trade(_TRADES, least, budget)
        tables, bound = _assembled(market, tables, budget)
        before, least = least, costs.of_round(tables)
        if bound >= least or least == before or least >= hard > 0:
            break
    if tables is begun and bound < least < (hard or FAR):
        tables = _exchanged(tables, costs, _LONG, WINDOW, chance, budget)
    return tables, bound


def _assembled(market: Market, tables: Tables, budget: Budget) -> tuple[Tables, int]:
    """The best round that can be put together, unless `tables` is better, and a
    lower bound of the cost of any.

    Only fours that are worse than their table's best by no more than `gap` are
    used, first by little, then by more. All rounds within the gap are tried first,
    which proves something, then whatever is better than the best known.
    """
    least, bound = market.costs.of_round(tables), market.bound
    gap = UNIT // 4
    reserve = max(budget.left - _EFFORT, budget.left * 3 // 4)
    while bound < least and budget.left > reserve:
        better = least - 1 - market.bound
        gap = min(gap, better)
        pieces = pieces_within(market, gap)
        budget.go_on("pieces", market.work(), least)
        found, all_tried = put_together(pieces, gap, least, budget)
        if found is not None:
            cost = market.costs.of_round(found)
            return found, cost if all_tried else bound
        if all_tried:
            bound = market.bound + gap + 1
        found, _tried = put_together(pieces, better, least, budget)
        if found is not None:
            tables, least = found, market.costs.of_round(found)
        elif gap == better or not pieces.complete:
            break
        gap = gap * 7 // 4
    return tables, min(bound, least)
