"""Problems of the live stream: viewers who disconnect, too many viewers, a database
outage, and failing fragments.
"""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import AsyncExitStack
from dataclasses import replace
from random import Random

import psycopg
import pytest
from django.db import OperationalError

from tests.tournaments.live_viewers import (
    Viewer,
    address,
    change,
    count_renderings,
    run,
    watching,
)
from tournaments.access.live_access import helper, in_hall
from tournaments.live import fragment_delivery as delivery
from tournaments.live import live_stream as live
from tournaments.live import render_pacing_saves_first
from tournaments.live import viewer_hub as live_hub
from tournaments.live.live_topics import AHEAD, Kind, Topic, kinds
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def counting(monkeypatch):
    monkeypatch.setattr(live_hub, "PAUSE", 0.05)
    return count_renderings(monkeypatch)


def is_forgotten() -> bool:
    hub = live._hub()
    delivery = hub._delivery
    return not (
        hub._viewers
        or hub._newcomers
        or delivery.owed
        or delivery.unrecognised_pages
        or live._places
    )


# --- viewers with invalid values --------------------------------------------------


def test_nonsense_that_one_reader_brings_keeps_nobody_else_out(tournament):
    """Nonsense from one viewer keeps no other viewer out, although one query checks all
    viewers who connect together.
    """

    async def scenario() -> None:
        where = await address(tournament)
        of_helper = await address(tournament, reader=helper(tournament, 1))
        nonsense = [
            (where, {b"last-event-id": b"9" * 30}),
            (where, {b"last-event-id": b"9" * 5000}),
            (of_helper, {b"cookie": b'sessionid="\\000\\000\\000"'}),
        ]
        async with AsyncExitStack() as stack:
            opening = [watching(path, headers=lines) for path, lines in nonsense]
            readers = await asyncio.gather(
                *map(stack.enter_async_context, [*opening, watching(where)])
            )
            assert [reader.status for reader in readers] == [200, 200, 403, 200]
            await change(tournament)
            assert "revision" in await readers[-1].next_event()

    run(scenario())


def test_who_has_seen_what_is_not_there_gets_the_whole(tournament):
    """A viewer who names an unknown revision receives the whole fragment.

    The revision may be invented, may belong to another tournament, or may be from
    before a backup was restored.
    """

    async def scenario() -> None:
        where = await address(tournament)
        now = tournament.revision
        seen = {b"last-event-id": str(now + 1000).encode()}
        async with watching(where, headers=seen) as viewer:
            event = await viewer.next_event()
            assert event.startswith(f"id: {now}\nevent: fragment\n")
            await change(tournament)
            assert f"revision {now + 1}" in await viewer.next_event()

    run(scenario())


def test_what_somebody_has_seen_says_nothing_of_the_tournament(tournament, monkeypatch):
    """The response reveals nothing about the tournament, even if its last viewer
    disconnects at that moment.
    """
    go_on = threading.Event()
    arrival = live_hub._arrival

    async def scenario() -> None:
        where = await address(tournament)
        seen = {b"last-event-id": b"9" * 18}
        coming = Viewer(where, headers=seen)
        async with watching(where):

            def slow(*args):
                go_on.wait(5)
                return arrival(*args)

            monkeypatch.setattr(live_hub, "_arrival", slow)
            stream = asyncio.create_task(
                live.application(coming.scope, coming.receive, coming.sent.put)
            )
            await asyncio.sleep(0.2)
        go_on.set()
        await coming.next_event()
        await change(tournament)
        assert f"revision {tournament.revision}" in await coming.next_event()
        coming.hang_up.set()
        await stream

    run(scenario())


