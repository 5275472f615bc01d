"""The budget of a search, counted in moves.

Moves are counted rather than seconds, so that the same seed gives the same plan on
every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

#: Default budget in moves: about 10 seconds on one core of a laptop.
MOVES = 1_000_000

#: Moves between two progress reports of a search.
STRIDE = 1_000


@dataclass(frozen=True)
class Progress:
    """The progress of a search. `best` is the cost of the best plan so far."""

    stage: str
    best: int
    moves: int
    of: int


#: Function that receives the progress. It returns False to stop with the best plan.
Watcher = Callable[[Progress], bool]


class Budget:
    """The moves shared by all stages of one search.

    `stop_after` is a number of moves. It repeats a search that was stopped after them.
    """

    def __init__(
        self,
        moves: int = MOVES,
        *,
        stop_after: int | None = None,
        watcher: Watcher | None = None,
    ) -> None:
        self.moves = moves
        self.spent = 0
        self.stopped = False
        self._stop_after = stop_after
        self._watcher = watcher

    @property
    def left(self) -> int:
        return 0 if self.stopped else max(self.moves - self.spent, 0)

    def go_on(self, stage: str, moves: int, best: int) -> bool:
        """Count `moves` made since the last call, and return whether the search may
        continue.

        A search calls this at least every STRIDE moves. When it gets False, it returns
        its best plan so far. After a stop, all later stages immediately get False.
        """
        if self.stopped:
            return False
        self.spent += moves
        if self._stop_after is not None and self.spent >= self._stop_after:
            self.stopped = True
        elif self._watcher is not None:
            progress = Progress(stage, best, self.spent, self.moves)
            self.stopped = not self._watcher(progress)
        return not self.stopped and self.spent < self.moves
