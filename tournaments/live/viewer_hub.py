"""The hub of one process: its viewers' connections, and the watcher that notices
changes. `fragment_delivery` renders the fragments and puts them into the connections.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from django.db import connections

from tournaments.access.live_access import HELPER, Reader, who_may
from tournaments.live import fragment_delivery, viewer_counts
from tournaments.live.database_change_feed import hints
from tournaments.live.fragment_delivery import Delivery, at_work
from tournaments.live.live_topics import (
    Changes,
    Seen,
    Topic,
    changes,
    everything,
    revisions,
)
from tournaments.live.render_warm_up import Readiness
from tournaments.live.viewer_connections import End, ViewerConnection

#: Seconds within which new viewers are handled together.
GATHER = 0.05
#: Seconds between checks of the viewers' permissions.
LOOK_AGAIN = 0.5
#: Viewers who have missed more revisions get the whole fragment.
FAR_BEHIND = 500
#: Seconds for one pass over all streams, and streams handled in one step. A silent
#: stream gets a heartbeat after at most twice this time.
LOOK_ROUND = 7.5
AT_ONCE = 50
#: Seconds until a retry after a database error.
PAUSE = 1.0

Result = TypeVar("Result")


class Arrival(NamedTuple):
    """The data needed for new viewers: revisions of their tournaments, readers with
    permission, and missed changes."""

    revisions: dict[int, int]
    allowed: set[Reader]
    missed: dict[Seen, Changes]


class Hub:
    """The viewers of one process, and the tasks that serve them."""

    def __init__(self) -> None:
        self.ending = False
        self._viewers: dict[Topic, set[ViewerConnection]] = {}
        self._newcomers: set[ViewerConnection] = set()
        self._somebody_new = asyncio.Event()
        #: Of each watched tournament, the last revision noticed, and the revision at
        #: which its readers' permissions were last checked.
        self._revisions: dict[int, int] = {}
        self._looked_at: dict[int, int] = {}
        self._delivery = Delivery()
        self._readiness = Readiness()
        #: Set when the number of devices may have changed.
        self._devices_changed = asyncio.Event()
        #: A separate thread, so that database queries do not wait for slow rendering.
        self._asking = ThreadPoolExecutor(1, "live-asking")
        self._tasks: list[asyncio.Task[None]] = []

    # --- arrival and departure ------------------------------------------------------

    @contextlib.contextmanager
    def viewer(self, viewer: ViewerConnection) -> Iterator[None]:
        """Register a viewer during the block. After its event `answered`, the viewer
        gets every revision after `seen` that concerns its topic."""
        if self.ending:
            viewer.end()
        self._start()
        self._viewers.setdefault(viewer.topic, set()).add(viewer)
        self._newcomers.add(viewer)
        self._somebody_new.set()
        try:
            yield
        finally:
            self._leave(viewer)

    def end_streams(self) -> None:
        """End all streams, and reject new streams."""
        self.ending = True
        for viewer in self._all_viewers():
            viewer.end()

    async def stop(self) -> None:
        """Stop all tasks and threads."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for thread in (self._asking, self._delivery.thread):
            thread.submit(connections.close_all)
            thread.shutdown(wait=True)

    def _start(self) -> None:
        if not self._tasks:
            work = (
                self._watch,
                self._welcome,
                self._delivery.deliver,
                self._dismiss,
                self._send_device_counts,
                self._keep_open,
                self._keep_ready,
            )
            self._tasks = [asyncio.create_task(_for_ever(step)) for step in work]

    def _leave(self, viewer: ViewerConnection) -> None:
        topic = viewer.topic
        viewer.end()
        if viewer_counts.followed(viewer):
            self._devices_changed.set()
        self._newcomers.discard(viewer)
        self._viewers[topic].discard(viewer)
        self._delivery.forget(viewer)
        if self._viewers[topic]:
            return
        del self._viewers[topic]
        if not any(topic.tournament == other.tournament for other in self._viewers):
            self._revisions.pop(topic.tournament, None)
            self._looked_at.pop(topic.tournament, None)

    def _all_viewers(self) -> Iterator[ViewerConnection]:
        for viewers in self._viewers.values():
            yield from viewers

    # --- new viewers ----------------------------------------------------------------

    async def _welcome(self) -> None:
        """Admit new viewers with permission, and mark the changes that they missed as
        owed."""
        await self._somebody_new.wait()
        await asyncio.sleep(GATHER)
        self._somebody_new.clear()
        new_viewers = list(self._newcomers)
        watched = {viewer.topic.tournament for viewer in new_viewers}
        seen = {(viewer.topic.tournament, viewer.seen) for viewer in new_viewers}
        readers = {viewer.reader for viewer in new_viewers}
        try:
            arrival = await self._ask(_arrival, watched, readers, seen)
        except Exception:
            self._somebody_new.set()
            raise
        for viewer in self._newcomers.intersection(new_viewers):
            self._newcomers.discard(viewer)
            self._settle(viewer, arrival)

    def _settle(self, viewer: ViewerConnection, arrival: Arrival) -> None:
        topic = viewer.topic
        revision = arrival.revisions.get(topic.tournament, 0)
        self._revisions.setdefault(topic.tournament, revision)
        if viewer.reader not in arrival.allowed:
            viewer.end(End.DISMISSED)
            return
        missed = arrival.missed.get((topic.tournament, viewer.seen))
        viewer.seen = min(viewer.seen, revision)
        self._delivery.recognise(viewer)
        if missed:
            self._delivery.enqueue(topic, [viewer], missed)
        viewer.answered.set()
        if viewer_counts.followed(viewer):
            self._devices_changed.set()

    # --- permissions ----------------------------------------------------------------

    async def _dismiss(self) -> None:
        """End the streams of readers who have lost their permission.

        Staff are always checked, because signing out does not change a tournament's
        revision.
        """
        await asyncio.sleep(LOOK_AGAIN)
        now = dict(self._revisions)
        moved = {pk for pk, last in now.items() if self._looked_at.get(pk) != last}
        readers = {
            viewer.reader
            for viewer in self._all_viewers()
            if viewer.reader.kind == HELPER or viewer.reader.tournament in moved
        }
        if readers:
            gone = readers - await self._ask(who_may, readers)
            for viewer in self._all_viewers():
                if viewer.reader in gone:
                    viewer.end(End.DISMISSED)
        self._looked_at = {pk: now[pk] for pk in self._revisions if pk in now}

    # --- devices at a table ---------------------------------------------------------

    async def _send_device_counts(self) -> None:
        """Send the number of devices at a table to the table's viewers."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(viewer_counts.AGAIN):
                await self._devices_changed.wait()
        await asyncio.sleep(LOOK_AGAIN)
        self._devices_changed.clear()
        answered = [
            viewer for viewer in self._all_viewers() if viewer.answered.is_set()
        ]
        own = viewer_counts.counted(answered)
        others = await self._ask(viewer_counts.share, own)
        for viewer in answered:
            if at := viewer_counts.followed(viewer):
                viewer.put_device_count(own[at] + others[at])

    # --- heartbeats -----------------------------------------------------------------

    async def _keep_open(self) -> None:
        """Wake idle streams for a heartbeat, a few at a time. Otherwise proxies would
        close the streams."""
        viewers = list(self._all_viewers())
        for number in range(0, len(viewers) + 1, AT_ONCE):
            for viewer in viewers[number : number + AT_ONCE]:
                if viewer.is_idle:
                    viewer.news.set()
                viewer.is_idle = True
            await asyncio.sleep(LOOK_ROUND * AT_ONCE / (len(viewers) + AT_ONCE))

    # --- preparation ----------------------------------------------------------------

    async def _keep_ready(self) -> None:
        """Prepare followed tournaments for their next change, while no viewer waits."""
        await asyncio.sleep(LOOK_AGAIN)
        for event in self._readiness.due(self._viewers):
            if self._delivery.is_idle and not self._newcomers:
                self._readiness.is_made(event)
                await self._delivery.make_ready(event)

    # --- changes --------------------------------------------------------------------

    async def _watch(self) -> None:
        async with contextlib.aclosing(hints(self._ask)) as feed:
            async for _hint in feed:
                await self._notice()

    async def _notice(self) -> None:
        """Mark new changes as owed to the viewers that they concern.

        The first viewer of a tournament gets missed changes on connecting instead.
        """
        changed = await self._ask(changes, list(self._revisions.items()))
        news = {
            pk: tournament_changes
            for (pk, _seen), tournament_changes in changed.items()
        }
        for pk, tournament_changes in news.items():
            if pk in self._revisions:
                self._revisions[pk] = max(
                    tournament_changes.newest, self._revisions[pk]
                )
        for topic, viewers in self._viewers.items():
            if concerned := news.get(topic.tournament):
                self._delivery.enqueue(topic, viewers, concerned)

    async def _ask(self, work: Callable[..., Result], *args: object) -> Result:
        """Run a database query in a separate thread, and return its result."""
        return await at_work(self._asking, work, *args)


async def _for_ever(step: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await step()
        except Exception as fault:
            fragment_delivery.log_error(fault)
            await asyncio.sleep(PAUSE)
        else:
            fragment_delivery.outages.worked()


def _arrival(
    watched: Iterable[int], readers: Iterable[Reader], seen: Collection[Seen]
) -> Arrival:
    """Return the data for new viewers.

    Revisions are read first, so that no change is missed in between. If a viewer is far
    behind, or ahead of the database (after a restored backup), everything counts as
    changed, and the changes are not read.
    """
    now = revisions(watched)
    near = {(pk, at) for pk, at in seen if 0 <= now.get(pk, 0) - at <= FAR_BEHIND}
    missed = changes(near)
    for pk, at in set(seen) - near:
        missed[pk, at] = everything(now.get(pk, 0))
    return Arrival(now, who_may(readers), missed)
