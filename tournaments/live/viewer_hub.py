"""The hub of one process: its viewers' slots, and the watcher that notices changes.
`fragment_delivery` renders fragments and fills the slots."""

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
from tournaments.live.fragment_delivery import Giving, at_work
from tournaments.live.live_topics import (
    Changes,
    Seen,
    Topic,
    changes,
    everything,
    revisions,
)
from tournaments.live.render_warm_up import Readiness
from tournaments.live.viewer_connections import End, Slot

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
    """Data for new viewers: revisions of their tournaments, readers with permission,
    and missed changes."""

    revisions: dict[int, int]
    allowed: set[Reader]
    missed: dict[Seen, Changes]


class Hub:
    """The viewers of one process, and the tasks that serve them."""

    def __init__(self) -> None:
        self.ending = False
        self._viewers: dict[Topic, set[Slot]] = {}
        self._newcomers: set[Slot] = set()
        self._somebody_new = asyncio.Event()
        #: Of each watched tournament, the last revision noticed, and the revision at
        #: which its readers' permissions were last checked.
        self._revisions: dict[int, int] = {}
        self._looked_at: dict[int, int] = {}
        self._giving = Giving()
        self._readiness = Readiness()
        #: Set when the number of devices may have changed.
        self._company_changed = asyncio.Event()
        #: A separate thread, so that database queries do not wait for slow rendering.
        self._asking = ThreadPoolExecutor(1, "live-asking")
        self._tasks: list[asyncio.Task[None]] = []

    # --- arrival and departure ------------------------------------------------------

    @contextlib.contextmanager
    def viewer(self, slot: Slot) -> Iterator[None]:
        """Register a viewer during the block. Once `answered`, the slot gets every
        revision after `seen` that concerns its topic."""
        if self.ending:
            slot.end()
        self._start()
        self._viewers.setdefault(slot.topic, set()).add(slot)
        self._newcomers.add(slot)
        self._somebody_new.set()
        try:
            yield
        finally:
            self._leave(slot)

    def end_streams(self) -> None:
        """End all streams, and reject new ones."""
        self.ending = True
        for slot in self._slots():
            slot.end()

    async def stop(self) -> None:
        """Stop all tasks and threads."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for thread in (self._asking, self._giving.thread):
            thread.submit(connections.close_all)
            thread.shutdown(wait=True)

    def _start(self) -> None:
        if not self._tasks:
            work = (
                self._watch,
                self._welcome,
                self._giving.give,
                self._dismiss,
                self._tell_company,
                self._keep_open,
                self._keep_ready,
            )
            self._tasks = [asyncio.create_task(_for_ever(each)) for each in work]

    def _leave(self, slot: Slot) -> None:
        topic = slot.topic
        slot.end()
        if viewer_counts.followed(slot):
            self._company_changed.set()
        self._newcomers.discard(slot)
        self._viewers[topic].discard(slot)
        self._giving.forget(slot)
        if self._viewers[topic]:
            return
        del self._viewers[topic]
        if not any(topic.tournament == other.tournament for other in self._viewers):
            self._revisions.pop(topic.tournament, None)
            self._looked_at.pop(topic.tournament, None)

    def _slots(self) -> Iterator[Slot]:
        for slots in self._viewers.values():
            yield from slots

    # --- new viewers ----------------------------------------------------------------

    async def _welcome(self) -> None:
        """Admit new viewers with permission, and owe them the changes they have
        missed."""
        await self._somebody_new.wait()
        await asyncio.sleep(GATHER)
        self._somebody_new.clear()
        come = list(self._newcomers)
        watched = {slot.topic.tournament for slot in come}
        seen = {(slot.topic.tournament, slot.seen) for slot in come}
        readers = {slot.reader for slot in come}
        try:
            arrival = await self._ask(_arrival, watched, readers, seen)
        except Exception:
            self._somebody_new.set()
            raise
        for slot in self._newcomers.intersection(come):
            self._newcomers.discard(slot)
            self._settle(slot, arrival)

    def _settle(self, slot: Slot, arrival: Arrival) -> None:
        topic = slot.topic
        known = arrival.revisions.get(topic.tournament, 0)
        self._revisions.setdefault(topic.tournament, known)
        if slot.reader not in arrival.allowed:
            slot.end(End.DISMISSED)
            return
        missed = arrival.missed.get((topic.tournament, slot.seen))
        slot.seen = min(slot.seen, known)
        self._giving.recognise(slot)
        if missed:
            self._giving.owe(topic, [slot], missed)
        slot.answered.set()
        if viewer_counts.followed(slot):
            self._company_changed.set()

    # --- permissions ----------------------------------------------------------------

    async def _dismiss(self) -> None:
        """End the streams of readers who have lost their permission. Staff are always
        checked, because signing out does not change a tournament's revision."""
        await asyncio.sleep(LOOK_AGAIN)
        now = dict(self._revisions)
        moved = {pk for pk, last in now.items() if self._looked_at.get(pk) != last}
        readers = {
            slot.reader
            for slot in self._slots()
            if slot.reader.kind == HELPER or slot.reader.tournament in moved
        }
        if readers:
            gone = readers - await self._ask(who_may, readers)
            for slot in self._slots():
                if slot.reader in gone:
                    slot.end(End.DISMISSED)
        self._looked_at = {pk: now[pk] for pk in self._revisions if pk in now}

    # --- devices at a table ---------------------------------------------------------

    async def _tell_company(self) -> None:
        """Send viewers of the same table the number of their devices."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(viewer_counts.AGAIN):
                await self._company_changed.wait()
        await asyncio.sleep(LOOK_AGAIN)
        self._company_changed.clear()
        answered = [slot for slot in self._slots() if slot.answered.is_set()]
        own = viewer_counts.counted(answered)
        others = await self._ask(viewer_counts.share, own)
        for slot in answered:
            if at := viewer_counts.followed(slot):
                slot.put_company(own[at] + others[at])

    # --- heartbeats -----------------------------------------------------------------

    async def _keep_open(self) -> None:
        """Wake idle streams for a heartbeat, a few at a time; otherwise proxies would
        close them."""
        slots = list(self._slots())
        for number in range(0, len(slots) + 1, AT_ONCE):
            for slot in slots[number : number + AT_ONCE]:
                if slot.is_idle:
                    slot.news.set()
                slot.is_idle = True
            await asyncio.sleep(LOOK_ROUND * AT_ONCE / (len(slots) + AT_ONCE))

    # --- preparation ----------------------------------------------------------------

    async def _keep_ready(self) -> None:
        """Prepare followed tournaments for their next change, while no viewer waits."""
        await asyncio.sleep(LOOK_AGAIN)
        for event in self._readiness.due(self._viewers):
            if self._giving.is_idle and not self._newcomers:
                self._readiness.is_made(event)
                await self._giving.make_ready(event)

    # --- changes --------------------------------------------------------------------

    async def _watch(self) -> None:
        async with contextlib.aclosing(hints(self._ask)) as told:
            async for _hint in told:
                await self._notice()

    async def _notice(self) -> None:
        """Owe viewers the new changes that concern them. The first viewer of a
        tournament gets missed changes on joining instead."""
        changed = await self._ask(changes, list(self._revisions.items()))
        news = {pk: found for (pk, _seen), found in changed.items()}
        for pk, found in news.items():
            if pk in self._revisions:
                self._revisions[pk] = max(found.newest, self._revisions[pk])
        for topic, slots in self._viewers.items():
            if concerned := news.get(topic.tournament):
                self._giving.owe(topic, slots, concerned)

    async def _ask(self, work: Callable[..., Result], *args: object) -> Result:
        """Run a database query in its own thread."""
        return await at_work(self._asking, work, *args)


async def _for_ever(step: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await step()
        except Exception as fault:
            fragment_delivery.say(fault)
            await asyncio.sleep(PAUSE)
        else:
            fragment_delivery.outages.worked()


def _arrival(
    watched: Iterable[int], readers: Iterable[Reader], seen: Collection[Seen]
) -> Arrival:
    """Return the data for new viewers. Revisions are read first, so that no change is
    missed in between. For viewers who are far behind, everything counts as changed. The
    same applies to viewers ahead of the database, after a backup was restored. In both
    cases the changes themselves are not read."""
    now = revisions(watched)
    near = {(pk, at) for pk, at in seen if 0 <= now.get(pk, 0) - at <= FAR_BEHIND}
    missed = changes(near)
    for pk, at in set(seen) - near:
        missed[pk, at] = everything(now.get(pk, 0))
    return Arrival(now, who_may(readers), missed)
