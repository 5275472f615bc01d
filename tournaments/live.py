"""The live stream: viewers see what changed without asking.

A page that has checked who is looking signs the address of its stream. The
stream is a native ASGI function: a thousand viewers cost sockets, not threads.
One watcher per process hears that a tournament has a new revision, renders each
fragment somebody is looking at once, and puts it into every viewer's slot. A slot
holds only the newest state, so a slow phone gets no backlog.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from django.core import signing
from django.db import close_old_connections, connection
from django.utils import timezone, translation

from tournaments import event_time
from tournaments.hints import hints
from tournaments.models import Tournament

PREFIX = "/live/"
SALT = "live"
MAX_AGE = 24 * 3600
HEARTBEAT = 15.0
LAST_EVENT_ID = b"last-event-id"

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Renderer = Callable[[Tournament, tuple[str, ...]], str]
Result = TypeVar("Result")

log = logging.getLogger(__name__)
_renderers: dict[str, Renderer] = {}


def fragment(name: str) -> Callable[[Renderer], Renderer]:
    """Register what renders the fragment `name`: from the tournament and the
    arguments its page gave to `url`, to HTML."""

    def register(renderer: Renderer) -> Renderer:
        _renderers[name] = renderer
        return renderer

    return register


def url(name: str, tournament: Tournament, *args: str) -> str:
    """The address of a fragment's stream, for a reader who may see it.

    It carries the revision the page was rendered at, so that the stream knows
    whether the reader has missed something.
    """
    language = translation.get_language()
    token = [name, tournament.pk, args, language, tournament.revision]
    return f"{PREFIX}{signing.dumps(token, salt=SALT)}/"


@dataclass(frozen=True)
class Topic:
    """One fragment in one language; its viewers all get the same HTML."""

    name: str
    tournament: int
    args: tuple[str, ...]
    language: str | None


@dataclass(eq=False)
class Slot:
    """What a viewer has not been sent yet: only the newest, or that it is over."""

    news: asyncio.Event = field(default_factory=asyncio.Event)
    revision: int = 0
    html: str = ""
    over: bool = False

    def put(self, revision: int, html: str) -> None:
        """Keep it for the viewer; what they have already is no news."""
        if html != self.html:
            self.revision, self.html = revision, html
            self.news.set()

    def end(self) -> None:
        self.over = True
        self.news.set()


class Hub:
    """The viewers of one process and the watcher that feeds them."""

    def __init__(self) -> None:
        self.ending = False
        self._viewers: dict[Topic, set[Slot]] = {}
        self._revisions: dict[int, int] = {}
        self._thread = ThreadPoolExecutor(1, "live")
        self._watcher: asyncio.Task[None] | None = None

    async def join(self, topic: Topic, seen: int) -> Slot:
        """A slot that will get every revision of the topic after `seen`."""
        slot = Slot(over=self.ending)
        self._viewers.setdefault(topic, set()).add(slot)
        if self._watcher is None:
            self._watcher = asyncio.create_task(self._watch())
        revision = (await self._call(_revisions, [topic.tournament])).get(
            topic.tournament, seen
        )
        self._revisions.setdefault(topic.tournament, revision)
        if revision > seen and not slot.news.is_set():
            rendered = await self._call(_render, [topic])
            if topic in rendered:
                slot.put(revision, rendered[topic])
        return slot

    def leave(self, topic: Topic, slot: Slot) -> None:
        slots = self._viewers.get(topic, set())
        slots.discard(slot)
        if not slots:
            self._viewers.pop(topic, None)

    def end_streams(self) -> None:
        self.ending = True
        for slots in self._viewers.values():
            for slot in slots:
                slot.end()

    async def stop(self) -> None:
        if self._watcher:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)
        self._thread.submit(connection.close)
        self._thread.shutdown(wait=True)

    async def _watch(self) -> None:
        while True:
            try:
                async for _hint in hints(self._call):
                    await self._publish()
            except Exception:
                log.exception("the live stream could not read what changed")
                await asyncio.sleep(1)

    async def _publish(self) -> None:
        """Give every viewer of a changed tournament its fragment, rendered once."""
        watched = {topic.tournament for topic in self._viewers}
        now = await self._call(_revisions, watched)
        changed = {pk for pk, new in now.items() if new > self._revisions.get(pk, 0)}
        self._revisions.update(now)
        topics = [topic for topic in self._viewers if topic.tournament in changed]
        for topic, html in (await self._call(_render, topics)).items():
            for slot in self._viewers.get(topic, ()):
                slot.put(now[topic.tournament], html)

    async def _call(self, work: Callable[..., Result], *args: Any) -> Result:
        """Do database work in the one thread that is kept for it."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, work, *args)


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
        slot.news.clear()
        lines = "".join(f"data: {line}\n" for line in slot.html.splitlines())
        await _chunk(send, f"id: {slot.revision}\nevent: fragment\n{lines}\n")
    else:
        await _chunk(send, ": still here\n\n")


def _read(scope: Message) -> tuple[Topic, int]:
    """The topic of a signed address, and the revision its reader has seen."""
    token = scope["path"].removeprefix(PREFIX).rstrip("/")
    name, tournament, args, language, seen = signing.loads(
        token, salt=SALT, max_age=MAX_AGE
    )
    if name not in _renderers:
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


def _revisions(tournaments: Iterable[int]) -> dict[int, int]:
    close_old_connections()
    return dict(
        Tournament.objects.filter(pk__in=list(tournaments)).values_list(
            "pk", "revision"
        )
    )


def _render(topics: Iterable[Topic]) -> dict[Topic, str]:
    """Each topic's HTML; one that cannot be rendered is left out and logged."""
    topics = list(topics)
    tournaments = Tournament.objects.in_bulk({topic.tournament for topic in topics})
    rendered = {}
    for topic in topics:
        with translation.override(topic.language), timezone.override(None):
            try:
                tournament = tournaments[topic.tournament]
                event_time.follow(tournament)
                rendered[topic] = _renderers[topic.name](tournament, topic.args)
            except Exception:
                log.exception("the fragment %s could not be rendered", topic)
    return rendered
