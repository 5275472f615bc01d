"""How the live stream hears that something changed: the database is the bus.

PostgreSQL tells its listeners when a transaction commits; SQLite counts the
changes other connections made. A hint says only "look again".
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

from django.conf import settings
from django.db import connection

from tournaments.models.tournament import NOTIFY_CHANNEL

#: Seconds in which changes that follow each other are told as one.
GATHER = 0.1
#: Look again this often even without a hint: a hint may be lost.
LONGEST_WAIT = 5.0

#: Runs a function in the thread that owns the database connection.
Call = Callable[..., Awaitable[Any]]


def hints(call: Call) -> AsyncGenerator[None]:
    """Yields at once, and then whenever something may have changed.

    Raises what the database raises when it is gone; ask for hints again then.
    """
    if connection.vendor == "postgresql":
        return _postgresql_hints()
    return _sqlite_hints(call)


async def _sqlite_hints(call: Call) -> AsyncGenerator[None]:
    """A connection counts from when it was opened, so this keeps one of its own."""
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


def _past_a_pooler(asked: dict[str, object]) -> dict[str, Any]:
    """Of what a connection is asked for, what DATABASE_DIRECT_URL does not say."""
    if not settings.DATABASE_DIRECT_URL:
        return asked
    place = ("host", "port", "dbname", "user", "password")
    return {name: value for name, value in asked.items() if name not in place}


async def _postgresql_hints() -> AsyncGenerator[None]:
    import psycopg

    # As the pages connect, with all options of the database; but for the cursor, which
    # is not one for an event loop, and past a pooler.
    asked = connection.get_connection_params()
    asked.pop("cursor_factory", None)
    listener = await psycopg.AsyncConnection.connect(
        settings.DATABASE_DIRECT_URL, **_past_a_pooler(asked), autocommit=True
    )
    async with listener:
        await listener.execute(f"LISTEN {NOTIFY_CHANNEL}")
        while True:
            yield
            await asyncio.sleep(GATHER)
            async for _notice in listener.notifies(timeout=LONGEST_WAIT, stop_after=1):
                pass
