"""What one process keeps for the viewers of the live stream: their slots, and the
watcher that fills them.

A change that was noticed is owed to every viewer whom it concerns, and stays owed until
its fragment lies in their slot: nothing that goes wrong on the way loses it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from django.db import close_old_connections, connections

from tournaments.access.stream_readers import HELPER, Reader, who_may
from tournaments.live import company
from tournaments.live.change_feed import hints
from tournaments.live.renderings import Kept, Pace, most_urgent
from tournaments.live.slots import End, Slot
from tournaments.live.topics import (
    Changes,
    Rendering,
    Seen,
    Span,
    Topic,
    changes,
    rendered,
    revisions,
)
from tournaments.outages.outages import OutageLog, outage_of

#: Seconds in which those who come at once are looked at together.
GATHER = 0.05
#: Seconds until it is looked again whether the viewers may follow.
LOOK_AGAIN = 0.5
#: Seconds until what went wrong with the database is tried again.
PAUSE = 1.0

Result = TypeVar("Result")

log = logging.getLogger(__name__)
_outages = OutageLog(log)


class Arrival(NamedTuple):
    """What the database says of those who come: at which revision tournaments that
    nobody watched are, which readers may follow, and what they have missed."""

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
        #: What is to be rendered, for whom, with the revisions that concern it.
        self._owed: dict[Topic, dict[Slot, Span]] = {}
        self._more_owed = asyncio.Event()
        #: Set when devices came or went whose number is told.
        self._company_changed = asyncio.Event()
        self._pace = Pace()
        self._kept = Kept()
        #: What is asked of the database waits for nothing that takes long to render.
        self._asking = ThreadPoolExecutor(1, "live-asking")
        self._rendering = ThreadPoolExecutor(1, "live-rendering")
        self._tasks: list[asyncio.Task[None]] = []

    # --- who is there -----------------------------------------------------------

    @contextlib.contextmanager
    def viewer(self, topic: Topic, seen: int, reader: Reader) -> Iterator[Slot]:
        """A slot, as long as somebody is there, that will get every revision after
        `seen` that concerns the topic; once it is `answered`."""
        slot = Slot(topic, seen, reader)
        if self.ending:
            slot.end()
        self._start()
        self._viewers.setdefault(topic, set()).add(slot)
        self._newcomers.add(slot)
        self._somebody_new.set()
        try:
            yield slot
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
        for thread in (self._asking, self._rendering):
            thread.submit(connections.close_all)
            thread.shutdown(wait=True)

    def _start(self) -> None:
        if not self._tasks:
            work = (
                self._watch,
                self._welcome,
                self._give,
                self._dismiss,
                self._tell_company,
            )
            self._tasks = [asyncio.create_task(_for_ever(each)) for each in work]

    def _leave(self, slot: Slot) -> None:
        topic = slot.topic
        if company.followed(slot):
            self._company_changed.set()
        self._newcomers.discard(slot)
        self._viewers[topic].discard(slot)
        for each in (topic.ahead, topic):
            self._owed.get(each, {}).pop(slot, None)
            if not self._owed.get(each):
                self._owed.pop(each, None)
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
        unknown = {slot.topic.tournament for slot in come} - self._revisions.keys()
        seen = {(slot.topic.tournament, slot.seen) for slot in come}
        readers = {slot.reader for slot in come}
        try:
            arrival = await self._ask(_arrival, unknown, readers, seen)
        except Exception:
            self._somebody_new.set()
            raise
        for slot in self._newcomers.intersection(come):
            self._newcomers.discard(slot)
            self._settle(slot, arrival)

    def _settle(self, slot: Slot, arrival: Arrival) -> None:
        topic = slot.topic
        known = arrival.revisions.get(topic.tournament, slot.seen)
        self._revisions.setdefault(topic.tournament, known)
        if slot.reader not in arrival.allowed:
            slot.end(End.DISMISSED)
            return
        if missed := arrival.missed.get((topic.tournament, slot.seen)):
            self._owe(slot, missed)
        slot.answered.set()
        if company.followed(slot):
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
            async with asyncio.timeout(company.AGAIN):
                await self._company_changed.wait()
        await asyncio.sleep(LOOK_AGAIN)
        self._company_changed.clear()
        answered = [slot for slot in self._slots() if slot.answered.is_set()]
        own = company.counted(answered)
        others = await self._ask(company.share, own)
        for slot in answered:
            if at := company.followed(slot):
                slot.put_company(own[at] + others[at])

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
        for slot in self._slots():
            if concerned := news.get(slot.topic.tournament):
                self._owe(slot, concerned)

    def _owe(self, slot: Slot, news: Changes) -> None:
        """Owe the slot what the changes concern."""
        for topic in (slot.topic.ahead, slot.topic):
            if span := news.about(topic):
                self._owe_one(topic, slot, span)

    def _owe_one(self, topic: Topic, slot: Slot, span: Span) -> None:
        owed = self._owed.setdefault(topic, {})
        owed[slot] = span.and_of(owed.get(slot))
        self._more_owed.set()

    # --- what they get ----------------------------------------------------------

    async def _give(self) -> None:
        """Give what is owed and does not rest: all that is urgent, else the fragment
        that most people wait for, so that nothing urgent waits for what is not."""
        self._more_owed.clear()
        self._give_kept()
        awake = self._pace.awake(self._owed)
        if awake:
            most_wanted = max(awake, key=lambda topic: len(self._owed[topic]))
            await self._render(most_urgent(awake) or [most_wanted])
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._pace.next_awake(self._owed)):
                await self._more_owed.wait()

    def _give_kept(self) -> None:
        """Give what was rendered a moment ago and is as new as what is owed."""
        for topic, owed in list(self._owed.items()):
            newest = max(span.last for span in owed.values())
            if rendering := self._kept.get(topic, newest):
                _put(rendering, self._owed.pop(topic))

    async def _render(self, topics: list[Topic]) -> None:
        """Render each topic once, for all to whom it is owed; what fails stays owed."""
        owed = {topic: self._owed.pop(topic) for topic in topics}
        try:
            made = await _in(self._rendering, rendered, topics)
        except Exception as fault:
            _say(fault)
            made = [Rendering(topic, fault=fault) for topic in topics]
        for rendering in made:
            topic = rendering.topic
            if rendering.fault:
                self._pace.failed(topic, rendering.fault)
                for slot, span in owed[topic].items():
                    if slot in self._viewers.get(slot.topic, ()):
                        self._owe_one(topic, slot, span)
            else:
                self._pace.was_rendered(topic, rendering.seconds)
                self._kept.keep(rendering)
                _put(rendering, owed[topic])

    async def _ask(self, work: Callable[..., Result], *args: object) -> Result:
        """Ask the database in the one thread that is kept for it."""
        return await _in(self._asking, work, *args)


async def _in(
    thread: ThreadPoolExecutor, work: Callable[..., Result], *args: object
) -> Result:
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(thread, _at_work, work, *args)


async def _for_ever(step: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await step()
        except Exception as fault:
            _say(fault)
            await asyncio.sleep(PAUSE)
        else:
            _outages.worked()


def _say(fault: Exception) -> None:
    """Log what went wrong; what lasts, once a minute."""
    if outage := outage_of(fault):
        _outages.met(outage, fault)
    else:
        log.error("the live stream could not tell what changed", exc_info=fault)


def _put(rendering: Rendering, owed: Mapping[Slot, Span]) -> None:
    for slot, span in owed.items():
        slot.put(rendering.topic, span, rendering.html)


def _at_work(work: Callable[..., Result], *args: object) -> Result:
    """Do it with a connection that still works."""
    close_old_connections()
    return work(*args)


def _arrival(
    unknown: Iterable[int], readers: Iterable[Reader], seen: Iterable[Seen]
) -> Arrival:
    """The revisions come first, so that nothing falls between them and the rest."""
    return Arrival(revisions(unknown), who_may(readers), changes(seen))
