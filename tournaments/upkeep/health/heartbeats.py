"""When the clock and the worker were last heard of, and what a director is told when
that is long ago."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.models import Heartbeat, Part

#: No part writes more often than this that it is there.
BETWEEN = timedelta(seconds=2)

#: How long nothing may be heard of a part before it counts as away. The clock is asked
#: every second, the worker every twenty seconds, and its threads may all be at work.
AWAY_AFTER: Mapping[str, timedelta] = {
    Part.CLOCK: timedelta(seconds=10),
    Part.WORKER: timedelta(seconds=90),
}

_written: dict[str, datetime] = {}


@dataclass(frozen=True)
class Away:
    """A part of which nothing was heard `since` then."""

    part: Part
    since: datetime


def beat(part: Part, now: datetime) -> None:
    """Note that a part is there. Writes at most every two seconds, for it is called
    with every tick."""
    before = _written.get(part)
    if before is not None and before <= now < before + BETWEEN:
        return
    Heartbeat.objects.update_or_create(part=part, defaults={"at": now})
    _written[part] = now


def last_heard() -> dict[Part, datetime]:
    """When each part was last heard of; one that never was is not in it."""
    return {Part(part): at for part, at in Heartbeat.objects.values_list("part", "at")}


def away(now: datetime) -> list[Away]:
    """The parts that have been silent for too long. One that was never heard of is not
    there by intent: whoever runs pages alone knows it."""
    return [
        Away(part, at)
        for part, at in sorted(last_heard().items())
        if now - at > AWAY_AFTER[part]
    ]
