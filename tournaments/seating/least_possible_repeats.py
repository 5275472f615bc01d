"""Bounds on the quality of any plan."""

from __future__ import annotations

from math import comb

from tournaments.seating.meetings.plans_of_three import most_rounds_possible
from tournaments.seating.seating_plan import SEATS_PER_TABLE

#: Longest plan without repeats in rounds, by number of players, where a search or a
#: proof has excluded the bound of the general rule.
_SHORTER = {8: 1, 12: 1, 20: 5}

#: Numbers of players for which it is unknown whether the general rule can be reached
#: (Miller, Valkov and Abel, Symmetry 18, 2026).
_OPEN = frozenset({92, 140, 164, 188, 200, 236, 260, 404, 428})


def most_rounds(players: int, size: int = SEATS_PER_TABLE) -> int:
    """Return an upper bound on the rounds without repeat opponents.

    A player has players - 1 possible opponents and meets 3 of them in a round, or 2 at
    tables of 3 (`size`). If the division leaves a remainder, the players never met form
    sets that divide the players evenly. This costs nothing more, so the bound is the
    same.
    """
    if size < SEATS_PER_TABLE:
        return most_rounds_possible(players)
    return _SHORTER.get(players, (players - 1) // 3)


def is_open(players: int) -> bool:
    """Return whether it is not known if the bound `most_rounds` can be reached."""
    return players in _OPEN


def least_repeats(players: int, rounds: int, size: int = SEATS_PER_TABLE) -> int:
    """Return a lower bound on the repeat meetings.

    A round of full tables has 6 * players / 4 meetings (of 3, as many as players), and
    the number of pairs is limited. A pair that meets m times counts as m - 1 repeats.

    With few tables, the tables of one round must share players with the tables of each
    other round (`_with_another_round`). A pair that meets m times is in m * (m - 1) / 2
    pairs of rounds. This is at most rounds / 2 for each of its repeats.

    For 20 players and 6 rounds, counting gives 0, but at least 1 is known to be
    necessary.
    """
    tables, over = divmod(players, size)
    counted = max(comb(size, 2) * tables * rounds - comb(players, 2), 0)
    if not over:
        counted = max(counted, (rounds - 1) * _with_another_round(tables, size))
    if counted == 0 and rounds > most_rounds(players, size):
        return 1
    return counted


def _with_another_round(tables: int, size: int) -> int:
    """Return the fewest pairs that sit together in both of two rounds of full tables.

    The players of each table come from the tables of the other round.
    """
    return tables * least_together(size, tables)


def evenly(times: int, among: int) -> int:
    """Return the least sum of m * (m - 1) / 2 for `times` meetings among `among` pairs.

    The sum is least when the meetings are spread as evenly as possible.
    """
    share, more = divmod(times, among)
    return among * comb(share, 2) + more * share


def least_revisits(rounds: int, tables: int) -> int:
    """Return how often a player must visit some table: rounds / tables, rounded up."""
    return -(-rounds // tables)


def least_together(members: int, tables: int) -> int:
    """Return how many pairs of `members` players must share a table in a round.

    The players are spread over the tables as evenly as possible.
    """
    share, over = divmod(members, tables)
    return over * comb(share + 1, 2) + (tables - over) * comb(share, 2)
