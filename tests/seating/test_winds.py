"""Winds: every player has each wind equally often after every round."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.seating.growth import times_the_work
from tournaments.seating.seating_plan import seated
from tournaments.seating.winds.wind_balance import balanced, best_winds, wind_counts


def shuffled_rounds(players, rounds, seed, absent=0, size=4):
    """Return random rounds with tables of `size`. The last `absent` players sit out."""
    chance = Random(seed)
    numbers = list(range(1, players + 1))
    plan = []
    for _ in range(rounds):
        chance.shuffle(numbers)
        here = numbers[: players - absent]
        plan.append([here[i : i + size] for i in range(0, len(here), size)])
    return plan


def ranges_after_each_round(plan, played=()):
    """Return for each round of `plan` every player's highest minus lowest wind count,
    after that round.
    """
    counts = {}
    ranges = []
    for round_ in (*played, *plan):
        for table in round_:
            for wind, number in enumerate(table):
                if number is not None:
                    counts.setdefault(number, [0, 0, 0, 0])[wind] += 1
        ranges.append([max(times) - min(times) for times in counts.values()])
    return ranges[len(played) :]


def worst(plan, played=()):
    return max(
        max(round_, default=0) for round_ in ranges_after_each_round(plan, played)
    )


def same_people(plan, rounds):
    return [[sorted(seated(table)) for table in round_] for round_ in plan] == [
        [sorted(seated(table)) for table in round_] for round_ in rounds
    ]


@st.composite
def any_rounds(draw, most=6):
    """Generate rounds in which some players sit out and some tables have
    empty seats.
    """
    players = draw(st.integers(1, 21))
    rounds = []
    for _ in range(draw(st.integers(1, most))):
        chairs = draw(st.permutations([*range(1, players + 1), *[None] * 3]))
        chairs = chairs[: draw(st.integers(0, len(chairs)))]
        rounds.append([chairs[i : i + 4] for i in range(0, len(chairs), 4)])
    return rounds


@given(any_rounds(most=12))
def test_counts_differ_by_one_at_most_after_every_round(rounds):
    plan = balanced(rounds)
    assert same_people(plan, rounds)
    assert all(len(table) == 4 for round_ in plan for table in round_)
    assert worst(plan) <= 1


@given(any_rounds(), any_rounds())
@examples(30)
def test_after_balanced_rounds_nobody_is_ever_more_than_two_apart(before, after):
    played = balanced(before)
    plan = balanced(after, played)
    assert same_people(plan, after)
    assert worst(plan, played) <= 2
    assert plan == balanced(after, played)


@given(any_rounds())
def test_a_played_round_that_nobody_played_changes_nothing(rounds):
    assert balanced(rounds, played=((),)) == balanced(rounds)


@pytest.mark.parametrize("size", [3, 4])
def test_work_grows_slower_than_the_square_of_the_players(size):
    large = shuffled_rounds(999 if size == 3 else 1000, 8, "big", size=size)
    small = shuffled_rounds(198 if size == 3 else 200, 8, "big", size=size)
    assert worst(balanced(large)) == 1
    assert times_the_work(lambda: balanced(large), lambda: balanced(small)) < 22


def test_an_imported_plan_keeps_who_meets_whom():
    imported = [[(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 2, 5, 6), (3, 4, 7, 8)]] * 4
    plan = balanced(imported)
    assert same_people(plan, imported)
    assert set(wind_counts(plan).values()) == {(2, 2, 2, 2)}


def test_rounds_that_come_after_a_multiple_of_four_are_as_even_as_before():
    played = balanced(shuffled_rounds(64, 4, "a"))
    assert worst(balanced(shuffled_rounds(64, 5, "b"), played), played) == 1


@pytest.mark.parametrize(
    ("players", "played", "left", "above_one"),
    [(64, 1, 7, 0), (64, 2, 6, 0), (64, 3, 5, 0), (64, 5, 3, 8), (200, 3, 5, 4)],
)
def test_a_redraw_after_some_rounds_ends_even(players, played, left, above_one):
    stand = balanced(shuffled_rounds(players, played, "played"))
    plan = balanced(shuffled_rounds(players, left, "left"), stand)
    ranges = ranges_after_each_round(plan, stand)
    assert max(map(max, ranges)) <= 2
    assert sum(width > 1 for width in ranges[-1]) <= above_one


def test_players_far_apart_in_played_rounds_come_closer():
    played = ((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 3, 4), (5, 6, 7, 8))
    plan = balanced([[(1, 2, 3, 4), (5, 6, 7, 8)]] * 6, played)
    ranges = ranges_after_each_round(plan, played)
    assert [max(round_) for round_ in ranges] == [2, 2, 1, 1, 1, 0]


@given(any_rounds())
def test_the_best_winds_of_one_more_round_are_the_best_of_all_orders(rounds):
    played = balanced(rounds[:-1])
    counts = wind_counts(played)

    def squares(table):
        after = {n: list(counts.get(n, (0, 0, 0, 0))) for n in seated(table)}
        for wind, number in enumerate(table):
            if number is not None:
                after[number][wind] += 1
        return sum(count**2 for times in after.values() for count in times)

    round_ = best_winds(rounds[-1], played)
    assert same_people([round_], [rounds[-1]])
    for table in round_:
        assert squares(table) == min(map(squares, permutations(table)))


def test_of_equal_winds_those_longest_ago_come_first():
    played = (
        ((1, 2, 3, 4),),
        ((2, 1, 4, 3),),
        ((3, 4, 1, 2),),
        ((4, 3, 2, 1),),
    )
    assert best_winds([(4, 3, 2, 1)], played) == ((1, 2, 3, 4),)


def test_counts_are_told_in_the_order_of_start_numbers():
    plan = (((2, 1, None, 9),), ((1, 2, 9, None),))
    assert wind_counts(plan) == {1: (1, 1, 0, 0), 2: (1, 1, 0, 0), 9: (0, 0, 1, 1)}
    assert list(wind_counts(plan)) == [1, 2, 9]


@given(any_rounds(), any_rounds(), st.integers(0, 99))
@examples(30)
def test_winds_after_any_played_rounds_are_no_wider_than_one_by_one(
    before, after, seed
):
    """The ranges of winds after played rounds are at most as wide as with seats chosen
    one round at a time. The winds of played rounds may be uneven, for example in
    imported rounds.
    """
    chance = Random(seed)
    played = tuple(
        tuple(tuple(chance.sample(table, 4)) for table in round_)
        for round_ in balanced(before)
    )
    one_by_one = played
    for round_ in after:
        one_by_one += (best_winds(round_, one_by_one),)
    assert worst(balanced(after, played), played) <= worst(
        one_by_one[len(played) :], played
    )
