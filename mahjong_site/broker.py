"""Kombu's filesystem transport, writing its messages whole and stopping soon.

Kombu makes a message's file visible before it is written, and a worker that
looks at that instant reads nothing and dies. Here a message is written under a
name no worker looks at and renamed when it is complete.

A worker looks whether it shall stop between two waits for a message, and would
wait two seconds each time: Ctrl-C would take as long. Here no wait is that long.
"""

from __future__ import annotations

import uuid
from pathlib import Path
from time import monotonic_ns
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

#: Seconds of one wait for a message; whoever wants to wait longer waits again.
LONGEST_WAIT = 0.5


class Channel(filesystem.Channel):
    def _put(  # type: ignore[override]
        self, queue: str, payload: Any, **kwargs: Any
    ) -> None:
        folder = Path(self.data_folder_out)
        name = f"{monotonic_ns() // 1_000_000}_{uuid.uuid4()}.{queue}.msg"
        part = folder / f".{name}"
        part.write_text(dumps(payload))
        part.rename(folder / name)


class Transport(filesystem.Transport):
    Channel = Channel

    def drain_events(  # type: ignore[override]
        self, connection: Any, timeout: float | None = None
    ) -> None:
        if timeout is not None:
            timeout = min(timeout, LONGEST_WAIT)
        super().drain_events(connection, timeout)


def use() -> None:
    """Let `filesystem://` mean this transport."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"
