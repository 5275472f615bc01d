"""What the live stream tells: fragments of pages, rendered for all their viewers at
once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from django.db import close_old_connections
from django.utils import timezone, translation

from tournaments import event_time
from tournaments.models import Tournament

Renderer = Callable[[Tournament, tuple[str, ...]], str]

#: The fragment that all streams of a tournament bring, ahead of their own.
AHEAD = "clock"

log = logging.getLogger(__name__)
renderers: dict[str, Renderer] = {}
urgent_ones: set[str] = set()


@dataclass(frozen=True)
class Topic:
    """One fragment in one language; its viewers all get the same HTML."""

    name: str
    tournament: int
    args: tuple[str, ...]
    language: str | None

    @property
    def ahead(self) -> Topic:
        """What its viewers get before it."""
        return replace(self, name=AHEAD, args=())

    @property
    def is_urgent(self) -> bool:
        return self.name in urgent_ones


def fragment(name: str, *, urgent: bool = False) -> Callable[[Renderer], Renderer]:
    """Register what renders the fragment `name`: from the tournament and the
    arguments its page gave to `live.url`, to HTML. Nothing `urgent` waits for what is
    not."""

    def register(renderer: Renderer) -> Renderer:
        renderers[name] = renderer
        if urgent:
            urgent_ones.add(name)
        return renderer

    return register


def revisions(tournaments: Iterable[int]) -> dict[int, int]:
    close_old_connections()
    return dict(
        Tournament.objects.filter(pk__in=list(tournaments)).values_list(
            "pk", "revision"
        )
    )


def rendered(topics: Iterable[Topic]) -> Iterator[tuple[Topic, str]]:
    """Each topic's HTML, one by one; what cannot be rendered is left out and logged."""
    topics = list(topics)
    tournaments = Tournament.objects.in_bulk({topic.tournament for topic in topics})
    for topic in topics:
        with translation.override(topic.language), timezone.override(None):
            try:
                tournament = tournaments[topic.tournament]
                event_time.follow(tournament)
                html = renderers[topic.name](tournament, topic.args)
            except Exception:
                log.exception("the fragment %s could not be rendered", topic)
                continue
        yield topic, html
