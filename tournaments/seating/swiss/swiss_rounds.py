"""A round put together, table by table, out of the fours that are nearly as good
as the best four for their table.

Where the ranks of a standing belong, and what it costs to sit elsewhere.

So many tables together are a score group. Each rank has a home, the table where the
order inside the group puts it.

Swiss rounds: who stands near one another sits together, but not again.

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
from typing import NamedTuple, TypeAlias

from rules.faults import Fault, RuleError
from rules.translation_marks import _
from tournaments.seating.constraints import Demands, Entrant
from tournaments.seating.random_seed import Chance
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import CHAIRS, Plan
from tournaments.seating.swiss.rematch_and_rank_costs import (
    RoundWeights,
    at_fixed_tables,
    check_standing,
    meeting_costs,
)
from tournaments.seating.swiss.round_annealing import Costs, Exchange
from tournaments.seating.swiss.tables_by_prices import Four, Market, Tables

#: So many fours can be put together in a reasonable time.
_MOST = 60_000

#: How often a four may be tried in a way, and how many ways to seat some people are
#: carried from table to table all the same.
_TRIALS = 4_000_000
_NARROWEST = 200

#: The trials, of a four in a way, that take the time of one move.
_TRIALS_A_MOVE = 50

#: Fours one after the other, the last first.
Way: TypeAlias = "tuple[Four, Way] | None"


class Piece(NamedTuple):
    """A four: how much more its table pays for it than for its best, and the
    people as bits."""

    more: int
    bits: int
    four: Four


class Pieces(NamedTuple):
    """For each table the fours it may have, the best first; whether none was left
    out because they were too many."""

    tables: list[list[Piece]]
    complete: bool


class Found(NamedTuple):
    """The best round out of some pieces, if there is one, and whether no better
    one can have been overlooked."""

    tables: Tables | None
    all_tried: bool


def pieces_within(market: Market, gap: int) -> Pieces:
    """For each table every four that can be part of a round which costs at most
    the market's bound and `gap` more, or the best of them."""
    pieces: list[list[Piece]] = []
    for table in range(len(market.near)):
        least, _four = market.choose(table, market.prices)
        fours = sorted(market.fours(table, market.prices, least + gap + 1))
        pieces.append(
            [
                Piece(cost - least, sum(1 << who for who in four), four)
                for cost, four in fours
            ]
        )
    each = _MOST // len(pieces)
    if sum(map(len, pieces)) <= _MOST:
        return Pieces(pieces, complete=True)
    return Pieces([table[:each] for table in pieces], complete=False)


def put_together(pieces: Pieces, gap: int, least: int, budget: Budget) -> Found:
    """The round out of one piece a table that pays least, and at most `gap` more
    than the best pieces.

    Of all ways to seat the same people at the first tables only the best goes on;
    of all these, only the best, and the fewer the more pieces there are. `least`: the
    cost of the best round known, to be told.
    """
    width = max(_TRIALS // (1 + sum(map(len, pieces.tables))), _NARROWEST)
    ways: dict[int, tuple[int, Way]] = {0: (0, None)}
    all_tried = pieces.complete
    for table, due in zip(pieces.tables, _due(pieces.tables), strict=True):
        moves = 1 + len(ways) * len(table) // _TRIALS_A_MOVE
        ways = _one_table_more(ways, table, due, gap)
        if len(ways) > width:
            best = sorted(ways.items(), key=lambda way: (way[1][0], way[0]))
            ways = dict(best[:width])
            all_tried = False
        if not ways:
            return Found(None, all_tried)
        if not budget.go_on("pieces", moves, least):
            return Found(None, False)
    ((_more, last),) = ways.values()
    return Found(_tables(last), all_tried)


def _due(pieces: list[list[Piece]]) -> list[int]:
    """For each table, as bits, those who have no piece at a later one."""
    everybody = 0
    for table in pieces:
        for piece in table:
            everybody |= piece.bits
    due, later = [], 0
    for table in reversed(pieces):
        due.append(everybody & ~later)
        for piece in table:
            later |= piece.bits
    return due[::-1]


def _one_table_more(
    ways: dict[int, tuple[int, Way]], pieces: list[Piece], due: int, gap: int
) -> dict[int, tuple[int, Way]]:
    """By the people seated (as bits), how much more is paid than at best, and the
    way there. Whoever is due must be seated."""
    further: dict[int, tuple[int, Way]] = {}
    for seated, (paid, way) in ways.items():
        for more, bits, four in pieces:
            total = paid + more
            if total > gap:
                break
            now = seated | bits
            if seated & bits or due & ~now:
                continue
            known = further.get(now)
            if known is None or total < known[0]:
                further[now] = total, (four, way)
    return further


def _tables(way: Way) -> Tables:
    tables: Tables = []
    while way:
        four, way = way
        tables.append(list(four))
    return tables[::-1]


#: The parts of 1 in which costs are counted here, so that prices can be fine.
UNIT = 1_000

#: Being a table away from home where a score group has several: a tenth of being a
#: group away, so that the order inside a group holds unless something speaks
#: against it.
OUT_OF_ORDER = UNIT // 10

#: More than any round can cost.
FAR = 10**12


def homes_in(count: int, block: int, order: str, chance: Chance) -> list[int]:
    """For each rank (from 0) the table (from 0) where the order puts it."""
    homes: list[int] = []
    for first in range(0, count, block):
        size = min(block, count - first)
        inside = _inside(size, order)
        if order == "random":
            inside = chance.shuffled(inside)
        homes += [first + table for table in inside]
    leaders = homes.index(0)
    homes[0], homes[leaders] = 0, homes[0]
    return homes


def _inside(size: int, order: str) -> list[int]:
    """The tables of a score group in the order of its ranks."""
    up = list(range(size))
    if order == "snake":
        return [*up, *reversed(up), *up, *reversed(up)]
    if order == "fold":
        half = [table for table in up for _chair in range(CHAIRS // 2)]
        return half + half[::-1]
    return [table for table in up for _chair in range(CHAIRS)]


def at_home(home: Sequence[int]) -> Tables:
    """The tables if everybody is at home."""
    tables: Tables = [[] for _table in range(len(home) // CHAIRS)]
    for rank, table in enumerate(home):
        tables[table].append(rank)
    return tables


def seat_costs(
    home: Sequence[int], block: int, displacement: int, window: int
) -> list[list[int]]:
    """What each rank costs at each table, in parts of UNIT: FAR for tables further
    than the window, and for the leader all but table 1."""
    count = len(home) // CHAIRS
    unlike = OUT_OF_ORDER * displacement if block > 1 else 0
    seat = [[FAR] * len(home) for _table in range(count)]
    for rank, at in enumerate(home):
        group = at // block
        for table in range(max(at - window, 0), min(at + window + 1, count)):
            off = abs(table // block - group)
            seat[table][rank] = UNIT * displacement * off * off
            seat[table][rank] += unlike * (table - at) * (table - at)
    for table in range(1, count):
        seat[table][0] = FAR
    return seat


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
