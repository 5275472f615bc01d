"""How many devices follow the same table, over all processes of the web.

Each process counts its own streams and puts that into the shared cache, when they
change and again from time to time, so that a process that is gone counts for no longer
than a minute. What a process hears of the others may be that old; its own it knows.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping

from django.core.cache import cache

from tournaments.access.live_access import HELPER, TABLE
from tournaments.live.live_topics import Args
from tournaments.live.viewer_connections import Slot

#: Seconds until a process says again how many follow by it, and for which that counts.
AGAIN = 20.0
COUNTS = 60
#: Who has a table's own page open; a player's page follows a table too.
AT_THE_TABLE = {TABLE, HELPER}

#: A tournament, and what names the table in it.
Followed = tuple[int, Args]

_PROCESSES = "live-processes"


def followed(slot: Slot) -> Followed | None:
    """What the device of a slot counts for, if for anything."""
    counts = slot.topic.kind.counts_devices and slot.reader.kind in AT_THE_TABLE
    return (slot.topic.tournament, slot.topic.args) if counts else None


def counted(slots: Iterable[Slot]) -> Counter[Followed]:
    """How many devices follow each table by this process."""
    return Counter(at for slot in slots if (at := followed(slot)))


def share(own: Mapping[Followed, int]) -> Counter[Followed]:
    """Tell the other processes of this one's devices; those of the others."""
    me = os.getpid()
    known = set(cache.get(_PROCESSES, ()))
    others: Counter[Followed] = Counter()
    there = {me}
    for process in known - {me}:
        heard = cache.get(_key(process))
        if heard is not None:
            there.add(process)
            others.update(heard)
    cache.set(_key(me), dict(own), COUNTS)
    if there != known:
        cache.set(_PROCESSES, sorted(there), None)
    return others


def _key(process: int) -> str:
    return f"live-devices-{process}"
