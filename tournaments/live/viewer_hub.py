"""What one process keeps for the viewers of the live stream: their slots, and the
watcher that notices what changed (`giving` renders it and fills the slots)."""

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

#: Seconds in which those who come at once are looked at together.
GATHER = 0.05
#: Seconds until it is looked again whether the viewers may follow.
LOOK_AGAIN = 0.5
#: Whoever has missed more revisions gets the whole.
FAR_BEHIND = 500
#: Seconds in which all streams are looked at, so many at once: one of which nothing was
#: heard gets a heartbeat after twice as long at most.
LOOK_ROUND = 7.5
AT_ONCE = 50
#: Seconds until what went wrong with the database is tried again.
PAUSE = 1.0

Result = TypeVar("Result")


class Arrival(NamedTuple):
    """What the database says of those who come: at which revision their tournaments
    are, which readers may follow, and what they have missed."""

    revisions: dict[int, int]
    allowed: set[Reader]
    missed: dict[Seen, Changes]


class Hub:
    """The viewers of one process and the watcher that feeds them."""

    def __init__(self) -> None:
        self.ending = False
        self._viewers: dict[Topic, set[Slot]] = {}
        self._newcomers: set[Slot] = set()
        self._somebody_new = asyncio.Event()
        #: Of each tournament that is watched, the last revision that was noticed, and
        #: the one at which its readers' rights were last looked at.
        self._revisions: dict[int, int] = {}
        self._looked_at: dict[int, int] = {}
        self._giving = Giving()
        self._readiness = Readiness()
        #: Set when devices came or went whose number is told.
        self._company_changed = asyncio.Event()
        #: What is asked of the database waits for nothing that takes long to render.
        self._asking = ThreadPoolExecutor(1, "live-asking")
        self._tasks: list[asyncio.Task[None]] = []

    # --- who is there -----------------------------------------------------------

    @contextlib.contextmanager
    def viewer(self, slot: Slot) -> Iterator[None]:
        """As long as somebody is there, their slot will get every revision after the
        one they have `seen` that concerns its topic; once it is `answered`."""
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
        """End every stream, and at once whichever still comes."""
        self.ending = True
        for slot in self._slots():
            slot.end()

    async def stop(self) -> None:
        """End all work."""
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

    # --- who comes --------------------------------------------------------------

    async def _welcome(self) -> None:
        """Let in those who may follow, and owe them what they have missed."""
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

    # --- who may stay -----------------------------------------------------------

    async def _dismiss(self) -> None:
        """End the streams of those who may not follow any more. Whether an account is
        signed in is no change of a tournament's."""
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

    # --- who else is there ------------------------------------------------------

    async def _tell_company(self) -> None:
        """Tell those at the same table how many they are."""
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

    # --- who hears nothing ------------------------------------------------------

    async def _keep_open(self) -> None:
        """Wake up every stream on which nothing was sent for a while, a few at a time,
        for a heartbeat: what lies between would else believe that it is over."""
        slots = list(self._slots())
        for number in range(0, len(slots) + 1, AT_ONCE):
            for slot in slots[number : number + AT_ONCE]:
                if slot.is_idle:
                    slot.news.set()
                slot.is_idle = True
            await asyncio.sleep(LOOK_ROUND * AT_ONCE / (len(slots) + AT_ONCE))

    # --- what nobody waits for ---------------------------------------------------

    async def _keep_ready(self) -> None:
        """Make ready for the next change what is followed here, if nobody waits."""
        await asyncio.sleep(LOOK_AGAIN)
        for event in self._readiness.due(self._viewers):
            if self._giving.is_idle and not self._newcomers:
                self._readiness.is_made(event)
                await self._giving.make_ready(event)

    # --- what is new ------------------------------------------------------------

    async def _watch(self) -> None:
        async with contextlib.aclosing(hints(self._ask)) as told:
            async for _hint in told:
                await self._notice()

    async def _notice(self) -> None:
        """Owe the viewers what concerns them of what changed. Of a tournament whose
        first viewer is just joining, that viewer hears by joining."""
        changed = await self._ask(changes, list(self._revisions.items()))
        news = {pk: found for (pk, _seen), found in changed.items()}
        for pk, found in news.items():
            if pk in self._revisions:
                self._revisions[pk] = max(found.newest, self._revisions[pk])
        for topic, slots in self._viewers.items():
            if concerned := news.get(topic.tournament):
                self._giving.owe(topic, slots, concerned)

    async def _ask(self, work: Callable[..., Result], *args: object) -> Result:
        """Ask the database in the one thread that is kept for it."""
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
    """The revisions come first, so that nothing falls between them and the rest. Who is
    far behind has missed everything, and so has who has seen what is not there, before
    a backup was restored: what each change was about is not looked at."""
    now = revisions(watched)
    near = {(pk, at) for pk, at in seen if 0 <= now.get(pk, 0) - at <= FAR_BEHIND}
    missed = changes(near)
    for pk, at in set(seen) - near:
        missed[pk, at] = everything(now.get(pk, 0))
    return Arrival(now, who_may(readers), missed)
