"""Message queue for one machine: a table in an SQLite file, as a transport of Kombu.

A message is stored completely or not at all. One worker takes it, in the order of
sending. Killed processes and a full disk cannot damage the file. As with Redis, a
message is deleted when a worker takes it, so a killed worker loses its message. Tasks
that must not be lost are also in the database and are sent again (rounds, backups,
notifications).
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from pathlib import Path
from queue import Empty
from typing import Any

import kombu
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES, virtual
from kombu.utils.json import dumps, loads

from tournaments.upkeep.outage_detection import Outage, outage_of

#: Seconds of one wait for a message; longer waits are split, since a worker checks
#: between two waits whether to stop.
LONGEST_WAIT = 0.5
#: Seconds to wait for another process that writes.
BUSY = 5.0

TABLE = """
PRAGMA journal_mode=WAL;
PRAGMA synchronous=NORMAL;
CREATE TABLE IF NOT EXISTS message
    (id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, payload BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS message_queue ON message (queue, id);
"""
ADD = "INSERT INTO message (queue, payload) VALUES (?, ?)"
ANY = "SELECT 1 FROM message WHERE queue = ? LIMIT 1"
TAKE = """
DELETE FROM message
WHERE id = (SELECT min(id) FROM message WHERE queue = ?) RETURNING payload
"""
COUNT = "SELECT count(*) FROM message WHERE queue = ?"
DELETE = "DELETE FROM message WHERE queue = ?"

log = logging.getLogger(__name__)


class Channel(virtual.Channel):
    """Channel of a message queue in the file that the transport option `file` names."""

    supports_fanout = False

    def __init__(self, connection: virtual.Transport, **kwargs: Any) -> None:
        assert connection.client is not None
        options: dict[str, Any] = connection.client.transport_options or {}
        self._file = Path(options["file"])
        self._of_thread = threading.local()
        super().__init__(connection, **kwargs)

    def _put(  # type: ignore[override]
        self, queue: str, payload: object, **kwargs: object
    ) -> None:
        self._execute(ADD, queue, dumps(payload))

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        # Reading first, so that waiting for messages does not write.
        while self._execute(ANY, queue):
            for (payload,) in self._execute(TAKE, queue):
                if message := self._read(payload):
                    return message
        raise Empty

    def _size(self, queue: str) -> int:
        [(count,)] = self._execute(COUNT, queue)
        return int(count)

    def _purge(self, queue: str) -> int:
        size = self._size(queue)
        self._execute(DELETE, queue)
        return size

    def _read(self, payload: str) -> object:
        """Return the message in `payload`; None if the text is not a message."""
        try:
            message = loads(payload)
            self.Message(message, channel=self)
        except Exception:
            log.warning("Deleted what is not a message: %.100r", payload)
            return None
        return message

    def _execute(self, statement: str, *values: str) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows.

        Raises sqlite3.Error if the disk is full or read-only, and OperationalError for
        other errors.
        """
        try:
            return self._database().execute(statement, values).fetchall()
        except sqlite3.Error as error:
            if outage_of(error) in (Outage.FULL, Outage.READ_ONLY):
                raise
            raise OperationalError(str(error)) from error

    def _database(self) -> sqlite3.Connection:
        """Return this thread's connection to the file; a new connection if the file was
        replaced."""
        database, number = getattr(self._of_thread, "opened", (None, None))
        if database is None or number != _file_number(self._file):
            database = opened(self._file)
            self._of_thread.opened = database, _file_number(self._file)
        return database


def _file_number(path: Path) -> int | None:
    """Return the inode number of a file; None if there is no file."""
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return None


def opened(path: Path) -> sqlite3.Connection:
    """Return a connection to the file, which is created if missing.

    Replaces a file that is not a database. Raises sqlite3.Error if the file cannot be
    used.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _connected(path)
    except sqlite3.OperationalError:
        raise  # Locked, or no room.
    except sqlite3.DatabaseError as error:
        log.warning("The message queue is unreadable and starts empty: %s", error)
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        return _connected(path)


def _connected(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
    try:
        database.executescript(TABLE)
    except sqlite3.Error:
        database.close()
        raise
    return database


class Transport(virtual.Transport):
    Channel = Channel
    driver_type = driver_name = "sqlite"
    connection_errors = (
        *virtual.Transport.connection_errors,
        sqlite3.Error,
        OperationalError,
    )
    #: Every process has the same queues, from Celery's settings.
    global_state = virtual.BrokerState()

    def __init__(self, client: kombu.Connection, **kwargs: object) -> None:
        super().__init__(client, **kwargs)
        self.state = self.global_state

    def driver_version(self) -> str:
        return sqlite3.sqlite_version

    def drain_events(  # type: ignore[override]
        self, connection: kombu.Connection, timeout: float | None = None
    ) -> None:
        if timeout is not None:
            timeout = min(timeout, LONGEST_WAIT)
        super().drain_events(connection, timeout)


def use() -> None:
    """Use this transport for broker addresses that begin with `sqlite://`."""
    TRANSPORT_ALIASES["sqlite"] = f"{__name__}:Transport"
