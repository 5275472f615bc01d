"""How work grows with the number of players, whatever machine does it."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time


def times_the_work(large: Callable[[], object], small: Callable[[], object]) -> float:
    """How many times the processor's time of `small` is what `large` takes; the best
    of three runs each, for a machine may be interrupted."""
    return min(_seconds(large) for _ in range(3)) / min(
        _seconds(small) for _ in range(3)
    )


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began
