"""The budget of a search, counted in moves.

Moves are counted instead of seconds, so that the same seed gives the same plan on every
machine.
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
    """The progress of a search.

    `stage` is the name of the current part, `best` the cost of the best plan so far.
    `moves` moves have been made out of `of`.
    """

    stage: str
    best: int
    moves: int
    of: int


#: Function that receives the progress. It returns False to stop with the best plan.
Watcher = Callable[[Progress], bool]


class Budget:
    """The number of moves that all stages of one search may make together.

    `stop_after` repeats a search that was stopped after this number of moves. None
    means that the search is not stopped.
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
        """Count the `moves` made since the last call. Return whether the search may
        continue.

        A search calls this at least every STRIDE moves. If the result is False, the
        search returns its best plan so far. After a stop, all later stages get False.
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
