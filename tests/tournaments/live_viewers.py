"""Viewers of the live stream for tests, driven as an ASGI application."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from html import unescape

import pytest
from asgiref.sync import sync_to_async
from django.db import connections, transaction

from tournaments.access.live_access import Reader, everybody
from tournaments.live import live_stream
from tournaments.live.live_topics import Kind, Topic, kinds
from tournaments.models import Tournament

#: Seconds allowed on a busy machine for events that an idle one sends immediately.
PATIENCE = 20


def count_renderings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Register a fragment that shows the revision.

    Return a list to which each rendering adds its revision.
    """
    rendered: list[int] = []

    def render(tournament: Tournament, args: tuple[str, ...]) -> str:
        if args == ("broken",):
            raise ValueError("cannot")
        rendered.append(tournament.revision)
        return f"<p>revision {tournament.revision}</p>\n<p>{' '.join(args)}</p>"

    monkeypatch.setitem(kinds, "counting", Kind(render))
    return rendered


def scope_of(address: str) -> dict:
    """Return the ASGI scope of a request for this address."""
    path, _mark, query = address.partition("?")
    return {"path": path, "query_string": query.encode(), "headers": []}


def topic_on(page: str) -> Topic:
    """Return the topic of the stream that a page listens to."""
    [address] = re.findall(r'sse-connect="([^"]+)"', page)
    return live_stream.read(scope_of(unescape(address))).topic


class Viewer:
    def __init__(
        self,
        address: str,
        headers: dict[bytes, bytes] | None = None,
        method: str = "GET",
        client: str = "10.0.0.1",
    ) -> None:
        self.scope = scope_of(address) | {
            "type": "http",
            "method": method,
            "headers": list((headers or {}).items()),
            "client": (client, 50000),
        }
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.sent: asyncio.Queue[dict] = asyncio.Queue()
        self.events: list[str] = []
        self.ahead = ""
        self.hang_up = asyncio.Event()

    async def receive(self) -> dict[str, str]:
        await self.hang_up.wait()
        return {"type": "http.disconnect"}

    async def end(
        self, seconds: float = PATIENCE, told: list[str] | None = None
    ) -> None:
        """Wait until the response is complete.

        Append its remaining text to `told`, if given.
        """
        more = True
        while more:
            message = await asyncio.wait_for(self.sent.get(), seconds)
            (told if told is not None else []).append(message["body"].decode())
            more = message["more_body"]

    async def next_event(self, seconds: float = PATIENCE) -> str:
        """Wait for the next event of the page's own fragment and return it.

        The last other event is stored in `ahead`.
        """
        while not self.events:
            message = await asyncio.wait_for(self.sent.get(), seconds)
            for text in message.get("body", b"").decode().split("\n\n"):
                if text.startswith("event: clock"):
                    self.ahead = text
                elif "event: " in text:
                    self.events.append(text)
        return self.events.pop(0)


@asynccontextmanager
async def watching(address: str, **options) -> AsyncIterator[Viewer]:
    viewer = Viewer(address, **options)
    task = asyncio.create_task(
        live_stream.application(viewer.scope, viewer.receive, viewer.sent.put)
    )
    start = await asyncio.wait_for(viewer.sent.get(), PATIENCE)
    viewer.status, viewer.headers = start["status"], dict(start["headers"])
    try:
        yield viewer
    finally:
        viewer.hang_up.set()
        await asyncio.wait_for(task, PATIENCE)


async def all_recognised() -> None:
    """Wait until the hub knows the last revision of every open page."""
    delivery = live_stream._hub()._delivery
    async with asyncio.timeout(PATIENCE):
        while delivery.owed or delivery.unrecognised_pages:
            await asyncio.sleep(0.01)


@sync_to_async
def change(tournament: Tournament, times: int = 1, **place: int) -> None:
    for _ in range(times):
        with transaction.atomic():
            tournament.record("something", by="director", **place)


@sync_to_async
def address(
    tournament: Tournament,
    *args: str,
    kind: str = "counting",
    reader: Reader | None = None,
) -> str:
    tournament.refresh_from_db()
    who = reader or everybody(tournament)
    return live_stream.url(kind, tournament, *args, reader=who)


def run(coroutine: Coroutine[None, None, None]) -> None:
    """Run a coroutine to its end, then end all streams."""

    async def body() -> None:
        try:
            await coroutine
        finally:
            await live_stream.stop()
            await sync_to_async(connections.close_all)()

    asyncio.run(body())
