"""Estimate the effect of a cut on meetings, before the qualified players are known.

The module estimates the number of pairs of qualified players who will have met before
the cut (expected, least and greatest number). It also calculates how many pairs must
meet again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from tournaments.seating.least_possible_repeats import least_repeats, least_together
from tournaments.seating.seating_plan import SEATS_PER_TABLE, Pair, Plan, pair, seated

#: Up to this number of players, all seatings of a round are tried to find the fewest
#: repeats. With more players a bound is counted, which may be too low.
MOST_LOOKED_AT = 16


@dataclass(frozen=True)
class Field:
    """A group before a cut, or all players if there are no groups.

    - `sittings`: for each round, the number of seated players and the number of their
      tables.
    - `pairs`: the number of pairs that met.
    - `repeats`: the number of meetings beyond the first meeting of each pair.
    """

    players: int
    sittings: tuple[tuple[int, int], ...]
    pairs: int
    repeats: int = 0


@dataclass(frozen=True)
class Met:
    """The number of pairs of qualified players who met before the cut, out of `pairs`
    pairs.

    `expected` is the average if all cuts are equally likely. No cut has fewer than
    `least` or more than `most` pairs who met.
    """

    pairs: int
    expected: Fraction
    least: int
    most: int


def planned(players: int, rounds: int) -> Field:
    """Return a field of `players` players after `rounds` rounds that are not generated
    yet.

    Repeats are assumed only if they cannot be avoided.
    """
    tables, over = divmod(players, SEATS_PER_TABLE)
    # The remaining players may sit out, or have a table with house players.
    sitting = (players - over, tables + bool(over))
    if over:
        meetings = rounds * (tables * comb(SEATS_PER_TABLE, 2) + comb(over, 2))
        repeats = max(meetings - comb(players, 2), 0)
    else:
        meetings = rounds * tables * comb(SEATS_PER_TABLE, 2)
        repeats = least_repeats(players, rounds) if players else 0
    return Field(players, (sitting,) * rounds, meetings - repeats, repeats)


def played(
    plan: Plan, groups: Sequence[Collection[int]]
) -> tuple[list[Field], dict[tuple[int, int], int]]:
    """Return a field for each group of player numbers, with the group's meetings in the
    plan. Also return the number of pairs from two different groups who met, by the
    indices of the groups."""
    group_of = {player: at for at, own in enumerate(groups) for player in own}
    sittings: list[list[tuple[int, int]]] = [[] for _group in groups]
    times: dict[Pair, int] = {}
    for round_ in plan:
        tables = [
            [player for player in seated(t) if player in group_of] for t in round_
        ]
        for at, rows in enumerate(sittings):
            own = [sum(group_of[player] == at for player in table) for table in tables]
            rows.append((sum(own), sum(map(bool, own))))
        for table in tables:
            for two in combinations(sorted(table), 2):
                times[two] = times.get(two, 0) + 1
    pairs, repeats = [0] * len(groups), [0] * len(groups)
    across: dict[tuple[int, int], int] = {}
    for (one, other), met in times.items():
        first, second = sorted((group_of[one], group_of[other]))
        if first == second:
            pairs[first] += 1
            repeats[first] += met - 1
        else:
            across[first, second] = across.get((first, second), 0) + 1
    fields = [
        Field(len(own), tuple(sittings[at]), pairs[at], repeats[at])
        for at, own in enumerate(groups)
    ]
    return fields, across


def met_before(
    fields: Sequence[Field],
    per_field: int,
    rest: int,
    across: Mapping[tuple[int, int], int] | None = None,
) -> Met:
    """Return the number of pairs of qualified players who met before the cut.

    `per_field` players of each field qualify, and then `rest` of all remaining players.
    For a cut to the top of all players, `per_field` is 0. `across` is the second result
    of `played`.

    The expected value assumes that every possible choice is equally likely. Then all
    pairs of one field qualify with the same probability. The expected values of the
    pairs are added, whichever pairs met.
    """
    sizes = [field.players for field in fields]
    taken = [min(per_field, size) for size in sizes]
    left = sum(sizes) - sum(taken)
    rest = min(rest, left)
    expected = Fraction(0)
    for at, field in enumerate(fields):
        expected += field.pairs * _both_of_one(sizes[at], taken[at], left, rest)
    met_across = across or {}
    for (one, other), pairs in met_across.items():
        two = (sizes[one], taken[one]), (sizes[other], taken[other])
        expected += pairs * _one_of_each(*two, left, rest)
    through = sum(taken) + rest
    most = _best_total(fields, taken, rest, _most, max) + sum(met_across.values())
    return Met(
        comb(through, 2),
        expected,
        _best_total(fields, taken, rest, _least, min),
        min(most, comb(through, 2)),
    )


def _both_of_one(size: int, taken: int, left: int, rest: int) -> Fraction:
    """Return the probability that two players of one field both qualify.

    `size` players are in the field, and `taken` of them qualify from the field alone.
    Then `rest` players qualify from the `left` remaining players of all fields. If X
    players of the field qualify, there are X (X - 1) ordered pairs of qualified
    players.
    """
    if size < 2:
        return Fraction(0)
    own = size - taken
    one, two = _drawn(own, left, rest)
    pairs = taken * (taken - 1) + 2 * taken * one + two
    return pairs / (size * (size - 1))


def _one_of_each(
    one: tuple[int, int], other: tuple[int, int], left: int, rest: int
) -> Fraction:
    """Return the probability that two players of different fields both qualify.

    `one` and `other` contain the number of players of a field, and the number who
    qualify from the field alone. `rest` more players qualify from the `left` remaining
    players of all fields.
    """
    (size, taken), (size_, taken_) = one, other
    first, _pairs = _drawn(size - taken, left, rest)
    second, _pairs = _drawn(size_ - taken_, left, rest)
    both = Fraction(0)
    if left > 1:
        both = Fraction(
            rest * (rest - 1) * (size - taken) * (size_ - taken_), left * (left - 1)
        )
    ways = taken * taken_ + taken * second + taken_ * first + both
    return ways / (size * size_)


def _drawn(own: int, left: int, rest: int) -> tuple[Fraction, Fraction]:
    """Return the average number of chosen players among `own` players, and the average
    number of ordered pairs of such players.

    `rest` players are chosen from `left` players, which include the `own` players.
    """
    one = Fraction(rest * own, left) if left else Fraction(0)
    if left < 2:
        return one, Fraction(0)
    return one, Fraction(rest * (rest - 1) * own * (own - 1), left * (left - 1))


def _least(field: Field, chosen: int) -> int:
    """Return the smallest possible number of pairs that met, among `chosen` players of
    a field.

    In each round the players had a limited number of tables, so some players shared a
    table. The pairs of these players that did not meet are also at most as many as in
    the whole field.
    """
    together = 0
    for sat, tables in field.sittings:
        present = chosen - (field.players - sat)
        if present > 0 and tables:
            together += least_together(present, tables)
    strangers = comb(field.players, 2) - field.pairs
    return max(together - field.repeats, comb(chosen, 2) - strangers, 0)


def _most(field: Field, chosen: int) -> int:
    """Return the largest possible number of pairs that met, among `chosen` players of a
    field.

    The result assumes that these players filled whole tables in every round.
    """
    tables, over = divmod(chosen, SEATS_PER_TABLE)
    a_round = tables * comb(SEATS_PER_TABLE, 2) + comb(over, 2)
    return min(len(field.sittings) * a_round, field.pairs, comb(chosen, 2))


def _best_total(
    fields: Sequence[Field],
    taken: Sequence[int],
    rest: int,
    bound: Callable[[Field, int], int],
    best: Callable[[Sequence[int]], int],
) -> int:
    """Return the best sum of `bound` over the fields, for all ways to choose `rest`
    more players. `best` is `min` for the least sum or `max` for the greatest."""
    totals = {rest: 0}
    for field, own in zip(fields, taken, strict=True):
        following: dict[int, int] = {}
        for open_, total in totals.items():
            for more in range(min(open_, field.players - own) + 1):
                value = total + bound(field, own + more)
                known = following.get(open_ - more)
                values = [value] if known is None else [value, known]
                following[open_ - more] = best(values)
        totals = following
    return totals.get(0, 0)


def fewest_again(players: Sequence[int], met: Collection[Pair], rounds: int) -> int:
    """Return a lower bound on the number of repeats among these players in `rounds`
    rounds.

    `met` contains the pairs that met before. The bound is the greatest of these counts:

    - the repeats of the best single round, times `rounds`,
    - the repeats caused by players who have too few new opponents,
    - the repeats caused by too few new pairs.
    """
    count = len(players)
    own = frozenset(two for two in combinations(sorted(players), 2) if two in met)
    tables, over = divmod(count, SEATS_PER_TABLE)
    if over:
        # Fewest meetings in a round, either with house players or with byes.
        spread = least_together(count, tables + 1)
        meetings = min(spread, tables * comb(SEATS_PER_TABLE, 2))
        return max(rounds * meetings - (comb(count, 2) - len(own)), 0)
    strangers = dict.fromkeys(players, count - 1)
    for one, other in own:
        strangers[one] -= 1
        strangers[other] -= 1
    needed = (SEATS_PER_TABLE - 1) * rounds
    short = sum(max(needed - known, 0) for known in strangers.values())
    in_all = rounds * tables * comb(SEATS_PER_TABLE, 2) - (comb(count, 2) - len(own))
    single = fewest_in_a_round(tuple(sorted(players)), own)
    return max(rounds * single, -(-short // 2), in_all, 0)


@cache
def fewest_in_a_round(players: tuple[int, ...], met: frozenset[Pair]) -> int:
    """Return the smallest number of pairs in `met` that share tables in one round of
    these players.

    The players must fill tables of 4. For more than MOST_LOOKED_AT players, return 0,
    which is a valid bound.
    """
    if not met or len(players) > MOST_LOOKED_AT:
        return 0
    known: dict[frozenset[int], int] = {}

    def fewest(left: frozenset[int]) -> int:
        if not left:
            return 0
        if left not in known:
            first, *others = sorted(left)
            best = comb(len(players), 2)
            for three in combinations(others, SEATS_PER_TABLE - 1):
                table = (first, *three)
                repeats = sum(two in met for two in combinations(table, 2))
                if repeats < best:
                    best = min(best, repeats + fewest(left.difference(table)))
                if best == 0:
                    break
            known[left] = best
        return known[left]

    return fewest(frozenset(players))


def meet_again(plan: Plan, players: Collection[int], met: Collection[Pair]) -> int:
    """Return the number of times that two of these players meet in `plan` although they
    met before.

    Two players met before if the pair is in `met`, or if they shared a table in an
    earlier round of the plan.
    """
    known = set(met)
    again = 0
    for round_ in plan:
        meeting = {
            pair(one, other)
            for table in round_
            for one, other in combinations(seated(table), 2)
            if one in players and other in players
        }
        again += len(meeting & known)
        known |= meeting
    return again
