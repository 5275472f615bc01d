"""Updates for viewers: differences from the page that a viewer shows, compressed once
for all viewers.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib

import pytest

from tests.tournaments.live_viewers import (
    PATIENCE,
    Viewer,
    address,
    all_recognised,
    change,
    run,
    watching,
)
from tournaments.live import live_stream
from tournaments.live.fragment_differences import mark_of, pieces_of
from tournaments.live.live_topics import Kind, kinds
from tournaments.live.stream_blocks import Message, Packing
from tournaments.models import Tournament
from tournaments.web.etags_and_gzip import takes_gzip

pytestmark = pytest.mark.django_db(transaction=True)

GZIP = {b"accept-encoding": b"br;q=1.0, gzip;q=0.8"}


def listing(tournament: Tournament, _args: tuple[str, ...] = ()) -> str:
    """Return a list in which one row shows the revision."""
    rows = [f'<li data-row="{n}">{"as before " * 9}</li>' for n in range(9)]
    rows[4] = f'<li data-row="4">revision {tournament.revision}</li>'
    return f'<ol data-rows="all">{"".join(rows)}<!--/rows--></ol>'


@pytest.fixture(autouse=True)
def in_rows(monkeypatch):
    monkeypatch.setitem(kinds, "listing", Kind(listing))


async def page_of(tournament: Tournament) -> str:
    """Return the address of the stream of a page that is opened now."""
    where = await address(tournament, kind="listing")
    return f"{where}&mark={mark_of(pieces_of(listing(tournament)))}"


async def told(viewer: Viewer, tournament: Tournament, event: str) -> str:
    """Return the data of the viewer's next message.

    Asserts that the message has this event, and an id with the revision and the state
    of the page.
    """
    message = await viewer.next_event()
    shown = mark_of(pieces_of(listing(tournament)))
    head = f"id: {tournament.revision}-{shown}\nevent: {event}\ndata: "
    assert message.startswith(head)
    return message.removeprefix(head)


async def its_row(viewer: Viewer, tournament: Tournament) -> None:
    """Assert that the viewer receives only the row that changed."""
    news = json.loads(await told(viewer, tournament, "rows"))["lists"]["all"]
    assert news == {"rows": {"4": {"0": f"revision {tournament.revision}"}}}


async def the_whole(viewer: Viewer, tournament: Tournament) -> None:
    html = await told(viewer, tournament, "fragment")
    assert html.count("as before") == 8 * 9


def back(tournament: Tournament) -> dict[bytes, bytes]:
    """Return the header of a browser whose stream was cut after the tournament's
    present revision.
    """
    shown = mark_of(pieces_of(listing(tournament)))
    return {b"last-event-id": f"{tournament.revision}-{shown}".encode()}


def test_a_page_is_told_what_differs_from_what_it_came_with(tournament):
    async def scenario() -> None:
        async with watching(await page_of(tournament)) as viewer:
            await all_recognised()
            for _again in range(3):
                await change(tournament)
                await its_row(viewer, tournament)

    run(scenario())


def test_who_comes_one_change_late_is_told_what_differs(tournament):
    """A viewer who is one change late receives the difference.

    The difference is known because another viewer was connected at the time of the
    change.
    """

    async def scenario() -> None:
        async with watching(await page_of(tournament)) as there:
            await all_recognised()
            late = await page_of(tournament)
            await change(tournament)
            await its_row(there, tournament)
            async with watching(late) as viewer:
                await its_row(viewer, tournament)
            await change(tournament)
            await its_row(there, tournament)
            async with watching(late) as viewer:
                await the_whole(viewer, tournament)

    run(scenario())


def test_whoever_missed_more_gets_the_whole_once(tournament):
    async def scenario() -> None:
        old = await page_of(tournament)
        await change(tournament, times=2)
        async with watching(old) as viewer:
            await the_whole(viewer, tournament)
            await change(tournament)
            await its_row(viewer, tournament)

    run(scenario())


def test_a_stream_that_was_cut_goes_on_where_it_was(tournament):
    """A viewer who missed one change receives this change, and a viewer who missed none
    receives nothing.

    All other viewers receive the whole fragment once. These updates need another viewer
    who was connected all the time.
    """

    async def scenario() -> None:
        first = await page_of(tournament)
        async with watching(first) as there:
            await all_recognised()
            await change(tournament)
            await its_row(there, tournament)
            cut = back(tournament)
            async with watching(first, headers=cut) as viewer:
                await all_recognised()
                await change(tournament)
                await its_row(viewer, tournament)
            await its_row(there, tournament)
            async with watching(first, headers=cut) as viewer:
                await its_row(viewer, tournament)
            await change(tournament)
            await its_row(there, tournament)
            async with watching(first, headers=cut) as viewer:
                await the_whole(viewer, tournament)
                await change(tournament)
                await its_row(viewer, tournament)

    run(scenario())


def test_a_stream_that_was_cut_while_nobody_else_was_there(tournament):
    """A cut stream continues although no other viewer was connected.

    The process still knows its last rendering, however old.
    """

    async def scenario() -> None:
        first = await page_of(tournament)
        async with watching(first) as viewer:
            await change(tournament)
            await viewer.next_event()
        cut = back(tournament)
        await change(tournament, times=3)
        async with watching(first, headers=cut) as viewer:
            await its_row(viewer, tournament)

    run(scenario())


def test_whoever_comes_back_and_does_not_say_what_they_show_gets_the_whole(tournament):
    """A viewer who reconnects without naming the state of the page receives the whole
    fragment. An example is a page from an older version of the program.
    """

    async def scenario() -> None:
        first = await page_of(tournament)
        await change(tournament)
        seen = {b"last-event-id": str(tournament.revision).encode()}
        async with watching(first, headers=seen) as viewer:
            await all_recognised()
            await change(tournament)
            await the_whole(viewer, tournament)

    run(scenario())


def test_a_page_that_shows_another_thing_than_the_server_believes_gets_the_whole(
    tournament,
):
    async def scenario() -> None:
        where = await address(tournament, kind="listing")
        async with watching(f"{where}&mark=another") as viewer:
            await all_recognised()
            await change(tournament)
            await the_whole(viewer, tournament)

    run(scenario())


def test_whoever_asks_for_it_gets_one_compressed_stream_of_shared_blocks(tournament):
    """All viewers who accept compression get the same compressed blocks, whenever they
    connected.
    """

    async def scenario() -> None:
        early, late = bytearray(), bytearray()
        async with watching(await page_of(tournament), headers=GZIP) as one:
            assert one.headers[b"content-encoding"] == b"gzip"
            await all_recognised()
            await change(tournament)
            await _until(one, early, f'revision {tournament.revision}"')
            async with watching(await page_of(tournament), headers=GZIP) as other:
                await all_recognised()
                await change(tournament)
                last = await _until(one, early, f'revision {tournament.revision}"')
                assert last == await _until(
                    other, late, f'revision {tournament.revision}"'
                )
                live_stream.end_streams()
                for viewer, got in ((one, early), (other, late)):
                    got += (await viewer.sent.get())["body"]
                    assert gzip.decompress(got).startswith(b"retry: ")

    run(scenario())


async def _until(viewer: Viewer, got: bytearray, words: str) -> bytes:
    """Add the viewer's messages to `got` until the decompressed text contains `words`.

    Return the last message.
    """
    while True:
        message = await asyncio.wait_for(viewer.sent.get(), PATIENCE)
        got += message["body"]
        if words in zlib.decompressobj(31).decompress(got).decode():
            return message["body"]


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip, deflate, br", True),
        ("deflate, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("br", False),
        ("", False),
    ],
)
def test_who_takes_gzip(accepted, takes):
    assert takes_gzip(accepted) is takes


def test_a_packed_stream_is_whole_at_its_end():
    packing, news = Packing(), [Message("one\n\n"), Message("zwei: ü\n\n")]
    packed = packing.pack(news[:1]) + packing.pack(news) + packing.end()
    assert gzip.decompress(packed).decode() == "one\n\none\n\nzwei: ü\n\n"