def test_who_is_far_behind_gets_the_whole_and_no_log_is_read_for_that(
    tournament, monkeypatch
):
    """A viewer who is far behind receives the whole fragment without a query of the
    log. Thousands of old or invented revisions cost as many queries as one revision.
    """
    monkeypatch.setattr(live_hub, "FAR_BEHIND", 2)
    asked: list[int] = []
    changes = live_hub.changes

    def noting(since):
        since = list(since)
        asked.extend(seen for _pk, seen in since)
        return changes(since)

    monkeypatch.setattr(live_hub, "changes", noting)

    async def scenario() -> None:
        where = (await address(tournament)).replace("?seen=", "?was=")
        await change(tournament, times=5)
        now = tournament.revision
        opened = [watching(f"{where}&seen={seen}") for seen in range(now + 1)]
        async with AsyncExitStack() as stack:
            viewers = await asyncio.gather(*map(stack.enter_async_context, opened))
            for viewer in viewers[:-1]:
                assert f"revision {now}" in await viewer.next_event()
        assert set(asked) <= {now - 2, now - 1, now}

    run(scenario())


@pytest.mark.parametrize("method", ["POST", "OPTIONS", "DELETE"])
def test_a_stream_is_only_read(tournament, method):
    async def scenario() -> None:
        async with watching(await address(tournament), method=method) as viewer:
            assert (viewer.status, viewer.headers[b"allow"]) == (405, b"GET, HEAD")
        assert is_forgotten()

    run(scenario())


# --- viewers who disconnect -------------------------------------------------------


def test_who_goes_while_joining_leaves_nothing_and_waits_for_nothing(
    tournament, monkeypatch
):
    go_on = threading.Event()
    arrival = live_hub._arrival

    def slow(*args):
        go_on.wait(5)
        return arrival(*args)

    monkeypatch.setattr(live_hub, "_arrival", slow)

    async def scenario() -> None:
        where = await address(tournament)
        await change(tournament)
        viewers = [Viewer(where) for _ in range(5)]
        streams = [
            asyncio.create_task(live.application(v.scope, v.receive, v.sent.put))
            for v in viewers
        ]
        await asyncio.sleep(0.2)
        for viewer in viewers:
            viewer.hang_up.set()
        # Before the slow work ends without being allowed to.
        await asyncio.wait_for(asyncio.gather(*streams), 4)
        assert is_forgotten()
        go_on.set()
        async with watching(where) as viewer:
            assert f"revision {tournament.revision}" in await viewer.next_event()

    run(scenario())


def test_a_stream_that_is_cancelled_or_breaks_leaves_nothing(tournament):
    async def scenario() -> None:
        where = await address(tournament)
        viewer = Viewer(where)
        stream = asyncio.create_task(
            live.application(viewer.scope, viewer.receive, viewer.sent.put)
        )
        await asyncio.sleep(0)
        stream.cancel()
        with pytest.raises(asyncio.CancelledError):
            await stream
        assert is_forgotten()

        async def broken(_message) -> None:
            raise OSError("gone")

        with pytest.raises(OSError, match="gone"):
            await live.application(viewer.scope, viewer.receive, broken)
        assert is_forgotten()

    run(scenario())


def test_all_who_come_back_at_once_share_one_rendering(tournament, counting):
    """All viewers who reconnect together share one rendering, although each has missed
    a different number of changes.
    """

    async def scenario() -> None:
        places = []
        for _ in range(4):
            places += [await address(tournament)] * 5
            await change(tournament)
        now = tournament.revision
        async with AsyncExitStack() as streams:
            viewers = [
                await streams.enter_async_context(watching(place)) for place in places
            ]
            for viewer in viewers:
                assert f"revision {now}" in await viewer.next_event()
        assert counting == [now]

    run(scenario())


def test_who_comes_and_goes_again_and_again_has_nothing_rendered_again(
    tournament, counting
):
    async def scenario() -> None:
        where = await address(tournament)
        await change(tournament)
        for _ in range(10):
            async with watching(where) as viewer:
                assert f"revision {tournament.revision}" in await viewer.next_event()
        assert counting == [tournament.revision]

    run(scenario())


