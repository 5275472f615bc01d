"""List all ways in which the players of a table can share its steps, including ties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

#: Points of the places at a table, the highest first.
Steps = tuple[int, ...]


class Position(NamedTuple):
    """A player's position at a table: the number of players above, and of tied
    players."""

    above: int = 0
    level: int = 0

    def step(self, steps: Steps) -> int:
        """Return the step at this position; for tied players, the mean of their
        steps."""
        tied = self.level + 1
        return sum(steps[self.above : self.above + tied]) // tied


TOP = Position()


@cache
def results(steps: Steps) -> tuple[Steps, ...]:
    """Return every way to give these steps to the players of a table, including
    ties."""
    return tuple(dict.fromkeys(_distributions(frozenset(range(len(steps))), steps)))


@cache
def ways_beside(steps: Steps, at: Position) -> tuple[Steps, ...]:
    """Return the combinations of steps for the three other players, if one player has
    this position."""
    own_step, three = at.step(steps), range(len(steps) - 1)
    ways = []
    for above in combinations(three, at.above):
        rest = [seat for seat in three if seat not in above]
        for level in combinations(rest, at.level):
            below = [seat for seat in rest if seat not in level]
            step_of = dict.fromkeys(level, own_step)
            for high in results(steps[: at.above]):
                for low in results(steps[at.above + at.level + 1 :]):
                    step_of |= zip(above, high, strict=True)
                    step_of |= zip(below, low, strict=True)
                    ways.append(tuple(step_of[seat] for seat in three))
    return tuple(dict.fromkeys(ways))


def _distributions(names: frozenset[int], steps: Steps) -> Iterable[Steps]:
    """Yield the steps of the players for every order of `names`, including ties."""
    if not names:
        yield ()
        return
    for first in _groups(sorted(names)):
        size = len(first)
        mean = sum(steps[:size]) // size
        rest = names - first
        for below in _distributions(rest, steps[size:]):
            step_of = dict(zip(sorted(rest), below, strict=True)) | dict.fromkeys(
                first, mean
            )
            yield tuple(step_of[name] for name in sorted(names))


def _groups(names: Sequence[int]) -> Iterable[frozenset[int]]:
    for bits in range(1, 2 ** len(names)):
        yield frozenset(name for at, name in enumerate(names) if bits >> at & 1)
