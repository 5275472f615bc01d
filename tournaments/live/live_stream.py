"""The live stream sends changes to the viewers of a page.

A page that has checked its reader's permission signs the address of its stream for this
reader (`access/live_access`). The stream is a native ASGI function: a thousand viewers
cost sockets, not threads. One watcher per process notices new revisions of a
tournament. It renders each fragment that the change concerns and a viewer follows, and
puts it into the viewers' connections: urgent fragments within a second, the others one
by one. A connection keeps only the newest state, so slow phones get no backlog.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from urllib.parse import parse_qs
from weakref import WeakKeyDictionary

from django.conf import settings
from django.core import signing
from django.http import parse_cookie
from django.utils import translation

from tournaments.access.live_access import HELPER, Reader
from tournaments.access.page_access import session_key
from tournaments.asgi_types import Message as AsgiMessage
from tournaments.asgi_types import Receive, Scope, Send
from tournaments.live import stream_messages, stream_metrics
from tournaments.live.live_topics import Topic, kinds
from tournaments.live.stream_blocks import Message, Packing
from tournaments.live.viewer_connections import (
    End,
    Full,
    StreamCounts,
    ViewerConnection,
)
from tournaments.live.viewer_hub import Hub
from tournaments.models import Tournament
from tournaments.web.etags_and_gzip import takes_gzip

PREFIX = "/live/"
SALT = "live"
LAST_EVENT_ID = b"last-event-id"
EVENTS = b"text/event-stream; charset=utf-8"

ENCODED = (b"content-encoding", b"gzip")
#: Headers of streams that pages of other sites may read.
OTHER_SITES = ((b"access-control-allow-origin", b"*"),)

#: Seconds to wait for the database to confirm the viewer's permission. It is also the
#: retry time for clients rejected for lack of room.
PATIENCE = 5.0

#: Most digits of a revision, limited by the database.
DIGITS = 18

REFUSALS = {
    HTTPStatus.NOT_FOUND: "This stream does not exist. Reload the page.",
    HTTPStatus.METHOD_NOT_ALLOWED: "Use GET to read a stream.",
    HTTPStatus.FORBIDDEN: "You have no permission for this stream. Reload the page.",
    HTTPStatus.SERVICE_UNAVAILABLE: "Too many live pages are open. Try again later.",
}

#: Function that encodes messages for sending.
Pack = Callable[[list[Message]], bytes]

_signer = signing.Signer(salt=SALT)


def url(
    name: str, tournament: Tournament, *args: str, reader: Reader, mark: str = ""
) -> str:
    """Return the address of a fragment's stream, for a reader who may see the fragment.

    The fragment and the reader are signed. The permission is checked whenever the
    stream is opened, so the signature needs no expiry. The address also has the
    revision of the page, so that missed changes are noticed, and the `mark` of the
    fragment in the page.
    """
    language = translation.get_language()
    viewer = [reader.kind, *reader.key]
    token = [name, tournament.pk, args, language, viewer]
    seen = f"seen={tournament.revision}" + (f"&mark={mark}" if mark else "")
    return f"{settings.SUB_PATH}{PREFIX}{_signer.sign_object(token)}/?{seen}"


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()
_places = StreamCounts()


def _hub() -> Hub:
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


def end_streams() -> None:
    """End all streams, and reject new streams.

    Called in the event loop when the server begins to stop, because the server waits
    until all responses are complete.
    """
    _hub().end_streams()


async def stop() -> None:
    """Stop watching for changes. Called when the server has no responses left."""
    if hub := _hubs.pop(asyncio.get_running_loop(), None):
        await hub.stop()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request under `/live/` as an ASGI application. HEAD checks whether the
    stream exists."""
    if scope["method"] not in ("GET", "HEAD"):
        await _refuse(send, HTTPStatus.METHOD_NOT_ALLOWED)
        return
    try:
        viewer = read(scope)
    except (signing.BadSignature, ValueError, TypeError, KeyError):
        await _refuse(send, HTTPStatus.NOT_FOUND)
        return
    address, _port = scope.get("client") or ("", 0)
    most = settings.STREAMS, settings.STREAMS_PER_ADDRESS
    try:
        with (
            _places.taken(viewer.reader, address, *most),
            _hub().viewer(viewer),
        ):
            await _serve(viewer, scope, receive, send)
    except Full:
        await _refuse(send, HTTPStatus.SERVICE_UNAVAILABLE)


