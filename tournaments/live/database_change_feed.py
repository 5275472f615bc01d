"""Notify the live stream of changes in the database.

PostgreSQL notifies its listeners when a transaction commits. SQLite counts the changes
made by other connections. A hint has no content, so its receiver must query the
changes.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

from django.conf import settings
from django.db import connection

from tournaments.models.tournament import NOTIFY_CHANNEL

#: Seconds within which successive changes are combined into one hint.
GATHER = 0.1
#: Longest time in seconds between two queries, even without a hint: hints may be lost.
LONGEST_WAIT = 5.0

#: Runs a function in the thread that owns the database connection.
Call = Callable[..., Awaitable[Any]]


def hints(call: Call) -> AsyncGenerator[None]:
    """Yield a hint immediately, and again whenever something may have changed.

    Raises the database's errors if the connection is lost. The caller must then call
    this function again.
    """
    if connection.vendor == "postgresql":
        return _postgresql_hints()
    return _sqlite_hints(call)


async def _sqlite_hints(call: Call) -> AsyncGenerator[None]:
    """Yield hints from SQLite.

    They come from `PRAGMA data_version`, whose values can be compared only within one
    connection, so a separate connection stays open.
    """
    counter = await call(sqlite3.connect, connection.settings_dict["NAME"])
    seen = None
    try:
        while True:
            version = await call(_data_version, counter)
            if version != seen:
                seen = version
                yield
            await asyncio.sleep(GATHER)
    finally:
        await call(counter.close)


def _data_version(counter: sqlite3.Connection) -> int:
    [version] = counter.execute("PRAGMA data_version").fetchone()
    return int(version)


def _past_a_pooler(parameters: dict[str, object]) -> dict[str, Any]:
    """Return the connection parameters that DATABASE_DIRECT_URL does not contain."""
    if not settings.DATABASE_DIRECT_URL:
        return parameters
    place = ("host", "port", "dbname", "user", "password")
    return {name: value for name, value in parameters.items() if name not in place}


async def _postgresql_hints() -> AsyncGenerator[None]:
    import psycopg

    # Connect like the pages, with all options of the database, but directly instead of
    # through a pooler. Their cursor class does not work in an event loop.
    parameters = connection.get_connection_params()
    parameters.pop("cursor_factory", None)
    listener = await psycopg.AsyncConnection.connect(
        settings.DATABASE_DIRECT_URL, **_past_a_pooler(parameters), autocommit=True
    )
    async with listener:
        await listener.execute(f"LISTEN {NOTIFY_CHANNEL}")
        while True:
            yield
            await asyncio.sleep(GATHER)
            async for _notice in listener.notifies(timeout=LONGEST_WAIT, stop_after=1):
                pass
