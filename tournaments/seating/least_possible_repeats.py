"""Bounds on the quality of every possible plan."""

from __future__ import annotations

from math import comb

from tournaments.seating.meetings.plans_of_three import most_rounds_possible
from tournaments.seating.seating_plan import SEATS_PER_TABLE

#: Longest plan without repeats in rounds, by number of players, where a search or a
#: proof has excluded the bound of the general rule.
_SHORTER = {8: 1, 12: 1, 20: 5}


def most_rounds(players: int, size: int = SEATS_PER_TABLE) -> int:
    """Return an upper bound on the number of rounds without repeat opponents.

    A player has players - 1 possible opponents and meets 3 of them in a round, or 2 at
    tables of 3 (`size`). The bound is players - 1 divided by this number, rounded down,
    or less for a few numbers of players for which this is known to be impossible.
    """
    if size < SEATS_PER_TABLE:
        return most_rounds_possible(players)
    return _SHORTER.get(players, (players - 1) // 3)


def least_repeats(players: int, rounds: int, size: int = SEATS_PER_TABLE) -> int:
    """Return a lower bound on the number of repeat meetings.

    A round of full tables has 6 * players / 4 meetings (at tables of 3, as many as
    players), and the number of pairs is limited. A pair that meets m times has m - 1
    repeats.

    If there are few tables, players of one table in a round must share tables again in
    each other round (`_with_another_round`). A pair that meets m times is in m * (m -
    1) / 2 pairs of rounds. This is at most rounds / 2 for each repeat of the pair.

    For 20 players and 6 rounds, counting gives 0, but at least 1 repeat is known to be
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
    """Return the smallest number of pairs that share a table in both of two rounds of
    full tables.

    The players of each table come from the tables of the other round.
    """
    return tables * least_together(size, tables)


def evenly(times: int, among: int) -> int:
    """Return the least sum of m * (m - 1) / 2, if `among` pairs have `times` meetings
    in total and m is the number of meetings of a pair.

    The sum is least if the meetings are spread as evenly as possible.
    """
    share, more = divmod(times, among)
    return among * comb(share, 2) + more * share


def least_revisits(rounds: int, tables: int) -> int:
    """Return the number of visits that a player must make to some table: rounds /
    tables, rounded up."""
    return -(-rounds // tables)


def least_together(members: int, tables: int) -> int:
    """Return the number of pairs of `members` players who must share a table in a
    round.

    The players are spread over the tables as evenly as possible.
    """
    share, over = divmod(members, tables)
    return over * comb(share + 1, 2) + (tables - over) * comb(share, 2)
