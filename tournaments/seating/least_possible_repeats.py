"""How good a plan can be at all."""

from __future__ import annotations

from math import comb

from tournaments.seating.seating_plan import CHAIRS

#: Sizes for which the longest plan without repeats is shorter than the general
#: rule says, because a search or a proof ruled it out.
_SHORTER = {8: 1, 12: 1, 20: 5}

#: Sizes for which nobody knows whether the general rule can be reached
#: (Miller, Valkov and Abel, Symmetry 18, 2026).
_OPEN = frozenset({92, 140, 164, 188, 200, 236, 260, 404, 428})


def most_rounds(players: int) -> int:
    """More rounds than these cannot be played without meeting somebody twice.

    A player has players - 1 possible opponents and meets three of them a round.
    When the rest of that division is not zero, those never met fall into sets
    that divide the players evenly, which costs nothing more: the bound stays.
    """
    return _SHORTER.get(players, (players - 1) // 3)


def is_open(players: int) -> bool:
    """Whether it is unknown if `most_rounds` can be reached."""
    return players in _OPEN


def least_repeats(players: int, rounds: int) -> int:
    """Fewer repeats than these are impossible: every round of full tables lets
    6 * players / 4 pairs meet, and there are only so many pairs.

    A pair that meets m times counts as m - 1 repeats. Where there are few tables, those
    of one round must share players with each of another (`_with_another_round`): of so
    many pairs of rounds a pair that meets m times is in m * (m - 1) / 2, which is at
    most rounds / 2 for each of its repeats. For 20 players and 6 rounds none is ruled
    out by counting; that it takes at least one is known.
    """
    tables, over = divmod(players, CHAIRS)
    counted = max(6 * tables * rounds - comb(players, 2), 0)
    if not over:
        counted = max(counted, (rounds - 1) * _with_another_round(tables))
    if counted == 0 and rounds > most_rounds(players):
        return 1
    return counted


def _with_another_round(tables: int) -> int:
    """The pairs that must sit together in both of two rounds of so many full tables:
    the four of each table in one come from the tables of the other."""
    return tables * least_together(CHAIRS, tables)


def evenly(times: int, among: int) -> int:
    """The least sum of m * (m - 1) / 2 when `times` meetings are shared out among
    so many pairs: as evenly as can be."""
    each, more = divmod(times, among)
    return among * comb(each, 2) + more * each


def least_revisits(rounds: int, tables: int) -> int:
    """The most visits to one table that somebody must make: rounds over tables,
    rounded up."""
    return -(-rounds // tables)


def least_together(members: int, tables: int) -> int:
    """The pairs of `members` people who must share a table in a round, however
    evenly they are spread over the tables."""
    share, over = divmod(members, tables)
    return over * comb(share + 1, 2) + (tables - over) * comb(share, 2)
