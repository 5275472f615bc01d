"""One web process renders a fragment for all of them.

After a change every process whose viewers follow a page needs the same fragment.
Whoever begins first leaves it in Redis; the others render something else meanwhile and
look there again. Without a Redis that answers at once, each renders for itself.
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

#: Seconds for which the others wait at most: whoever renders may have ended.
LONGEST = 1
#: Seconds for which a rendering lies there.
KEPT_FOR = 5
#: Seconds until a Redis is asked again that did not answer, or nothing sensible.
PAUSE = 10.0

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class Shelf:
    """What the processes leave there for each other: nothing for a while after that
    failed, as if each were alone."""

    def __init__(self) -> None:
        self._closed_until = 0.0

    def take(self, key: str) -> bool:
        """Whether this process renders what belongs to the key: nobody else does."""
        return bool(self._tried(True, lambda: caches["live"].add(key, True, LONGEST)))

    def give_back(self, key: str) -> None:
        """Somebody else may render it."""
        self._tried(None, lambda: caches["live"].delete(key))

    def leave(self, key: str, what: object) -> None:
        self._tried(None, lambda: caches["live"].set(key, what, KEPT_FOR))

    def get(self, key: str) -> object:
        """What lies there; None if nothing does."""
        return self._tried(None, lambda: caches["live"].get(key))

    def _tried(self, otherwise: Result, do: Callable[[], Result]) -> Result:
        if time.monotonic() < self._closed_until:
            return otherwise
        try:
            return do()
        except Exception as fault:  # a server that is away, and whatever rubbish raises
            self._closed_until = time.monotonic() + PAUSE
            log.warning("Each process renders for itself: %s", fault)
            return otherwise


shelf = Shelf()


def rendered_once(wanted: Mapping[Topic, int]) -> list[Rendering]:
    """Each topic as it was at its revision or later, but for those that another process
    renders at the moment."""
    shared = [topic for topic in wanted if topic.kind.is_shared]
    made = rendered(wanted.keys() - set(shared))
    by_one = (_by_one_process(topic, wanted[topic]) for topic in shared)
    return made + [rendering for rendering in by_one if rendering]


def _by_one_process(topic: Topic, revision: int) -> Rendering | None:
    key = _key(topic)
    if not shelf.take(f"{key}-taken"):
        return None
    try:
        # Only now: whoever gave it back has left the rendering before.
        if found := _read(topic, shelf.get(key), revision):
            return found
        [made] = rendered([topic])
        if made.fault is None:
            shelf.leave(key, (made.pieces, made.revision, made.seconds))
        return made
    finally:
        shelf.give_back(f"{key}-taken")


def _read(topic: Topic, left: object, revision: int) -> Rendering | None:
    """What somebody left, if it can be read and is as new as that revision."""
    match left:
        case (Pieces() as pieces, int(made_at), float(seconds)) if made_at >= revision:
            return Rendering(topic, pieces, revision=made_at, seconds=seconds)
    return None


def _key(topic: Topic) -> str:
    """Of this fragment, of this installation alone."""
    database = connection.settings_dict
    words = [database["HOST"], database["PORT"], database["NAME"], topic]
    return salted_hmac(__name__, repr(words)).hexdigest()
