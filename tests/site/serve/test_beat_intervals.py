"""Intervals of the tasks that beat sends."""

from __future__ import annotations

import pytest
from celery import Celery, beat
from django.conf import settings

from mahjong_site import celery
from mahjong_site.celery import Intervals, app


@pytest.fixture
def time(monkeypatch) -> list[float]:
    """Return a list with the time of a fake clock in seconds. Tests change the time."""
    now = [100.0]
    monkeypatch.setattr(celery, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def sent(monkeypatch) -> list[str]:
    """Return a list that collects the names of the tasks that are sent."""
    sent: list[str] = []

    def note(_self, entry, producer=None) -> None:
        sent.append(entry.name)

    monkeypatch.setattr(Intervals, "apply_entry", note)
    return sent


@pytest.fixture
def scheduler(time) -> Intervals:
    """Return a scheduler with one task each second and another each 2.5 seconds."""
    app = Celery("intervals", broker="memory://", set_as_current=False)
    app.conf.beat_schedule = {
        "clock": {"task": "tick", "schedule": 1.0},
        "slow": {"task": "look", "schedule": 2.5},
    }
    scheduler = Intervals(app=app, lazy=True)
    scheduler.schedule = {
        name: beat.ScheduleEntry(name=name, app=app, **entry)
        for name, entry in app.conf.beat_schedule.items()
    }
    return scheduler


def test_each_is_sent_when_its_interval_is_over(scheduler, time, sent):
    assert scheduler.tick() == 1.0
    assert sent == []
    for passed, expected, left in (
        (0.5, [], 0.5),
        (1.0, ["clock"], 1.0),
        (2.0, ["clock"], 0.5),
        (2.5, ["slow"], 0.5),
        (3.0, ["clock"], 1.0),
    ):
        sent.clear()
        time[0] = 100 + passed
        assert (scheduler.tick(), sent) == (left, expected)


def test_a_tick_that_comes_late_moves_none_after_it(scheduler, time, sent):
    scheduler.tick()
    time[0] += 1.25
    assert scheduler.tick() == 0.75
    assert sent == ["clock"]


def test_what_was_missed_is_sent_once(scheduler, time, sent):
    scheduler.tick()
    time[0] += 60
    assert scheduler.tick() == 1.0
    assert sent == ["clock", "slow"]


def test_the_program_s_schedule_is_so():
    assert settings.CELERY_BEAT_SCHEDULER == "mahjong_site.celery:Intervals"
    entries = Intervals(app=app, lazy=True)
    entries.setup_schedule()
    found = {name: entries.seconds(name) for name in entries.schedule}
    expected = settings.CELERY_BEAT_SCHEDULE.items()
    assert found == {name: each["schedule"] for name, each in expected}
