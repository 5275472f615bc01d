"""Indirect meetings: two players who never meet should have opponents in common.

Of two otherwise equal plans, the more even plan is better: the opponents in common are
spread evenly over the pairs that never meet. Source: Lester, "Scheduling reach mahjong
tournaments using pseudo-boolean constraints", SAT 2021.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tournaments.seating.meetings.algebraic_constructions import perfect
from tournaments.seating.meetings.starters_and_small_plans import Structure
from tournaments.seating.random_seed import Chance
from tournaments.seating.seating_plan import Four

#: Most players. With more, all pairs have few opponents in common anyway.
MOST_PLAYERS = 160

#: Number of choices of rounds that are compared.
CHOICES = 12


def opponents(rounds: Sequence[Sequence[Four]], players: int) -> list[int]:
    """Return the set of opponents of each label. A set is a number: bit n is set if
    label n is an opponent."""
    met = [0] * players
    for tables in rounds:
        for table in tables:
            together = sum(1 << label for label in table)
            for label in table:
                met[label] |= together
    return [bits & ~(1 << label) for label, bits in enumerate(met)]


def shared(met: Sequence[int]) -> Counter[int]:
    """Return the number of pairs that never meet, by the number of their opponents in
    common. `met` is the result of `opponents`."""
    counts: Counter[int] = Counter()
    for one, bits in enumerate(met):
        for other in range(one):
            if not bits >> other & 1:
                counts[(bits & met[other]).bit_count()] += 1
    return counts


def most_even(structure: Structure, players: int, seed: str) -> Structure:
    """Return this structure, or the same number of rounds from a longer structure of
    the same kind.

    The rounds are chosen by two rules. The smallest number of opponents in common is as
    large as possible. Then as few pairs as possible have this number.
    """
    longer = _longer(structure, players)
    if longer is None or players > MOST_PLAYERS:
        return structure
    chance = Chance(seed, "indirect")
    count = len(structure.rounds)
    choices = [structure.rounds] + [
        tuple(chance.shuffled(longer.rounds)[:count]) for _ in range(CHOICES)
    ]
    best = max(
        choices, key=lambda rounds: _evenness(shared(opponents(rounds, players)))
    )
    return replace(longer, rounds=best)


def _longer(structure: Structure, players: int) -> Structure | None:
    """Return the longest plan with the same properties, or None if there is no longer
    plan. The plan has at most about 50 % more rounds."""
    count = len(structure.rounds)
    for rounds in range(count + count // 2 + 2, count, -1):
        longer = perfect(players, rounds)
        if (
            longer is not None
            and longer.numbered == structure.numbered
            and longer.pools == structure.pools
        ):
            return longer
    return None


def _evenness(counts: Counter[int]) -> tuple[int, int]:
    least = min(counts, default=0)
    return least, -counts[least]
