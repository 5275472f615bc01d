"""Plans without repeat opponents at tables of 3.

A player has two opponents in a round, so n players can have at most (n - 1) / 2 rounds
without repeats. A plan with that many rounds is a resolvable design of triples
(Kirkman, nearly Kirkman if n is even). The catalogue has the longest plans for 9 to 60
players. Their base rounds are developed by adding the elements of a cyclic group, like
the starters of `starters_and_small_plans`. In some plans, more rounds follow; all
tables of such a round come from one triple (Ray-Chaudhuri and Wilson, Solution of
Kirkman's schoolgirl problem, 1971).

In other plans, the players form three pools of q players. Players of one pool never
meet. Players x, x + a and x + b meet at table x + c. No pair meets twice, and no player
visits a table twice, if a, b, c and their differences never repeat modulo q. For up to
60 players, such numbers are in the catalogue. Otherwise the numbers in round t are t,
2t and 3t. If players may visit a table twice, t and 2t are enough. If q is even, 2t + 1
replaces 2t from round q / 2 on, and there is one round less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import gcd
from typing import cast

from rules.strict_reader import Json
from tournaments.seating.meetings.catalogue import table
from tournaments.seating.meetings.starters_and_small_plans import Labels, Structure

_SEATS = 3
_Round = tuple[tuple[int, ...], ...]

#: Numbers of players without a plan of (players - 1) / 2 rounds, and their longest.
_SHORTER = {6: 1, 12: 4}


def most_rounds_possible(players: int) -> int:
    """Return an upper bound on the number of rounds at tables of 3 without repeats."""
    return _SHORTER.get(players, (players - 1) // 2)


def most_rounds_for_three(players: int) -> int:
    """Return the largest number of rounds that `perfect_for_three` can make for this
    number of players, or 0 if it can make none."""
    if players < _SEATS or players % _SEATS:
        return 0
    return max(_of_entry(_entry(players)), _of_pools(players // _SEATS))


def perfect_for_three(players: int, rounds: int) -> Structure | None:
    """Return a plan with tables of 3 and this number of rounds, without repeats.

    Return None if no plan is known or the players do not fill tables of 3.
    """
    if not 1 <= rounds <= most_rounds_for_three(players):
        return None
    order = players // _SEATS
    pools = tuple(pool for pool in range(_SEATS) for _label in range(order))
    if rounds <= _of_shifts(order):
        structure = _structure(_shifted(order), rounds, "three pools", pools)
        return replace(structure, numbered=True)
    if rounds <= _of_pools(order):
        return _structure(_pools(order), rounds, "three pools", pools)
    return _structure(_developed(players, _entry(players)), rounds, "catalogue")


def _structure(
    plan: Iterator[_Round],
    rounds: int,
    source: str,
    pools: tuple[int, ...] | None = None,
) -> Structure:
    # Structures are used by their meetings only, whatever the size of a table.
    return Structure(cast(Labels, tuple(islice(plan, rounds))), source, pools=pools)


def _known_shifts(order: int) -> Sequence[tuple[int, int, int]]:
    """Return the stored steps of three pools of `order` players, one item for each
    round. Return an empty tuple if no steps are stored."""
    return tuple(table("shifts_for_three").get(str(order), ()))


def _of_shifts(order: int) -> int:
    """Return the number of rounds without repeats of three pools of `order` players, if
    no player visits a table twice."""
    if known := _known_shifts(order):
        return len(known)
    return order if gcd(order, 6) == 1 else -(-order // 3)


def _shifted(order: int) -> Iterator[_Round]:
    steps = _known_shifts(order) or [(t, 2 * t, 3 * t) for t in range(order)]
    for second, third, at in steps:
        places = sorted(range(order), key=lambda x: (x + at) % order)
        yield tuple(_at_table(x, second, third, order) for x in places)


def _at_table(x: int, second: int, third: int, order: int) -> tuple[int, ...]:
    return x, order + (x + second) % order, 2 * order + (x + third) % order


def _of_pools(order: int) -> int:
    """Return the number of rounds without repeats of three pools of `order` players, if
    players may visit a table twice."""
    return order if order % 2 else order - 1


def _pools(order: int) -> Iterator[_Round]:
    for t in range(order):
        last = 2 * t + (not order % 2 and t >= order // 2)
        yield tuple(_at_table(x, t, last, order) for x in range(order))


def _entry(players: int) -> Json:
    return table("threes").get(str(players))


def _of_entry(entry: Json) -> int:
    """Return the number of rounds that an entry of the catalogue makes, or 0 if `entry`
    is None."""
    if entry is None:
        return 0
    developed: int = len(entry["rounds"]) * entry["order"]
    return developed + len(entry["lines"])


def _developed(players: int, entry: Json) -> Iterator[_Round]:
    """Yield the rounds of an entry of the catalogue: the developed base rounds, and
    then rounds whose tables all come from one triple."""
    order: int = entry["order"]
    moving: int = players - entry["fixed"]

    def moved(label: int, by: int) -> int:
        first = label // order * order
        return label if label >= moving else first + (label + by) % order

    for base in entry["rounds"]:
        for by in range(order):
            yield tuple(tuple(moved(one, by) for one in three) for three in base)
    for line in entry["lines"]:
        yield tuple(tuple(moved(one, by) for one in line) for by in range(order))
