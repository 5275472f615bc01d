"""Tables of three and two: sizes by every method, with seats filled from East."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from tests.examples import examples
from tournaments.seating.constraints import Constraints, SeatingPlayer, Uneven
from tournaments.seating.generate_seating import draw
from tournaments.seating.seating_plan import seated
from tournaments.seating.seating_request import RANKED, Method, Request
from tournaments.seating.uneven.bye_labels_and_table_sizes import levelled

METHODS = [method for method in Method if method != Method.REPAIR]


def request(players: int, method: Method, uneven: Uneven, rounds: int = 3) -> Request:
    return Request(
        tuple(SeatingPlayer(number) for number in range(1, players + 1)),
        1 if method in RANKED else rounds,
        "s",
        method,
        demands=Constraints(uneven=uneven, moves=20_000),
        standing=tuple(range(1, players + 1)) if method in RANKED else (),
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("players", "uneven", "sizes"),
    [
        (2, Uneven.TWOS, [2]),
        (3, Uneven.THREES, [3]),
        (5, Uneven.TWOS, [2, 3]),
        (6, Uneven.TWOS, [3, 3]),
        (7, Uneven.THREES, [3, 4]),
        (8, Uneven.THREES, [4, 4]),
        (9, Uneven.THREES, [3, 3, 3]),
        (11, Uneven.THREES, [3, 4, 4]),
    ],
)
def test_as_few_tables_as_can_be_and_none_much_shorter(method, players, uneven, sizes):
    for round_ in draw(request(players, method, uneven)).plan:
        assert sorted(len(seated(table)) for table in round_) == sizes
        assert sorted(who for table in round_ for who in seated(table)) == [
            *range(1, players + 1)
        ]
        for table in round_:
            assert None not in table[: len(seated(table))]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("players", "uneven"), [(1, Uneven.TWOS), (2, Uneven.THREES), (5, Uneven.THREES)]
)
def test_numbers_that_fill_no_such_tables_are_refused(method, players, uneven):
    asked = request(players, method, uneven)
    with pytest.raises(RuleError):
        draw(asked)


def test_five_sit_at_the_table_of_two_in_turn():
    plan = draw(request(5, Method.PLAN, Uneven.TWOS, 5)).plan
    short = Counter(
        who for round_ in plan for table in round_ if table[2] is None for who in table
    )
    del short[None]
    assert sorted(short.values()) == [2] * 5


def test_seven_sit_at_the_table_of_three_in_turn():
    plan = draw(request(7, Method.PLAN, Uneven.THREES, 7)).plan
    short = Counter(
        who for round_ in plan for table in round_ if table[3] is None for who in table
    )
    del short[None]
    assert sorted(short.values()) == [3] * 7


@pytest.mark.parametrize("method", [Method.SWISS, Method.RANDOM])
@pytest.mark.parametrize("players", [7, 11, 14, 19])
def test_nobody_sits_short_twice_while_others_have_not_yet(method, players):
    """A player does not sit at a short table twice before all others have.

    The standings stay the same, so the last players would otherwise sit there again.
    """
    times = dict.fromkeys(range(1, players + 1), 0)
    wanted = request(players, method, Uneven.THREES)
    for _round in range(6):
        [round_] = draw(replace(wanted, rounds=1)).plan
        wanted = replace(wanted, played=(*wanted.played, round_))
        for table in map(seated, round_):
            for who in table if len(table) < 4 else ():
                times[who] += 1
        assert max(times.values()) - min(times.values()) <= 1


def test_the_last_by_rank_sit_together():
    drawn = draw(request(9, Method.RANKS, Uneven.THREES))
    assert [sorted(seated(table)) for table in drawn.plan[0]] == [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
    ]


@examples(60)
@given(st.lists(st.integers(0, 4), max_size=8))
def test_levelled_tables_have_the_same_people_as_evenly_as_can_be(sizes):
    numbers = iter(range(100))
    tables = [[next(numbers) for _place in range(size)] for size in sizes]
    found = [seated(table) for table in levelled(tables)]
    # No player is lost, and all stay in the order of the standings.
    assert list(chain(*found)) == list(chain(*tables))
    counts = [len(table) for table in found if table]
    assert max(counts, default=0) - min(counts, default=0) <= 1
    assert [bool(table) for table in found] == [bool(table) for table in tables]
