"""Copying SQLite's database while others write, and putting a copy in its place."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection
from django.utils.translation import gettext_noop as _

from tournaments.refusals import refusal
from tournaments.upkeep.backup_zip import sync_folder

#: Seconds to wait for a lock.
PATIENCE = 20
#: What lies beside a database that is open, or was when its program was killed.
BESIDE = ("-wal", "-shm")


def path() -> Path:
    return Path(connection.settings_dict["NAME"])


def size() -> int:
    """Bytes of the database."""
    files = [path(), *(_beside(end) for end in BESIDE)]
    return sum(file.stat().st_size for file in files if file.exists())


def dump(target: Path) -> dict[str, int]:
    """Copy the database as it is now to `target`; the rows of its tables at that
    moment. Raises Refused if it is damaged.

    In one pass: writers go on meanwhile, for they write to the WAL. In several, each
    write would send the copy back to its beginning.
    """
    with (
        closing(
            sqlite3.connect(path(), timeout=PATIENCE, isolation_level=None)
        ) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        # What is half done at a loss of power is thrown away.
        copy.execute("PRAGMA synchronous=OFF")
        # Counted and copied as at one moment.
        source.execute("BEGIN")
        counted = _rows(source)
        source.backup(copy)
        source.execute("COMMIT")
        # One file, with nothing beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
    refuse_unsound(target)
    return counted


def rows(copy: Path) -> dict[str, int]:
    """Return how many rows each table of the database at `copy` has."""
    with closing(sqlite3.connect(copy)) as database:
        return _rows(database)


def _rows(database: sqlite3.Connection) -> dict[str, int]:
    tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    counted = {}
    for [name] in tables.fetchall():
        count = f'SELECT count(*) FROM "{name}"'  # noqa: S608 - our own tables
        [counted[name]] = database.execute(count).fetchone()
    return counted


def refuse_unsound(copy: Path) -> None:
    """Raises Refused if the database at `copy` is damaged."""
    try:
        with closing(sqlite3.connect(copy)) as database:
            [said] = database.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        said = str(error)
    if said != "ok":
        raise refusal("unsound", _("The database is damaged: %(said)s"), said=said)


def refuse_if_in_use() -> None:
    """Raises Refused if any process has the database open. Otherwise all of it is in
    one file afterwards."""
    connection.close()
    if not path().exists():
        return
    try:
        with closing(sqlite3.connect(path(), timeout=1)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        # What is damaged and not in use may well be replaced.
        if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise refusal(
                "in_use", _("The database is in use. Stop the programs that use it.")
            ) from error


def put_in_place(copy: Path, aside: Path | None) -> None:
    """Make `copy` the database. The one before is kept in the folder `aside`, or
    nowhere. Killed at any moment it leaves the one or the other."""
    connection.close()
    if aside is not None and path().exists():
        _keep(path(), aside / path().name)
    for end in BESIDE:
        if _beside(end).exists():
            _beside(end).replace((aside or copy.parent) / _beside(end).name)
    staged = path().with_name(f".{path().name}.restored")
    shutil.copyfile(copy, staged)
    staged.chmod(0o600)
    with staged.open("rb") as file:
        os.fsync(file.fileno())
    staged.replace(path())
    sync_folder(path().parent)


def _keep(file: Path, there: Path) -> None:
    """`file` by another name too, without a moment in which it is not there."""
    with contextlib.suppress(OSError):
        os.link(file, there)
        return
    shutil.copyfile(file, there)


def _beside(end: str) -> Path:
    return path().with_name(path().name + end)
