"""Expiry of page content that becomes wrong with time alone, without a change in its
tournament.

Code that writes such content calls `holds_for`. A page without such content is rendered
once per revision.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Lasts:
    """Lifetime of content in seconds; None means without limit."""

    seconds: float | None = None


_noted: ContextVar[Lasts | None] = ContextVar("lasts", default=None)


@contextmanager
def noted() -> Iterator[Lasts]:
    """Yield a `Lasts` that collects the expiry of all content rendered within the
    block."""
    lasts = Lasts()
    before = _noted.set(lasts)
    try:
        yield lasts
    finally:
        _noted.reset(before)


def holds_for(seconds: float) -> None:
    """Limit the expiry of the content being rendered to at most `seconds`."""
    lasts = _noted.get()
    if lasts is not None and (lasts.seconds is None or seconds < lasts.seconds):
        lasts.seconds = seconds
