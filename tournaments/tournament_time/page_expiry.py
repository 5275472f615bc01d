"""Expiry of page content that becomes wrong as time passes, without a change in the
tournament.

Code that writes such content calls `expires_in`. Other pages are rendered only once for
each revision.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Expiry:
    """The time until content expires, in seconds. None means that the content does not
    expire."""

    seconds: float | None = None


_tracked: ContextVar[Expiry | None] = ContextVar("page_expiry", default=None)


@contextmanager
def track_expiry() -> Iterator[Expiry]:
    """Yield the `Expiry` of all content rendered within the block."""
    expiry = Expiry()
    before = _tracked.set(expiry)
    try:
        yield expiry
    finally:
        _tracked.reset(before)


def expires_in(seconds: float) -> None:
    """Let the content that is being rendered expire after at most `seconds`."""
    expiry = _tracked.get()
    if expiry is not None and (expiry.seconds is None or seconds < expiry.seconds):
        expiry.seconds = seconds
