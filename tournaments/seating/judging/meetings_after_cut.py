"""A plan with a cut, judged before anybody knows who goes on: how many of those who do
will have met, by chance, at best and at worst; and how many must meet again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from tournaments.seating.least_possible_repeats import least_repeats, least_together
from tournaments.seating.seating_plan import CHAIRS, Pair, Plan, pair, seated

#: For so many players the fewest rematches of a round are found by looking at every
#: seating; for more of them they are counted, which can claim too few.
MOST_LOOKED_AT = 16


@dataclass(frozen=True)
class Field:
    """A group before a cut, or everybody where there are no groups. `sittings`: of each
    round, how many of them sat, and at how many tables. `pairs`: how many two of them
    met; `repeats`: how often two met beyond the first time."""

    players: int
    sittings: tuple[tuple[int, int], ...]
    pairs: int
    repeats: int = 0


@dataclass(frozen=True)
class Met:
    """Of `pairs` of players who go on, so many met before: `expected` if the cut falls
    by chance, and no cut has fewer than `least` or more than `most`."""

    pairs: int
    expected: Fraction
    least: int
    most: int


def planned(players: int, rounds: int) -> Field:
    """A field of which nothing is drawn yet, as a draw leaves it that lets nobody meet
    twice while that can be avoided."""
    tables, over = divmod(players, CHAIRS)
    # Whoever is over may sit out, or have a table with house players.
    sitting = (players - over, tables + bool(over))
    if over:
        meetings = rounds * (tables * comb(CHAIRS, 2) + comb(over, 2))
        repeats = max(meetings - comb(players, 2), 0)
    else:
        meetings = rounds * tables * comb(CHAIRS, 2)
        repeats = least_repeats(players, rounds) if players else 0
    return Field(players, (sitting,) * rounds, meetings - repeats, repeats)


def played(
    plan: Plan, groups: Sequence[Collection[int]]
) -> tuple[list[Field], dict[tuple[int, int], int]]:
    """The fields that a plan leaves, one of each group (start numbers), and how many
    pairs of players of two groups met, by the places of the groups."""
    group_of = {who: at for at, own in enumerate(groups) for who in own}
    sittings: list[list[tuple[int, int]]] = [[] for _group in groups]
    times: dict[Pair, int] = {}
    for round_ in plan:
        tables = [[who for who in seated(t) if who in group_of] for t in round_]
        for at, rows in enumerate(sittings):
            own = [sum(group_of[who] == at for who in table) for table in tables]
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
    each: int,
    rest: int,
    across: Mapping[tuple[int, int], int] | None = None,
) -> Met:
    """How many pairs of those met who go on: `each` of every field, and `rest` of all
    others; a cut to the top of all takes 0 of each. `across`: see `played`.

    By chance means: every choice of so many is equally likely. Then each pair of a
    field goes on with the same probability, and expectations add up, whoever met whom.
    """
    sizes = [field.players for field in fields]
    taken = [min(each, size) for size in sizes]
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
    """How likely two of one field both go on: of X who do, X (X - 1) of all ordered
    pairs, where X is `taken` and so many as the rest takes out of those left."""
    if size < 2:
        return Fraction(0)
    own = size - taken
    one, two = _drawn(own, left, rest)
    pairs = taken * (taken - 1) + 2 * taken * one + two
    return pairs / (size * (size - 1))


def _one_of_each(
    one: tuple[int, int], other: tuple[int, int], left: int, rest: int
) -> Fraction:
    """How likely somebody of one field and somebody of another both go on."""
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
    """Of `own` among `left`, of whom `rest` are drawn: how many are, and how many
    ordered pairs of them, on average."""
    one = Fraction(rest * own, left) if left else Fraction(0)
    if left < 2:
        return one, Fraction(0)
    return one, Fraction(rest * (rest - 1) * own * (own - 1), left * (left - 1))


def _least(field: Field, chosen: int) -> int:
    """So many of a field met at least. In each round they sat at no more tables than
    there were, so some shared one; and no more pairs are strangers than in the whole
    field."""
    together = 0
    for sat, tables in field.sittings:
        there = chosen - (field.players - sat)
        if there > 0 and tables:
            together += least_together(there, tables)
    strangers = comb(field.players, 2) - field.pairs
    return max(together - field.repeats, comb(chosen, 2) - strangers, 0)


def _most(field: Field, chosen: int) -> int:
    """So many of a field met at most: full tables of them in every round."""
    tables, over = divmod(chosen, CHAIRS)
    a_round = tables * comb(CHAIRS, 2) + comb(over, 2)
    return min(len(field.sittings) * a_round, field.pairs, comb(chosen, 2))


def _best_total(
    fields: Sequence[Field],
    taken: Sequence[int],
    rest: int,
    bound: Callable[[Field, int], int],
    best: Callable[[Sequence[int]], int],
) -> int:
    """The least (or greatest) sum of bounds over all ways in which the rest can come
    from the fields."""
    found = {rest: 0}
    for field, own in zip(fields, taken, strict=True):
        following: dict[int, int] = {}
        for open_, total in found.items():
            for more in range(min(open_, field.players - own) + 1):
                value = total + bound(field, own + more)
                known = following.get(open_ - more)
                values = [value] if known is None else [value, known]
                following[open_ - more] = best(values)
        found = following
    return found.get(0, 0)


def fewest_again(players: Sequence[int], met: Collection[Pair], rounds: int) -> int:
    """No seating of these players in so many rounds has fewer rematches, where those in
    `met` met before. Three counts, the greatest of which holds: each round needs what
    the best single round needs; each player runs out of strangers; all pairs of
    strangers together are too few."""
    count = len(players)
    own = frozenset(two for two in combinations(sorted(players), 2) if two in met)
    tables, over = divmod(count, CHAIRS)
    if over:
        # The fewest who meet in a round: with house players, or with some sitting out.
        spread = least_together(count, tables + 1)
        meetings = min(spread, tables * comb(CHAIRS, 2))
        return max(rounds * meetings - (comb(count, 2) - len(own)), 0)
    strangers = dict.fromkeys(players, count - 1)
    for one, other in own:
        strangers[one] -= 1
        strangers[other] -= 1
    needed = (CHAIRS - 1) * rounds
    short = sum(max(needed - known, 0) for known in strangers.values())
    in_all = rounds * tables * comb(CHAIRS, 2) - (comb(count, 2) - len(own))
    single = fewest_in_a_round(tuple(sorted(players)), own)
    return max(rounds * single, -(-short // 2), in_all, 0)


@cache
def fewest_in_a_round(players: tuple[int, ...], met: frozenset[Pair]) -> int:
    """The fewest pairs of `met` at the tables of one round of these players, who fill
    tables of four; 0, which always holds, of more than are looked at."""
    if not met or len(players) > MOST_LOOKED_AT:
        return 0
    known: dict[frozenset[int], int] = {}

    def fewest(left: frozenset[int]) -> int:
        if not left:
            return 0
        if left not in known:
            first, *others = sorted(left)
            best = comb(len(players), 2)
            for three in combinations(others, CHAIRS - 1):
                table = (first, *three)
                here = sum(two in met for two in combinations(table, 2))
                if here < best:
                    best = min(best, here + fewest(left.difference(table)))
                if best == 0:
                    break
            known[left] = best
        return known[left]

    return fewest(frozenset(players))


def meet_again(plan: Plan, players: Collection[int], met: Collection[Pair]) -> int:
    """How often two of these players sit together in `plan` who met before: in `met`,
    or in an earlier round of the plan."""
    known = set(met)
    again = 0
    for round_ in plan:
        here = {
            pair(one, other)
            for table in round_
            for one, other in combinations(seated(table), 2)
            if one in players and other in players
        }
        again += len(here & known)
        known |= here
    return again
