"""Places that players can still reach, compared with an enumeration of every result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.reachable_places import (
    ComingRound,
    Race,
    best_place,
    enough_for,
    worst_place,
)
from rules.reachable_places_table_shares import results
from rules.table_points import place_seats
from rules.winds import WINDS

POINT = 12
SHARES = (4 * POINT, 2 * POINT, 1 * POINT, 0)
EIGHT = tuple(range(8))
TWO_TABLES = ((0, 1, 2, 3), (4, 5, 6, 7))
CROSSED = ((0, 4, 1, 5), (2, 6, 3, 7))

#: Points after a few rounds, including thirds and halves from ties.
standing = st.lists(
    st.integers(0, 5).map(lambda whole: whole * POINT)
    | st.sampled_from([6, 18, 28, 36, 40]),
    min_size=8,
    max_size=8,
)


@cache
def every_result(
    shares: tuple[int, int, int, int] = SHARES,
) -> list[tuple[int, ...]]:
    """Return all different results of a table of four, as points by seat, from every
    order of scores with ties.
    """
    found = set()
    for scores in product(range(4), repeat=4):
        placed = place_seats(dict(zip(WINDS, scores, strict=True)), shares)
        found.add(tuple(int(placed[seat].table_points) for seat in WINDS))
    return sorted(found)


EVERY = every_result()
GAINS = sorted({each[0] for each in EVERY})

Seatings = list[tuple[tuple[int, ...], ...]]


def reach_of(race: Race, me: int) -> tuple[int | None, int | None]:
    """Return the best and the worst final place that player `me` can reach; None for a
    place that is not known.
    """
    return best_place(race, me), worst_place(race, me)


def all_ends(
    points: dict[int, int],
    rounds: list[Seatings],
    shares: tuple[int, int, int, int] = SHARES,
) -> Iterator[dict[int, int]]:
    """Yield the points of all players after every possible result of every seating of
    each round.
    """
    if not rounds:
        yield points
        return
    for tables in rounds[0]:
        for gains in product(every_result(shares), repeat=len(tables)):
            end = dict(points)
            for table, gained in zip(tables, gains, strict=True):
                for name, more in zip(table, gained, strict=True):
                    if name in end:
                        end[name] += more
            yield from all_ends(end, rounds[1:], shares)


def counted(points: dict[int, int], rounds: list[Seatings], me: int) -> tuple[int, int]:
    """Return the best place of player `me` if ties count for the player, and the worst
    if they count against.

    All results of earlier rounds are enumerated. In the last round tables are counted
    separately, because each player sits at one table only.
    """
    *before, last = rounds
    best, worst = len(points), 1
    for now in all_ends(points, before):
        for tables in last:
            counts = [above_and_level(now, table, me) for table in tables]
            for gained in GAINS:
                at = [count[gained] for count in counts]
                best = min(best, 1 + sum(above for above, _level in at))
                worst = max(worst, 1 + sum(level for _above, level in at))
    return best, worst


def above_and_level(
    now: dict[int, int], table: tuple[int, ...], me: int
) -> dict[int, tuple[int, int]]:
    """Return by gain of player `me` the fewest other players of a table who can get
    more points, and the most who can get at least as many.
    """
    found: dict[int, tuple[int, int]] = {}
    for gains in EVERY:
        totals = [
            now[name] + more
            for name, more in zip(table, gains, strict=True)
            if name in now and name != me
        ]
        mine = [gains[table.index(me)]] if me in table else GAINS
        for gained in mine:
            total = now[me] + gained
            fewest, most = found.get(gained, (4, 0))
            found[gained] = (
                min(fewest, sum(each > total for each in totals)),
                max(most, sum(each >= total for each in totals)),
            )
    return found


def seatings(names: tuple[int, ...]) -> list[tuple[tuple[int, ...], ...]]:
    first, *rest = names
    return [
        ((first, *three), tuple(name for name in rest if name not in three))
        for three in combinations(rest, 3)
    ]


def test_the_search_knows_every_result_of_a_table() -> None:
    assert sorted(results(SHARES)) == EVERY
    assert len(EVERY) == 75


@settings(max_examples=60, deadline=None)
@given(standing, st.sets(st.integers(1, 7), max_size=2))
def test_the_last_round_is_counted_exactly(here: list[int], apart: set[int]) -> None:
    """Players in `apart` sit at the tables but are not ranked."""
    points = {name: here[name] for name in EIGHT if name not in apart}
    race = Race(points, (ComingRound(TWO_TABLES),), SHARES)
    assert reach_of(race, 0) == counted(points, [[TWO_TABLES]], 0)


@settings(max_examples=40, deadline=None)
@given(standing)
def test_four_who_meet_twice_are_counted_exactly(here: list[int]) -> None:
    points = dict(zip(range(4), here, strict=False))
    again = (TWO_TABLES[0],)
    race = Race(points, (ComingRound(again), ComingRound(again)), SHARES)
    assert reach_of(race, 0) == counted(points, [[again], [again]], 0)


@settings(max_examples=8, deadline=None)
@given(standing)
def test_an_open_table_and_a_round_after_it(here: list[int]) -> None:
    points, table = dict(enumerate(here)), TWO_TABLES[:1]
    race = Race(points, (ComingRound(table), ComingRound(CROSSED)), SHARES)
    assert reach_of(race, 0) == counted(points, [[table], [CROSSED]], 0)


@settings(max_examples=20, deadline=None)
@given(standing)
def test_a_round_whose_seats_nobody_knows_is_exact_or_not_said(
    here: list[int],
) -> None:
    points = dict(enumerate(here))
    race = Race(points, (ComingRound(free=EIGHT),), SHARES)
    said = reach_of(race, 0)
    assert None in said or said == counted(points, [seatings(EIGHT)], 0)


@settings(max_examples=40, deadline=None)
@given(standing, st.integers(1, 7))
def test_what_is_enough_is_enough_and_less_is_not(here: list[int], places: int) -> None:
    """`enough_for` is exact in the last round.

    It is compared with every result of the player's table, and with the most players
    who can tie.
    """
    points = dict(enumerate(here))
    race = Race(points, (ComingRound(TWO_TABLES),), SHARES)
    worst: dict[int, int] = {}
    for end in all_ends(points, [[TWO_TABLES]]):
        gained = end[0] - points[0]
        place = sum(total >= end[0] for total in end.values())
        worst[gained] = max(place, worst.get(gained, 0))
    safe = [
        share
        for share in sorted(SHARES)
        if all(worst[gained] <= places for gained in worst if gained >= share)
    ]
    assert enough_for(race, 0, places) == (safe[0] if safe else None)


AGAIN = TWO_TABLES[:1]
CHAIN = ((1, 2, 3, 4),)


@settings(max_examples=25, deadline=None)
@given(
    standing,
    st.integers(1, 5),
    st.sampled_from(
        [
            ([AGAIN, AGAIN], (ComingRound(AGAIN), ComingRound(AGAIN))),
            ([AGAIN, AGAIN], (ComingRound(AGAIN), ComingRound(free=AGAIN[0]))),
            ([AGAIN, CHAIN], (ComingRound(AGAIN), ComingRound(CHAIN))),
            ([CHAIN, AGAIN], (ComingRound(CHAIN), ComingRound(AGAIN))),
        ]
    ),
    st.sampled_from([SHARES, (36, 12, -12, -36)]),
)
def test_what_is_enough_over_two_rounds_is_exact(
    here: list[int],
    places: int,
    rounds: tuple[Seatings, tuple[ComingRound, ...]],
    shares: tuple[int, int, int, int],
) -> None:
    """`enough_for` is exact over two rounds.

    It is compared with every result of both rounds, with and without ties. 2 players
    sit out.
    """
    points = dict(enumerate(here[:6]))
    race = Race(points, rounds[1], shares)
    worst: dict[int, int] = {}
    for end in all_ends(points, [[tables] for tables in rounds[0]], shares):
        gained = end[0] - points[0]
        place = sum(total >= end[0] for total in end.values())
        worst[gained] = max(place, worst.get(gained, 0))
    sums = {0}
    for _round in range(race.played_by(0)):
        sums = {each + share for each in sums for share in shares}
    safe = [
        each
        for each in sorted(sums)
        if all(worst[gained] <= places for gained in worst if gained >= each)
    ]
    assert enough_for(race, 0, places) == (safe[0] if safe else None)


def test_who_sits_together_cannot_all_be_first() -> None:
    """Players at one table cannot all be first.

    The leader has 60 points and three others have 24; each of these needs a first place
    to tie.
    """
    points = dict.fromkeys(EIGHT, 0) | {0: 60, 1: 24, 2: 24, 3: 24}
    together = Race(points, (ComingRound(((0, 4, 5, 6), (1, 2, 3, 7))),), SHARES)
    apart = Race(points, (ComingRound(((0, 1, 4, 5), (2, 3, 6, 7))),), SHARES)
    assert reach_of(together, 0) == (1, 3)  # two of them, tied first
    assert reach_of(apart, 0) == (1, 4)


def test_nothing_is_to_come() -> None:
    points = {0: 24, 1: 24, 2: 36, 3: 0}
    assert reach_of(Race(points, (), SHARES), 0) == (2, 3)


def test_a_race_names_what_it_cannot_count() -> None:
    with pytest.raises(ValueError, match="four sit"):
        Race({}, (ComingRound(((1, 2, 3),)),), SHARES)
    with pytest.raises(ValueError, match="better place"):
        Race({}, (), (0, 12, 24, 48))
    with pytest.raises(ValueError, match="twelfths"):
        Race({}, (), (4, 2, 1, 0))


@pytest.mark.parametrize("order", list(permutations(range(4)))[:6])
def test_names_do_not_matter(order: tuple[int, ...]) -> None:
    points = {0: 36, 1: 24, 2: 12, 3: 12, 4: 40, 5: 30, 6: 0, 7: 48}
    tables = (tuple(order), TWO_TABLES[1])
    race = Race(points, (ComingRound(tables),), SHARES)
    plain = Race(points, (ComingRound(TWO_TABLES),), SHARES)
    assert reach_of(race, 0) == reach_of(plain, 0)
