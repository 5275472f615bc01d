"""The live stream, driven as an ASGI application."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction

from tests.tournaments.live_viewers import (
    Viewer,
    address,
    change,
    count_renderings,
    run,
    watching,
)
from tournaments.access.live_access import everybody
from tournaments.live import live_stream as live
from tournaments.live import render_pacing_saves_first, stream_messages, viewer_hub
from tournaments.live.live_topics import AHEAD, Kind, its_table, kinds
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def counting(monkeypatch):
    return count_renderings(monkeypatch)


def test_a_viewer_sees_a_change(tournament):
    async def scenario() -> None:
        async with watching(await address(tournament, "1", "2")) as viewer:
            assert viewer.status == 200
            await asyncio.sleep(0.3)
            await change(tournament)
            event = await viewer.next_event()
            assert f"id: {tournament.revision}\n" in event
            assert "event: fragment\n" in event
            assert (
                f"data: <p>revision {tournament.revision}</p>\ndata: <p>1 2</p>"
                in event
            )

    run(scenario())


def test_a_change_is_rendered_once_for_all_viewers(tournament, counting):
    async def scenario() -> None:
        where = await address(tournament)
        async with watching(where) as one, watching(where) as two:
            await asyncio.sleep(0.3)
            await change(tournament)
            assert await one.next_event() == await two.next_event()
            assert counting == [tournament.revision]

    run(scenario())


def test_whoever_missed_something_gets_the_newest_at_once(tournament):
    async def scenario() -> None:
        where = await address(tournament)
        await change(tournament, times=10)
        async with watching(where) as viewer:
            assert f"revision {tournament.revision}" in await viewer.next_event()

    run(scenario())


def test_whoever_has_seen_everything_gets_nothing_again(tournament, counting):
    async def scenario() -> None:
        where = await address(tournament)
        await change(tournament)
        seen = {b"last-event-id": str(tournament.revision).encode()}
        async with watching(where, headers=seen) as viewer:
            with pytest.raises(asyncio.TimeoutError):
                await viewer.next_event(seconds=1)
        assert counting == []

    run(scenario())


@pytest.fixture
def about_tables(monkeypatch):
    """Register a fragment that sends the same text for each change at a table."""
    monkeypatch.setitem(
        kinds,
        "counting",
        Kind(lambda t, args: "look", concerns=its_table, tells_of_changes=True),
    )


def test_whoever_looks_at_a_table_is_told_of_what_concerns_it(tournament, about_tables):
    async def scenario() -> None:
        where = await address(tournament, "1", "2")
        async with watching(where) as viewer:
            await asyncio.sleep(0.3)
            for elsewhere in ({"round": 1, "table": 3}, {"round": 2, "table": 2}):
                await change(tournament, **elsewhere)
                with pytest.raises(asyncio.TimeoutError):
                    await viewer.next_event(0.5)
            for here in ({"round": 1, "table": 2}, {"round": 1}, {}):
                await change(tournament, **here)
                now = tournament.revision
                event = f"id: {now}\nevent: fragment\ndata: {now}\ndata: look"
                assert await viewer.next_event() == event

    run(scenario())


def test_whoever_missed_only_what_concerns_others_is_told_nothing(
    tournament, about_tables
):
    async def scenario() -> None:
        where = await address(tournament, "1", "2")
        await change(tournament, round=1, table=3)
        async with watching(where) as viewer:
            with pytest.raises(asyncio.TimeoutError):
                await viewer.next_event(0.5)
        await change(tournament, round=1, table=2)
        first = tournament.revision
        await change(tournament, times=3, round=1, table=2)
        last = tournament.revision
        await change(tournament, round=1, table=3)
        async with watching(where) as viewer:
            event = await viewer.next_event()
            assert event == f"id: {last}\nevent: fragment\ndata: {first}\ndata: look"

    run(scenario())


def test_what_takes_long_is_not_rendered_for_each_of_many_changes(
    tournament, monkeypatch
):
    """Slow fragments skip changes, so that they do not use all the time.

    The last change is always sent.
    """
    monkeypatch.setattr(render_pacing_saves_first, "REST_TIMES", 100)
    rendered: list[int] = []

    def slow(now: Tournament, _args: tuple[str, ...]) -> str:
        rendered.append(now.revision)
        time.sleep(0.02)
        return f"<p>revision {now.revision}</p>"

    monkeypatch.setitem(kinds, "counting", Kind(slow, urgent=True))

    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            await asyncio.sleep(0.3)
            for _ in range(8):
                await change(tournament)
                await asyncio.sleep(0.15)
            while f"revision {tournament.revision}<" not in await viewer.next_event(2):
                pass
        assert len(rendered) <= 5

    run(scenario())


def test_what_is_urgent_waits_for_nothing_that_is_not(tournament, monkeypatch):
    """Urgent fragments wait neither for other fragments of the same revision nor for
    the previous revision.
    """
    allowed = threading.Semaphore(0)
    done: list[str] = []

    def slow(_tournament: Tournament, args: tuple[str, ...]) -> str:
        allowed.acquire(timeout=5)
        done.extend(args)
        return f"<p>at last {args[0]}</p>"

    monkeypatch.setitem(kinds, "slow", Kind(slow))
    urgent = replace(kinds["counting"], urgent=True)
    monkeypatch.setitem(kinds, "counting", urgent)

    async def scenario() -> None:
        where = await address(tournament)
        slow_ones = [
            live.url("slow", tournament, str(each), reader=everybody(tournament))
            for each in range(6)
        ]
        async with AsyncExitStack() as open_pages:
            others = [
                await open_pages.enter_async_context(watching(each))
                for each in slow_ones
            ]
            viewer = await open_pages.enter_async_context(watching(where))
            await asyncio.sleep(0.3)
            await change(tournament)
            assert f"revision {tournament.revision}" in await viewer.next_event(2)
            assert done == []
            await change(tournament)
            await asyncio.sleep(0.3)
            allowed.release(2)
            assert f"revision {tournament.revision}" in await viewer.next_event(2)
            assert len(done) <= 2
            allowed.release(20)
            for other in others:
                assert "at last" in await other.next_event()

    run(scenario())


def test_a_change_while_the_one_before_it_is_rendered_is_seen(tournament, monkeypatch):
    first = tournament.revision

    def change_once_more() -> None:
        with transaction.atomic():
            Tournament.objects.get(pk=tournament.pk).record("something", by="director")
        connection.close()

    def render(now: Tournament, _args: tuple[str, ...]) -> str:
        if now.revision < first + 8:
            thread = threading.Thread(target=change_once_more)
            thread.start()
            thread.join()
        return f"<p>revision {now.revision}</p>"

    monkeypatch.setitem(kinds, "counting", Kind(render))

    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            await asyncio.sleep(0.3)
            await change(tournament)
            while f"revision {first + 8}<" not in await viewer.next_event(2):
                pass

    run(scenario())


def test_every_stream_brings_the_clock_ahead_and_once(tournament, monkeypatch):
    monkeypatch.setitem(kinds, AHEAD, Kind(lambda t, args: "<i>paused</i>"))

    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            await asyncio.sleep(0.3)
            await change(tournament)
            await viewer.next_event()
            assert viewer.ahead == "event: clock\ndata: <i>paused</i>"
            viewer.ahead = ""
            await change(tournament)
            await viewer.next_event()
            assert viewer.ahead == ""

    run(scenario())


def test_whoever_missed_something_gets_the_clock_too(tournament, monkeypatch):
    monkeypatch.setitem(kinds, AHEAD, Kind(lambda t, args: "<i>paused</i>"))

    async def scenario() -> None:
        where = await address(tournament)
        await change(tournament)
        async with watching(where) as viewer:
            await viewer.next_event()
            assert "<i>paused</i>" in viewer.ahead

    run(scenario())


def test_a_fragment_that_cannot_be_rendered_does_not_end_the_stream(tournament):
    async def scenario() -> None:
        broken, sound = await address(tournament, "broken"), await address(tournament)
        async with watching(broken), watching(sound) as viewer:
            await asyncio.sleep(0.3)
            await change(tournament)
            assert "revision" in await viewer.next_event()

    run(scenario())


def test_a_stream_on_which_nothing_happens_is_kept_open(tournament, monkeypatch):
    monkeypatch.setattr(viewer_hub, "LOOK_ROUND", 0.1)

    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            await viewer.sent.get()
            told = [(await viewer.sent.get())["body"] for _message in range(2)]
            assert told == 2 * [b"event: here\ndata: here\n\n"]

    run(scenario())


def test_those_who_lose_a_server_together_come_back_one_by_one(tournament):
    async def scenario() -> None:
        where, pauses = await address(tournament), set()
        for _reader in range(30):
            async with watching(where) as viewer:
                told = (await viewer.sent.get())["body"].decode()
                pauses.add(int(told.removeprefix("retry: ")))
        assert len(pauses) > 10
        assert pauses <= set(stream_messages.PAUSES)

    run(scenario())


@pytest.mark.parametrize("path", ["/live/", "/live/x/", "/live/a:b:c/"])
def test_a_forged_address_is_refused(db, path):
    async def scenario() -> None:
        async with watching(path) as viewer:
            assert viewer.status == 404

    run(scenario())


def test_viewers_who_left_are_forgotten(tournament):
    async def scenario() -> None:
        async with watching(await address(tournament)):
            await asyncio.sleep(0.1)
            assert live._hub()._viewers
        assert not live._hub()._viewers

    run(scenario())


def test_every_stream_is_complete_when_the_server_begins_to_stop(tournament):
    async def scenario() -> None:
        here, there = await address(tournament), await address(tournament, "1")
        async with watching(here) as one, watching(there) as two:
            await asyncio.sleep(0.1)
            live.end_streams()
            await one.end()
            await two.end()

    run(scenario())


def test_a_stream_that_comes_while_the_server_stops_is_complete_at_once(tournament):
    async def scenario() -> None:
        live.end_streams()
        async with watching(await address(tournament)) as viewer:
            await viewer.end()

    run(scenario())


def test_a_reader_who_takes_nothing_is_given_up_in_silence(tournament):
    """A viewer who reads nothing is given up without a message.

    (The server cancels open requests when its time limit ends, and would print any
    exception.)
    """

    async def scenario() -> None:
        where = await address(tournament)
        await change(tournament)
        viewer, stuck = Viewer(where), asyncio.Event()

        async def take_no_fragment(message) -> None:
            if b"event: fragment" in message.get("body", b""):
                stuck.set()
                await asyncio.Event().wait()

        stream = asyncio.create_task(
            live.application(viewer.scope, viewer.receive, take_no_fragment)
        )
        await asyncio.wait_for(stuck.wait(), 5)
        live.end_streams()
        stream.cancel()
        await asyncio.wait_for(stream, 5)

    run(scenario())


@pytest.mark.parametrize("past_a_pooler", [False, True])
def test_the_listener_connects_with_the_options_of_the_database(
    tournament, on_postgresql, monkeypatch, settings, past_a_pooler
):
    if not on_postgresql:
        pytest.skip("only PostgreSQL has listeners")
    if past_a_pooler:
        there = connection.get_connection_params()
        settings.DATABASE_DIRECT_URL = (
            f"postgresql://{there['user']}@{there['host']}:{there['port']}"
            f"/{there['dbname']}?application_name=the_hall_listens"
        )
    else:
        options = connection.settings_dict["OPTIONS"]
        monkeypatch.setitem(options, "application_name", "the_hall_listens")

    @sync_to_async
    def listeners() -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity "
                "WHERE application_name = 'the_hall_listens' AND query LIKE 'LISTEN%'"
            )
            [[count]] = cursor.fetchall()
        return int(count)

    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            await asyncio.sleep(0.5)
            assert await listeners() == 1
            await change(tournament)
            assert "revision" in await viewer.next_event()

    run(scenario())
