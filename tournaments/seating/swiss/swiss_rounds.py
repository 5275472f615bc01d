"""Swiss rounds: players close in the standings meet, without repeat opponents.

All players sit as near as possible to the table of their rank, with as few repeats as
possible. One cost includes both aims (RoundWeights). With the default weights, avoiding
a repeat is worth moving two players by 5 tables each.

Other methods seat the highest free player first and look for three opponents, which
makes the last tables worse. This module compares all tables together and usually proves
that the result is optimal.

The tables of a score group count as one place in the standings. Each rank has a home:
the table assigned to the rank by the order inside the group. The tables of the result
are in the order used for displacements, with the leader always at table 1.

A four is a set of 4 players. The round is built table by table from fours that are
nearly as good as the best four for their table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, TypeAlias

from rules.faults import Fault, RuleError
from rules.translation_marks import _
from tournaments.seating.constraints import Constraints, SeatingPlayer
from tournaments.seating.random_seed import Chance
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Four, Plan
from tournaments.seating.swiss.rematch_and_rank_costs import (
    RoundWeights,
    at_fixed_tables,
    check_standing,
    meeting_costs,
)
from tournaments.seating.swiss.round_annealing import Costs, Exchange
from tournaments.seating.swiss.tables_by_prices import Market, Tables

#: Most fours that can be put together in a reasonable time.
_MOST = 60_000

#: Most trials of adding a four to a way, and the fewest ways that are always kept from
#: table to table.
_TRIALS = 4_000_000
_NARROWEST = 200

#: Trials that take the time of one move.
_TRIALS_A_MOVE = 50

#: The fours of the first tables, as a linked list with the last first.
Way: TypeAlias = "tuple[Four, Way] | None"


class Piece(NamedTuple):
    """A four that may sit at a table. `bits` contains its players as the bits of a
    number.

    `more` is the amount that the four pays above the best four of the table.
    """

    more: int
    bits: int
    four: Four


class Pieces(NamedTuple):
    """The possible fours of each table, best first.

    `complete` is False if some fours were left out because there were too many.
    """

    tables: list[list[Piece]]
    complete: bool


class Found(NamedTuple):
    """The best round made of some pieces, or None if there is no such round.

    `all_tried` is True if no better round can exist.
    """

    tables: Tables | None
    all_tried: bool


def pieces_within(market: Market, gap: int) -> Pieces:
    """Return the possible fours of each table.

    A four is possible if it can be part of a round that costs at most the market's
    bound plus `gap`. If there are too many, only the best fours are returned.
    """
    pieces: list[list[Piece]] = []
    for table in range(len(market.near)):
        least, _four = market.choose(table, market.prices)
        fours = sorted(market.fours(table, market.prices, least + gap + 1))
        pieces.append(
            [
                Piece(cost - least, sum(1 << player for player in four), four)
                for cost, four in fours
            ]
        )
    share = _MOST // len(pieces)
    if sum(map(len, pieces)) <= _MOST:
        return Pieces(pieces, complete=True)
    return Pieces([table[:share] for table in pieces], complete=False)


def put_together(pieces: Pieces, gap: int, least: int, budget: Budget) -> Found:
    """Return the cheapest round made of one piece for each table.

    The round pays at most `gap` more than the best pieces. Of all ways to seat the same
    players at the first tables, only the best is kept. Only a limited number of the
    best ways is continued: the more pieces there are, the fewer ways.

    `least` is the cost of the best known round, for the progress report.
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
    """Return, for each table, the players without a piece at a later table, as the bits
    of a number."""
    all_players = 0
    for table in pieces:
        for piece in table:
            all_players |= piece.bits
    due, later = [], 0
    for table in reversed(pieces):
        due.append(all_players & ~later)
        for piece in table:
            later |= piece.bits
    return due[::-1]


def _one_table_more(
    ways: dict[int, tuple[int, Way]], pieces: list[Piece], due: int, gap: int
) -> dict[int, tuple[int, Way]]:
    """Return all ways extended by one table, by the seated players (as bits).

    Each way has the amount paid above the best pieces, at most `gap`. All players in
    `due` must be seated.
    """
    further: dict[int, tuple[int, Way]] = {}
    for seated, (paid, way) in ways.items():
        for more, bits, four in pieces:
            total = paid + more
            if total > gap:
                break
            seated_after = seated | bits
            if seated & bits or due & ~seated_after:
                continue
            known = further.get(seated_after)
            if known is None or total < known[0]:
                further[seated_after] = total, (four, way)
    return further


