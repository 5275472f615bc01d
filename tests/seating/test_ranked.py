"""Rounds with random seating, and rounds seated as a snake, by intervals or by rank."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from tests.examples import examples
from tournaments.seating.constraints import Constraints, SeatingPlayer
from tournaments.seating.random_seed import Chance
from tournaments.seating.search_budget import Budget
from tournaments.seating.seating_plan import meetings
from tournaments.seating.swiss.random_and_snake_rounds import (
    interval_tables,
    random_tables,
    snake_tables,
    template_tables,
)

SIXTEEN = list(range(1, 17))


def by_lot(standing, played=(), *, seed="seed", budget=None, **asked):
    budget = budget or Budget()
    return random_tables(
        standing, played, chance=Chance(seed, "random"), budget=budget, **asked
    )


def rematches(tables, played):
    met = meetings(played)
    return sum(two in met for four in tables for two in combinations(sorted(four), 2))


def test_snake_goes_there_and_back():
    assert snake_tables(SIXTEEN) == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]


def test_snake_takes_the_order_of_the_standing():
    assert snake_tables([8, 7, 6, 5, 4, 3, 2, 1]) == [[8, 5, 4, 1], [7, 6, 3, 2]]


def test_interval_of_four():
    assert interval_tables(SIXTEEN, 4) == [
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
        [4, 8, 12, 16],
    ]


def test_interval_of_one_is_by_rank():
    assert interval_tables(SIXTEEN, 1) == [
        SIXTEEN[at : at + 4] for at in range(0, 16, 4)
    ]


def test_interval_at_the_end_of_the_field_is_shorter():
    tables = interval_tables(list(range(1, 25)), 4)

    assert tables[3:] == [[4, 8, 12, 16], [17, 19, 21, 23], [18, 20, 22, 24]]


def test_interval_longer_than_the_field_spreads_over_all_of_it():
    assert interval_tables(SIXTEEN, 100) == interval_tables(SIXTEEN, 4)


def test_empty_template_is_by_rank():
    assert template_tables([4, 3, 2, 1, 8, 7, 6, 5]) == [[4, 3, 2, 1], [8, 7, 6, 5]]


def test_template_names_ranks_not_players():
    standing = [who * 10 for who in range(1, 13)]

    tables = template_tables(standing, [[1, 4, 5, 8], [2, 3, 6, 7]])

    assert tables == [[10, 40, 50, 80], [20, 30, 60, 70], [90, 100, 110, 120]]


@pytest.mark.parametrize(
    ("template", "codes"),
    [
        ([[1, 2, 3]], ["template_table"]),
        ([[1, 2, 3, 3]], ["rank_twice"]),
        ([[1, 2, 3, 5]], ["rank_missing"]),
        ([[1, 2, 3, 4], [5, 6, 8, 9]], ["rank_missing", "rank_unknown"]),
        ([[0, 1, 2, 3]], ["rank_unknown"]),
        ([[1, 2], [3, 3, 4, 5]], ["template_table", "rank_twice"]),
    ],
)
def test_template_that_is_refused(template, codes):
    with pytest.raises(RuleError) as refused:
        template_tables(list(range(1, 9)), template)

    assert [fault.code for fault in refused.value.faults] == codes
    assert "%" not in str(refused.value)


@pytest.mark.parametrize(
    ("standing", "code"),
    [
        ([], "empty_standing"),
        ([1, 2, 3], "not_by_four"),
        ([1, 1, 2, 3], "twice_in_standing"),
    ],
)
@pytest.mark.parametrize(
    "method",
    [
        snake_tables,
        template_tables,
        by_lot,
        lambda standing: interval_tables(standing, 2),
    ],
)
def test_standing_that_is_refused(method, standing, code):
    with pytest.raises(RuleError) as refused:
        method(standing)

    assert [fault.code for fault in refused.value.faults] == [code]
    assert "%" not in str(refused.value)


def test_interval_that_is_refused():
    with pytest.raises(RuleError) as refused:
        interval_tables(SIXTEEN, 0)

    assert refused.value.faults[0].code == "interval"


@examples(40)
@given(tables=st.integers(1, 12), interval=st.integers(1, 15), seed=st.integers())
def test_everybody_sits_once(tables, interval, seed):
    standing = Chance(str(seed), "test").shuffled(range(100, 100 + 4 * tables))

    for round_ in (
        snake_tables(standing),
        interval_tables(standing, interval),
        template_tables(standing),
        by_lot(standing),
    ):
        assert [len(four) for four in round_] == [4] * tables
        assert sorted(who for four in round_ for who in four) == sorted(standing)


def test_by_lot_same_seed_same_tables():
    assert by_lot(SIXTEEN) == by_lot(SIXTEEN)
    assert by_lot(SIXTEEN) != by_lot(SIXTEEN, seed="another")


def test_by_lot_avoids_repeats_round_after_round():
    played = ()
    for number in range(6):
        tables = by_lot(list(range(1, 65)), played, seed=str(number))
        assert rematches(tables, played) == 0
        played += (tuple(map(tuple, tables)),)


def test_by_lot_takes_the_fewest_repeats_when_some_must_be():
    """Random seating has the fewest repeats if some are unavoidable.

    Eight players have only two tables, so at each table two pairs meet again.
    """
    played = (((1, 2, 3, 4), (5, 6, 7, 8)),)

    tables = by_lot(list(range(1, 9)), played)

    assert rematches(tables, played) == 4


def test_by_lot_parts_team_mates_and_forbidden_pairs():
    everybody = list(range(1, 41))
    entrants = [SeatingPlayer(who, team=f"team {who % 4}") for who in everybody]
    demands = Constraints(never=((1, 2), (3, 4)))

    tables = by_lot(everybody, entrants=entrants, demands=demands)

    assert all(len({who % 4 for who in four}) == 4 for four in tables)
    assert not any({1, 2} <= set(four) or {3, 4} <= set(four) for four in tables)


def test_by_lot_with_demands_that_cannot_be_met_still_seats_everybody():
    everybody = list(range(1, 17))
    entrants = [SeatingPlayer(who, team="Lyon") for who in everybody]
    budget = Budget(5_000)

    tables = by_lot(everybody, entrants=entrants, budget=budget)

    assert sorted(who for four in tables for who in four) == everybody
    assert budget.spent <= 5_200


def test_fixed_tables_are_given_by_exchanging_numbers():
    fixed = [
        SeatingPlayer(1, table=4),
        SeatingPlayer(13, table=1),
        SeatingPlayer(2, table=9),
    ]

    tables = template_tables(SIXTEEN, entrants=fixed)

    assert tables == [[13, 14, 15, 16], [5, 6, 7, 8], [9, 10, 11, 12], [1, 2, 3, 4]]


def test_two_of_one_table_with_different_fixed_tables():
    fixed = [SeatingPlayer(1, table=2), SeatingPlayer(2, table=3)]

    tables = template_tables(SIXTEEN, entrants=fixed)

    assert 1 in tables[1]
    assert 2 in tables[2]
    assert sorted(who for four in tables for who in four) == SIXTEEN


def test_fixed_tables_in_every_method():
    fixed = [SeatingPlayer(5, table=3)]

    for tables in (
        snake_tables(SIXTEEN, entrants=fixed),
        interval_tables(SIXTEEN, 4, entrants=fixed),
        template_tables(SIXTEEN, entrants=fixed),
        by_lot(SIXTEEN, entrants=fixed),
    ):
        assert 5 in tables[2]


def test_a_thousand_by_lot():
    everybody = list(range(1, 1001))
    played = (tuple(tuple(everybody[at : at + 4]) for at in range(0, 1000, 4)),)

    tables = by_lot(everybody, played)

    assert sorted(who for four in tables for who in four) == everybody
    assert rematches(tables, played) == 0
