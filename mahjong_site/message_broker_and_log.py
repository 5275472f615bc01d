"""Kombu's filesystem transport made safe against kills and stray files, and shorter log
messages of Celery.

Logs: while the broker is down or its disk full, Celery would log a traceback for each
of beat's ticks and each worker's attempts; here it is a line a minute.

Messages: kombu makes a file visible before it is complete, and a worker that reads it
then crashes. Here a message is renamed once it is complete; a file that is not a
message is deleted and logged.

Queues: kombu stores in a file which queue an exchange feeds, and a process killed while
writing leaves it empty, after which nothing starts. Here every process knows its
queues.

Speed: kombu lists the folder for every message; here it is listed once all found files
are read. Workers check whether to stop between two waits of two seconds; here waits are
shorter, so that Ctrl-C is.
"""

from __future__ import annotations

import logging
import uuid
from collections import defaultdict, deque
from pathlib import Path
from queue import Empty
from time import monotonic_ns
from typing import Any

import kombu
from kombu.transport import TRANSPORT_ALIASES, filesystem, virtual
from kombu.utils.json import dumps, loads

from tournaments.upkeep.outage_detection import Outage, OutageLog, outage_of

away = OutageLog(logging.getLogger(__name__))
NOT_OURS = (Outage.BROKER, Outage.FULL, Outage.READ_ONLY)


class OnceAMinute(logging.Filter):
    """Log filter that replaces Celery's messages about a broker that is down or has no
    disk space by one a minute; `away.worked` is called when it works.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.name.startswith("celery."):
            return True
        error = _error_of(record)
        outage = outage_of(error)
        if error is None or outage not in NOT_OURS:
            return True
        away.met(outage, error)
        return False


def _error_of(record: logging.LogRecord) -> BaseException | None:
    """Return the exception that a log record is about."""
    if record.exc_info and record.exc_info[1]:
        return record.exc_info[1]
    told = record.args if isinstance(record.args, tuple) else ()
    return next((each for each in told if isinstance(each, BaseException)), None)


#: Seconds of one wait for a message; longer waits are split.
LONGEST_WAIT = 0.5
#: Seconds between two attempts to reach a broker that is down. Kombu waits up to 30,
#: which would delay the end of a round as long.
BETWEEN_ATTEMPTS = {"interval_start": 0.2, "interval_step": 0.2, "interval_max": 0.4}

log = logging.getLogger(__name__)


class Connection(kombu.Connection):
    """Connection to any broker that reconnects soon."""

    def ensure_connection(  # type: ignore[override]
        self, *args: Any, **kwargs: Any
    ) -> kombu.Connection:
        connected = super().ensure_connection(*args, **BETWEEN_ATTEMPTS | kwargs)
        away.worked()
        return connected


class Channel(filesystem.Channel):
    supports_fanout = False
    get_table = virtual.Channel.get_table  # type: ignore[assignment]

    def __init__(self, *args: object, **kwargs: object) -> None:
        self._found: defaultdict[str, deque[Path]] = defaultdict(deque)
        super().__init__(*args, **kwargs)

    def _put(  # type: ignore[override]
        self, queue: str, payload: object, **kwargs: object
    ) -> None:
        folder = Path(self.data_folder_out)
        folder.mkdir(exist_ok=True)
        name = f"{monotonic_ns() // 1_000_000}_{uuid.uuid4()}.{queue}.msg"
        part = folder / f".{name}"
        part.write_text(dumps(payload))
        part.rename(folder / name)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        found = self._found[queue]
        if not found:
            found += sorted(Path(self.data_folder_in).glob(f"[!.]*.{queue}.msg"))
        while found:
            payload = self._taken(found.popleft())
            if payload is not None:
                return payload
        raise Empty

    def _taken(self, file: Path) -> object:
        """Return the file's content if this process removes it; None if another one
        did, it cannot be removed, or it is not a message.
        """
        try:
            content = file.read_bytes()
            file.unlink()
        except OSError:
            return None
        try:
            payload = loads(content.decode())
            self.Message(payload, channel=self)
        except Exception:
            log.warning("Thrown away, for it is no message: %s", file.name)
            return None
        return payload


class Transport(filesystem.Transport):
    Channel = Channel

    def drain_events(  # type: ignore[override]
        self, connection: kombu.Connection, timeout: float | None = None
    ) -> None:
        if timeout is not None:
            timeout = min(timeout, LONGEST_WAIT)
        super().drain_events(connection, timeout)


def use() -> None:
    """Use this transport for `filesystem://`."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"
