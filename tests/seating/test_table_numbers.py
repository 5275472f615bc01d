"""Tables get new numbers with the same players, until no player sits at a table twice
unnecessarily.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.seating.constraints import Weights
from tournaments.seating.meetings.algebraic_constructions import perfect
from tournaments.seating.random_seed import Chance
from tournaments.seating.search.fixed_tables import granted
from tournaments.seating.search.table_numbering import number_tables
from tournaments.seating.search_budget import Budget, Progress
from tournaments.seating.seating_plan import Plan, SeatOrEmpty

Rounds = list[list[tuple[int, ...]]]


def shuffled(players: int, rounds: int, seed: str = "hall") -> Rounds:
    """Return a plan without repeats whose tables are in random order."""
    found = perfect(players, rounds)
    assert found is not None
    chance = Chance(seed, "tables in the test")
    return [chance.shuffled(tables) for tables in found.rounds]


def numbered(
    rounds: Sequence[Sequence[Sequence[SeatOrEmpty]]],
    *,
    tables_of: Mapping[int, int] | None = None,
    played: Plan = (),
    weights: Weights | None = None,
    budget: Budget | None = None,
) -> list[list[Sequence[SeatOrEmpty]]]:
    return number_tables(
        rounds,
        tables_of=tables_of,
        played=played,
        weights=weights,
        chance=Chance("seed", "tables"),
        budget=budget or Budget(),
    )


def visits(
    rounds: Sequence[Sequence[Sequence[SeatOrEmpty]]],
) -> Counter[tuple[int, int]]:
    return Counter(
        (chair, place)
        for tables in rounds
        for place, table in enumerate(tables, 1)
        for chair in table
        if chair is not None
    )


def cost(
    rounds: Sequence[Sequence[Sequence[SeatOrEmpty]]], weights: Weights | None = None
) -> int:
    weights = weights or Weights()
    limit = -(-len(rounds) // max(map(len, rounds)))
    return sum(
        weights.table * count * (count - 1) // 2
        + weights.revisit * max(count - limit, 0)
        for count in visits(rounds).values()
    )


def same_people(one: Sequence[Sequence[object]], other: Sequence[object]) -> bool:
    return [sorted(tables, key=str) for tables in one] == [
        sorted(tables, key=str)
        for tables in other  # type: ignore[call-overload]
    ]


def test_a_large_hall_gets_along_without_anybody_at_a_table_twice() -> None:
    rounds = shuffled(400, 8)
    assert max(visits(rounds).values()) > 1
    result = numbered(rounds)
    assert same_people(result, rounds)
    assert set(visits(result).values()) == {1}


def test_with_more_rounds_than_tables_nobody_comes_three_times() -> None:
    for players, rounds in ((40, 13), (64, 21)):
        plan = shuffled(players, rounds)
        result = numbered(plan)
        assert same_people(result, plan)
        assert set(visits(result).values()) == {1, 2}


def test_a_small_plan_gets_the_best_of_all_orders() -> None:
    plan = shuffled(16, 3)
    least = min(
        cost([plan[0], second, third])
        for second in permutations(plan[1])
        for third in permutations(plan[2])
    )
    assert cost(numbered(plan)) == least


def test_the_rounds_played_before_count() -> None:
    plan = shuffled(28, 7)
    played = tuple(tuple(tables) for tables in plan[:4])
    result = numbered(plan[4:], played=played)  # type: ignore[arg-type]
    assert cost([*played, *result]) < cost(plan)
    alone = numbered(plan[4:])
    assert cost([*played, *result]) <= cost([*played, *alone])


def test_who_can_only_sit_at_one_table_does() -> None:
    plan = shuffled(40, 8)
    result = numbered(plan, tables_of={7: 3, 0: 10})
    assert same_people(result, plan)
    for before, tables in zip(plan, result, strict=True):
        met = any({0, 7} <= set(table) for table in before)
        assert (7 in tables[2]) + (0 in tables[9]) == (1 if met else 2)
    others = [count for (who, _), count in visits(result).items() if who not in (0, 7)]
    assert max(others) <= 3


def test_when_not_all_can_have_their_table_most_do() -> None:
    tables = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)]
    assert granted(tables, {1: 2, 5: 2, 6: 2}) == {1: 1}
    assert granted(tables, {1: 2, 5: 2, 6: 2, 2: 3}) == {0: 2, 1: 1}
    assert granted(tables, {1: 2, 2: 1, 5: 1, 9: 2}) in (
        {1: 0, 0: 1},
        {1: 0, 2: 1},
    )
    assert granted(tables, {1: 4, 5: 0}) == {}


@given(st.dictionaries(st.integers(1, 16), st.integers(1, 4), min_size=1, max_size=12))
def test_no_other_order_grants_more(tables_of: dict[int, int]) -> None:
    tables = [tuple(range(first, first + 4)) for first in (1, 5, 9, 13)]

    def happy(order: Sequence[int]) -> int:
        return sum(
            tables_of.get(number) == place
            for place, group in enumerate(order, 1)
            if group >= 0
            for number in tables[group]
        )

    places = granted(tables, tables_of)
    assert len(set(places.values())) == len(places)
    order = [-1] * 4
    for group, place in places.items():
        order[place] = group
    assert happy(order) == max(happy(other) for other in permutations(range(4)))


def test_empty_chairs_and_rounds_of_other_lengths_are_welcome() -> None:
    plan: list[list[Sequence[SeatOrEmpty]]] = [
        [(1, 2, 3, None), (4, 5, 6, None)],
        [(1, 2, None, None), (4, 5, None, None), (3, 6, None, None)],
        [],
    ]
    result = numbered(plan)
    assert same_people(result, plan)
    assert cost(result) == 0
    assert numbered([]) == []


def test_the_same_chance_gives_the_same_order() -> None:
    plan = shuffled(40, 13)
    assert numbered(plan) == numbered(plan)


def test_nothing_is_searched_when_nothing_counts_or_nothing_is_left() -> None:
    plan = shuffled(40, 13)
    budget = Budget()
    numbered(plan, weights=Weights(table=0, revisit=0), budget=budget)
    assert budget.spent == 0
    none = Budget(0)
    assert same_people(numbered(plan, budget=none), plan)
    assert none.spent == 0


def test_the_search_stops_when_told_to_and_keeps_its_best() -> None:
    told: list[Progress] = []

    def watch(progress: Progress) -> bool:
        told.append(progress)
        return len(told) < 20

    plan = shuffled(64, 21)
    result = numbered(plan, budget=Budget(watcher=watch))
    assert len(told) == 20
    assert {progress.stage for progress in told} == {"tables"}
    assert cost(result) == told[-1].best == min(progress.best for progress in told)


@examples(25)
@given(
    st.integers(2, 6),
    st.integers(1, 7),
    st.text(max_size=3),
    st.integers(0, 3000),
    st.integers(0, 50),
    st.integers(0, 200),
)
def test_never_dearer_and_always_the_same_people(
    tables: int, rounds: int, seed: str, moves: int, table: int, revisit: int
) -> None:
    chance = Chance(seed, "people in the test")
    plan = []
    for _ in range(rounds):
        order = chance.shuffled(range(1, 4 * tables + 1))
        plan.append([tuple(order[at : at + 4]) for at in range(0, 4 * tables, 4)])
    weights = Weights(table=table, revisit=revisit)
    first = numbered(plan, weights=weights, budget=Budget(0))
    result = numbered(plan, weights=weights, budget=Budget(moves))
    assert same_people(result, plan)
    assert cost(result, weights) <= cost(first, weights)