def test_what_was_kept_is_given_to_nobody_who_is_owed_something_newer(tournament):
    async def scenario() -> None:
        where = await address(tournament)
        for _ in range(5):
            await change(tournament)
            async with watching(where) as viewer:
                assert f"revision {tournament.revision}<" in await viewer.next_event()

    run(scenario())


def test_who_comes_waits_behind_what_is_urgent(tournament, monkeypatch):
    """New viewers wait behind urgent fragments.

    At most the rendering that has already started comes before the urgent one.
    """
    allowed, begun = threading.Semaphore(0), []

    def slow(_tournament: Tournament, args: tuple[str, ...]) -> str:
        begun.extend(args)
        allowed.acquire(timeout=5)
        return "<p>slow</p>"

    monkeypatch.setitem(kinds, "slow", Kind(slow))
    monkeypatch.setitem(kinds, "counting", replace(kinds["counting"], urgent=True))

    async def scenario() -> None:
        slow_ones = [await address(tournament, str(n), kind="slow") for n in range(6)]
        await change(tournament)
        async with AsyncExitStack() as streams:
            viewer = await streams.enter_async_context(
                watching(await address(tournament))
            )
            for each in slow_ones:
                await streams.enter_async_context(watching(each))
            await asyncio.sleep(0.2)
            assert len(begun) == 1
            await change(tournament)
            await asyncio.sleep(0.4)
            allowed.release()
            assert f"revision {tournament.revision}" in await viewer.next_event(2)
            assert len(begun) <= 2
            allowed.release(20)

    run(scenario())


# --- too many viewers -------------------------------------------------------------


def test_each_address_has_so_many_streams_and_the_rest_hear_to_come_again(
    tournament, settings
):
    settings.STREAMS_PER_ADDRESS = 2

    async def scenario() -> None:
        where = await address(tournament)
        async with AsyncExitStack() as streams:
            for _ in range(2):
                await streams.enter_async_context(watching(where, client="10.0.0.7"))
            async with watching(where, client="10.0.0.7") as refused:
                assert refused.status == 503
                assert int(refused.headers[b"retry-after"]) > 0
                assert sum(map(len, live._hub()._viewers.values())) == 2
            async with watching(where, client="10.0.0.8") as elsewhere:
                assert elsewhere.status == 200
        async with watching(where, client="10.0.0.7") as again:
            assert again.status == 200

    run(scenario())


def test_a_subscriber_of_the_new_internet_is_one_address(tournament, settings):
    settings.STREAMS_PER_ADDRESS = 1

    async def scenario() -> None:
        where = await address(tournament)
        async with watching(where, client="2001:db8:1:2::3"):
            async with watching(where, client="2001:db8:1:2:9::1") as neighbour:
                assert neighbour.status == 503
            async with watching(where, client="2001:db8:1:3::1") as elsewhere:
                assert elsewhere.status == 200

    run(scenario())


def test_there_are_so_many_streams_in_all(tournament, settings):
    settings.STREAMS = 2

    async def scenario() -> None:
        where = await address(tournament)
        async with (
            watching(where, client="10.0.0.1"),
            watching(where, client=""),
            watching(where, client="10.0.0.3") as refused,
        ):
            assert refused.status == 503

    run(scenario())


def test_who_only_looks_keeps_no_table_helper_or_screen_out(tournament, settings):
    """Viewers keep no tables, staff or screens out.

    A hall shares one IP address, and neither viewers nor an attacker in the hall may
    block its tables.
    """
    settings.STREAMS = settings.STREAMS_PER_ADDRESS = 1

    async def scenario() -> None:
        where = await address(tournament)
        of_screen = await address(tournament, reader=in_hall(tournament))
        async with watching(where), watching(where) as refused:
            assert refused.status == 503
            async with watching(of_screen) as screen, watching(of_screen) as second:
                assert (screen.status, second.status) == (200, 503)
                await change(tournament)
                assert "revision" in await screen.next_event()
        async with watching(of_screen), watching(where) as looking:
            assert looking.status == 200
        assert is_forgotten()

    run(scenario())


