"""Lower bounds for repeats, compared with every seating of few players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from tournaments.seating.least_possible_repeats import least_repeats

Tables = tuple[tuple[int, ...], ...]


def seatings(players: tuple[int, ...]) -> Iterator[Tables]:
    """Yield every way to seat the players at tables of four."""
    if not players:
        yield ()
        return
    first, *others = players
    for three in combinations(others, 3):
        left = tuple(each for each in others if each not in three)
        for rest in seatings(left):
            yield ((first, *three), *rest)


def repeats(rounds: tuple[Tables, ...]) -> int:
    met = Counter(
        pair
        for tables in rounds
        for table in tables
        for pair in combinations(sorted(table), 2)
    )
    return sum(times - 1 for times in met.values())


@pytest.mark.parametrize(
    ("players", "rounds", "fewest"), [(8, 2, 4), (8, 3, 8), (12, 2, 3)]
)
def test_no_seating_has_fewer_repeats_and_one_has_no_more(players, rounds, fewest):
    every = list(seatings(tuple(range(players))))
    others = product(every, repeat=rounds - 1)
    assert min(repeats((every[0], *chosen)) for chosen in others) == fewest
    assert least_repeats(players, rounds) == fewest


def test_the_same_four_always_meet():
    assert least_repeats(4, 5) == 4 * 6
    assert least_repeats(16, 5) == 0
