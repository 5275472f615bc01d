"""Prepare the data of tournaments that viewers of this process follow.

Rendering is faster if the process rendered the same page recently
(`scoring/standings/standings_cache`). The first rendering after a hand would be slow if
viewers have just arrived, or if another process did the earlier renderings. The
underlying data is therefore updated from time to time, while no viewer waits.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sized

from django.utils import timezone, translation

from tournaments.live.live_topics import Topic
from tournaments.models import Tournament
from tournaments.tournament_time import time_zone_and_years

#: Seconds between updates. In that time a hall enters fewer hands than can be updated
#: incrementally.
AGAIN = 30.0
#: Maximum number of tournaments kept ready, in order of their viewers, in all languages
#: that these use. Less than the number of tournaments whose states are kept.
MOST = 3

#: Functions that update the data, and renew data that would expire before the next
#: update.
preparations: list[Callable[[Tournament], None]] = []

#: A tournament's primary key, and a language in which it is viewed.
Event = tuple[int, str | None]


class Readiness:
    """The time when each tournament was last prepared."""

    def __init__(self) -> None:
        self._made: dict[Event, float] = {}

    def due(self, viewers: Mapping[Topic, Sized]) -> list[Event]:
        """Return (tournament, language) for the most followed tournaments whose data is
        due for preparation."""
        followed, events = Counter[int](), Counter[Event]()
        for topic, topic_viewers in viewers.items():
            followed[topic.tournament] += len(topic_viewers)
            events[topic.tournament, topic.language] += len(topic_viewers)
        most = {tournament for tournament, _viewers in followed.most_common(MOST)}
        latest = time.monotonic() - AGAIN
        return [
            (tournament, language)
            for (tournament, language), _viewers in events.most_common()
            if tournament in most
            and self._made.get((tournament, language), latest) <= latest
        ]

    def is_made(self, event: Event) -> None:
        """Record that a tournament was prepared, even if this failed."""
        now = time.monotonic()
        recent = {earlier: at for earlier, at in self._made.items() if now - at < AGAIN}
        self._made = {**recent, event: now}


def make_ready(event: Event) -> None:
    """Update the stored data that a tournament's fragments are rendered from."""
    pk, language = event
    with translation.override(language), timezone.override(None):
        if tournament := Tournament.objects.filter(pk=pk).first():
            time_zone_and_years.follow(tournament)
            for prepare in preparations:
                prepare(tournament)
