"""Share renderings among web processes.

After a change, all processes whose viewers follow a page need the same fragment. The
first process renders it and stores it in Redis. The others render something else first,
and then read the fragment from Redis. If Redis does not respond, each process renders
for itself.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from django.core.cache import caches
from django.db import connection
from django.utils.crypto import salted_hmac

from tournaments.live.fragment_differences import Pieces
from tournaments.live.live_topics import Rendering, Topic, rendered

#: Most seconds that the other processes wait: the rendering process may have died.
LONGEST = 1
#: Seconds for which a rendering is stored.
KEPT_FOR = 5
#: Seconds until Redis is tried again after no response or an invalid one.
PAUSE = 10.0

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class RenderCache:
    """The renderings that web processes share. After a failure of Redis it is empty for
    some time; each process then renders everything itself."""

    def __init__(self) -> None:
        self._closed_until = 0.0

    def take(self, key: str) -> bool:
        """Reserve the key for rendering by this process, and return whether this
        succeeded; true if Redis does not respond."""
        return bool(self._tried(True, lambda: caches["live"].add(key, True, LONGEST)))

    def give_back(self, key: str) -> None:
        """Release the reservation of the key."""
        self._tried(None, lambda: caches["live"].delete(key))

    def store(self, key: str, value: object) -> None:
        """Store the value under the key."""
        self._tried(None, lambda: caches["live"].set(key, value, KEPT_FOR))

    def get(self, key: str) -> object:
        """Return the value stored under the key; None if there is none."""
        return self._tried(None, lambda: caches["live"].get(key))

    def _tried(self, otherwise: Result, do: Callable[[], Result]) -> Result:
        if time.monotonic() < self._closed_until:
            return otherwise
        try:
            return do()
        # An unreachable server, or an error caused by invalid data.
        except Exception as fault:
            self._closed_until = time.monotonic() + PAUSE
            log.warning("Each process renders for itself: %s", fault)
            return otherwise


render_cache = RenderCache()


def rendered_once(wanted: Mapping[Topic, int]) -> list[Rendering]:
    """Return the topics rendered at their revisions or later.

    Topics that another process is rendering are left out.
    """
    shared = [topic for topic in wanted if topic.kind.is_shared]
    made = rendered(wanted.keys() - set(shared))
    by_one = (_by_one_process(topic, wanted[topic]) for topic in shared)
    return made + [rendering for rendering in by_one if rendering]


def _by_one_process(topic: Topic, revision: int) -> Rendering | None:
    key = _key(topic)
    if not render_cache.take(f"{key}-taken"):
        return None
    try:
        # Only after reserving: a process that released the key has stored its rendering
        # before.
        if rendering := _read(topic, render_cache.get(key), revision):
            return rendering
        [made] = rendered([topic])
        if made.fault is None:
            render_cache.store(key, (made.pieces, made.revision, made.seconds))
        return made
    finally:
        render_cache.give_back(f"{key}-taken")


def _read(topic: Topic, stored: object, revision: int) -> Rendering | None:
    """Return the stored rendering; None if it is invalid or older than `revision`."""
    match stored:
        case (Pieces() as pieces, int(made_at), float(seconds)) if made_at >= revision:
            return Rendering(topic, pieces, revision=made_at, seconds=seconds)
    return None


def _key(topic: Topic) -> str:
    """Return a key for this fragment that is unique to this installation."""
    database = connection.settings_dict
    parts = [database["HOST"], database["PORT"], database["NAME"], topic]
    return salted_hmac(__name__, repr(parts)).hexdigest()