def test_sessions_that_somebody_invents_are_one_reader(tournament, settings):
    settings.STREAMS_PER_ADDRESS = 1

    async def scenario() -> None:
        where = await address(tournament, reader=helper(tournament, 1))
        keys = [{b"cookie": f"sessionid={n}".encode()} for n in range(3)]
        async with AsyncExitStack() as stack:
            opening = [watching(where, headers=lines) for lines in keys]
            readers = await asyncio.gather(*map(stack.enter_async_context, opening))
            assert sorted(reader.status for reader in readers) == [403, 503, 503]

    run(scenario())


# --- failures are retried ---------------------------------------------------------


def failing(monkeypatch, name: str, times: int):
    """Make the next `times` calls of a function fail.

    The hub calls this function by `name`.
    """
    where = delivery if name == "rendered_once" else live_hub
    real, left = getattr(where, name), [times]

    def fails(*args):
        if left[0] > 0:
            left[0] -= 1
            raise OperationalError("the database is away")
        return real(*args)

    monkeypatch.setattr(where, name, fails)
    return left


@pytest.mark.parametrize("name", ["changes", "rendered_once", "who_may"])
def test_no_change_is_lost_while_the_database_is_away(tournament, monkeypatch, name):
    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            await asyncio.sleep(0.2)
            left = failing(monkeypatch, name, 2)
            await change(tournament)
            assert f"revision {tournament.revision}" in await viewer.next_event()
            while left[0]:
                await asyncio.sleep(0.1)
            await change(tournament)
            assert f"revision {tournament.revision}" in await viewer.next_event()

    run(scenario())


def test_who_comes_while_the_database_is_away_is_let_in_when_it_is_back(
    tournament, monkeypatch
):
    failing(monkeypatch, "_arrival", 2)

    async def scenario() -> None:
        where = await address(tournament)
        await change(tournament)
        async with watching(where) as viewer:
            assert viewer.status == 200
            assert f"revision {tournament.revision}" in await viewer.next_event()

    run(scenario())


def test_who_comes_while_the_database_stays_away_hears_to_come_again(
    tournament, monkeypatch
):
    failing(monkeypatch, "_arrival", 1000)
    monkeypatch.setattr(live, "PATIENCE", 0.3)

    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            assert viewer.status == 503

    run(scenario())


def test_hints_that_break_off_are_asked_for_again(tournament, monkeypatch):
    real, asked = live_hub.hints, []

    async def breaking(ask):
        asked.append(ask)
        if len(asked) == 1:
            yield
            raise OperationalError("the database is away")
        async for hint in real(ask):
            yield hint

    monkeypatch.setattr(live_hub, "hints", breaking)

    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            await asyncio.sleep(0.2)
            await change(tournament)
            assert f"revision {tournament.revision}" in await viewer.next_event()
        assert len(asked) == 2

    run(scenario())


@pytest.mark.parametrize("fault", [OperationalError, ValueError])
def test_a_fragment_that_fails_once_comes_all_the_same(tournament, monkeypatch, fault):
    """A fragment that fails once is sent later, with all changes since."""
    sound, failed = kinds["counting"].render, []

    def render(now: Tournament, args: tuple[str, ...]) -> str:
        if not failed:
            failed.append(now.revision)
        # Until the next change, however long that takes on a busy machine.
        if now.revision == failed[0]:
            raise fault("for a moment")
        return sound(now, args)

    monkeypatch.setitem(kinds, "counting", Kind(render, tells_of_changes=True))

    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            await asyncio.sleep(0.2)
            await change(tournament)
            first = tournament.revision
            await asyncio.sleep(0.2)
            await change(tournament)
            last = tournament.revision
            event = await viewer.next_event()
            assert f"id: {last}\n" in event
            assert f"data: {first}\ndata: <p>revision {last}</p>" in event

    run(scenario())


