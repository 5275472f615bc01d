"""Viewers receive updates when no save is waiting."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.tournaments.live_viewers import (
    address,
    change,
    count_renderings,
    run,
    watching,
)
from tournaments.live import fragment_delivery, render_pacing_saves_first
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def counting(monkeypatch):
    return count_renderings(monkeypatch)


async def seconds_to_be_told(tournament: Tournament, method: str) -> float:
    """Return the seconds from a change until its viewer receives it, while a request
    with this method is in progress.
    """
    async with watching(await address(tournament)) as viewer:
        await asyncio.sleep(0.3)
        with render_pacing_saves_first.count_save(method):
            await change(tournament)
            began = time.monotonic()
            await viewer.next_event()
            return time.monotonic() - began


def test_what_is_told_waits_for_a_save_but_not_for_ever(
    tournament, monkeypatch, counting
):
    monkeypatch.setattr(render_pacing_saves_first, "LONGEST", 3.0)

    async def scenario() -> None:
        assert await seconds_to_be_told(tournament, "POST") > 2.9
        assert await seconds_to_be_told(tournament, "GET") < 2.9

    run(scenario())
    assert counting == [tournament.revision - 1, tournament.revision]


def test_it_is_told_as_soon_as_the_save_is_answered(tournament, monkeypatch):
    monkeypatch.setattr(render_pacing_saves_first, "LONGEST", 60)

    async def scenario() -> None:
        async with watching(await address(tournament)) as viewer:
            await asyncio.sleep(0.3)
            with render_pacing_saves_first.count_save("POST"):
                await change(tournament)
                with pytest.raises(TimeoutError):
                    await viewer.next_event(seconds=0.6)
            await viewer.next_event()

    run(scenario())


class Told:
    """A viewer who receives updates immediately."""

    def put(self, _rendering, _span) -> None:
        return


def test_a_thousand_viewers_wait_no_longer_than_fifty(monkeypatch):
    monkeypatch.setattr(render_pacing_saves_first, "LONGEST", 0.2)

    async def scenario() -> float:
        with render_pacing_saves_first.count_save("POST"):
            began = time.monotonic()
            await fragment_delivery._put(
                None, {Told(): None for _viewer in range(1000)}
            )
            return time.monotonic() - began

    assert asyncio.run(scenario()) < 10 * render_pacing_saves_first.LONGEST
