"""Count the devices that follow a table, over all web processes.

Each process counts its streams and stores the counts in the shared cache, on every
change and from time to time. A process that has died counts for at most a minute.
Counts of other processes may be that old.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping

from django.core.cache import cache

from tournaments.access.live_access import HELPER, TABLE
from tournaments.live.live_topics import Args
from tournaments.live.viewer_connections import ViewerConnection

#: Seconds between updates of a process's counts, and seconds for which they count.
AGAIN = 20.0
COUNTS = 60
#: Kinds of readers at the table's page; player pages follow a table too.
AT_THE_TABLE = {TABLE, HELPER}

#: A tournament, and the arguments that identify the table.
Followed = tuple[int, Args]

_PROCESSES = "live-processes"


def followed(viewer: ViewerConnection) -> Followed | None:
    """Return the table for which the viewer counts as a device; None if the viewer does
    not count."""
    counts = viewer.topic.kind.counts_devices and viewer.reader.kind in AT_THE_TABLE
    return (viewer.topic.tournament, viewer.topic.args) if counts else None


def counted(viewers: Iterable[ViewerConnection]) -> Counter[Followed]:
    """Return the number of devices that follow each table through this process."""
    return Counter(at for viewer in viewers if (at := followed(viewer)))


def share(own: Mapping[Followed, int]) -> Counter[Followed]:
    """Store this process's counts, and return the sum of the other processes'
    counts."""
    me = os.getpid()
    processes = set(cache.get(_PROCESSES, ()))
    others: Counter[Followed] = Counter()
    alive = {me}
    for process in processes - {me}:
        counts = cache.get(_key(process))
        if counts is not None:
            alive.add(process)
            others.update(counts)
    cache.set(_key(me), dict(own), COUNTS)
    if alive != processes:
        cache.set(_PROCESSES, sorted(alive), None)
    return others


def _key(process: int) -> str:
    return f"live-devices-{process}"
