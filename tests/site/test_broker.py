"""The embedded broker: every message arrives whole, however many write and read."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from kombu import Connection

from mahjong_site import broker

MESSAGES = 300


def connected(folder: Path, polling_interval: float) -> Connection:
    return Connection(
        transport=f"{broker.__name__}:Transport",
        transport_options={
            "data_folder_in": str(folder),
            "data_folder_out": str(folder),
            "control_folder": str(folder / "control"),
            "polling_interval": polling_interval,
        },
    )


def test_a_message_is_never_seen_before_it_is_complete(tmp_path):
    received: list[int] = []
    wanted = [{"number": number, "text": "x" * 20_000} for number in range(MESSAGES)]

    def read() -> None:
        with connected(tmp_path, 0.001) as connection:
            queue = connection.SimpleQueue("work")
            deadline = time.monotonic() + 15
            while len(received) < MESSAGES and time.monotonic() < deadline:
                try:
                    message = queue.get(timeout=0.2)
                except queue.Empty:
                    continue
                received.append(message.payload["number"])
                message.ack()

    with connected(tmp_path, 0.001) as connection:
        queue = connection.SimpleQueue("work")
        reader = threading.Thread(target=read)
        reader.start()
        for payload in wanted:
            queue.put(payload)
    reader.join()
    assert sorted(received) == list(range(MESSAGES))


def test_a_worker_without_work_often_looks_whether_it_shall_stop(tmp_path):
    """It does so between two waits for a message, each of two seconds."""
    with connected(tmp_path, 0.2) as connection:
        connection.SimpleQueue("work")
        start = time.monotonic()
        with pytest.raises(TimeoutError):
            connection.drain_events(timeout=2.0)
        assert time.monotonic() - start < 1.5
