"""Detect a full disk, and keep pages readable if the disk is full."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import time
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.db import connection

#: In bytes. With less room, the next hands or SQLite's additional files do not fit.
LEAST_ROOM = 1_000_000
#: Seconds for which all processes treat the disk as full after one failed to save; the
#: database server may have its own disk.
KNOWN_FOR = 30
BETWEEN_NOTES = 10
_KEY = "disk_full"
_noted = float("-inf")

_kept_open: list[sqlite3.Connection] = []


def is_full() -> bool:
    """Return whether data cannot be saved now.

    Either the disk with the program's data is full, or a process has just failed to
    save because of missing space.
    """
    return lacks_room() or bool(cache.get(_KEY))


def lacks_room() -> bool:
    """Return whether the disk with the program's data or with the SQLite database is
    full. Return False if this cannot be determined."""
    places = {Path(settings.DATA_DIR), *(file.parent for file in _sqlite_files())}
    with contextlib.suppress(OSError):
        return min(shutil.disk_usage(place).free for place in places) < LEAST_ROOM
    return False


def note() -> None:
    """Inform all processes that a save failed because the disk is full. If `lacks_room`
    can detect this, do nothing.

    This function is called often, so the processes are informed at most every
    `BETWEEN_NOTES` seconds.
    """
    global _noted
    now = time.monotonic()
    if now >= _noted + BETWEEN_NOTES and not lacks_room():
        _noted = now
        cache.set(_KEY, True, KNOWN_FOR)


def keep_readable() -> None:
    """Keep a connection to SQLite open until this process ends.

    When the last connection is closed, SQLite deletes its additional files. On a full
    disk these files cannot be created again, and without them no data can be read.
    """
    for file in _sqlite_files():
        with contextlib.suppress(sqlite3.Error):
            database = sqlite3.connect(file, check_same_thread=False)
            database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            _kept_open.append(database)


def _sqlite_files() -> list[Path]:
    if connection.vendor != "sqlite":
        return []
    return [Path(connection.settings_dict["NAME"])]
