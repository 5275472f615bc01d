"""Each process prepares pages for its viewers while it is idle."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone, translation

from tests.tournaments.live_viewers import (
    address,
    change,
    count_renderings,
    run,
    watching,
)
from tournaments.live import (
    fragment_delivery,
    render_pacing_saves_first,
    render_warm_up,
    viewer_hub,
)
from tournaments.live.live_topics import Topic
from tournaments.live.render_warm_up import Readiness
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

#: Seconds in which a hub has checked a few times.
A_WHILE = 0.5


@pytest.fixture(autouse=True)
def counting(monkeypatch) -> list[int]:
    return count_renderings(monkeypatch)


@pytest.fixture(autouse=True)
def soon(monkeypatch) -> None:
    monkeypatch.setattr(viewer_hub, "LOOK_AGAIN", 0.05)


@pytest.fixture
def ready(monkeypatch) -> list[tuple[int, str]]:
    """Return a list that collects revision, language and time zone of each prepared
    tournament.
    """
    made = list[tuple[int, str, str]]()

    def prepare(tournament: Tournament) -> None:
        zone = timezone.get_current_timezone_name()
        made.append((tournament.revision, translation.get_language(), zone))

    monkeypatch.setattr(render_warm_up, "preparations", [prepare])
    return made


def test_what_somebody_follows_is_made_ready_from_time_to_time(
    tournament, ready, monkeypatch
):
    tournament.time_zone = "Asia/Tokyo"
    tournament.save()

    async def scenario() -> None:
        with translation.override("de"):
            where = await address(tournament)
        async with watching(where):
            await asyncio.sleep(A_WHILE)
            first = (tournament.revision, "de", "Asia/Tokyo")
            assert ready == [first]
            await change(tournament)
            await asyncio.sleep(A_WHILE)
            assert ready == [first]
            monkeypatch.setattr(render_warm_up, "AGAIN", 0.0)
            await asyncio.sleep(A_WHILE)
            assert ready[-1] == (tournament.revision, "de", "Asia/Tokyo")
        await asyncio.sleep(A_WHILE)
        ready.clear()
        await asyncio.sleep(A_WHILE)
        assert ready == [], "nobody follows it any more"

    run(scenario())


def test_nothing_is_made_ready_while_somebody_waits(tournament, ready, monkeypatch):
    monkeypatch.setattr(fragment_delivery, "rendered_once", lambda _wanted: [])
    monkeypatch.setattr(render_pacing_saves_first, "LATEST_LOOK", 0.0)

    async def scenario() -> None:
        where = await address(tournament)
        await change(tournament)
        async with watching(where):
            await asyncio.sleep(A_WHILE)
            assert ready == []

    run(scenario())


def test_what_is_made_ready_waits_for_a_save(tournament, ready, monkeypatch):
    monkeypatch.setattr(render_pacing_saves_first, "LONGEST", 60.0)

    async def scenario() -> None:
        with render_pacing_saves_first.count_save("POST"):
            async with watching(await address(tournament)):
                await asyncio.sleep(A_WHILE)
                assert ready == []
        await asyncio.sleep(A_WHILE)
        assert len(ready) == 1

    run(scenario())


def test_what_cannot_be_made_ready_keeps_nobody_from_hearing(
    tournament, monkeypatch, caplog
):
    tried = list[int]()

    def prepare(now: Tournament) -> None:
        tried.append(now.revision)
        raise ValueError("cannot")

    monkeypatch.setattr(render_warm_up, "preparations", [prepare])
    monkeypatch.setattr(viewer_hub, "PAUSE", 0.05)

    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            await asyncio.sleep(A_WHILE)
            await change(tournament)
            assert f"revision {tournament.revision}" in await viewer.next_event()
            await asyncio.sleep(A_WHILE)

    run(scenario())
    assert tried == [tournament.revision - 1], "once, until it is its turn again"
    assert "cannot" in caplog.text


def test_a_tournament_that_is_gone_is_not_made_ready(ready):
    async def scenario() -> None:
        await sync_to_async(render_warm_up.make_ready)((0, "en"))

    run(scenario())
    assert ready == []


def test_those_with_most_viewers_are_kept_ready(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(render_warm_up.time, "monotonic", lambda: now[0])
    events = Readiness()
    viewers = {
        Topic("home", 1, (), "en"): range(2),
        Topic("standings", 1, (), "en"): range(2),
        Topic("home", 1, (), "de"): range(3),
        Topic("home", 2, (), "en"): range(1),
        Topic("home", 3, (), "en"): range(5),
        Topic("home", 4, (), "en"): range(2),
    }
    rest = [(1, "de"), (4, "en")]
    assert events.due(viewers) == [(3, "en"), (1, "en"), *rest]
    events.is_made((3, "en"))
    assert events.due(viewers) == [(1, "en"), *rest]
    now[0] += render_warm_up.AGAIN - 1
    events.is_made((1, "en"))
    assert events.due(viewers) == rest
    now[0] += 1
    assert events.due(viewers) == [(3, "en"), *rest]
