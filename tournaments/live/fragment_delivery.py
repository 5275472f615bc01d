"""Deliver fragments to the viewers of one process. Errors are logged, and database work
runs in separate threads.

After a change, a fragment is *owed* to each viewer that the change concerns, until it
is in the viewer's connection. Errors in between do not lose the fragment.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import TypeVar

from django.db import close_old_connections

from tournaments.live import render_pacing_saves_first
from tournaments.live.live_topics import Changes, Rendering, Span, Topic
from tournaments.live.render_pacing_saves_first import Kept, Pace, most_urgent
from tournaments.live.render_warm_up import Event, make_ready
from tournaments.live.shared_renders import rendered_once
from tournaments.live.viewer_connections import ViewerConnection
from tournaments.upkeep.outage_detection import OutageLog, outage_of
from tournaments.web.stack_preallocation import preallocate_stack

log = logging.getLogger(__name__)
outages = OutageLog(log)


def log_error(fault: Exception) -> None:
    """Log an error; log a continuing outage only once a minute."""
    if outage := outage_of(fault):
        outages.met(outage, fault)
    else:
        log.error("the live stream could not find the changes", exc_info=fault)


Result = TypeVar("Result")


async def at_work(
    thread: ThreadPoolExecutor, work: Callable[..., Result], *args: object
) -> Result:
    """Run `work` in the thread with a valid database connection, and return its
    result."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(thread, _do, work, *args)


@preallocate_stack
def _do(work: Callable[..., Result], *args: object) -> Result:
    close_old_connections()
    return work(*args)


#: Viewers notified in one step. Each takes tens of microseconds, during which nothing
#: else is sent and no save is read.
AT_ONCE = 50


