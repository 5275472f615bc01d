"""The live stream: viewers see what changed without asking.

A page that has checked who is looking signs the address of its stream. The
stream is a native ASGI function: a thousand viewers cost sockets, not threads.
One watcher per process hears that a tournament has a new revision, renders each
fragment that it concerns and somebody is looking at once, and puts it into every
viewer's slot: what must be seen within a second at once, the rest one by one. A slot
holds only the newest state, so a slow phone gets no backlog.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from weakref import WeakKeyDictionary

from django.core import signing
from django.utils import translation

from tournaments.live_fragments import Topic, kinds
from tournaments.live_hub import Hub, Slot
from tournaments.models import Tournament

PREFIX = "/live/"
SALT = "live"
MAX_AGE = 24 * 3600
HEARTBEAT = 15.0
LAST_EVENT_ID = b"last-event-id"

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def url(name: str, tournament: Tournament, *args: str) -> str:
    """The address of a fragment's stream, for a reader who may see it.

    It carries the revision the page was rendered at, so that the stream knows
    whether the reader has missed something.
    """
    language = translation.get_language()
    token = [name, tournament.pk, args, language, tournament.revision]
    return f"{PREFIX}{signing.dumps(token, salt=SALT)}/"


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def _hub() -> Hub:
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


def end_streams() -> None:
    """End every stream, and at once whichever still comes; called in the event loop
    when the server begins to stop, for it waits until all responses are complete."""
    _hub().end_streams()


async def stop() -> None:
    """Stop watching; called when the server has no responses left."""
    if hub := _hubs.pop(asyncio.get_running_loop(), None):
        await hub.stop()


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """The ASGI application behind `/live/`."""
    try:
        topic, seen = _read(scope)
    except (signing.BadSignature, ValueError, TypeError, KeyError):
        await _refuse(send)
        return
    await send(_head(200, b"text/event-stream; charset=utf-8"))
    await _chunk(send, "retry: 2000\n\n")
    hub = _hub()
    slot = await hub.join(topic, seen)
    gone = asyncio.create_task(_until_gone(receive))
    gone.add_done_callback(lambda _: slot.end())
    try:
        while not slot.over:
            await _next_message(slot, send)
        if not gone.done():
            await _chunk(send, "", more=False)
    except asyncio.CancelledError:
        # Of a stream that is over: the server lost patience with a reader who
        # takes nothing, and would print a traceback.
        if not slot.over:
            raise
    finally:
        gone.cancel()
        hub.leave(topic, slot)


async def _next_message(slot: Slot, send: Send) -> None:
    """Send what is new, or a heartbeat when nothing is for a while."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(HEARTBEAT):
            await slot.news.wait()
    if slot.over:
        return
    if slot.news.is_set():
        await _chunk(send, "".join(map(str, slot.take())))
    else:
        await _chunk(send, ": still here\n\n")


def _read(scope: Message) -> tuple[Topic, int]:
    """The topic of a signed address, and the revision its reader has seen."""
    token = scope["path"].removeprefix(PREFIX).rstrip("/")
    name, tournament, args, language, seen = signing.loads(
        token, salt=SALT, max_age=MAX_AGE
    )
    if name not in kinds:
        raise KeyError(name)
    last = dict(scope["headers"]).get(LAST_EVENT_ID, b"")
    if last.isdigit():
        seen = max(seen, int(last))
    return Topic(name, tournament, tuple(args), language), seen


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send) -> None:
    await send(_head(404, b"text/plain; charset=utf-8"))
    body = b"This stream does not exist or has expired: load the page again."
    await send({"type": "http.response.body", "body": body})


def _head(status: int, content_type: bytes) -> Message:
    return {
        "type": "http.response.start",
        "status": status,
        "headers": [
            (b"content-type", content_type),
            (b"cache-control", b"no-cache"),
            (b"x-accel-buffering", b"no"),
            (b"x-content-type-options", b"nosniff"),
        ],
    }


async def _chunk(send: Send, text: str, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": more})
