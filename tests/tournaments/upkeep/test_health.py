"""Health checks of the program's parts, and their reports."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.template import TemplateSyntaxError
from django.urls import reverse
from django.utils import timezone

from mahjong_site.asgi import application
from scoring.tasks import tick
from tests.conftest import NOON
from tests.scoring.two_rounds import close
from tournaments.models import Heartbeat, Part, Round
from tournaments.upkeep import (
    clock_and_worker_heartbeats,
    healthz_and_readyz,
    machine_clock,
)
from tournaments.upkeep.clock_and_worker_heartbeats import note_worker
from tournaments.upkeep.healthz_and_readyz import STOPPING, Watch
from tournaments.upkeep.machine_clock import Reading


@pytest.fixture(autouse=True)
def _nothing_written_yet(monkeypatch):
    monkeypatch.setattr(clock_and_worker_heartbeats, "_written", {})


def silent(part: Part, **since: float) -> None:
    at = timezone.now() - timedelta(**since)
    Heartbeat.objects.update_or_create(part=part, defaults={"at": at})


def answer(watch: Watch):
    status, told = asyncio.run(watch.look())
    return status, told["status"], told["checks"]


def told_ok():
    return {"ok": True}


def broken():
    raise ConnectionRefusedError("nobody listens")


@pytest.mark.django_db
def test_the_clock_and_the_worker_are_heard_of_by_what_beat_sends_them():
    tick()
    note_worker()
    now = machine_clock.read()
    silences = clock_and_worker_heartbeats.silences(now)
    assert set(silences) == set(Part)
    assert all(silence < timedelta(seconds=20) for silence in silences.values())
    assert clock_and_worker_heartbeats.away(now) == []


@pytest.mark.django_db
def test_ticks_of_one_moment_write_once(django_assert_num_queries):
    def written() -> float:
        return Heartbeat.objects.get(part=Part.CLOCK).uptime

    clock_and_worker_heartbeats.beat(Part.CLOCK, reading(0))
    with django_assert_num_queries(0):
        clock_and_worker_heartbeats.beat(Part.CLOCK, reading(1))
    clock_and_worker_heartbeats.beat(Part.CLOCK, reading(2))
    assert written() == reading(2).uptime
    # The machine's clock was set back, so the last heartbeat is in the future.
    clock_and_worker_heartbeats.beat(Part.CLOCK, reading(3, moved=-3600))
    assert written() == reading(3).uptime


def reading(seconds: float, moved: float = 0, boot: str = "boot") -> Reading:
    """Return the clock reading `seconds` after noon, on a machine whose clock was moved
    by `moved` seconds.
    """
    wall = NOON + timedelta(seconds=seconds + moved)
    return Reading(wall, 5000 + seconds, boot)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("silent_for", "moved", "boot", "is_away"),
    [
        (5, 0, "boot", False),
        (11, 0, "boot", True),
        (5, 3600, "boot", False),  # no false alarm after a clock jump
        (11, -600, "boot", True),  # a frozen clock is detected after a jump back too
        (5, 0, "another machine", False),
        (11, 0, "another machine", True),
        (5, -600, "another machine", True),  # a heartbeat in the future
    ],
)
def test_how_long_a_part_is_silent_no_step_of_the_clock_alters(
    silent_for, moved, boot, is_away
):
    clock_and_worker_heartbeats.beat(Part.CLOCK, reading(0))
    now = reading(silent_for, moved, boot)
    assert bool(clock_and_worker_heartbeats.away(now)) == is_away


def test_the_control_room_says_who_is_away_and_since_when(
    director_client, tournament, seated_round
):
    page = reverse("director:hall", args=[tournament.slug])
    part = reverse("director:silent_parts", args=[tournament.slug])
    assert "has not responded since" not in director_client.get(page).content.decode()
    silent(Part.CLOCK, minutes=5)
    silent(Part.WORKER, seconds=30)
    since = f"{Heartbeat.objects.get(part=Part.CLOCK).at:%H:%M}"
    for address in (page, part):
        said = director_client.get(address).content.decode()
        assert f"The round clock has not responded since {since}" in said
        assert "The background worker" not in said
    silent(Part.WORKER, minutes=5)
    assert "The background worker" in director_client.get(part).content.decode()


def test_how_late_the_clock_is_goes_by_what_is_due_first(tournament, running_round):
    now = timezone.now()
    round_ = Round.objects.filter(pk=running_round.pk)
    round_.update(ends_at=now + timedelta(seconds=9))
    assert healthz_and_readyz.oldest_due(now) is None
    round_.update(ends_at=now - timedelta(seconds=9))
    assert healthz_and_readyz.oldest_due(now) == now - timedelta(seconds=9)
    assert healthz_and_readyz.clock_lag()["ok"] is False
    close(running_round)
    assert healthz_and_readyz.clock_lag() == {"ok": True, "seconds": 0.0}


@pytest.mark.django_db
def test_a_part_is_ready_while_it_is_heard_of():
    assert healthz_and_readyz.heartbeat(Part.CLOCK) == {
        "ok": False,
        "why": "never heard of",
    }
    silent(Part.CLOCK, seconds=1)
    assert healthz_and_readyz.heartbeat(Part.CLOCK)["ok"] is True
    silent(Part.CLOCK, seconds=60)
    found = healthz_and_readyz.heartbeat(Part.CLOCK)
    assert found["ok"] is False
    assert found["seconds_silent"] >= 60


@pytest.mark.django_db
def test_each_look_says_what_it_found():
    assert healthz_and_readyz.database()["ok"] is True
    assert healthz_and_readyz.broker() == {"ok": True}
    assert healthz_and_readyz.disk()["free_bytes"] > 0


def test_what_is_away_is_named_and_pages_go_on():
    looks = {"database": told_ok, "broker": broken}
    status, word, checks = answer(Watch(looks))
    assert (status, word) == (200, "degraded")
    assert checks["broker"]["why"] == "ConnectionRefusedError: nobody listens"
    assert answer(Watch(looks | {"broker": told_ok}))[:2] == (200, "ready")


@pytest.mark.parametrize("needed", healthz_and_readyz.NEEDED)
def test_without_what_pages_need_a_process_gets_no_visitors(needed):
    looks = dict.fromkeys(healthz_and_readyz.NEEDED, told_ok) | {needed: broken}
    status, told = asyncio.run(Watch(looks).look())
    assert (status, told["status"]) == (503, "unready")
    assert told["why"].endswith("ConnectionRefusedError: nobody listens")


def test_while_it_stops_a_process_gets_no_visitors():
    watch = Watch({"database": told_ok})
    watch.draining = True
    status, told = asyncio.run(watch.look())
    assert (status, told["status"], told["why"]) == (503, "stopping", STOPPING)


class TestPages:
    @pytest.fixture(autouse=True)
    def _not_loaded_yet(self):
        healthz_and_readyz._load_pages.cache_clear()
        yield
        healthz_and_readyz._load_pages.cache_clear()

    def test_they_load(self):
        assert healthz_and_readyz.pages() == {"ok": True}

    def test_an_address_whose_module_is_missing_is_found(self, settings):
        settings.ROOT_URLCONF = "mahjong_site.no_such_urls"
        with pytest.raises(ModuleNotFoundError):
            healthz_and_readyz.pages()

    def test_a_template_that_cannot_be_read_is_found(self, settings, tmp_path):
        (tmp_path / "broken.html").write_text("{% nonsense %}")
        [engine] = settings.TEMPLATES
        settings.TEMPLATES = [engine | {"DIRS": [*engine["DIRS"], tmp_path]}]
        with pytest.raises(TemplateSyntaxError):
            healthz_and_readyz.pages()

    def test_static_files_that_were_not_collected_are_found(self, settings, tmp_path):
        manifest = "whitenoise.storage.CompressedManifestStaticFilesStorage"
        settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": manifest}}
        settings.STATIC_ROOT = tmp_path
        with pytest.raises(ValueError, match="Missing staticfiles manifest"):
            healthz_and_readyz.pages()

    def test_they_load_once_and_a_failure_is_looked_at_again(self, settings):
        right, settings.ROOT_URLCONF = settings.ROOT_URLCONF, "mahjong_site.none"
        with pytest.raises(ModuleNotFoundError):
            healthz_and_readyz.pages()
        settings.ROOT_URLCONF = right
        healthz_and_readyz.pages()
        settings.ROOT_URLCONF = "mahjong_site.none"
        healthz_and_readyz.pages()


@pytest.mark.django_db
def test_a_database_without_tables_is_not_ready():
    """A database without tables is not ready.

    It was not prepared, or replaces a lost file.
    """
    with connection.execute_wrapper(_without_tables), pytest.raises(DatabaseError):
        healthz_and_readyz.database()


def _without_tables(execute, sql, params, many, context):
    return execute(sql.replace("tournaments_", "no_such_"), params, many, context)


def test_what_does_not_answer_keeps_nobody_waiting_and_is_asked_once(monkeypatch):
    monkeypatch.setattr(healthz_and_readyz, "PATIENCE", 0.05)
    monkeypatch.setattr(healthz_and_readyz, "KEPT", 0.0)
    answers, asked = threading.Event(), []

    def hangs():
        asked.append(1)
        answers.wait(20)
        return {"ok": True}

    async def scenario():
        watch = Watch({"database": hangs})
        for _visitor in range(3):
            status, told = await watch.look()
            assert status == 503
            assert "no answer" in told["checks"]["database"]["why"]
        assert asked == [1]
        answers.set()
        start = time.monotonic()
        while (await watch.look())[0] != 200:
            assert time.monotonic() - start < 20

    asyncio.run(scenario())


@pytest.mark.parametrize(("path", "status"), [("/healthz", 200), ("/readyz", 503)])
def test_both_are_answered_before_django(path, status, monkeypatch):
    monkeypatch.setattr(healthz_and_readyz, "watch", Watch({"database": broken}))
    sent = []

    async def send(message):
        sent.append(message)

    async def ask():
        await application({"type": "http", "path": path}, None, send)

    asyncio.run(ask())
    head, body = sent
    assert head["status"] == status
    assert (b"cache-control", b"no-store") in head["headers"]
    assert json.loads(body["body"])["status"] in ("alive", "unready")
