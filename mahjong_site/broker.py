"""Kombu's filesystem transport, writing its messages whole.

Kombu makes a message's file visible before it is written, and a worker that
looks at that instant reads nothing and dies. Here a message is written under a
name no worker looks at and renamed when it is complete.
"""

from __future__ import annotations

import uuid
from pathlib import Path
from time import monotonic_ns
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps


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


def use() -> None:
    """Let `filesystem://` mean this transport."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"
