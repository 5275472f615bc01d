"""Copy an SQLite database while other processes write to it, and replace the database
by a copy."""

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
#: Suffixes of the files beside an open database, or one whose program was killed.
BESIDE = ("-wal", "-shm")


def path() -> Path:
    return Path(connection.settings_dict["NAME"])


def size() -> int:
    """Return the size of the database and its additional files in bytes."""
    files = [path(), *(_beside(end) for end in BESIDE)]
    return sum(file.stat().st_size for file in files if file.exists())


def dump(target: Path) -> dict[str, int]:
    """Copy the database to `target`. Return the number of rows of each table in the
    copy. Raises Refused if the copy is damaged.

    The database is copied in one pass. Other processes can write to the WAL during the
    copy. With several passes, each write would restart the copy.
    """
    with (
        closing(
            sqlite3.connect(path(), timeout=PATIENCE, isolation_level=None)
        ) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        # An incomplete copy is discarded after a power failure.
        copy.execute("PRAGMA synchronous=OFF")
        # Rows are counted and copied in one transaction.
        source.execute("BEGIN")
        counted = _rows(source)
        source.backup(copy)
        source.execute("COMMIT")
        # A single file without others beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
    refuse_unsound(target)
    return counted


def rows(copy: Path) -> dict[str, int]:
    """Return the number of rows of each table of the database at `copy`."""
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
    """Raise Refused if the database at `copy` is damaged."""
    try:
        with closing(sqlite3.connect(copy)) as database:
            [result] = database.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        result = str(error)
    if result != "ok":
        raise refusal(
            "unsound", _("The database is damaged: %(result)s"), result=result
        )


def refuse_if_in_use() -> None:
    """Raise Refused if another process has the database open. Otherwise merge its files
    into one file."""
    connection.close()
    if not path().exists():
        return
    try:
        with closing(sqlite3.connect(path(), timeout=1)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        # A damaged database that is not in use may be replaced.
        if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise refusal(
                "in_use", _("The database is in use. Stop the programs that use it.")
            ) from error


def put_in_place(copy: Path, aside: Path | None) -> None:
    """Replace the database by `copy`.

    The previous database moves to the folder `aside`, or is deleted. An interruption
    leaves either the old or the new database.
    """
    connection.close()
    if aside is not None and path().exists():
        _keep(path(), aside / path().name)
    for end in BESIDE:
        if _beside(end).exists():
            _beside(end).replace((aside or copy.parent) / _beside(end).name)
    staged = path().with_name(f".{path().name}.restored")
    shutil.copyfile(copy, staged)
    staged.chmod(0o600)
    # Windows syncs only files that are open for writing.
    with staged.open("r+b") as file:
        os.fsync(file.fileno())
    staged.replace(path())
    sync_folder(path().parent)


def _keep(file: Path, target: Path) -> None:
    """Hard-link or copy `file` to `target`. `file` remains."""
    with contextlib.suppress(OSError):
        os.link(file, target)
        return
    shutil.copyfile(file, target)


def _beside(end: str) -> Path:
    return path().with_name(path().name + end)
