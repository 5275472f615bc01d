"""Arrangements and waits, compared with a slow enumeration that does not use suits."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.hand_notation import parse_tiles
from rules.tiles import KINDS
from rules.winning_arrangements import (
    CHOWS,
    KNITTED,
    KONGS,
    PUNGS,
    Group,
    SetKind,
    Shape,
    arrangements,
    completes,
    pack,
    standard_readings,
    standard_waits,
    waits,
)
from tests.examples import examples

ORPHANS = frozenset(parse_tiles("19m19p19sESWNCFP"))
EVERY_SET = [(first, first, first) for first in range(34)] + [
    (start + rank, start + rank + 1, start + rank + 2)
    for start in (0, 9, 18)
    for rank in range(7)
]


def slow_standard(tiles) -> set[tuple[tuple[tuple[int, ...], ...], int]]:
    """Return every (sets, pair) of the tiles, found by trying each pair with each
    choice of sets.
    """
    held = Counter(tiles)
    found = set()
    for pair in [kind for kind in held if held[kind] >= 2]:
        rest = held - Counter((pair, pair))
        fitting = [s for s in EVERY_SET if Counter(s) <= rest]
        for chosen in combinations_with_replacement(fitting, rest.total() // 3):
            if Counter(t for each in chosen for t in each) == rest:
                found.add((tuple(sorted(chosen)), pair))
    return found


def slow_special(tiles) -> set[str]:
    """Return the names of the special shapes that all 14 tiles form; an empty set for
    another number of tiles.
    """
    held, found = Counter(tiles), set()
    if held.total() != 14:
        return found
    if all(count % 2 == 0 for count in held.values()):
        found.add("seven_pairs")
    if set(held) == ORPHANS:
        found.add("thirteen_orphans")
    knitted = [
        {*one, *other, *third, *range(27, 34)} for one, other, third in slow_knitted()
    ]
    if len(held) == 14 and any(set(held) <= allowed for allowed in knitted):
        found.add("knitted_singles")
    return found


def slow_knitted():
    """Yield 147, 258 and 369 for each assignment to the three suits."""
    for suits in permutations((0, 9, 18)):
        yield tuple(
            tuple(start + low + step for step in (0, 3, 6))
            for low, start in enumerate(suits)
        )


def slow_knitted_straights(tiles) -> int:
    held, found = Counter(tiles), 0
    for parts in slow_knitted():
        nine = Counter(tile for part in parts for tile in part)
        if nine <= held:
            found += len(slow_standard((held - nine).elements()))
    return found


def slow_completes(tiles, shapes) -> bool:
    return bool(
        (Shape.STANDARD in shapes and slow_standard(tiles))
        or slow_special(tiles) & set(shapes)
        or (Shape.KNITTED_STRAIGHT in shapes and slow_knitted_straights(tiles))
    )


@st.composite
def tiles(draw, sizes=(2, 5, 8, 11, 14)) -> list[int]:
    """Return random tiles that often form complete hands: sets and a pair, sometimes of
    few kinds and with 1 or 2 tiles exchanged.
    """
    size = draw(st.sampled_from(sizes))
    few = draw(st.booleans())
    kinds = st.integers(0, 8) if few else st.integers(0, KINDS - 1)
    if draw(st.integers(0, 3)) == 0:
        held = draw(st.lists(kinds, min_size=size, max_size=size))
    else:
        groups = [s for s in EVERY_SET if not few or max(s) < 9]
        drawn = draw(st.lists(st.sampled_from(groups), min_size=4, max_size=4))
        pair = draw(kinds)
        sets = drawn[: size // 3]
        held = [pair, pair, *(tile for each in sets for tile in each)]
        for _time in range(draw(st.integers(0, 2))):
            held[draw(st.integers(0, size - 1))] = draw(kinds)
    assume(max(Counter(held).values()) <= 4)
    return held


@st.composite
def special_tiles(draw) -> list[int]:
    """Return 14 tiles of a special shape, or one tile away from it."""
    shape = draw(st.sampled_from(["pairs", "orphans", "knitted", "straight"]))
    nine = draw(st.sampled_from(KNITTED))
    if shape == "pairs":
        kinds = draw(st.lists(st.integers(0, 33), min_size=7, max_size=7))
        held = [kind for kind in kinds for _copy in "12"]
    elif shape == "orphans":
        held = [*sorted(ORPHANS), draw(st.sampled_from(sorted(ORPHANS)))]
    elif shape == "knitted":
        held = draw(st.permutations([*nine, *range(27, 34)]))[:14]
    else:
        pair = draw(st.integers(0, 33))
        held = [*nine, pair, pair, *draw(st.sampled_from(EVERY_SET))]
    if draw(st.booleans()):
        held[draw(st.integers(0, 13))] = draw(st.integers(0, 33))
    assume(max(Counter(held).values()) <= 4)
    return held


def readings(held) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
    return [
        (tuple(sorted(group.tiles for group in sets)), pair)
        for sets, pair in standard_readings(pack(held))
    ]


@examples(300)
@given(tiles())
def test_standard_readings_are_those_of_the_slow_enumeration(held):
    found = readings(held)
    assert len(found) == len(set(found))
    assert set(found) == slow_standard(held)


@examples(200)
@given(special_tiles() | tiles(sizes=(14,)))
def test_special_shapes_are_those_of_the_slow_enumeration(held):
    special = [shape for shape in Shape if shape is not Shape.STANDARD]
    found = Counter(each.shape.value for each in arrangements(held, special))
    straights = found.pop("knitted_straight", 0)
    assert straights == slow_knitted_straights(held)
    assert set(found) == slow_special(held)
    assert set(found.values()) <= {1}


@given(special_tiles() | tiles())
def test_an_arrangement_uses_exactly_the_tiles_given(held):
    for arrangement in arrangements(held, Shape):
        assert arrangement.tiles == tuple(sorted(held))
    assert completes(held, Shape) is bool(list(arrangements(held, Shape)))


@given(tiles(), st.randoms(use_true_random=False))
def test_the_order_of_the_tiles_does_not_matter(held, rng):
    shuffled = rng.sample(held, len(held))
    assert list(arrangements(held, Shape)) == list(arrangements(shuffled, Shape))


@examples(60)
@given(tiles(), st.data())
def test_waits_are_the_kinds_that_complete_it_one_by_one(held, data):
    held.pop(data.draw(st.integers(0, len(held) - 1)))
    expected = tuple(k for k in range(KINDS) if slow_standard([*held, k]))
    assert waits(held, (Shape.STANDARD,)) == expected
    assert tuple(sorted(standard_waits(pack(held)))) == expected


@examples(60)
@given(special_tiles(), st.data())
def test_waits_of_every_shape_are_the_kinds_that_complete_it(held, data):
    held.pop(data.draw(st.integers(0, 13)))
    expected = tuple(k for k in range(KINDS) if slow_completes([*held, k], Shape))
    assert waits(held, Shape) == expected


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("1112345678999m", "123456789m"),
        ("1113m", "23m"),
        ("2345m", "25m"),
        ("E", "E"),
        ("1111m", "1m"),
        ("1112m", "23m"),
        ("123m456p789sEEEC", "C"),
        ("123m456p789sEECC", "EC"),
        ("3334567m", "24578m"),
        ("19m19p19sESWNCFP", "19m19p19sESWNCFP"),
        ("19m19p19sESWNCFF", "P"),
        ("1122m3344p5566sE", "E"),
        ("1111m22m3344p55sE", "E"),
        ("147m258p369sESWN", "CFP"),
        ("147m258p369sEEES", "S"),
        ("147m258p36sEEESS", "9s"),
        ("EEEESSSSWWWNN", "W"),
    ],
)
def test_waits_known_by_heart(held, expected):
    found = waits(parse_tiles(held), Shape)
    assert found == parse_tiles(expected)


def test_the_same_tiles_in_two_ways():
    held = parse_tiles("111222333m99p")
    assert sorted(
        {
            tuple(group.kind for group in sets)
            for sets, _p in standard_readings(pack(held))
        }
    ) == [("chow",) * 3, ("pung",) * 3]


def test_groups_know_their_tiles():
    assert CHOWS[0].tiles == parse_tiles("123m")
    assert PUNGS[27] == Group(SetKind.PUNG, 27)
    assert PUNGS[27].tiles == parse_tiles("EEE")
    assert KONGS[33].tiles == parse_tiles("PPPP")
    assert {frozenset(each) for each in KNITTED} == {
        frozenset(t for part in parts for t in part) for parts in slow_knitted()
    }
