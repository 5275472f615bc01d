"""What Celery's log says while the broker is away or its disk full: a sentence a
minute.

Celery would write a traceback for each of beat's ticks, and each worker one more for
each attempt to reach the broker again.

Kombu's filesystem transport, proof against kills and against what lies about.

Kombu makes a message's file visible before it is written, and a worker that
looks at that instant reads nothing and dies. Here a message is written under a
name no worker looks at and renamed when it is complete; a file that is no message
is thrown away, and said so.

Kombu keeps in a file which queue an exchange feeds, and a process killed while it
writes that file leaves it empty, after which none can start. Here every process
knows its queues by itself, so that there is nothing to keep.

Kombu lists the folder for every message, which takes the longer the more there are.
Here it is listed when all that was found has been read.

A worker looks whether it shall stop between two waits for a message, and would
wait two seconds each time: Ctrl-C would take as long. Here no wait is that long.
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
    """Keeps away what Celery says of a broker that does not answer or whose files find
    no room, and says it in its own words; `away.worked` is called where it did."""

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
    """The exception that a line of a log tells of."""
    if record.exc_info and record.exc_info[1]:
        return record.exc_info[1]
    told = record.args if isinstance(record.args, tuple) else ()
    return next((each for each in told if isinstance(each, BaseException)), None)


#: Seconds of one wait for a message; whoever wants to wait longer waits again.
LONGEST_WAIT = 0.5
#: Seconds between two attempts to reach a broker that is away: kombu would wait up to
#: thirty, and a round whose time is over with it.
BETWEEN_ATTEMPTS = {"interval_start": 0.2, "interval_step": 0.2, "interval_max": 0.4}

log = logging.getLogger(__name__)


class Connection(kombu.Connection):
    """To any broker: back soon after the broker is."""

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
        """What the file says, for whoever removes it; None if another did, it cannot
        be removed, or it is no message."""
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
    """Let `filesystem://` mean this transport."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"
