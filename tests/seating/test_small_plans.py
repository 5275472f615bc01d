"""Every stored plan matches its entry and is as good as known to be possible."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from tools.find_small_plans import figures, find
from tournaments.seating.meetings.algebraic_constructions import perfect
from tournaments.seating.meetings.catalogue import table
from tournaments.seating.meetings.starters_and_small_plans import Labels, small, stored

#: Rounds with a stored plan with repeats, by players: from the first that needs repeats
#: to 15, or to 14 for 8 and 12 players.
WITH_REPEATS = {
    8: range(2, 15),
    12: range(2, 15),
    16: range(6, 16),
    20: range(6, 16),
    24: range(8, 16),
    28: range(10, 16),
    32: range(11, 16),
    36: range(12, 16),
    40: range(14, 16),
    44: range(15, 16),
}

#: Repeats where the counting bound is not reached.
ABOVE_THE_BOUND = {
    (8, 2): 4,
    (12, 2): 3,
    (12, 3): 6,
    (12, 4): 15,
    (20, 6): 6,
    (24, 8): 18,
    (24, 9): 49,
    (36, 12): 27,
}

#: Most meetings of a pair, where it is more than two.
MOST_MEETINGS = {
    8: dict(zip(range(3, 15), (3, 3, 3, 3, 3, 4, 5, 5, 5, 6, 6, 6), strict=True)),
    12: dict(zip(range(3, 15), (3,) * 8 + (4,) * 4, strict=True)),
    16: dict.fromkeys(range(11, 16), 3),
    20: dict.fromkeys(range(12, 16), 3),
    24: dict.fromkeys(range(14, 16), 3),
}

#: Rounds without repeats but with repeated tables, by players. No construction gives
#: each player a different table every round there.
WITHOUT_REPEATS = {
    16: [5],
    24: [6, 7],
    28: [8, 9],
    32: [9, 10],
    36: [10, 11],
    40: [10, 11, 12, 13],
    44: [12, 13, 14],
    48: [13, 14, 15],
    52: [14, 15, 16, 17],
    56: [15, 16, 17, 18],
    60: [16, 17, 18, 19],
    64: [17, 18, 19, 20, 21],
}

#: Sizes without repeat opponents and without repeated tables.
AT_NO_TABLE_TWICE = [(56, 13), (56, 14), (60, 14), (60, 15)]

SIZES = stored()


def rounds_of(players: int, rounds: int) -> Labels:
    found = small(players, rounds)
    assert found is not None
    return found.rounds


def meetings(plan: Labels) -> dict[frozenset[int], list[int]]:
    met: dict[frozenset[int], list[int]] = {}
    for number, tables in enumerate(plan):
        for four in tables:
            for two in combinations(four, 2):
                met.setdefault(frozenset(two), []).append(number)
    return met


def visits(plan: Labels) -> Counter[tuple[int, int]]:
    return Counter(
        (player, place)
        for tables in plan
        for place, four in enumerate(tables)
        for player in four
    )


def counting_bound(players: int, rounds: int) -> int:
    """Return the meetings at all tables minus the number of pairs; 0 if there are more
    pairs.
    """
    return max(6 * rounds * players // 4 - players * (players - 1) // 2, 0)


@pytest.mark.parametrize(("players", "rounds"), SIZES)
def test_everybody_sits_once_in_every_round(players: int, rounds: int) -> None:
    plan = rounds_of(players, rounds)
    assert len(plan) == rounds
    for tables in plan:
        assert [len(four) for four in tables] == [4] * (players // 4)
        assert sorted(label for four in tables for label in four) == list(
            range(players)
        )


@pytest.mark.parametrize(("players", "rounds"), SIZES)
def test_an_entry_says_what_its_plan_has(players: int, rounds: int) -> None:
    plan = rounds_of(players, rounds)
    met = meetings(plan).values()
    came = visits(plan).values()
    entry = table("small")[f"{players}x{rounds}"]
    assert {name: entry[name] for name in entry if name != "rounds"} == {
        "repeats": sum(len(times) - 1 for times in met),
        "meetings": max(map(len, met)),
        "pairs_of_meetings": sum(len(times) * (len(times) - 1) // 2 for times in met),
        "at_once": sum(
            later - sooner == 1 for times in met for sooner, later in pairwise(times)
        ),
        "visits": max(came),
        "pairs_of_visits": sum(count * (count - 1) // 2 for count in came),
    }


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(players, rounds) for players in WITH_REPEATS for rounds in WITH_REPEATS[players]],
)
def test_no_plan_is_known_with_fewer_repeats(players: int, rounds: int) -> None:
    met = meetings(rounds_of(players, rounds)).values()
    least = ABOVE_THE_BOUND.get((players, rounds), counting_bound(players, rounds))
    assert sum(len(times) - 1 for times in met) == least
    assert max(map(len, met)) <= MOST_MEETINGS.get(players, {}).get(rounds, 2)


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(players, rounds) for players, some in WITHOUT_REPEATS.items() for rounds in some],
)
def test_where_nobody_need_meet_twice_nobody_does(players: int, rounds: int) -> None:
    plan = rounds_of(players, rounds)
    assert set(map(len, meetings(plan).values())) == {1}


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (players, rounds)
        for players, some in WITHOUT_REPEATS.items()
        for rounds in some
        if players > 16 and rounds > players // 4
    ],
)
def test_with_more_rounds_than_tables_nobody_comes_to_one_three_times(
    players: int, rounds: int
) -> None:
    assert set(visits(rounds_of(players, rounds)).values()) == {1, 2}


@pytest.mark.parametrize(("players", "rounds"), AT_NO_TABLE_TWICE)
def test_nobody_meets_twice_or_comes_to_a_table_twice(
    players: int, rounds: int
) -> None:
    plan = rounds_of(players, rounds)
    assert set(map(len, meetings(plan).values())) == {1}
    assert set(visits(plan).values()) == {1}


def test_every_stored_plan_is_in_one_of_the_lists_above() -> None:
    listed = [(n, r) for n, some in WITH_REPEATS.items() for r in some]
    listed += [(n, r) for n, some in WITHOUT_REPEATS.items() for r in some]
    listed += AT_NO_TABLE_TWICE
    assert sorted(SIZES) == sorted(listed)


def test_where_there_are_as_many_tables_as_rounds_tables_are_numbered() -> None:
    """If there are at least as many tables as rounds, a construction or a stored plan
    puts no player at a table twice. Only two sizes have neither.
    """
    unnumbered = []
    for players in range(20, 68, 4):
        for rounds in range(2, players // 4 + 1):
            found = perfect(players, rounds)
            if found is None or not found.numbered:
                found = small(players, rounds)
            if found is None or set(visits(found.rounds).values()) != {1}:
                unnumbered.append((players, rounds))
    assert unnumbered == [(24, 6), (40, 10)]


@pytest.mark.parametrize(("players", "rounds"), [(8, 1), (8, 15), (9, 3), (68, 8)])
def test_of_other_sizes_there_is_no_plan(players: int, rounds: int) -> None:
    assert small(players, rounds) is None


def test_the_program_that_finds_them_finds_one_again() -> None:
    plan = find(12, 3, seed="1", moves=20_000)
    assert plan == find(12, 3, seed="1", moves=20_000)
    assert all(sorted(seats) == list(range(12)) for seats in plan)
    assert figures(plan)["repeats"] == ABOVE_THE_BOUND[12, 3]
    assert figures(plan)["pairs_of_meetings"] == 9
