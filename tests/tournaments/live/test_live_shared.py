"""Several web processes.

One of them renders a fragment for all, and no process waits long.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import caches
from django.db import connections, transaction

from mahjong_site.settings import CACHES
from tests.tournaments.live_viewers import PATIENCE, count_renderings
from tournaments.access.live_access import everybody
from tournaments.live import render_pacing_saves_first, shared_renders
from tournaments.live.fragment_delivery import Delivery
from tournaments.live.live_topics import AHEAD, Changes, Kind, Span, Topic, kinds
from tournaments.live.shared_renders import RenderCache
from tournaments.live.viewer_connections import ViewerConnection
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def render_cache(monkeypatch) -> RenderCache:
    """Return a render cache without earlier outages."""
    monkeypatch.setattr(shared_renders, "render_cache", made := RenderCache())
    return made


@pytest.fixture(autouse=True)
def without_clock(monkeypatch) -> None:
    """Remove the clock's fragment, which would be sent before the other fragments."""
    nothing = Kind(lambda *_: "", concerns=lambda *_: False)
    monkeypatch.setitem(kinds, AHEAD, nothing)


@pytest.fixture(autouse=True)
def between_processes(settings) -> None:
    """Set the shared cache: the Redis server of the tests, or memory without one."""
    memory = {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": secrets.token_hex(4),
    }
    there = CACHES["live"] if settings.REDIS_URL else memory
    settings.CACHES = {**settings.CACHES, "live": there}


@pytest.fixture
def counting(monkeypatch) -> list[int]:
    """Return the list of revisions that any process has rendered."""
    rendered = count_renderings(monkeypatch)
    shared = replace(kinds["counting"], is_shared=True)
    monkeypatch.setitem(kinds, "counting", shared)
    return rendered


class Process:
    """A web process with one viewer of a topic."""

    def __init__(self, tournament: Tournament, name: str = "counting") -> None:
        self.delivery = Delivery()
        self.topic = Topic(name, tournament.pk, (), "en")
        self.viewer = ViewerConnection(
            self.topic, tournament.revision, everybody(tournament)
        )

    def enqueue(self, revision: int) -> None:
        span = Span(revision, revision)
        self.delivery.enqueue(self.topic, [self.viewer], Changes({(None, None): span}))

    async def told(self, seconds: float = 5.0) -> str:
        """Wait for the viewer's next message and return its text."""
        await asyncio.wait_for(self.viewer.news.wait(), seconds)
        [message] = self.viewer.take()
        return message.plain.decode()


def run(scenario: Callable[[], Awaitable[None]], *processes: Process) -> None:
    """Run the scenario while the processes send updates."""

    async def give(process: Process) -> None:
        while True:
            await process.delivery.deliver()

    async def body() -> None:
        tasks = [asyncio.create_task(give(process)) for process in processes]
        try:
            await scenario()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for process in processes:
                process.delivery.thread.submit(connections.close_all)
                process.delivery.thread.shutdown()
            await sync_to_async(connections.close_all)()

    asyncio.run(body())


@pytest.fixture
def two(tournament) -> tuple[Process, Process]:
    return Process(tournament), Process(tournament)


@pytest.fixture
def changed(tournament) -> Callable[[], int]:
    """Return a function that changes the tournament and returns its revision."""

    def change() -> int:
        with transaction.atomic():
            tournament.record("something", by="director")
        return int(tournament.revision)

    return change


def test_one_process_renders_each_revision_for_both(two, counting, changed):
    revisions = [changed()]

    async def scenario() -> None:
        for _each in range(3):
            for process in two:
                process.enqueue(revisions[-1])
            for process in two:
                assert f"<p>revision {revisions[-1]}</p>" in await process.told()
            revisions.append(await sync_to_async(changed)())

    run(scenario, *two)
    assert counting == revisions[:-1]


def test_what_is_older_than_the_change_is_taken_by_nobody(two, counting, changed):
    first, second = two
    revision = changed()

    async def scenario() -> None:
        first.enqueue(revision)
        await first.told()
        newer = await sync_to_async(changed)()
        second.enqueue(newer)
        assert f"revision {newer}" in await second.told()
        first.enqueue(newer)
        assert f"revision {newer}" in await first.told()

    run(scenario, *two)
    assert counting == [revision, revision + 1]


def test_meanwhile_another_process_renders_something_else(
    tournament, monkeypatch, changed
):
    """A process that waits for another process's rendering does other work, and takes
    the result as soon as it is ready.
    """
    names, began, go_on = ("one", "two"), [], threading.Event()
    for name in names:

        def render(_tournament: Tournament, _args: object, name: str = name) -> str:
            began.append(name)
            assert len(began) > 2 or go_on.wait(5)
            return f"<p>{name}</p>"

        monkeypatch.setitem(kinds, name, Kind(render, is_shared=True))
    revision = changed()
    here, there = Process(tournament, "one"), Process(tournament, "one")
    others = [Process(tournament, "two") for _each in names]
    for process, other in zip((here, there), others, strict=True):
        other.delivery.thread.shutdown()
        other.delivery = process.delivery

    async def scenario() -> None:
        for process in (here, there, *others):
            process.enqueue(revision)
        while len(began) < 2:
            await asyncio.sleep(0.01)
        go_on.set()
        for process in (here, there):
            assert "<p>one</p>" in await process.told()
        for process in others:
            assert "<p>two</p>" in await process.told()

    run(scenario, here, there)
    assert sorted(began) == ["one", "two"]


