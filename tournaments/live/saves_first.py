"""Viewers never make a table wait: while this process answers somebody who enters
something, what is told of it waits, for Python runs one thread at a time.

Counted in the event loop, and so without a lock.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

#: Seconds that viewers wait at most for each rendering, and again until they are told
#: of it: somebody always saves at a hundred tables.
LONGEST = 0.1
#: Seconds until it is looked again.
LOOK_AGAIN = 0.002

_answering = 0


@contextmanager
def answering(method: str) -> Iterator[None]:
    """While a request is answered: of those that change something, viewers wait."""
    global _answering
    changes = method not in ("GET", "HEAD")
    _answering += changes
    try:
        yield
    finally:
        _answering -= changes


def patience() -> float:
    """Until when viewers wait who have begun to."""
    return time.monotonic() + LONGEST


async def answered(until: float) -> None:
    """Wait until nobody is being answered, and no longer than until then."""
    while _answering and time.monotonic() < until:
        await asyncio.sleep(LOOK_AGAIN)
