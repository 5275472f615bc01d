"""The embedded broker: each message arrives whole, with any number of writers and
readers, and despite other files in its folder."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from kombu import Connection
from kombu.exceptions import OperationalError

from mahjong_site import message_broker_and_log
from mahjong_site.celery import app

MESSAGES = 300


def connected(folder: Path, polling_interval: float) -> Connection:
    return Connection(
        transport=f"{message_broker_and_log.__name__}:Transport",
        transport_options={
            "data_folder_in": str(folder),
            "data_folder_out": str(folder),
            "polling_interval": polling_interval,
        },
    )


def test_a_message_is_never_seen_before_it_is_complete(tmp_path):
    received: list[int] = []
    wanted = [{"number": number, "text": "x" * 20_000} for number in range(MESSAGES)]

    def read() -> None:
        with connected(tmp_path, 0.001) as connection:
            queue = connection.SimpleQueue("work")
            deadline = time.monotonic() + 60
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
    """It checks between two waits for a message, even if it may wait longer."""
    with connected(tmp_path, 0.2) as connection:
        connection.SimpleQueue("work")
        start = time.monotonic()
        with pytest.raises(TimeoutError):
            connection.drain_events(timeout=120)
        assert time.monotonic() - start < 60


RUBBISH = (
    b"",
    b"{",
    b"[]",
    b"{}",
    b"null",
    b"\xff\xfe",
    b'{"properties": {}}',
)


def test_files_that_are_no_messages_keep_no_message_back(tmp_path):
    for number, content in enumerate(RUBBISH):
        (tmp_path / f"0_{number}.work.msg").write_bytes(content)
    (tmp_path / "folder.work.msg").mkdir()
    with connected(tmp_path, 0.01) as connection:
        queue = connection.SimpleQueue("work")
        queue.put({"number": 1})
        message = queue.get(timeout=60)
        assert message.payload == {"number": 1}
        message.ack()
    assert [file.name for file in tmp_path.glob("*.msg")] == ["folder.work.msg"]


def test_a_message_is_given_to_one_of_many_readers(tmp_path):
    with connected(tmp_path, 0.001) as connection:
        queue = connection.SimpleQueue("work")
        for number in range(MESSAGES):
            queue.put(number)
    received: list[int] = []

    def read() -> None:
        with connected(tmp_path, 0.001) as connection:
            queue = connection.SimpleQueue("work")
            while any(tmp_path.glob("*.msg")):
                try:
                    message = queue.get(timeout=0.1)
                except queue.Empty:
                    continue
                received.append(message.payload)
                message.ack()

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert sorted(received) == list(range(MESSAGES))


def test_a_folder_that_was_removed_is_made_again(tmp_path):
    folder = tmp_path / "broker"
    with connected(folder, 0.01) as connection:
        folder.mkdir()
        queue = connection.SimpleQueue("work")
        folder.rmdir()
        with pytest.raises(queue.Empty):
            queue.get(timeout=0.1)
        queue.put("here")
        assert queue.get(timeout=60).payload == "here"


def test_nothing_is_kept_that_a_kill_could_leave_half_written(tmp_path):
    with connected(tmp_path, 0.01) as connection:
        connection.SimpleQueue("work").put("a message")
    assert [file.suffix for file in tmp_path.iterdir()] == [".msg"]


def test_a_broker_that_is_away_is_asked_for_often():
    waits: list[float] = []
    connection = app.connection_for_read("redis://127.0.0.1:1/0")
    with pytest.raises(OperationalError):
        connection.ensure_connection(lambda error, wait: waits.append(wait), 4)
    assert waits
    assert max(waits) < 0.5


def test_the_clock_waits_behind_no_other_task():
    """Seatings and imports take minutes, and may occupy all threads of the worker."""
    others = {
        app.amqp.router.route({}, name)["queue"].name
        for name in ("tournaments.tasks.run_draw", "scoring.tasks.import_event_folder")
    }
    assert others == {"work"}
    assert app.amqp.router.route({}, "scoring.tasks.tick")["queue"].name == "clock"
