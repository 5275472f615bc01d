"""The live stream: viewers see what changed without asking.

A page that has checked who is looking signs the address of its stream, which names
them (`live_readers`). The stream is a native ASGI function: a thousand viewers cost
sockets, not threads. One watcher per process hears that a tournament has a new
revision, renders each fragment that it concerns and somebody is looking at once, and
puts it into every viewer's slot: what must be seen within a second at once, the rest
one by one. A slot holds only the newest state, so a slow phone gets no backlog.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.core import signing
from django.http import parse_cookie
from django.utils import translation

from tournaments.access.session_cookie import session_key
from tournaments.access.stream_readers import HELPER, Reader
from tournaments.live.hub import Hub
from tournaments.live.slots import End, Full, Places, Slot
from tournaments.live.topics import Topic, kinds
from tournaments.models import Tournament

PREFIX = "/live/"
SALT = "live"
MAX_AGE = 24 * 3600
HEARTBEAT = 15.0
LAST_EVENT_ID = b"last-event-id"

#: Seconds that somebody waits until the database says whether they may follow, and
#: after which whoever found no place may ask again.
PATIENCE = 5.0

#: Digits of a revision that a database takes.
DIGITS = 18

#: What ends a stream for good: the page says so and does not open it again.
DISMISSAL = "event: over\ndata: over\n\n"

REFUSALS = {
    HTTPStatus.NOT_FOUND: "This stream does not exist or has expired: "
    "load the page again.",
    HTTPStatus.METHOD_NOT_ALLOWED: "A stream is only read.",
    HTTPStatus.FORBIDDEN: "You may not follow this, or no longer: load the page again.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The server keeps no more pages up to date at the "
    "moment: try again.",
}

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def url(name: str, tournament: Tournament, *args: str, reader: Reader) -> str:
    """The address of a fragment's stream, for a reader who may see it.

    It carries the revision the page was rendered at, so that the stream knows
    whether the reader has missed something.
    """
    language = translation.get_language()
    who = [reader.kind, *reader.who]
    token = [name, tournament.pk, args, language, tournament.revision, who]
    return f"{PREFIX}{signing.dumps(token, salt=SALT)}/"


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()
_places = Places()


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
    """The ASGI application behind `/live/`. HEAD says whether there is a stream."""
    if scope["method"] not in ("GET", "HEAD"):
        await _refuse(send, HTTPStatus.METHOD_NOT_ALLOWED)
        return
    try:
        topic, seen, reader = read(scope)
    except (signing.BadSignature, ValueError, TypeError, KeyError):
        await _refuse(send, HTTPStatus.NOT_FOUND)
        return
    address, _port = scope.get("client") or ("", 0)
    most = settings.STREAMS, settings.STREAMS_PER_ADDRESS
    try:
        with (
            _places.taken(address, *most),
            _hub().viewer(topic, seen, reader) as slot,
        ):
            await _serve(slot, scope, receive, send)
    except Full:
        await _refuse(send, HTTPStatus.SERVICE_UNAVAILABLE)


async def _serve(slot: Slot, scope: Message, receive: Receive, send: Send) -> None:
    """The response to somebody who has a slot."""
    gone = asyncio.create_task(_until_gone(receive))
    gone.add_done_callback(lambda _: slot.end())
    try:
        if refusal := await _answer(slot):
            await _refuse(send, refusal)
        elif scope["method"] == "HEAD":
            await send(_head(HTTPStatus.OK, b"text/event-stream; charset=utf-8"))
            await _chunk(send, "", more=False)
        else:
            await _stream(slot, send)
            if not gone.done():
                await _chunk(send, "", more=False)
    except asyncio.CancelledError:
        # Of a stream that is over: the server lost patience with a reader who
        # takes nothing, and would print a traceback.
        if not slot.ended:
            raise
    finally:
        gone.cancel()


async def _answer(slot: Slot) -> HTTPStatus | None:
    """Why somebody gets no stream, as soon as that is known; None if they get one."""
    try:
        async with asyncio.timeout(PATIENCE):
            await slot.answered.wait()
    except TimeoutError:
        return HTTPStatus.SERVICE_UNAVAILABLE
    return HTTPStatus.FORBIDDEN if slot.ended is End.DISMISSED else None


async def _stream(slot: Slot, send: Send) -> None:
    await send(_head(HTTPStatus.OK, b"text/event-stream; charset=utf-8"))
    await _chunk(send, "retry: 2000\n\n")
    while not slot.ended:
        await _next_message(slot, send)
    if slot.ended is End.DISMISSED:
        await _chunk(send, DISMISSAL)


async def _next_message(slot: Slot, send: Send) -> None:
    """Send what is new, or a heartbeat when nothing is for a while."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(HEARTBEAT):
            await slot.news.wait()
    if slot.ended:
        return
    if slot.news.is_set():
        await _chunk(send, "".join(map(str, slot.take())))
    else:
        await _chunk(send, ": still here\n\n")


def read(scope: Message) -> tuple[Topic, int, Reader]:
    """The topic of a signed address, the revision its reader has seen, and who it is.

    Raises BadSignature, KeyError, TypeError or ValueError for one not signed here.
    """
    token = scope["path"].removeprefix(PREFIX).rstrip("/")
    name, tournament, args, language, seen, (kind, *who) = signing.loads(
        token, salt=SALT, max_age=MAX_AGE
    )
    if name not in kinds:
        raise KeyError(name)
    headers = dict(scope["headers"])
    last = headers.get(LAST_EVENT_ID, b"")
    if last.isdigit() and len(last) <= DIGITS:
        seen = max(seen, int(last))
    reader = Reader(kind, tournament, tuple(who))
    if kind == HELPER:
        reader = replace(reader, signed_in=_session_key(headers))
    return Topic(name, tournament, tuple(args), language), seen, reader


def _session_key(headers: MutableMapping[bytes, bytes]) -> str:
    """Of the account that the browser is signed in with; "" for what is no key and may
    be more than the database takes, which would keep all who come together out."""
    return session_key(parse_cookie(headers.get(b"cookie", b"").decode("latin-1")))


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: HTTPStatus) -> None:
    head = _head(status, b"text/plain; charset=utf-8")
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        head["headers"].append((b"retry-after", b"%d" % PATIENCE))
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        head["headers"].append((b"allow", b"GET, HEAD"))
    await send(head)
    await _chunk(send, REFUSALS[status], more=False)


def _head(status: HTTPStatus, content_type: bytes) -> Message:
    return {
        "type": "http.response.start",
        "status": status.value,
        "headers": [
            (b"content-type", content_type),
            (b"cache-control", b"private, no-store"),
            (b"x-accel-buffering", b"no"),
            (b"x-content-type-options", b"nosniff"),
        ],
    }


async def _chunk(send: Send, text: str, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": more})
