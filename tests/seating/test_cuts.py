"""Plans with a cut, compared with every possible cut and seating.

Bounds for earlier meetings are compared with every cut, and rematches with every
seating.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seating.judging.meetings_after_cut import (
    fewest_again,
    meet_again,
    met_before,
    planned,
    played,
)
from tournaments.seating.seating_plan import meetings


def by_lot(groups: list[list[int]], rounds: int, chance: Random):
    """Return rounds in which the players of each group meet at random tables of their
    group.

    Players left over sit out.
    """
    plan = []
    for _round in range(rounds):
        tables = []
        for own in groups:
            order = chance.sample(own, len(own))
            tables += [tuple(order[at : at + 4]) for at in range(0, len(own) - 3, 4)]
        plan.append(tuple(tables))
    return tuple(plan)


def cuts(groups: list[list[int]], each: int, rest: int):
    """Yield every set of players who may qualify, as often as it occurs."""
    for firsts in product(*(combinations(own, min(each, len(own))) for own in groups)):
        best = {who for own in firsts for who in own}
        others = [who for own in groups for who in own if who not in best]
        for more in combinations(others, min(rest, len(others))):
            yield best.union(more)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([(8,), (9,), (12,), (4, 4), (6, 5), (8, 4), (4, 4, 4)]),
    st.integers(1, 4),
    st.integers(0, 2),
    st.integers(0, 5),
    st.booleans(),
    st.integers(0, 999),
)
def test_every_cut_is_within_the_bounds_and_their_mean_is_what_is_expected(
    sizes, rounds, each, rest, is_mixed_first, seed
):
    chance = Random(seed)
    numbers = iter(range(1, 99))
    groups = [[next(numbers) for _player in range(size)] for size in sizes]
    plan = by_lot(groups, rounds, chance)
    if is_mixed_first:
        everybody = [who for own in groups for who in own]
        plan = (*by_lot([everybody], 1, chance), *plan)
    pairs = set(meetings(plan))
    found = [
        sum(two in pairs for two in combinations(sorted(through), 2))
        for through in cuts(groups, each, rest)
    ]

    told = met_before(*_fields(plan, groups, each, rest))

    assert told.expected == Fraction(sum(found), len(found))
    assert told.least <= min(found)
    assert max(found) <= told.most


def _fields(plan, groups, each, rest):
    fields, across = played(plan, groups)
    return fields, each, rest, across


def test_a_cut_of_all_is_a_share_of_the_pairs():
    qualifying = planned(72, 5)
    told = met_before([qualifying], 0, 8)
    assert qualifying.pairs == 5 * 18 * 6
    assert told.expected == Fraction(comb(8, 2) * 540, comb(72, 2))
    assert (told.pairs, told.least, told.most) == (28, 0, 28)


def test_sixteen_after_three_rounds_cannot_all_be_strangers():
    # Eight of 16 at four tables: two at each, so at least four pairs per round.
    told = met_before([planned(16, 3)], 0, 8)
    assert (told.least, told.most) == (12, 28)
    assert told.expected == Fraction(28 * 72, 120)


def test_two_of_different_groups_never_met():
    told = met_before([planned(8, 1), planned(8, 1)], 4, 0)
    # Four of eight at two tables qualify: two from each, three from one, or all four
    # from one.
    assert (told.pairs, told.least, told.most) == (28, 4, 12)
    assert told.expected == 2 * Fraction(6 * 12, 28)


def seatings(players: tuple[int, ...]):
    if not players:
        yield ()
        return
    first, *others = players
    for three in combinations(others, 3):
        left = tuple(who for who in others if who not in three)
        for tables in seatings(left):
            yield ((first, *three), *tables)


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from([(4, 3), (8, 1), (8, 2), (12, 1)]), st.floats(0, 1), st.integers(0)
)
def test_no_seating_has_fewer_rematches(size, share, seed):
    count, rounds = size
    chance = Random(seed)
    players = tuple(range(1, count + 1))
    met = {two for two in combinations(players, 2) if chance.random() < share}
    every = [
        meet_again(plan, players, met)
        for plan in product(seatings(players), repeat=rounds)
    ]
    least = fewest_again(players, met, rounds)
    assert least <= min(every)
    if rounds == 1:
        assert least == min(every)


def test_rematches_of_a_field_that_fills_no_tables():
    # Five players who have all met: tables of two and three have four meetings.
    players = (1, 2, 3, 4, 5)
    met = set(combinations(players, 2))
    assert fewest_again(players, met, 1) == 4
    assert fewest_again(players, set(), 1) == 0
    assert meet_again((((1, 2, 99, 98), (3, 4, 5, 97)),), players, met) == 4
