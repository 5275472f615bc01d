"""The wind draw: counting, the ends of the row, and random seats."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from rules.winds import WINDS
from tournaments.seating.winds.wind_draw_procedure import (
    Step,
    drawn_seats,
    read_dice,
    seats_by_lot,
    show,
    tiles_taken,
    who_gets_the_dice,
)

PEOPLE = (7, 12, 3, 40)

seeds = st.text(max_size=12)
throws = st.none() | st.lists(st.integers(1, 6), min_size=2, max_size=3)
typed_throws = st.lists(throws, max_size=2)
people = st.lists(st.integers(1, 2000), min_size=4, max_size=4, unique=True)


# --- counting -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "steps"),
    [((5, 9), 0), ((2, 6, 10), 1), ((3, 7, 11), 2), ((4, 8, 12), 3)],
    ids=["the thrower", "to the right", "opposite", "to the left"],
)
def test_the_thrower_is_counted_as_one(totals, steps):
    for thrower in range(4):
        for total in totals:
            assert who_gets_the_dice(thrower, total) == (thrower + steps) % 4


def test_an_odd_total_begins_at_the_odd_end():
    assert tiles_taken(3) == (0, 1, 2, 3)
    assert tiles_taken(10) == (3, 2, 1, 0)


def test_the_numbers_counted_out_end_at_who_gets_the_dice():
    shown = show("wind", PEOPLE, Step.FIRST_THROW, [(4, 3)])
    thrower = shown.thrower
    assert shown.counted[thrower] == (1, 5)
    assert shown.counted[(thrower + 1) % 4] == (2, 6)
    assert shown.counted[(thrower + 2) % 4] == (3, 7)
    assert shown.counted[(thrower + 3) % 4] == (4,)
    assert shown.second == (thrower + 2) % 4


@pytest.mark.parametrize(("total", "end"), [((2, 1), True), ((2, 2), False)])
def test_the_others_follow_anticlockwise_from_the_same_end(total, end):
    shown = show("wind", PEOPLE, Step.SEATS, [(1, 1), total])
    first = (shown.thrower + 1) % 4
    assert shown.from_odd_end is end
    assert [one.place for one in shown.turned] == [(first + i) % 4 for i in range(4)]
    positions = [one.position for one in shown.turned]
    assert positions == ([0, 1, 2, 3] if end else [3, 2, 1, 0])


def test_the_other_end_gives_the_row_the_other_way_round():
    odd = show("wind", PEOPLE, typed=[(1, 1), (2, 1)])
    even = show("wind", PEOPLE, typed=[(1, 1), (1, 1)])
    winds = [one.wind for one in odd.turned]
    assert [one.wind for one in even.turned] == winds[::-1]


# --- displayed steps ------------------------------------------------------------


def test_nothing_is_shown_before_its_step():
    places = show("wind", PEOPLE, Step.PLACES)
    assert (places.first, places.second, places.again) == (None, None, None)
    assert (places.turned, places.seats) == ((), None)
    first = show("wind", PEOPLE, Step.FIRST_THROW)
    assert first.first is not None
    assert (first.again, first.from_odd_end, first.turned) == (None, None, ())
    second = show("wind", PEOPLE, Step.SECOND_THROW)
    assert second.again is not None
    assert second.turned == ()
    counts = [len(show("wind", PEOPLE, step).turned) for step in Step]
    assert counts == [0, 0, 0, 1, 2, 3, 4, 4]
    assert show("wind", PEOPLE, Step.LAST_TILE).seats is None


@given(seeds, people, typed_throws)
def test_every_step_goes_on_from_the_one_before(seed, four, typed):
    shown = [show(seed, four, step, typed) for step in Step]
    for before, after in pairwise(shown):
        assert (before.places, before.thrower) == (after.places, after.thrower)
        assert before.first in (None, after.first)
        assert before.again in (None, after.again)
        assert after.turned[: len(before.turned)] == before.turned


@given(seeds, people, typed_throws)
def test_all_four_get_a_wind_that_their_tile_shows(seed, four, typed):
    shown = show(seed, four, typed=typed)
    assert sorted(shown.places) == sorted(shown.seats) == sorted(four)
    for one in shown.turned:
        assert shown.seats[WINDS.index(one.wind)] == shown.places[one.place]
    assert shown.second == (shown.thrower + sum(shown.first) - 1) % 4


@given(seeds, people, typed_throws)
def test_it_is_the_same_each_time_in_whatever_order_they_are_named(seed, four, typed):
    assert drawn_seats(seed, four, typed) == drawn_seats(seed, four[::-1], typed)
    assert seats_by_lot(seed, 3, four) == seats_by_lot(seed, 3, four[::-1])


def test_a_seed_gives_the_seats_it_gave_when_this_was_written():
    """A seed gives the same seats in every version.

    Later versions must give the same seats for the seed of a published wind draw.
    """
    shown = show("autumn cup", PEOPLE)
    assert (shown.places, shown.thrower) == ((12, 7, 3, 40), 0)
    assert (shown.first, shown.again) == ((2, 5), (4, 5))
    assert shown.seats == (7, 40, 3, 12)
    assert seats_by_lot("autumn cup", 1, PEOPLE) == (12, 7, 3, 40)


def test_real_dice_take_the_place_of_the_programs():
    ours = show("wind", PEOPLE)
    typed = show("wind", PEOPLE, typed=[(6, 6, 6), None])
    assert typed.first == (6, 6, 6)
    assert typed.again == ours.again
    assert show("wind", PEOPLE, typed=[None, (1, 1)]).first == ours.first


def test_every_seat_is_as_likely_for_everybody():
    """Every seat is equally likely for every player.

    In 1,200 draws each player should get each wind about 300 times; the test allows 5
    standard deviations, which are 75.
    """
    easts = Counter(drawn_seats(f"seed {i}", PEOPLE).index(7) for i in range(1200))
    lots = Counter(seats_by_lot(f"seed {i}", 2, PEOPLE).index(7) for i in range(1200))
    for counts in (easts, lots):
        assert all(225 <= counts[seat] <= 375 for seat in range(4))


def test_tables_drawn_with_one_seed_do_not_follow_each_other():
    drawn = {seats_by_lot("wind", table, PEOPLE) for table in range(1, 21)}
    assert len(drawn) > 8


# --- rejected input -------------------------------------------------------------


@pytest.mark.parametrize("typed", ["4 2", "42", " 4, 2 ", "4+2", "4\t2"])
def test_dice_are_read_as_people_write_them(typed):
    assert read_dice(typed) == (4, 2)
    assert read_dice("1 2 3") == (1, 2, 3)


@pytest.mark.parametrize(
    "typed", ["", "4", "4 7", "0 1", "1 2 3 4", "six", "４ ２", "²3"]
)
def test_what_is_no_throw_is_refused(typed):
    with pytest.raises(RuleError) as caught:
        read_dice(typed)
    assert [fault.code for fault in caught.value.faults] == ["bad_dice"]


@pytest.mark.parametrize("dice", [(1,), (0, 3), (7, 1), (1, 2, 3, 4), ()])
def test_dice_that_do_not_exist_are_refused(dice):
    with pytest.raises(RuleError):
        show("wind", PEOPLE, Step.PLACES, [None, dice])


@pytest.mark.parametrize("numbers", [(), (1, 2, 3), (1, 2, 3, 3), (1, 2, 3, 4, 5)])
def test_it_takes_four_people(numbers):
    for draw in (show, drawn_seats):
        with pytest.raises(RuleError) as caught:
            draw("wind", numbers)
        assert caught.value.faults[0].code == "not_four"
