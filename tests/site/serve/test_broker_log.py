"""Log of a broker outage: one line each minute."""

from __future__ import annotations

import errno
import logging

import pytest
from celery import Celery, beat
from celery.worker.consumer import consumer
from django.conf import settings
from redis.exceptions import ConnectionError as NoRedis

from mahjong_site import broker_outage_log, sqlite_message_queue
from mahjong_site.broker_outage_log import OnceAMinute

NOWHERE = "redis://127.0.0.1:1/0"


class Lines(logging.Handler):
    """A handler that collects the lines of the program's log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.addFilter(OnceAMinute())
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


@pytest.fixture
def log(monkeypatch):
    monkeypatch.setattr(broker_outage_log.away, "_last", None)
    lines = Lines()
    logging.getLogger().addHandler(lines)
    yield lines.said
    logging.getLogger().removeHandler(lines)


def test_beat_says_once_that_its_ticks_go_nowhere(log):
    nowhere = Celery("nowhere", broker=NOWHERE, set_as_current=False)
    nowhere.conf.broker_connection_timeout = 0.1
    scheduler = beat.Scheduler(app=nowhere, lazy=True)
    tick = beat.ScheduleEntry(
        name="clock", task="tick", schedule=1.0, options={"retry": False}, app=nowhere
    )
    for _second in range(2):
        scheduler.apply_entry(tick)
    [said] = log
    assert said.startswith("broker: SchedulingError: Couldn't apply scheduled task")
    assert "Connection refused" in said


def test_beat_says_once_that_its_messages_find_no_room(log, tmp_path, monkeypatch):
    """The log gets one line if there is no room for beat's messages.

    (Celery alone would write 90 lines a second.)
    """
    full = Celery("full", broker="sqlite://", set_as_current=False)
    full.conf.broker_transport_options = {"file": str(tmp_path / "broker.sqlite3")}
    scheduler = beat.Scheduler(app=full, lazy=True)
    tick = beat.ScheduleEntry(name="clock", task="tick", schedule=1.0, app=full)

    def no_room(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sqlite_message_queue.Channel, "_put", no_room)
    for _second in range(20):
        scheduler.apply_entry(tick)
    [said] = log
    assert said.startswith("full: The server's disk is full. Free some space;")
    assert "Traceback" not in said


def test_a_worker_says_once_that_it_tries_again(log):
    for _attempt in range(5):
        consumer.error(consumer.CONNECTION_ERROR, NOWHERE, NoRedis("refused"), "")
        consumer.warn("%s (%r)", consumer.CONNECTION_RETRY, NoRedis("closed"))
    assert log == ["broker: ConnectionError: refused"]
    broker_outage_log.Connection("memory://").ensure_connection()
    assert log[1:] == ["broker: over"]


def test_other_faults_are_told_as_ever(log):
    consumer.error("a task failed: %r", ValueError("ours"))
    logging.getLogger("scoring").error("%r", NoRedis("refused"))
    assert len(log) == 2


def test_the_program_s_log_is_so():
    assert settings.LOGGING["handlers"]["console"]["filters"] == ["broker"]
