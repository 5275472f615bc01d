"""Calculations for stages: players who qualify, points carried over, and groups."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rounds.stages.carried_over_points import (
    Carry,
    CarryKind,
    Figures,
    bonus,
    carried,
    whole,
)
from tournaments.rounds.stages.group_forming import (
    Grouping,
    grouped,
    sizes,
    snake,
    spread,
)
from tournaments.rounds.stages.qualifying import Cut, CutKind, Ranked, Tie, qualified


def ranked(*places: int, groups: tuple[int, ...] = ()) -> list[Ranked]:
    """Return players 1, 2, 3 … with these places and groups."""
    by = groups or (0,) * len(places)
    return [
        Ranked(number, place, group)
        for number, (place, group) in enumerate(zip(places, by, strict=True), 1)
    ]


class TestCut:
    def test_top(self):
        found = qualified(ranked(3, 1, 2, 4), Cut(CutKind.TOP, 2))
        assert found.through == (2, 3)
        assert not found.ties

    def test_a_tie_at_the_line_lets_nobody_of_it_in(self):
        found = qualified(ranked(1, 2, 2, 2, 5), Cut(CutKind.TOP, 3))
        assert found.through == (1,)
        assert found.ties == (Tie((2, 3, 4), 2),)

    def test_a_tie_above_the_line_is_none(self):
        assert not qualified(ranked(1, 2, 2, 4), Cut(CutKind.TOP, 3)).ties

    def test_a_tie_is_decided_by_as_many_as_there_are_seats(self):
        rows, cut = ranked(1, 2, 2, 2, 5), Cut(CutKind.TOP, 3)
        assert qualified(rows, cut, {4, 2}).through == (1, 2, 4)
        assert qualified(rows, cut, {4}).ties
        assert qualified(rows, cut, {2, 3, 4}).ties

    def test_per_group_and_the_best_of_the_rest(self):
        rows = ranked(1, 2, 3, 4, 5, 6, groups=(1, 1, 1, 2, 2, 2))
        cut = Cut(CutKind.PER_GROUP, 1, rest=2)
        assert qualified(rows, cut).through == (1, 2, 3, 4)

    def test_nobody_knows_the_rest_while_a_group_is_open(self):
        rows = ranked(1, 1, 3, 4, groups=(1, 1, 2, 2))
        found = qualified(rows, Cut(CutKind.PER_GROUP, 1, rest=1))
        assert found.through == (3,)
        assert found.ties == (Tie((1, 2), 1, group=1),)

    @given(
        st.lists(st.tuples(st.integers(1, 9), st.integers(1, 3)), max_size=40),
        st.integers(1, 8),
        st.integers(0, 4),
        st.booleans(),
    )
    def test_nobody_goes_on_before_somebody_better(self, rows, size, rest, of_groups):
        people = [Ranked(n, *row) for n, row in enumerate(rows, 1)]
        cut = Cut(CutKind.PER_GROUP if of_groups else CutKind.TOP, size, rest)
        found = qualified(people, cut)
        through = set(found.through)
        tied = {number for tie in found.ties for number in tie.numbers}
        assert not through & tied
        for group in {0} if not of_groups else {person.group for person in people}:
            own = [e for e in people if not of_groups or e.group == group]
            lowest = max((e.place for e in own if e.number in through), default=0)
            better = [e for e in own if e.place < lowest]
            assert all(e.number in through | tied for e in better)
        # After each tie is decided, none remains.
        decided: set[int] = set()
        for _turn in range(5):
            for tie in qualified(people, cut, decided).ties:
                decided |= set(tie.numbers[: tie.seats])
        final = qualified(people, cut, decided)
        assert not final.ties
        if not of_groups:
            assert len(final.through) == min(size, len(people))


class TestCarry:
    BEFORE = Figures(Fraction(7, 3), Fraction(37))

    @pytest.mark.parametrize(
        ("carry", "points", "score"),
        [
            (Carry(), Fraction(7, 3), 37),
            (Carry(CarryKind.NOTHING), 0, 0),
            (
                Carry(CarryKind.FRACTION, Fraction(1, 2)),
                Fraction(7, 6),
                Fraction(37, 2),
            ),
            (Carry(CarryKind.TABLE_POINTS), Fraction(7, 3), 0),
        ],
    )
    def test_exactly(self, carry, points, score):
        assert carried(self.BEFORE, carry) == Figures(Fraction(points), Fraction(score))

    def test_a_shared_place_shares_the_bonuses(self):
        bonuses = tuple(map(Fraction, (6, 3, 1)))
        assert bonus(bonuses, 1) == 6
        assert bonus(bonuses, 2, holders=2) == 2
        assert bonus(bonuses, 3, holders=2) == Fraction(1, 2)
        assert bonus(bonuses, 4) == 0

    def test_whole_numbers_stay_whole(self):
        assert type(whole(Fraction(4, 2))) is int
        assert whole(Fraction(1, 2)) == Fraction(1, 2)


class TestGroups:
    def test_snake(self):
        assert snake(range(1, 17), 2) == [
            [1, 4, 5, 8, 9, 12, 13, 16],
            [2, 3, 6, 7, 10, 11, 14, 15],
        ]

    def test_sizes_are_whole_tables(self):
        assert sizes(72, 4) == [20, 20, 16, 16]
        assert sizes(18, 2) == [8, 10]

    @given(
        st.integers(1, 60),
        st.integers(1, 6),
        st.sampled_from(Grouping),
        st.lists(st.sampled_from("abc "), min_size=60, max_size=60),
    )
    def test_everybody_is_in_one_group(self, players, groups, grouping, words):
        numbers = list(range(1, players + 1))
        said = {n: words[n - 1].strip() for n in numbers}
        found = grouped(numbers, groups, grouping, seed="s", regions=said, apart=said)
        assert sorted(n for group in found for n in group) == numbers
        assert sorted(map(len, found)) == sorted(sizes(players, groups))
        again = grouped(numbers, groups, grouping, seed="s", regions=said, apart=said)
        assert again == found

    def test_club_mates_are_spread(self):
        clubs = dict.fromkeys((1, 8, 9, 16), "Kong")
        found = spread(snake(range(1, 17), 4), clubs)
        held = [sum(number in clubs for number in group) for group in found]
        assert held == [1, 1, 1, 1]
        # Each group still has one of every four places.
        for group in found:
            assert sorted((number - 1) // 4 for number in group) == [0, 1, 2, 3]

    def test_regions_stay_together(self):
        regions = {
            number: "North" if number % 2 else "South" for number in range(1, 17)
        }
        found = grouped(range(1, 17), 2, Grouping.REGION, seed="s", regions=regions)
        assert [Counter(regions[n] for n in group) for group in found] == [
            {"North": 8},
            {"South": 8},
        ]
