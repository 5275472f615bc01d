"""The embedded broker: every message arrives whole, however many write and read."""

from __future__ import annotations

import threading
import time

from kombu import Connection

from mahjong_site import broker

MESSAGES = 300


def test_a_message_is_never_seen_before_it_is_complete(tmp_path):
    folder = str(tmp_path)
    options = {
        "data_folder_in": folder,
        "data_folder_out": folder,
        "control_folder": str(tmp_path / "control"),
        "polling_interval": 0.001,
    }
    address = {"transport": f"{broker.__name__}:Transport"}
    received: list[int] = []
    wanted = [{"number": number, "text": "x" * 20_000} for number in range(MESSAGES)]

    def read() -> None:
        with Connection(transport_options=options, **address) as connection:
            queue = connection.SimpleQueue("work")
            deadline = time.monotonic() + 15
            while len(received) < MESSAGES and time.monotonic() < deadline:
                try:
                    message = queue.get(timeout=0.2)
                except queue.Empty:
                    continue
                received.append(message.payload["number"])
                message.ack()

    with Connection(transport_options=options, **address) as connection:
        queue = connection.SimpleQueue("work")
        reader = threading.Thread(target=read)
        reader.start()
        for payload in wanted:
            queue.put(payload)
    reader.join()
    assert sorted(received) == list(range(MESSAGES))