async def _serve(
    viewer: ViewerConnection, scope: Scope, receive: Receive, send: Send
) -> None:
    """Send the stream to an admitted viewer, or refuse it if the viewer has no
    permission."""
    others = OTHER_SITES if viewer.topic.kind.is_for_other_sites else ()
    gone = asyncio.create_task(_until_gone(receive))
    gone.add_done_callback(lambda _: viewer.end())
    try:
        if refusal := await _answer(viewer):
            await _refuse(send, refusal)
        elif scope["method"] == "HEAD":
            await send(_head(HTTPStatus.OK, EVENTS, *others))
            await _chunk(send, b"", more=False)
        elif takes_gzip(_header(scope, b"accept-encoding")):
            packing = Packing()
            await send(_head(HTTPStatus.OK, EVENTS, ENCODED, *others))
            await _stream(viewer, send, packing.pack)
            await _last_chunk(send, packing.end(), gone)
        else:
            await send(_head(HTTPStatus.OK, EVENTS, *others))
            await _stream(viewer, send, _plain)
            await _last_chunk(send, b"", gone)
    except asyncio.CancelledError:
        # The stream has ended: the server cancels it because the client accepts no
        # data, and would print a traceback.
        if not viewer.ended:
            raise
    finally:
        gone.cancel()


async def _answer(viewer: ViewerConnection) -> HTTPStatus | None:
    """Return the status for refusing the stream; None if the viewer has permission.

    Waits until the permission has been checked.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            await viewer.answered.wait()
    except TimeoutError:
        return HTTPStatus.SERVICE_UNAVAILABLE
    return HTTPStatus.FORBIDDEN if viewer.ended is End.DISMISSED else None


async def _stream(viewer: ViewerConnection, send: Send, pack: Pack) -> None:
    await _chunk(send, pack([stream_messages.opened()]))
    while not viewer.ended:
        news = await _next_messages(viewer)
        if not viewer.ended:
            await _chunk(send, pack(news))
    if viewer.ended is End.DISMISSED:
        await _chunk(send, pack([stream_messages.DISMISSAL]))


async def _next_messages(viewer: ViewerConnection) -> list[Message]:
    """Return the new messages; a heartbeat if the stream was woken without messages."""
    await viewer.news.wait()
    return viewer.take() or [stream_messages.STILL_HERE]


def _plain(news: list[Message]) -> bytes:
    return b"".join(message.plain for message in news)


def read(scope: Scope) -> ViewerConnection:
    """Return the viewer in a signed address.

    The revision and the fragment in the page come from Last-Event-ID if it was sent,
    otherwise from the address. Raises BadSignature, KeyError, TypeError or ValueError
    if this server did not sign the address.
    """
    path = scope["path"].removeprefix(settings.SUB_PATH)
    token = path.removeprefix(PREFIX).rstrip("/")
    name, tournament, args, language, (kind, *key) = _signer.unsign_object(token)
    if name not in kinds:
        raise KeyError(name)
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    seen, mark = _revision(query.get("seen", [""])[0]), query.get("mark", [""])[0]
    if last_event_id := _header(scope, LAST_EVENT_ID):
        number, _dash, mark = last_event_id.partition("-")
        seen = max(seen, _revision(number))
    reader = Reader(kind, tournament, tuple(key))
    if kind == HELPER:
        reader = replace(reader, signed_in=_session_key(scope))
    topic = Topic(name, tournament, tuple(args), language)
    return ViewerConnection(topic, seen, reader, mark)


def _revision(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= DIGITS else 0


def _header(scope: Scope, name: bytes) -> str:
    value: bytes = dict(scope["headers"]).get(name, b"")
    return value.decode("latin-1")


def _session_key(scope: Scope) -> str:
    """Return the session key of the signed-in account; "" if there is none or it is
    invalid.

    A key that the database rejects would make the check fail for all new viewers.
    """
    return session_key(parse_cookie(_header(scope, b"cookie")))


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
    await _chunk(send, REFUSALS[status].encode(), more=False)


def _head(
    status: HTTPStatus, content_type: bytes, *more: tuple[bytes, bytes]
) -> AsgiMessage:
    return {
        "type": "http.response.start",
        "status": status.value,
        "headers": [
            (b"content-type", content_type),
            (b"cache-control", b"private, no-store"),
            (b"x-accel-buffering", b"no"),
            (b"x-content-type-options", b"nosniff"),
            *more,
        ],
    }


async def _last_chunk(send: Send, body: bytes, gone: asyncio.Task[None]) -> None:
    if not gone.done():
        await _chunk(send, body, more=False)


async def _chunk(send: Send, body: bytes, *, more: bool = True) -> None:
    stream_metrics.written(len(body))
    await send({"type": "http.response.body", "body": body, "more_body": more})
