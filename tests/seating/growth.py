"""Comparison of work for different numbers of players, independent of the machine's
speed.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time


def times_the_work(large: Callable[[], object], small: Callable[[], object]) -> float:
    """Return the ratio of the processor times of `large` and `small`, each the shortest
    of three runs, because other processes may interrupt a run.
    """
    return min(_seconds(large) for _ in range(3)) / min(
        _seconds(small) for _ in range(3)
    )


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began