def test_a_clock_that_fails_once_comes_all_the_same(tournament, monkeypatch):
    failed = []

    def clock(_tournament: Tournament, _args: tuple[str, ...]) -> str:
        if not failed:
            failed.append(True)
            raise OperationalError("the database is away")
        return "<i>paused</i>"

    monkeypatch.setitem(kinds, AHEAD, Kind(clock))

    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            await asyncio.sleep(0.2)
            await change(tournament)
            await viewer.next_event()
            assert viewer.ahead == ""
            while "event: clock" not in (await viewer.sent.get())["body"].decode():
                pass

    run(scenario())


def test_a_fragment_that_is_broken_for_good_keeps_nobody_and_does_not_spin(
    tournament, monkeypatch
):
    tried = []

    def broken(_tournament: Tournament, _args: tuple[str, ...]) -> str:
        tried.append(time.monotonic())
        raise ValueError("broken for good")

    monkeypatch.setitem(kinds, "broken", Kind(broken, urgent=True))

    async def scenario() -> None:
        gone = await address(tournament, kind="broken")
        async with watching(gone), watching(await address(tournament)) as viewer:
            await asyncio.sleep(0.2)
            for _ in range(5):
                await change(tournament)
                assert f"revision {tournament.revision}" in await viewer.next_event()
                await asyncio.sleep(0.3)
        assert 1 <= len(tried) <= 3

    run(scenario())


def test_pauses_grow_up_to_half_a_minute_or_two_seconds_without_a_database(monkeypatch):
    pace, topic = render_pacing_saves_first.Pace(), Topic("counting", 1, (), "en")
    monkeypatch.setattr(render_pacing_saves_first.time, "monotonic", lambda: 100.0)
    pauses = []
    for _ in range(8):
        pace.failed(topic, ValueError())
        assert pace.awake([topic]) == []
        pauses.append(pace.next_awake([topic]))
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30]
    pace.failed(topic, psycopg.OperationalError("Without a connection"))
    assert pace.next_awake([topic]) == 2
    pace.was_rendered(topic, 0)
    assert pace.awake([topic]) == [topic]
    pace.failed(topic, ValueError())
    assert pace.next_awake([topic]) == 0.5


def test_what_has_rested_before_need_not_rest_after(monkeypatch):
    pace, topic, now = (
        render_pacing_saves_first.Pace(),
        Topic("counting", 1, (), "en"),
        [100.0],
    )
    monkeypatch.setattr(render_pacing_saves_first.time, "monotonic", lambda: now[0])

    def rest_after(seconds: float) -> float:
        now[0] += seconds
        pace.was_rendered(topic, seconds)
        return pace.next_awake([topic])

    assert rest_after(0.1) == 0, "it was quiet before"
    assert rest_after(0.1) == pytest.approx(0.15)
    now[0] += 0.15
    assert rest_after(0.1) == pytest.approx(0.15)
    now[0] += 0.2
    assert rest_after(0.1) == pytest.approx(0.1), "it had rested a little longer"
    now[0] += 1.0
    assert rest_after(2.0) == 0
    assert rest_after(2.0) == pytest.approx(0.5), "nobody waits longer"


def test_of_the_time_that_changes_take_less_than_half_goes_into_one_topic(monkeypatch):
    """Less than half of the time goes into one topic, for renderings of random length
    at random times.
    """
    pace, topic, now = (
        render_pacing_saves_first.Pace(),
        Topic("counting", 1, (), "en"),
        [100.0],
    )
    monkeypatch.setattr(render_pacing_saves_first.time, "monotonic", lambda: now[0])
    took, chance = 0.0, Random(7)
    for _each in range(500):
        now[0] += pace.next_awake([topic]) + chance.choice([0.0, 0.0, 0.0, 0.1, 0.3])
        seconds = chance.choice([0.01, 0.05, 0.2])
        now[0] += seconds
        took += seconds
        pace.was_rendered(topic, seconds)
    assert took < 0.41 * (now[0] - 100.0)