def _tables(way: Way) -> Tables:
    tables: Tables = []
    while way:
        four, way = way
        tables.append(list(four))
    return tables[::-1]


#: Costs are multiplied by this here, so that prices can be fine.
UNIT = 1_000

#: Cost of sitting one table away from home inside a score group: a tenth of one group.
#: The order inside a group therefore holds unless other costs matter more.
OUT_OF_ORDER = UNIT // 10

#: More than the cost of any round.
FAR = 10**12


def homes_in(count: int, block: int, order: str, chance: Chance) -> list[int]:
    """Return the home table (from 0) of each rank (from 0)."""
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
    """Return the tables of a score group, one for each rank of the group in order."""
    ascending = list(range(size))
    if order == "snake":
        return [*ascending, *reversed(ascending), *ascending, *reversed(ascending)]
    if order == "fold":
        half = [table for table in ascending for _chair in range(SEATS_PER_TABLE // 2)]
        return half + half[::-1]
    return [table for table in ascending for _chair in range(SEATS_PER_TABLE)]


def at_home(home: Sequence[int]) -> Tables:
    """Return the tables with all players at their home table."""
    tables: Tables = [[] for _table in range(len(home) // SEATS_PER_TABLE)]
    for rank, table in enumerate(home):
        tables[table].append(rank)
    return tables


def seat_costs(
    home: Sequence[int], block: int, displacement: int, window: int
) -> list[list[int]]:
    """Return the cost of each rank at each table, multiplied by UNIT, by table and
    rank.

    The cost is FAR for tables outside the window. For the leader, the cost is FAR for
    all tables except table 1.
    """
    count = len(home) // SEATS_PER_TABLE
    unlike = OUT_OF_ORDER * displacement if block > 1 else 0
    seat = [[FAR] * len(home) for _table in range(count)]
    for rank, at in enumerate(home):
        group = at // block
        for table in range(max(at - window, 0), min(at + window + 1, count)):
            groups_away = abs(table // block - group)
            seat[table][rank] = UNIT * displacement * groups_away * groups_away
            seat[table][rank] += unlike * (table - at) * (table - at)
    for table in range(1, count):
        seat[table][0] = FAR
    return seat


#: Orders inside a score group: neighbours; the first with the last (1 and 2 with the
#: last two); alternating directions (1-8-9-16); random.
ORDERS = ("top", "fold", "snake", "random")

#: Most tables between a player's table and home. It is exceeded only to avoid forbidden
#: meetings.
WINDOW = 6

#: Number of exchanges, and accepted increase in cost at the start and at the end.
#: _SHORT is used before pricing, _LONG if the prices led to no round.
_SHORT = (20_000, UNIT, UNIT // 4)
_LONG = (200_000, 8 * UNIT, UNIT // 4)

#: Most tables for which prices can be made for all players together.
_FEW = 25

#: Price changes before a round is made with them, and how often this is repeated with
#: the cost of the round made before.
_TRADES, _PHASES = 100, 3

#: Moves that making a round may take, if the budget allows.
_EFFORT = 40_000

#: Cost of a meeting of two players.
Meet: TypeAlias = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Settled:
    """A round with its tables of player numbers, its cost and a proved lower bound.

    The bound applies to all rounds within the window (0 if the window was too narrow).
    Cost and bound are in thousandths of a weight.
    """

    tables: list[list[int]]
    cost: int
    bound: int

    @property
    def best(self) -> bool:
        """Return whether it is proved that no round costs less."""
        return self.cost <= self.bound


def swiss_round(
    standing: Sequence[int],
    played: Plan = (),
    *,
    entrants: Sequence[SeatingPlayer] = (),
    demands: Constraints = Constraints(),
    block: int = 1,
    order: str = "top",
    weights: RoundWeights = RoundWeights(),
    chance: Chance,
    budget: Budget,
) -> list[list[int]]:
    """Return the tables of the next round, table 1 first. A table is 4 player numbers
    in the order of rank.

    - `standing`: player numbers, best first.
    - `block`: the number of tables in a score group. Moving to another table of the
      group costs little.
    - `order` (see ORDERS): how players of a score group are combined. With block 1,
      ranks 1-4 belong to table 1, 5-8 to table 2 and so on.

    Players with a fixed table get it at the end, when whole tables exchange numbers.
    Only this can move the leader from table 1. Forbidden meetings are avoided if
    possible.

    Raises RuleError for standings that do not fill tables of 4, a block below 1 or an
    unknown order.
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
    entrants: Sequence[SeatingPlayer],
    demands: Constraints,
    block: int,
    order: str,
    weights: RoundWeights,
    chance: Chance,
    budget: Budget,
) -> Settled:
    """Return the result of `swiss_round` before players move to fixed tables, with its
    cost and a lower bound."""
    check_standing(standing)
    check_groups(block, order)
    meet = meeting_costs(standing, played, entrants, demands, weights)
    hard = demands.weights.hard // 2
    homes = homes_in(len(standing) // SEATS_PER_TABLE, block, order, chance)
    costs = Costs(seat_costs(homes, block, weights.displacement, WINDOW), _fine(meet))
    tables, bound = _search(at_home(homes), costs, UNIT * hard, chance, budget)
    if _broken(tables, meet, hard):
        costs = Costs(
            seat_costs(homes, block, weights.displacement, len(tables)), costs.meet
        )
        far, bound = _far_apart(at_home(homes), costs, UNIT * hard, chance, budget), 0
        tables = min(
            (tables, far),
            key=lambda candidate: (
                _broken(candidate, meet, hard),
                costs.of_round(candidate),
            ),
        )
    numbers = [[standing[rank] for rank in sorted(ranks)] for ranks in tables]
    grain = UNIT if block == 1 else OUT_OF_ORDER
    return Settled(numbers, costs.of_round(tables), -(-bound // grain) * grain)


def _far_apart(
    tables: Tables, costs: Costs, hard: int, chance: Chance, budget: Budget
) -> Tables:
    """Return a round in which players may sit as far from their home table as
    necessary.

    Moving a player is always better than a forbidden meeting.
    """
    worst = len(tables) * len(tables)
    meet = [
        [cost * worst if cost >= hard else cost for cost in row] for row in costs.meet
    ]
    costs = Costs(costs.seat, meet)
    free = [rank for people in tables for rank in people]
    tables = []
    while free:
        people = [free.pop(0)]
        while len(people) < SEATS_PER_TABLE:
            people.append(_next(free, people, meet, hard))
            free.remove(people[-1])
        tables.append(people)
    tables = _exchanged(tables, costs, _LONG, len(tables) - 1, chance, budget)
    if _broken(tables, meet, hard) or len(tables) > _FEW:
        return tables
    return _search(tables, costs, hard * worst, chance, budget)[0]


def _next(free: Sequence[int], people: Sequence[int], meet: Meet, hard: int) -> int:
    """Return the first free player who may meet all players at the table.

    If there is no such player, return the first free player.
    """
    return next(
        (player for player in free if all(meet[player][one] < hard for one in people)),
        free[0],
    )


def _broken(tables: Tables, meet: Meet, hard: int) -> int:
    """Return the number of forbidden meetings at the tables."""
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
    """Raise RuleError if the block is below 1 or the order is unknown."""
    if block < 1:
        message = _("Enter at least 1 table per score group.")
        raise RuleError(Fault("block", message, "options.block"))
    if order not in ORDERS:
        message = _("Unknown order “%(order)s”. Use top, fold, snake or random.")
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
    """Return the best round that was found, and a lower bound on the cost of every
    round.

    If forbidden meetings remain (each costs `hard`), the search ends early.
    """
    start = tables = _exchanged(tables, costs, _SHORT, WINDOW, chance, budget)
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
    if tables is start and bound < least < (hard or FAR):
        tables = _exchanged(tables, costs, _LONG, WINDOW, chance, budget)
    return tables, bound


def _assembled(market: Market, tables: Tables, budget: Budget) -> tuple[Tables, int]:
    """Return the best round that can be built, and a lower bound on the cost of every
    round.

    If `tables` is better, return `tables` as the round. Only fours that are at most
    `gap` worse than the best four of their table are used; the gap starts small and
    increases. First all rounds within the gap are tried, which proves a bound. Then all
    rounds better than the best known round are tried.
    """
    least, bound = market.costs.of_round(tables), market.bound
    gap = UNIT // 4
    reserve = max(budget.left - _EFFORT, budget.left * 3 // 4)
    while bound < least and budget.left > reserve:
        better = least - 1 - market.bound
        gap = min(gap, better)
        pieces = pieces_within(market, gap)
        budget.go_on("pieces", market.work(), least)
        candidate, all_tried = put_together(pieces, gap, least, budget)
        if candidate is not None:
            cost = market.costs.of_round(candidate)
            return candidate, cost if all_tried else bound
        if all_tried:
            bound = market.bound + gap + 1
        candidate, _tried = put_together(pieces, better, least, budget)
        if candidate is not None:
            tables, least = candidate, market.costs.of_round(candidate)
        elif gap == better or not pieces.complete:
            break
        gap = gap * 7 // 4
    return tables, min(bound, least)
