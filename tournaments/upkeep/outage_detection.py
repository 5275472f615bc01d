"""Detect outages: a database, broker or disk that is down, busy, full or read-only.

Outages are detected by PostgreSQL's SQLSTATE, SQLite's result code, or the system's
errno.
"""

from __future__ import annotations

import errno
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from types import TracebackType

import django.db
from django.db.backends.base.base import BaseDatabaseWrapper
from kombu.exceptions import OperationalError as BrokerError

from tournaments.upkeep import full_disk


class Outage(Enum):
    """The kinds of outage. AWAY: the database does not respond. BUSY: the database is
    overloaded. READ_ONLY: the database cannot be changed. FULL: the disk is full.
    BROKER: tasks do not reach the workers."""

    AWAY = "away"
    BUSY = "busy"
    READ_ONLY = "read_only"
    FULL = "full"
    BROKER = "broker"


#: By SQLSTATE or its class (first two characters).
_BY_SQLSTATE = {
    "08": Outage.AWAY,
    "25006": Outage.READ_ONLY,
    "40001": Outage.BUSY,
    "40P01": Outage.BUSY,
    "53": Outage.BUSY,
    "53100": Outage.FULL,
    "55P03": Outage.BUSY,
    "57": Outage.AWAY,
    "57014": Outage.BUSY,
    "58": Outage.AWAY,
}
#: By primary result code.
_BY_SQLITE_CODE = {
    sqlite3.SQLITE_BUSY: Outage.BUSY,
    sqlite3.SQLITE_LOCKED: Outage.BUSY,
    sqlite3.SQLITE_NOMEM: Outage.BUSY,
    sqlite3.SQLITE_READONLY: Outage.READ_ONLY,
    sqlite3.SQLITE_IOERR: Outage.AWAY,
    sqlite3.SQLITE_CANTOPEN: Outage.AWAY,
    sqlite3.SQLITE_FULL: Outage.FULL,
}
_BY_ERRNO = {
    errno.ENOSPC: Outage.FULL,
    errno.EDQUOT: Outage.FULL,
    errno.EFBIG: Outage.FULL,
    errno.EROFS: Outage.READ_ONLY,
    errno.EMFILE: Outage.BUSY,
    errno.ENFILE: Outage.BUSY,
}
_PRIMARY = 0xFF
#: Modules that define the errors of the Redis and PostgreSQL clients, which are
#: imported only if these servers are used.
REDIS = "redis.exceptions"
POSTGRESQL = "psycopg"

#: Seconds until a continuing outage is logged again.
LOGGED_AGAIN = 60.0
#: Advice in the log, by outage.
ADVICE = {
    Outage.FULL: "The server's disk is full. Free some space; no restart is needed. ",
}


def outage_of(error: BaseException | None) -> Outage | None:
    """Return the outage that caused `error`, directly or through other errors. Return
    None for other errors and for None."""
    return next(
        (outage for cause in _chain(error) if (outage := _outage_of(cause))), None
    )


def maybe_committed(error: BaseException | None) -> bool:
    """Return whether the response to a COMMIT was lost. It is then unknown if the
    transaction was committed."""
    return any(_lost_at_commit(cause) for cause in _chain(error))


def in_words(error: BaseException) -> str:
    """Return the class and the first line of an error, for logs and directors. The text
    has at most 300 characters."""
    text = str(error).strip().partition("\n")[0]
    name = type(error).__name__
    return f"{name}: {text}"[:300] if text else name


class OutageLog:
    """Log of outages: one line when an outage starts, one line a minute while it lasts,
    and one line when it ends.

    An outage has ended when an action that needs the service succeeds `quiet` seconds
    after the last failure. For a full disk this is a minute, because small saves and
    reads can succeed on a full disk.
    """

    def __init__(self, log: logging.Logger, quiet: float = 0.0) -> None:
        self._log = log
        self._quiet = quiet
        self._last: Outage | None = None
        self._at = self._met = float("-inf")

    def met(self, outage: Outage, error: BaseException) -> None:
        """Record a failure that was caused by an outage."""
        now = self._met = time.monotonic()
        if outage is Outage.FULL:
            full_disk.note()
        if outage is self._last and now - self._at < LOGGED_AGAIN:
            return
        self._last, self._at = outage, now
        advice = ADVICE.get(outage, "")
        self._log.warning("%s: %s%s", outage.value, advice, in_words(error))

    @contextmanager
    def logged_here(self) -> Iterator[None]:
        """Log outages within the block instead of raising their errors. Other errors
        are raised."""
        try:
            yield
        except Exception as error:
            outage = outage_of(error)
            if outage is None:
                raise
            self.met(outage, error)
        else:
            self.worked()

    def worked(self) -> None:
        """Record that an action that needs the service succeeded."""
        quiet = LOGGED_AGAIN if self._last is Outage.FULL else self._quiet
        if self._last is not None and time.monotonic() - self._met >= quiet:
            self._log.warning("%s: over", self._last.value)
            self._last = None


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        hidden = error.__suppress_context__
        error = error.__cause__ or (None if hidden else error.__context__)


def _outage_of(error: BaseException) -> Outage | None:
    if type(error).__module__.partition(".")[0] == POSTGRESQL:
        return _of_postgresql(error)
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error)
    if isinstance(error, BrokerError) or type(error).__module__ == REDIS:
        return Outage.BROKER
    if isinstance(error, OSError):
        return _BY_ERRNO.get(error.errno or 0)
    return None


def _of_sqlite(error: sqlite3.Error) -> Outage | None:
    """Return the outage that an SQLite error shows, or None if it shows no outage.

    On a full disk SQLite also reports "disk I/O error" and "unable to open database
    file" for the files beside the database.
    """
    code = getattr(error, "sqlite_errorcode", None)
    outage = None if code is None else _BY_SQLITE_CODE.get(code & _PRIMARY)
    return Outage.FULL if outage is Outage.AWAY and full_disk.lacks_room() else outage


def _of_postgresql(error: BaseException) -> Outage | None:
    """Return the outage that an error of psycopg shows, or None if it shows no outage.

    psycopg is imported only if PostgreSQL is used.
    """
    import psycopg

    if not isinstance(error, psycopg.Error):
        return None  # An error of the connection pool.
    state = error.sqlstate
    if state is not None:
        return _BY_SQLSTATE.get(state) or _BY_SQLSTATE.get(state[:2])
    # No SQLSTATE: the server is unreachable, or the connection was lost.
    lost = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return Outage.AWAY if lost else None


def _lost_at_commit(error: BaseException) -> bool:
    if not isinstance(error, django.db.Error):
        return False
    return outage_of(error) is Outage.AWAY and _passed_commit(error.__traceback__)


def _passed_commit(trace: TracebackType | None) -> bool:
    commit = BaseDatabaseWrapper._commit.__code__  # type: ignore[attr-defined]
    while trace is not None:
        if trace.tb_frame.f_code is commit:
            return True
        trace = trace.tb_next
    return False
