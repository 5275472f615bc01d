"""Decide when the live stream renders, and keep recent renderings.

Viewers must not delay tables. Python runs one thread at a time, so rendering waits
while this process answers a request that saves something. Everything here runs in the
event loop, and therefore needs no lock.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from tournaments.live.live_topics import AHEAD, Rendering, Topic
from tournaments.upkeep.outage_detection import outage_of

#: After a slow rendering, a topic rests for this multiple of its rendering time.
#: Otherwise the process would do nothing else while a hundred tables enter hands. The
#: rest has a maximum in seconds. Time already spent resting before counts, so a hand
#: entered while viewers catch up is sent immediately.
REST_TIMES = 1.5
LONGEST_REST = 0.5

#: Seconds until a failed rendering is tried again. They double with each failure, up to
#: the maximum for a broken fragment or for a database outage.
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
LONGEST_AWAY = 2.0

#: A rendering by another process is checked for after this share of the time it took
#: before, within these limits in seconds.
RENDER_CHECK_FACTOR = 0.25
SOONEST_LOOK, LATEST_LOOK = 0.005, 0.05

#: Topics whose pauses are remembered after their viewers have left.
REMEMBERED = 500

#: Number of renderings kept for new viewers, and for how many seconds.
KEPT = 64
KEPT_FOR = 10.0


class Pace:
    """The time when each topic may be rendered again."""

    def __init__(self) -> None:
        self._until: dict[Topic, float] = {}
        #: End of each topic's rest after its last rendering, in monotonic seconds.
        self._rested: dict[Topic, float] = {}
        self._failures: dict[Topic, int] = {}

    def awake(self, topics: Iterable[Topic]) -> list[Topic]:
        """Return the topics that may be rendered now."""
        now = time.monotonic()
        return [topic for topic in topics if self._until.get(topic, now) <= now]

    def next_awake(self, topics: Collection[Topic]) -> float | None:
        """Return the seconds until one of the topics may be rendered, or None if there
        are no topics."""
        untils = (self._until.get(topic, 0.0) for topic in topics)
        first = min(untils, default=None)
        return None if first is None else max(first - time.monotonic(), 0.0)

    def was_rendered(self, topic: Topic, seconds: float) -> None:
        """Record that a topic was rendered, and how many seconds this took."""
        self._failures.pop(topic, None)
        rest = min(REST_TIMES * seconds, LONGEST_REST)
        began = time.monotonic() - seconds
        before = max(began - self._rested.get(topic, 0.0), 0.0)
        self._rest(topic, max(rest - before, 0.0))
        self._rested[topic] = self._until[topic]

    def is_rendered_elsewhere(self, topic: Topic, seconds: float) -> None:
        """Record that another process is rendering the topic. `seconds`: how long the
        last rendering took."""
        self._rest(
            topic, min(max(RENDER_CHECK_FACTOR * seconds, SOONEST_LOOK), LATEST_LOOK)
        )

    def failed(self, topic: Topic, fault: Exception) -> None:
        """Record that rendering failed. The pause until the next attempt grows with
        each failure."""
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
    """The newest rendering of each topic, and the previous rendering.

    Viewers who return at the same time share the newest rendering. Pages loaded just
    before a change show the previous one.
    """

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

    def shown_by_pages(self, topic: Topic) -> list[Rendering]:
        """Return the two newest renderings of a topic, which open pages may show."""
        renderings = (self.newest(topic), self._before.get(topic))
        return [rendering for rendering in renderings if rendering]

    def newest(self, topic: Topic) -> Rendering | None:
        """Return the newest rendering, whatever its age; None if there is none."""
        _made, rendering = self._kept.get(topic, (0.0, None))
        return rendering

    def get(self, topic: Topic, revision: int) -> Rendering | None:
        """Return a recent rendering of this revision or a later one; None if there is
        none."""
        made, rendering = self._kept.get(topic, (0.0, None))
        if rendering is None or rendering.revision < revision:
            return None
        return rendering if time.monotonic() - made < KEPT_FOR else None


def most_urgent(topics: Collection[Topic]) -> list[Topic]:
    """Return the urgent topics, and the topics that are sent before others."""
    return [topic for topic in topics if topic.name == AHEAD or topic.kind.urgent]


#: Most seconds that viewers wait for each rendering, and again for sending it: with a
#: hundred tables there is always a save in progress.
LONGEST = 0.1
#: Seconds between checks for saves in progress.
SAVES_CHECK_INTERVAL = 0.002

_saves_in_progress = 0


@contextmanager
def count_save(method: str) -> Iterator[None]:
    """Count a request as in progress within the block, if it may save something.
    Rendering waits for such requests."""
    global _saves_in_progress
    changes = method not in ("GET", "HEAD")
    _saves_in_progress += changes
    try:
        yield
    finally:
        _saves_in_progress -= changes


def render_deadline() -> float:
    """Return the time until which a rendering that starts now may wait for saves, in
    seconds of the monotonic clock."""
    return time.monotonic() + LONGEST


async def wait_for_saves(until: float) -> None:
    """Wait until no save is in progress, but at most until `until` (seconds of the
    monotonic clock)."""
    while _saves_in_progress and time.monotonic() < until:
        await asyncio.sleep(SAVES_CHECK_INTERVAL)
