"""Plans without repeat opponents.

The tests count the meetings in every construction and every catalogue entry.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools import find_starters
from tournaments.seating.meetings.algebraic_constructions import (
    most_rounds,
    perfect,
    recipes,
)
from tournaments.seating.meetings.catalogue import table
from tournaments.seating.meetings.finite_fields import Group, Ring, apart, prime_powers
from tournaments.seating.meetings.starters_and_small_plans import (
    Shifts,
    Starter,
    Structure,
)

#: Rounds by players: the most that are theoretically possible or known, where we reach
#: them.
KNOWN = {
    8: 1, 12: 1, 16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13, 44: 14, 48: 15,
    52: 17, 56: 18, 60: 19, 64: 21, 72: 23, 76: 25, 80: 26, 84: 27, 88: 29, 96: 31,
    112: 37, 124: 41, 128: 42, 136: 45, 144: 47, 148: 49, 160: 53, 176: 58, 184: 61,
    192: 63, 196: 65,
}  # fmt: skip

#: Rounds that we reach where more are known or thought possible.
REACHED = {
    68: 21, 92: 28, 100: 31, 104: 31, 108: 33, 116: 37, 120: 37, 132: 39, 140: 45,
    152: 45, 156: 45, 164: 49, 168: 49, 172: 52, 180: 55, 188: 56, 200: 65,
}  # fmt: skip

#: Rounds in which no player sits at a table twice either.
NUMBERED = {
    20: 5, 24: 5, 28: 7, 32: 8, 36: 9, 40: 9, 44: 11, 48: 12, 52: 13, 56: 12, 60: 13,
    64: 16, 68: 17, 72: 15, 100: 25, 136: 28, 200: 45, 1000: 62,
}  # fmt: skip


def unmet(structure: Structure, players: int) -> list[set[int]]:
    """Return for each label the label itself and the labels that it never meets.

    Asserts that every label is in each round and that no two labels meet twice.
    """
    strangers = [set(range(players)) for _ in range(players)]
    for round_ in structure.rounds:
        assert sorted(x for four in round_ for x in four) == list(range(players))
        for four in round_:
            for one, other in combinations(four, 2):
                assert other in strangers[one], (one, other)
                strangers[one].remove(other)
                strangers[other].remove(one)
            if structure.pools:
                assert {structure.pools[x] for x in four} == {0, 1, 2, 3}
    if structure.numbered:
        visits = [
            (x, place)
            for round_ in structure.rounds
            for place, four in enumerate(round_)
            for x in four
        ]
        assert len(visits) == len(set(visits))
    return strangers


@pytest.mark.parametrize("players", range(4, 204, 4))
def test_every_recipe_holds_what_it_promises(players: int) -> None:
    for recipe in recipes(players):
        structure = recipe.build(recipe.rounds)
        assert len(structure.rounds) == recipe.rounds
        assert structure.numbered == recipe.numbered
        strangers = unmet(structure, players)
        if recipe.hole:
            assert {len(some) for some in strangers} == {recipe.hole}
            assert all(strangers[x] == some for some in strangers for x in some)


@pytest.mark.parametrize("players", [256, 400, 472, 1000])
def test_large_events(players: int) -> None:
    for rounds in (8, most_rounds(players) if players < 1000 else 63):
        structure = perfect(players, rounds)
        assert structure is not None
        assert len(structure.rounds) == rounds
        unmet(structure, players)


def test_the_most_rounds() -> None:
    """The number of rounds is the theoretical maximum, or the highest number found so
    far.
    """
    assert {players: most_rounds(players) for players in KNOWN} == KNOWN
    for players, rounds in REACHED.items():
        assert most_rounds(players) >= rounds, players
    assert set(KNOWN) | set(REACHED) == set(range(8, 204, 4))


def test_every_size_has_many_rounds() -> None:
    for players in range(16, 1300, 4):
        assert most_rounds(players) >= max(4, players // 16), players
    assert most_rounds(6) == most_rounds(0) == most_rounds(-4) == 0


def test_nobody_at_a_table_twice() -> None:
    for players, rounds in NUMBERED.items():
        structure = perfect(players, rounds)
        assert structure is not None
        assert structure.numbered, players
        assert len(structure.rounds) == rounds


@given(st.integers(-8, 150), st.integers(-2, 60))
def test_a_plan_has_the_rounds_asked_for_or_is_none(players: int, rounds: int) -> None:
    structure = perfect(players, rounds)
    if rounds < 1 or rounds > most_rounds(players):
        assert structure is None
    else:
        assert structure is not None
        assert len(structure.rounds) == rounds
        assert structure.source
        unmet(structure, players)


@pytest.mark.parametrize("players", [int(key) for key in table("starters")])
def test_every_starter_of_the_catalogue(players: int) -> None:
    kept = Starter(players, table("starters")[str(players)])
    strangers = unmet(kept.structure(kept.rounds), players)
    if kept.hole:
        assert {len(some) for some in strangers} == {kept.hole}
    assert kept.rounds == most_rounds(players), "the algebra does better"


@pytest.mark.parametrize("tables", [int(key) for key in table("shifts")])
def test_every_shift_of_the_catalogue(tables: int) -> None:
    entry = table("shifts")[str(tables)]
    kept = Shifts(Group(entry["group"]), entry["shifts"])
    assert kept.group.order == tables
    assert kept.rounds > (tables + 3) // 4, "steps that grow evenly do better"
    unmet(kept.structure(kept.rounds), 4 * tables)


def test_starters_are_found_again() -> None:
    found = Starter(24, find_starters.starter(24, "again"))
    assert found.rounds == 7
    unmet(found.structure(7), 24)


def test_two_planes_make_ten_rounds_for_32() -> None:
    renamed = [11, 0, 9, 3, 12, 13, 8, 1, 6, 15, 7, 14, 4, 2, 5, 10]
    rounds = find_starters.pairs_of_points(renamed)
    entry = {"order": 1, "fixed": 0, "rounds": rounds, "hole": 2}
    strangers = unmet(Starter(32, entry).structure(10), 32)
    assert all(strangers[x] == {x, x ^ 1} for x in range(32))
    assert find_starters.pairs_of_points(range(16)) == []


def test_shifts_are_found_again() -> None:
    entry = find_starters.shifts([6], 5, "again")
    found = Shifts(Group([6]), entry["shifts"])
    assert found.rounds == 5
    unmet(found.structure(5), 24)


@pytest.mark.parametrize("order", [2, 4, 5, 8, 9, 12, 15, 16, 20, 25, 27, 45])
def test_a_ring_is_one(order: int) -> None:
    ring = Ring(order)
    elements = range(order)
    one = ring.diagonal(1)
    for a in elements:
        assert ring.times(a, one) == a
        assert ring.add(a, ring.minus(a)) == 0
        assert sorted(ring.shifted(a)) == list(elements)
        for b in elements:
            assert ring.times(a, b) == ring.times(b, a)
            for c in (1, order // 2, order - 1):
                assert ring.times(a, ring.add(b, c)) == ring.add(
                    ring.times(a, b), ring.times(a, c)
                )
                assert ring.times(a, ring.times(b, c)) == ring.times(
                    ring.times(a, b), c
                )


@pytest.mark.parametrize("order", [4, 9, 16, 20, 45, 49, 63])
def test_elements_apart_differ_by_units(order: int) -> None:
    ring = Ring(order)
    spread = [ring.diagonal(place) for place in range(apart(order))]
    for one, other in combinations(spread, 2):
        difference = ring.add(one, ring.minus(other))
        products = {ring.times(difference, x) for x in range(order)}
        assert len(products) == order


def test_primes_of_a_number() -> None:
    assert prime_powers(1) == []
    assert prime_powers(360) == [(2, 3), (3, 2), (5, 1)]
    assert prime_powers(97) == [(97, 1)]
    assert Ring(25).root(4) != Ring(25).root(2)
    assert Ring(65).times(Ring(65).root(4), Ring(65).root(4)) == Ring(65).minus(
        Ring(65).diagonal(1)
    )