class Delivery:
    """The fragments owed to viewers, and the thread that renders them."""

    def __init__(self) -> None:
        #: Fragments to render, with the viewers and the revisions that concern them.
        self.owed: dict[Topic, dict[ViewerConnection, Span]] = {}
        #: Viewers whose page showed a fragment that is not known here, by topic.
        self.unrecognised_pages: dict[Topic, set[ViewerConnection]] = {}
        self.thread = ThreadPoolExecutor(1, "live-rendering")
        self._to_do = asyncio.Event()
        self._waits = False
        self._pace = Pace()
        self._kept = Kept()

    def enqueue(
        self, topic: Topic, viewers: Iterable[ViewerConnection], news: Changes
    ) -> None:
        """Mark the changes as owed to the viewers of a topic, if the changes concern
        the topic."""
        for fragment in (topic.ahead, topic):
            if span := news.about(fragment):
                owed = self.owed.setdefault(fragment, {})
                for viewer in viewers:
                    owed[viewer] = span.and_of(owed.get(viewer))
        self._to_do.set()

    def recognise(self, viewer: ViewerConnection) -> None:
        """Find the rendering that the viewer's page shows. If it is known, the viewer
        needs only differences."""
        if not viewer.mark:
            return
        if renderings := self._kept.shown_by_pages(viewer.topic):
            for rendering in renderings:
                viewer.recognise(rendering)
            return
        self.unrecognised_pages.setdefault(viewer.topic, set()).add(viewer)
        self._to_do.set()

    def forget(self, viewer: ViewerConnection) -> None:
        """Drop everything owed to a viewer who has disconnected."""
        for topic in (viewer.topic.ahead, viewer.topic):
            if owed := self.owed.get(topic):
                owed.pop(viewer, None)
            if not owed:
                self.owed.pop(topic, None)
        if unrecognised := self.unrecognised_pages.get(viewer.topic):
            unrecognised.discard(viewer)
        if not unrecognised:
            self.unrecognised_pages.pop(viewer.topic, None)

    async def deliver(self) -> None:
        """Render and deliver one batch of owed fragments; if there is none, wait.

        The batch has all urgent fragments, otherwise the fragment with the most
        viewers. Urgent fragments therefore do not wait for others, and saves do not
        wait for any fragment.
        """
        self._to_do.clear()
        await self._give_kept()
        if topics := self._next():
            if not most_urgent(topics):
                await render_pacing_saves_first.wait_for_saves(
                    render_pacing_saves_first.render_deadline()
                )
                topics = self._next()
            await self._render(topics)
            return
        if awake := self._pace.awake(self.unrecognised_pages):
            await self._render(awake[:1])
            return
        with contextlib.suppress(TimeoutError):
            wanted = [*self.owed, *self.unrecognised_pages]
            async with asyncio.timeout(self._pace.next_awake(wanted)):
                await self._something_to_do()

    async def _something_to_do(self) -> None:
        self._waits = True
        try:
            await self._to_do.wait()
        finally:
            self._waits = False

    @property
    def is_idle(self) -> bool:
        """Return whether no viewer waits for a fragment and no fragment is being
        rendered."""
        return self._waits and not (self.owed or self.unrecognised_pages)

    async def make_ready(self, event: Event) -> None:
        """Prepare a tournament's data, so that its next change is rendered faster."""
        await render_pacing_saves_first.wait_for_saves(
            render_pacing_saves_first.render_deadline()
        )
        await at_work(self.thread, make_ready, event)

    def _next(self) -> list[Topic]:
        """Return the topics to render next."""
        awake = self._pace.awake(self.owed)
        by_viewers = sorted(awake, key=lambda topic: len(self.owed[topic]))
        return most_urgent(awake) or by_viewers[-1:]

    async def _give_kept(self) -> None:
        """Deliver recent renderings that are new enough for the owed revisions."""
        for topic in list(self.owed):
            if rendering := self._kept.get(topic, self._wanted(topic)):
                await _put(rendering, self.owed.pop(topic, {}))

    def _wanted(self, topic: Topic) -> int:
        """Return the newest revision owed to a viewer or shown on a viewer's page."""
        owed = (span.last for span in self.owed.get(topic, {}).values())
        seen = (viewer.seen for viewer in self.unrecognised_pages.get(topic, ()))
        return max(chain(owed, seen), default=0)

    async def _render(self, topics: list[Topic]) -> None:
        """Render each topic once for all its viewers. Topics that fail, or that another
        process is rendering, are rendered later."""
        wanted = {topic: self._wanted(topic) for topic in topics}
        owed = {topic: self.owed.pop(topic, {}) for topic in topics}
        try:
            made = await at_work(self.thread, rendered_once, wanted)
        except Exception as fault:
            log_error(fault)
            made = [Rendering(topic, fault=fault) for topic in topics]
        for topic in owed.keys() - {rendering.topic for rendering in made}:
            before = self._kept.newest(topic)
            self._pace.is_rendered_elsewhere(topic, before.seconds if before else 0.0)
            self._owe_again(topic, owed[topic])
        for rendering in made:
            if rendering.fault:
                self._pace.failed(rendering.topic, rendering.fault)
                self._owe_again(rendering.topic, owed[rendering.topic])
            else:
                await self._rendered(rendering, owed[rendering.topic])

    async def _rendered(
        self, rendering: Rendering, owed: Mapping[ViewerConnection, Span]
    ) -> None:
        topic = rendering.topic
        self._pace.was_rendered(topic, rendering.seconds)
        self._kept.keep(rendering)
        for viewer in self.unrecognised_pages.pop(topic, ()):
            viewer.recognise(rendering)
        await _put(rendering, owed)

    def _owe_again(self, topic: Topic, owed: Mapping[ViewerConnection, Span]) -> None:
        connected = {viewer: span for viewer, span in owed.items() if not viewer.ended}
        if not connected:
            return
        now = self.owed.setdefault(topic, {})
        for viewer, span in connected.items():
            now[viewer] = span.and_of(now.get(viewer))
        self._to_do.set()


async def _put(rendering: Rendering, owed: Mapping[ViewerConnection, Span]) -> None:
    """Put a rendering into the viewers' connections in batches, so that other tasks run
    in between."""
    viewers, until = list(owed), render_pacing_saves_first.render_deadline()
    for number in range(0, len(viewers), AT_ONCE):
        if number:
            await asyncio.sleep(0)
            await render_pacing_saves_first.wait_for_saves(until)
        for viewer in viewers[number : number + AT_ONCE]:
            viewer.put(rendering, owed[viewer])
