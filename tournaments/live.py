"""The live stream: viewers see what changed without asking.

A page that has checked who is looking signs the address of its stream. The
stream is a native ASGI function: a thousand viewers cost sockets, not threads.
One watcher per process hears that a tournament has a new revision, renders each
fragment somebody is looking at once, and puts it into every viewer's slot: what must be
seen within a second at once, the rest one by one. A slot holds only the newest state,
so a slow phone gets no backlog.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from django.core import signing
from django.db import connection
from django.utils import translation

from tournaments.hints import hints
from tournaments.live_fragments import AHEAD, Topic, rendered, renderers, revisions
from tournaments.models import Tournament

PREFIX = "/live/"
SALT = "live"
MAX_AGE = 24 * 3600
HEARTBEAT = 15.0
LAST_EVENT_ID = b"last-event-id"

#: The event by which a page's own fragment comes.
FRAGMENT = "fragment"

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Result = TypeVar("Result")

log = logging.getLogger(__name__)


def url(name: str, tournament: Tournament, *args: str) -> str:
    """The address of a fragment's stream, for a reader who may see it.

    It carries the revision the page was rendered at, so that the stream knows
    whether the reader has missed something.
    """
    language = translation.get_language()
    token = [name, tournament.pk, args, language, tournament.revision]
    return f"{PREFIX}{signing.dumps(token, salt=SALT)}/"


@dataclass(frozen=True)
class News:
    """A fragment as it was at a revision. What comes ahead of a page's own fragment
    says nothing of which revision its reader has."""

    event: str
    revision: int
    html: str

    def __str__(self) -> str:
        lines = "".join(f"data: {line}\n" for line in self.html.splitlines())
        seen = "" if self.event == AHEAD else f"id: {self.revision}\n"
        return f"{seen}event: {self.event}\n{lines}\n"


@dataclass(eq=False)
class Slot:
    """What a viewer has not been sent yet: only the newest, or that it is over."""

    news: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False
    _newest: dict[str, str] = field(default_factory=dict)
    _waiting: dict[str, News] = field(default_factory=dict)

    @property
    def has_fragment(self) -> bool:
        return FRAGMENT in self._newest

    def put(self, topic: Topic, revision: int, html: str) -> None:
        """Keep it for the viewer; what they have already is no news."""
        event = AHEAD if topic.name == AHEAD else FRAGMENT
        if html != self._newest.get(event, ""):
            self._newest[event] = html
            self._waiting[event] = News(event, revision, html)
            self.news.set()

    def take(self) -> list[News]:
        """What waits for the viewer, which is theirs now."""
        self.news.clear()
        taken = list(self._waiting.values())
        self._waiting.clear()
        return taken

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
        self._tasks: list[asyncio.Task[None]] = []
        self._due: set[Topic] = set()
        self._anything_due = asyncio.Event()
        self._turn = asyncio.Lock()

    async def join(self, topic: Topic, seen: int) -> Slot:
        """A slot that will get every revision of the topic after `seen`."""
        slot = Slot(over=self.ending)
        self._viewers.setdefault(topic, set()).add(slot)
        if not self._tasks:
            work = (self._watch(), self._catch_up())
            self._tasks = [asyncio.create_task(each) for each in work]
        revision = (await self._call(revisions, [topic.tournament])).get(
            topic.tournament, seen
        )
        self._revisions.setdefault(topic.tournament, revision)
        if revision > seen and not slot.has_fragment:
            for each, html in await self._call(_all, [topic.ahead, topic]):
                slot.put(each, revision, html)
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
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thread.submit(connection.close)
        self._thread.shutdown(wait=True)

    async def _watch(self) -> None:
        while True:
            try:
                async for _hint in hints(self._call):
                    async with self._turn:
                        await self._publish()
            except Exception:
                log.exception("the live stream could not read what changed")
                await asyncio.sleep(1)

    async def _publish(self) -> None:
        """Give the viewers of a changed tournament what is urgent; the rest is due."""
        watched = {topic.tournament for topic in self._viewers}
        now = await self._call(revisions, watched)
        changed = {pk for pk, new in now.items() if new > self._revisions.get(pk, 0)}
        self._revisions.update(now)
        topics = [topic for topic in self._viewers if topic.tournament in changed]
        self._due.update(topic for topic in topics if not topic.is_urgent)
        if self._due:
            self._anything_due.set()
        ahead = dict.fromkeys(topic.ahead for topic in topics)
        await self._give([*ahead, *(topic for topic in topics if topic.is_urgent)])

    async def _catch_up(self) -> None:
        """Give what is due, fragment by fragment, so that nothing urgent waits for it;
        what most people look at comes first."""
        while True:
            await self._anything_due.wait()
            topic = max(self._due, key=lambda topic: len(self._viewers.get(topic, ())))
            self._due.discard(topic)
            try:
                async with self._turn:
                    await self._give([topic])
            except Exception:
                log.exception("the live stream could not read what changed")
                self._due.add(topic)
                await asyncio.sleep(1)
            if not self._due:
                self._anything_due.clear()

    async def _give(self, topics: Iterable[Topic]) -> None:
        """Render each topic once, for all who look at it."""
        known = dict(self._revisions)
        for topic, html in await self._call(_all, topics):
            watched = [topic]
            if topic.name == AHEAD:
                watched = [other for other in self._viewers if other.ahead == topic]
            for slot in chain(*(self._viewers.get(each, ()) for each in watched)):
                slot.put(topic, known[topic.tournament], html)

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
        await _chunk(send, "".join(map(str, slot.take())))
    else:
        await _chunk(send, ": still here\n\n")


def _read(scope: Message) -> tuple[Topic, int]:
    """The topic of a signed address, and the revision its reader has seen."""
    token = scope["path"].removeprefix(PREFIX).rstrip("/")
    name, tournament, args, language, seen = signing.loads(
        token, salt=SALT, max_age=MAX_AGE
    )
    if name not in renderers:
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


def _all(topics: Iterable[Topic]) -> list[tuple[Topic, str]]:
    return list(rendered(topics))
