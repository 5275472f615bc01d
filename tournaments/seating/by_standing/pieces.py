"""A round put together, table by table, out of the fours that are nearly as good
as the best four for their table."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from tournaments.seating.budget import Budget
from tournaments.seating.by_standing.prices import Four, Market, Tables

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
