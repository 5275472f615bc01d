"""Keeps the events that this process has viewers of ready to be rendered.

A process renders faster what it rendered a moment ago (`scoring/standings/
kept_over_hands`). One to which the first viewers come, or that has only taken for them
what another rendered, would be slow at the first hand that is its turn. So what they
are made from is carried on from time to time, while nothing is owed to anybody.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sized

from django.utils import timezone, translation

from tournaments.live.live_topics import Topic
from tournaments.models import Tournament
from tournaments.tournament_time import time_zone_and_years

#: Seconds after which that is done again, in which a hall enters fewer hands than can
#: be carried on.
AGAIN = 30.0
#: So many events are kept ready, those with most viewers: less than what is kept.
MOST = 3

#: What carries on, and makes anew what would not last until the next time.
preparations: list[Callable[[Tournament], None]] = []

#: A tournament by its key, and a language in which it is read.
Event = tuple[int, str | None]


class Readiness:
    """When each event was last made ready."""

    def __init__(self) -> None:
        self._made: dict[Event, float] = {}

    def due(self, viewers: Mapping[Topic, Sized]) -> list[Event]:
        """Those of these viewers' events whose turn it is."""
        followed = Counter[Event]()
        for topic, slots in viewers.items():
            followed[topic.tournament, topic.language] += len(slots)
        most = [event for event, _viewers in followed.most_common(MOST)]
        latest = time.monotonic() - AGAIN
        return [event for event in most if self._made.get(event, latest) <= latest]

    def is_made(self, event: Event) -> None:
        """It was tried, whether it succeeded or not."""
        now = time.monotonic()
        kept = {known: at for known, at in self._made.items() if now - at < AGAIN}
        self._made = {**kept, event: now}


def make_ready(event: Event) -> None:
    """Carry on what the fragments of an event are made from."""
    pk, language = event
    with translation.override(language), timezone.override(None):
        if tournament := Tournament.objects.filter(pk=pk).first():
            time_zone_and_years.follow(tournament)
            for prepare in preparations:
                prepare(tournament)