def test_nobody_waits_for_ever_for_a_process_that_has_ended(two, counting, changed):
    here, revision = two[0], changed()
    key = shared_renders._key(here.topic)
    assert RenderCache().take(f"{key}-taken")

    async def scenario() -> None:
        here.enqueue(revision)
        assert "revision" in await here.told(2.5)

    run(scenario, here)
    assert counting == [revision]


def test_a_fragment_that_cannot_be_rendered_keeps_no_other_process(
    two, monkeypatch, changed
):
    monkeypatch.setattr(render_pacing_saves_first, "FIRST_PAUSE", 10.0)
    faults = [ValueError("cannot")]

    def render(tournament: Tournament, _args: object) -> str:
        if faults:
            raise faults.pop()
        return f"<p>revision {tournament.revision}</p>"

    monkeypatch.setitem(kinds, "counting", Kind(render, is_shared=True))
    revision = changed()

    async def scenario() -> None:
        for process in two:
            process.enqueue(revision)
        told = [asyncio.create_task(process.told(0.8)) for process in two]
        done, _waits = await asyncio.wait(
            told, return_when=asyncio.FIRST_COMPLETED, timeout=0.7
        )
        assert f"revision {revision}" in done.pop().result()
        for task in told:
            task.cancel()

    run(scenario, *two)


def test_a_fault_is_left_to_nobody(tournament, monkeypatch):
    monkeypatch.setitem(kinds, "broken", Kind(lambda *_: 1 / 0, is_shared=True))
    topic = Topic("broken", tournament.pk, (), "en")
    [made] = shared_renders.rendered_once({topic: 0})
    assert isinstance(made.fault, ZeroDivisionError)
    assert caches["live"].get(shared_renders._key(topic)) is None


@pytest.mark.parametrize("answer", [None, b"", b"what?\r\n", b"$-1\r\n+OK\r\n-ERR\r\n"])
def test_a_redis_that_hangs_or_talks_nonsense_costs_no_viewer_anything(
    two, counting, changed, settings, caplog, answer
):
    """A Redis server that hangs or sends nonsense does not delay viewers.

    The process tries Redis once, for a tenth of a second, and then not again for a
    while.
    """
    asked: list[socket.socket] = []
    revisions = [changed()]
    seconds = []

    def serve(server: socket.socket) -> None:
        with suppress(OSError):
            while True:
                asked.append(server.accept()[0])
                if answer is not None:
                    asked[-1].recv(4096)
                    asked[-1].sendall(answer)
                    asked[-1].close()

    async def scenario() -> None:
        for _each in range(2):
            began = time.monotonic()
            for process in two:
                process.enqueue(revisions[-1])
            for process in two:
                assert f"revision {revisions[-1]}" in await process.told()
            seconds.append(time.monotonic() - began)
            revisions.append(await sync_to_async(changed)())

    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        threading.Thread(target=serve, args=[server], daemon=True).start()
        port = server.getsockname()[1]
        redis = {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": f"redis://127.0.0.1:{port}/0",
            "OPTIONS": {"socket_connect_timeout": 0.1, "socket_timeout": 0.1},
        }
        settings.CACHES = {**settings.CACHES, "live": redis}
        run(scenario, *two)
        server.shutdown(socket.SHUT_RDWR)
    assert counting == sorted([*revisions[:-1]] * 2)
    assert len(asked) <= 2
    assert max(seconds) < PATIENCE
    assert "Each process renders for itself" in caplog.text


class Unreadable:
    """An object that raises an exception when it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return ({}.__getitem__, ("nothing",))


@pytest.mark.parametrize(
    "rubbish", ["revision 1", {}, ("pieces", 10**9, 0.1), (1, 2), Unreadable()]
)
def test_rubbish_in_redis_is_shown_to_nobody(two, counting, changed, rubbish):
    here, revision = two[0], changed()
    key = shared_renders._key(here.topic)
    caches["live"].set(key, rubbish, 60)

    async def scenario() -> None:
        here.enqueue(revision)
        assert f"<p>revision {revision}</p>" in await here.told()

    run(scenario, here)
    assert counting == [revision]


def test_two_installations_on_one_redis_know_nothing_of_each_other(
    tournament, settings
):
    topic = Topic("counting", tournament.pk, (), "en")
    here = shared_renders._key(topic)
    assert here == shared_renders._key(replace(topic))
    assert here != shared_renders._key(replace(topic, language="de"))
    settings.SECRET_KEY = "of another one"
    assert here != shared_renders._key(topic)


def test_without_redis_each_process_renders_for_itself(
    two, counting, changed, settings
):
    nothing = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.CACHES = {**settings.CACHES, "live": nothing}
    revision = changed()

    async def scenario() -> None:
        for process in two:
            process.enqueue(revision)
        for process in two:
            assert f"revision {revision}" in await process.told()

    run(scenario, *two)
    assert counting == [revision, revision]


@pytest.mark.parametrize(
    ("took", "pause"), [(0.0, 0.005), (0.04, 0.01), (0.1, 0.025), (3.0, 0.05)]
)
def test_what_took_longer_is_looked_for_less_often(monkeypatch, took, pause):
    monkeypatch.setattr(render_pacing_saves_first.time, "monotonic", lambda: 100.0)
    topic, pace = Topic("counting", 1, (), "en"), render_pacing_saves_first.Pace()
    pace.is_rendered_elsewhere(topic, took)
    assert pace.next_awake([topic]) == pytest.approx(pause)
