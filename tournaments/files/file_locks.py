"""Lock files against other processes of this machine. A lock ends with its process,
even if the process is killed.

On systems without `flock` (Windows), SQLite locks the file with the system's method.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

#: Seconds between two attempts to lock a file.
A_LOOK = 0.05

#: A function that ends a lock.
Unlock = Callable[[], None]


def locked_file(path: Path, *, shared: bool = False) -> Unlock:
    """Lock the file `path`, created if missing, and return the function that ends the
    lock. With `shared`, other processes may have a shared lock too.

    Raises BlockingIOError if another process has a conflicting lock.
    """
    return _by_flock(path, shared) if fcntl else _by_sqlite(path, shared)


@contextlib.contextmanager
def alone_with(path: Path, must_wait: Callable[[], object]) -> Iterator[None]:
    """Lock the file `path` within the block. If another process has locked it, call
    `must_wait` once and wait."""
    while True:
        try:
            unlock = locked_file(path)
            break
        except BlockingIOError:
            must_wait()
            must_wait = _do_nothing
            time.sleep(A_LOOK)
    try:
        yield
    finally:
        unlock()


def _do_nothing() -> None:
    pass


def _by_flock(path: Path, shared: bool) -> Unlock:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return lambda: os.close(descriptor)


def _by_sqlite(path: Path, shared: bool) -> Unlock:
    try:
        return _locked_database(path, shared).close
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise OSError(f"{path}: {error}") from error
    # Without the cause, which would look like a busy database of the program.
    raise BlockingIOError(f"{path} is locked")


def _locked_database(path: Path, shared: bool) -> sqlite3.Connection:
    """Lock the file as an empty database, and return the connection that holds the
    lock.

    A shared lock is a read in a transaction. Raises sqlite3.OperationalError if another
    process has a conflicting lock.
    """
    database = sqlite3.connect(
        path, timeout=0, isolation_level=None, check_same_thread=False
    )
    try:
        database.execute("BEGIN" if shared else "BEGIN EXCLUSIVE")
        database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        database.close()
        raise
    return database
