"""What a search may cost, counted in moves and never in seconds, so that the same
seed gives the same plan on every machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

#: About ten seconds of search on one core of a laptop.
MOVES = 1_000_000

#: A search tells of itself after this many moves.
STRIDE = 1_000


@dataclass(frozen=True)
class Progress:
    """How far a search is. `best`: the cost of the best plan so far."""

    stage: str
    best: int
    moves: int
    of: int


#: Somebody who looks on; False = stop with the best so far.
Watcher = Callable[[Progress], bool]


class Budget:
    """The moves that all stages of one draw share.

    `stop_after` repeats a draw that somebody stopped after so many moves.
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
        """Count `moves` made since the last call; whether the search may go on.

        A search calls it at least every STRIDE moves, and after False returns
        its best so far. Once stopped, every later stage gets False at once.
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
