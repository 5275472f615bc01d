"""Work of the live stream that asks the database, each kind in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import close_old_connections

from tournaments.web.deep_calls import with_room

Result = TypeVar("Result")


async def at_work(
    thread: ThreadPoolExecutor, work: Callable[..., Result], *args: object
) -> Result:
    """Do it in the thread, with a connection that still works."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(thread, _do, work, *args)


@with_room
def _do(work: Callable[..., Result], *args: object) -> Result:
    close_old_connections()
    return work(*args)
