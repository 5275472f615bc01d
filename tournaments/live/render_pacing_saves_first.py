"""Which fragment of the live stream may be rendered when, and what was rendered a
moment ago.

Viewers never make a table wait: while this process answers somebody who enters
something, what is told of it waits, for Python runs one thread at a time.

Counted in the event loop, and so without a lock.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from tournaments.live.live_topics import AHEAD, Rendering, Topic
from tournaments.upkeep.outage_detection import outage_of

#: What takes long to render is not rendered again for so many times as long, or the
#: process would do nothing else while a hundred tables enter hands; but nobody waits
#: longer than this. What has rested as long before need not rest after: a hand that
#: comes while viewers are told what they missed is told at once.
REST_TIMES = 1.5
LONGEST_REST = 0.5

#: Seconds until what could not be rendered is tried again; doubled each time, up to
#: the longest pause of a fragment that is broken, or of a database that is away.
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
LONGEST_AWAY = 2.0

#: What another process renders is looked for again after this share of the time that
#: it took before, at least and at most after so many seconds.
RENDER_CHECK_FACTOR = 0.25
SOONEST_LOOK, LATEST_LOOK = 0.005, 0.05

#: So many topics are remembered, with their pauses, after nobody looks at them.
REMEMBERED = 500

#: So many renderings are kept, each for so many seconds, for those who come anew.
KEPT = 64
KEPT_FOR = 10.0


class Pace:
    """When each topic may be rendered again."""

    def __init__(self) -> None:
        self._until: dict[Topic, float] = {}
        #: Until when each rested from what was rendered of it.
        self._rested: dict[Topic, float] = {}
        self._failures: dict[Topic, int] = {}

    def awake(self, topics: Iterable[Topic]) -> list[Topic]:
        """Those that may be rendered now."""
        now = time.monotonic()
        return [topic for topic in topics if self._until.get(topic, now) <= now]

    def next_awake(self, topics: Collection[Topic]) -> float | None:
        """The seconds until one of them may be rendered; None if there is none."""
        untils = (self._until.get(topic, 0.0) for topic in topics)
        first = min(untils, default=None)
        return None if first is None else max(first - time.monotonic(), 0.0)

    def was_rendered(self, topic: Topic, seconds: float) -> None:
        """It is fine, and took so long."""
        self._failures.pop(topic, None)
        rest = min(REST_TIMES * seconds, LONGEST_REST)
        began = time.monotonic() - seconds
        before = max(began - self._rested.get(topic, 0.0), 0.0)
        self._rest(topic, max(rest - before, 0.0))
        self._rested[topic] = self._until[topic]

    def is_rendered_elsewhere(self, topic: Topic, seconds: float) -> None:
        """Another process does it at the moment; it took so long before."""
        self._rest(
            topic, min(max(RENDER_CHECK_FACTOR * seconds, SOONEST_LOOK), LATEST_LOOK)
        )

    def failed(self, topic: Topic, fault: Exception) -> None:
        """It could not be rendered: it has to wait, the longer the more often."""
        failures = self._failures.get(topic, 0)
        self._failures[topic] = failures + 1
        longest = LONGEST_AWAY if outage_of(fault) else LONGEST_PAUSE
        self._rest(topic, min(FIRST_PAUSE * 2 ** min(failures, 10), longest))

    def _rest(self, topic: Topic, seconds: float) -> None:
        now = time.monotonic()
        self._until[topic] = now + seconds
        if len(self._until) > REMEMBERED:
            self._until = {t: until for t, until in self._until.items() if until > now}
            self._rested = {
                t: until for t, until in self._rested.items() if t in self._until
            }
            self._failures = {
                t: count for t, count in self._failures.items() if t in self._until
            }


class Kept:
    """The newest rendering of each topic, which all who come back at once share, and
    the one before it: a page that was made just before a change came with that."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Topic, tuple[float, Rendering]] = OrderedDict()
        self._before: dict[Topic, Rendering] = {}

    def keep(self, rendering: Rendering) -> None:
        topic = rendering.topic
        newest = self.newest(topic)
        if newest and newest.mark != rendering.mark:
            self._before[topic] = newest
        self._kept[topic] = (time.monotonic(), rendering)
        self._kept.move_to_end(topic)
        if len(self._kept) > KEPT:
            forgotten, _kept = self._kept.popitem(last=False)
            self._before.pop(forgotten, None)

    def known(self, topic: Topic) -> list[Rendering]:
        """What pages that are open may have come with."""
        found = (self.newest(topic), self._before.get(topic))
        return [rendering for rendering in found if rendering]

    def newest(self, topic: Topic) -> Rendering | None:
        """The last one, however old."""
        _made, rendering = self._kept.get(topic, (0.0, None))
        return rendering

    def get(self, topic: Topic, revision: int) -> Rendering | None:
        """The topic as it was rendered a moment ago, at that revision or later; None
        if it was not."""
        made, rendering = self._kept.get(topic, (0.0, None))
        if rendering is None or rendering.revision < revision:
            return None
        return rendering if time.monotonic() - made < KEPT_FOR else None


def most_urgent(topics: Collection[Topic]) -> list[Topic]:
    """All that are urgent, and what comes ahead of the others."""
    return [topic for topic in topics if topic.name == AHEAD or topic.kind.urgent]


#: Seconds that viewers wait at most for each rendering, and again until they are told
#: of it: somebody always saves at a hundred tables.
LONGEST = 0.1
#: Seconds until it is looked again.
SAVES_CHECK_INTERVAL = 0.002

_answering = 0


@contextmanager
def answering(method: str) -> Iterator[None]:
    """While a request is answered: of those that change something, viewers wait."""
    global _answering
    changes = method not in ("GET", "HEAD")
    _answering += changes
    try:
        yield
    finally:
        _answering -= changes


def patience() -> float:
    """Until when viewers wait who have begun to."""
    return time.monotonic() + LONGEST


async def answered(until: float) -> None:
    """Wait until nobody is being answered, and no longer than until then."""
    while _answering and time.monotonic() < until:
        await asyncio.sleep(SAVES_CHECK_INTERVAL)
