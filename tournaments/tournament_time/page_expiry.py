"""For how long what is being made stays true, when nothing of its event changes.

Whatever puts words into a page that time alone makes untrue says so here; a page that
holds none of them is made once for a revision.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Lasts:
    """So many seconds; None: for ever."""

    seconds: float | None = None


_noted: ContextVar[Lasts | None] = ContextVar("lasts", default=None)


@contextmanager
def noted() -> Iterator[Lasts]:
    """Note for how long that holds which is made meanwhile."""
    lasts = Lasts()
    before = _noted.set(lasts)
    try:
        yield lasts
    finally:
        _noted.reset(before)


def holds_for(seconds: float) -> None:
    """What is made now holds no longer than this."""
    lasts = _noted.get()
    if lasts is not None and (lasts.seconds is None or seconds < lasts.seconds):
        lasts.seconds = seconds
