"""The number of devices that follow a table is sent to those devices."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache

from tests.tournaments.live_viewers import Viewer, run, watching
from tournaments.access.live_access import HALL, TABLE, Reader
from tournaments.live import live_stream, viewer_counts, viewer_hub
from tournaments.live.live_topics import Kind, kinds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def quick(monkeypatch, settings, tmp_path):
    settings.CACHES = {
        "default": {
            "BACKEND": "mahjong_site.optional_cache.OptionalFileCache",
            "LOCATION": tmp_path,
        }
    }
    monkeypatch.setitem(kinds, "tabling", Kind(lambda *_: "", counts_devices=True))
    monkeypatch.setattr(viewer_hub, "who_may", set)
    monkeypatch.setattr(viewer_hub, "LOOK_AGAIN", 0.05)
    monkeypatch.setattr(viewer_counts, "AGAIN", 0.1)


async def heard(viewer: Viewer) -> int:
    """Return the next number of devices that the viewer receives."""
    told = await viewer.next_event()
    assert told.startswith("event: devices\ndata: ")
    return int(told.split()[-1])


def test_whoever_has_a_table_open_is_told_how_many_they_are(tournament):
    async def address(table: str, kind: str = TABLE) -> str:
        reader = Reader(kind, tournament.pk, (1, 1, 1))
        made = sync_to_async(live_stream.url)
        return await made("tabling", tournament, "1", table, reader=reader)

    async def scenario() -> None:
        here = await address("7")
        async with watching(here) as one:
            assert await heard(one) == 1
            async with watching(await address("8")), watching(here) as two:
                assert await heard(two) == 2
                assert await heard(one) == 2
                async with watching(await address("7", HALL)):
                    await asyncio.sleep(0.4)
                    assert one.sent.empty()
                # Another web process reports its devices.
                at = (tournament.pk, ("1", "7"))
                share = sync_to_async(cache.set)
                await share("live-devices-1", {at: 3}, 60)
                await share("live-processes", [1], None)
                assert await heard(one) == 5
                await sync_to_async(cache.delete)("live-devices-1")
                assert await heard(one) == 2
            assert await heard(one) == 1

    run(scenario())
