"""What one process keeps for the viewers of the live stream: their slots, and the
watcher that fills them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, TypeVar

from django.db import close_old_connections, connection

from tournaments.hints import hints
from tournaments.live_fragments import (
    AHEAD,
    Span,
    Topic,
    changes,
    rendered,
    revisions,
)

#: The event by which a page's own fragment comes.
FRAGMENT = "fragment"

#: What takes long to render is not rendered again for so many times as long, or the
#: process would do nothing else while a hundred tables enter hands; but nobody waits
#: longer than this.
REST_TIMES = 3
LONGEST_REST = 0.5
#: Seconds until it is looked again whether something that rests may come.
LOOK_AGAIN = 0.05

Result = TypeVar("Result")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class News:
    """A fragment as it was after some changes. What comes ahead of a page's own
    fragment says nothing of which revision its reader has."""

    topic: Topic
    span: Span
    html: str

    @property
    def event(self) -> str:
        return AHEAD if self.topic.name == AHEAD else FRAGMENT

    def __str__(self) -> str:
        told = [str(self.span.first)] if self.topic.kind.tells_of_changes else []
        lines = [f"data: {line}\n" for line in (*told, *self.html.splitlines())]
        seen = "" if self.event == AHEAD else f"id: {self.span.last}\n"
        return f"{seen}event: {self.event}\n{''.join(lines)}\n"


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

    def put(self, topic: Topic, span: Span, html: str) -> None:
        """Keep it for the viewer; what they have already is no news, unless the topic
        tells of changes."""
        news = News(topic, span, html)
        event = news.event
        if html == self._newest.get(event, "") and not topic.kind.tells_of_changes:
            return
        self._newest[event] = html
        if waits := self._waiting.get(event):
            news = replace(news, span=span.and_of(waits.span))
        self._waiting[event] = news
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
        #: What is to be rendered, with the revisions that concern it.
        self._due: dict[Topic, Span] = {}
        self._anything_due = asyncio.Event()
        #: When what took long may be rendered again.
        self._rests: dict[Topic, float] = {}
        self._turn = asyncio.Lock()

    async def join(self, topic: Topic, seen: int) -> Slot:
        """A slot that will get every revision after `seen` that concerns the topic."""
        slot = Slot(over=self.ending)
        self._viewers.setdefault(topic, set()).add(slot)
        if not self._tasks:
            work = (self._watch(), self._catch_up())
            self._tasks = [asyncio.create_task(each) for each in work]
        tournament = topic.tournament
        if tournament not in self._revisions:
            known = await self._call(revisions, [tournament])
            self._revisions.setdefault(tournament, known.get(tournament, seen))
        missed = (await self._call(changes, {tournament: seen})).get(tournament)
        if missed and not slot.has_fragment:
            concerned = {
                each: span
                for each in (topic.ahead, topic)
                if (span := missed.about(each))
            }
            for each, html, _took in await self._call(_timed, list(concerned)):
                slot.put(each, concerned[each], html)
        return slot

    def leave(self, topic: Topic, slot: Slot) -> None:
        slots = self._viewers.get(topic, set())
        slots.discard(slot)
        if not slots:
            for kept in (self._viewers, self._due, self._rests):
                kept.pop(topic, None)

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
        """Give viewers what is urgent of what concerns them; the rest is due."""
        watched = {topic.tournament for topic in self._viewers}
        # Of one whose first viewer is just joining, that viewer hears by joining.
        since = {pk: self._revisions[pk] for pk in watched if pk in self._revisions}
        changed = await self._call(changes, since)
        self._revisions.update({pk: news.newest for pk, news in changed.items()})
        topics = [topic for topic in self._viewers if topic.tournament in changed]
        now: dict[Topic, Span] = {}
        for topic in dict.fromkeys(chain((topic.ahead for topic in topics), topics)):
            if span := changed[topic.tournament].about(topic):
                at_once = topic.name == AHEAD or topic.kind.urgent
                rests = self._rests_until(topic) > time.monotonic()
                where = now if at_once and not rests else self._due
                where[topic] = span.and_of(self._due.get(topic))
        if self._due:
            self._anything_due.set()
        await self._give(now)

    async def _catch_up(self) -> None:
        """Give what is due, fragment by fragment, so that nothing urgent waits for it;
        what most people look at comes first."""
        while True:
            await self._anything_due.wait()
            if topic := self._next_due():
                await self._give_late(topic, self._due.pop(topic))
            elif self._due:
                await asyncio.sleep(LOOK_AGAIN)
            if not self._due:
                self._anything_due.clear()

    async def _give_late(self, topic: Topic, span: Span) -> None:
        try:
            async with self._turn:
                await self._give({topic: span})
        except Exception:
            log.exception("the live stream could not read what changed")
            self._due[topic] = span.and_of(self._due.get(topic))
            await asyncio.sleep(1)

    def _next_due(self) -> Topic | None:
        """What is due and does not rest."""
        now = time.monotonic()
        awake = (topic for topic in self._due if self._rests_until(topic) <= now)
        return max(
            awake, key=lambda topic: len(self._viewers.get(topic, ())), default=None
        )

    def _rests_until(self, topic: Topic) -> float:
        return self._rests.get(topic, 0.0)

    async def _give(self, topics: Mapping[Topic, Span]) -> None:
        """Render each topic once, for all who look at it."""
        if not topics:
            return
        for topic, html, took in await self._call(_timed, list(topics)):
            rest = min(REST_TIMES * took, LONGEST_REST)
            self._rests[topic] = time.monotonic() + rest
            watched = [topic]
            if topic.name == AHEAD:
                watched = [other for other in self._viewers if other.ahead == topic]
            for slot in chain(*(self._viewers.get(each, ()) for each in watched)):
                slot.put(topic, topics[topic], html)

    async def _call(self, work: Callable[..., Result], *args: Any) -> Result:
        """Do database work in the one thread that is kept for it."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, _at_work, work, *args)


def _at_work(work: Callable[..., Result], *args: Any) -> Result:
    """Do it with a connection that still works."""
    close_old_connections()
    return work(*args)


def _timed(topics: Iterable[Topic]) -> list[tuple[Topic, str, float]]:
    """Each topic's HTML, and the seconds that it took."""
    found, began = [], time.monotonic()
    for topic, html in rendered(topics):
        ended = time.monotonic()
        found.append((topic, html, ended - began))
        began = ended
    return found
