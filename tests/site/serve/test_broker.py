"""The message queue of one machine.

Each message arrives whole, once and in order, with any number of senders and workers,
and despite kills and damaged files.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from kombu import Connection
from kombu.exceptions import OperationalError

from mahjong_site import sqlite_message_queue
from mahjong_site.celery import app

ROOT = Path(__file__).resolve().parents[3]
MESSAGES = 300


def connected(folder: Path, polling_interval: float) -> Connection:
    return Connection(
        transport=f"{sqlite_message_queue.__name__}:Transport",
        transport_options={
            "file": str(folder / "broker.sqlite3"),
            "polling_interval": polling_interval,
        },
    )


def rows(folder: Path, statement: str = "SELECT payload FROM message") -> list[str]:
    with closing(sqlite3.connect(folder / "broker.sqlite3")) as database, database:
        return [row[0] for row in database.execute(statement)]


def test_messages_arrive_whole_and_in_order(tmp_path):
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
    assert received == list(range(MESSAGES))


def test_a_worker_without_work_often_looks_whether_it_shall_stop(tmp_path):
    """A wait for messages ends long before its timeout, so that the worker can check
    for a shutdown.
    """
    with connected(tmp_path, 0.2) as connection:
        connection.SimpleQueue("work")
        start = time.monotonic()
        with pytest.raises(TimeoutError):
            connection.drain_events(timeout=120)
        assert time.monotonic() - start < 60


RUBBISH = ("", "{", "[]", "{}", "null", "\x00", '{"properties": {}}')


def test_rows_that_are_no_messages_keep_no_message_back(tmp_path):
    with connected(tmp_path, 0.01) as connection:
        queue = connection.SimpleQueue("work")
        queue.put({"number": 0})
        queue.get(timeout=60).ack()
        with sqlite3.connect(tmp_path / "broker.sqlite3") as database:
            database.executemany(
                "INSERT INTO message (queue, payload) VALUES ('work', ?)",
                [(text,) for text in RUBBISH],
            )
        queue.put({"number": 1})
        message = queue.get(timeout=60)
        assert message.payload == {"number": 1}
        message.ack()
    assert rows(tmp_path) == []


def test_a_message_is_given_to_one_of_many_readers(tmp_path):
    with connected(tmp_path, 0.001) as connection:
        queue = connection.SimpleQueue("work")
        for number in range(MESSAGES):
            queue.put(number)
    received: list[int] = []

    def read() -> None:
        with connected(tmp_path, 0.001) as connection:
            queue = connection.SimpleQueue("work")
            while rows(tmp_path):
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


def test_a_file_that_was_removed_is_made_again(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    with connected(folder, 0.01) as sender, connected(folder, 0.01) as worker:
        queue = worker.SimpleQueue("work")
        sender.SimpleQueue("work").put("lost")
        shutil.rmtree(folder)
        with pytest.raises(queue.Empty):
            queue.get(timeout=0.1)
        sender.SimpleQueue("work").put("here")
        assert queue.get(timeout=60).payload == "here"


@pytest.mark.parametrize(
    "content", [b"not a database" * 100, b"SQLite format 3\0" * 99]
)
def test_a_damaged_file_is_replaced(tmp_path, caplog, content):
    (tmp_path / "broker.sqlite3").write_bytes(content)
    with connected(tmp_path, 0.01) as connection:
        queue = connection.SimpleQueue("work")
        queue.put("here")
        assert queue.get(timeout=60).payload == "here"
    assert "The message queue is unreadable and starts empty" in caplog.text


SEND = """
import sys
from kombu import Connection
with Connection(
    transport="mahjong_site.sqlite_message_queue:Transport",
    transport_options={"file": sys.argv[1]},
) as connection:
    queue = connection.SimpleQueue("work")
    for number in range(10**9):
        queue.put(number)
        print(number, flush=True)
"""


def test_a_killed_sender_loses_no_message_that_it_sent(tmp_path):
    file = str(tmp_path / "broker.sqlite3")
    senders = [
        subprocess.Popen(
            [sys.executable, "-c", SEND, file], cwd=ROOT, stdout=subprocess.PIPE
        )
        for _ in range(2)
    ]
    sent = 0
    for sender in senders:
        for _line in range(50):
            sender.stdout.readline()
        sender.kill()
        sent += 50 + len(sender.stdout.read().splitlines())
        sender.wait()
    # A message is stored before its line is printed.
    assert sent <= len(rows(tmp_path)) <= sent + len(senders)
    assert rows(tmp_path, "PRAGMA integrity_check") == ["ok"]


def test_a_broker_that_is_away_is_asked_for_often():
    waits: list[float] = []
    connection = app.connection_for_read("redis://127.0.0.1:1/0")
    with pytest.raises(OperationalError):
        connection.ensure_connection(lambda error, wait: waits.append(wait), 4)
    assert waits
    assert max(waits) < 0.5


def test_the_clock_waits_behind_no_other_task():
    """The clock's tasks have their own queue.

    Seatings and imports take minutes and may occupy all threads of the worker.
    """
    others = {
        app.amqp.router.route({}, name)["queue"].name
        for name in ("tournaments.tasks.run_draw", "scoring.tasks.import_event_folder")
    }
    assert others == {"work"}
    assert app.amqp.router.route({}, "scoring.tasks.tick")["queue"].name == "clock"
