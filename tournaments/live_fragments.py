"""What the live stream tells: fragments of pages, rendered for all their viewers at
once, whenever something changed that concerns them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Max, Min, Q
from django.utils import timezone, translation

from tournaments import event_time
from tournaments.models import LogEvent, Tournament

Args = tuple[str, ...]
Renderer = Callable[[Tournament, Args], str]

#: What a change is about: a round's number and a table's, if it is about one.
Place = tuple[int | None, int | None]

#: The fragment that all streams of a tournament bring, ahead of their own.
AHEAD = "clock"

log = logging.getLogger(__name__)


def any_change(_args: Args, _place: Place) -> bool:
    return True


def no_single_table(_args: Args, place: Place) -> bool:
    """Whether a change is about more than one table."""
    return place[1] is None


def its_table(args: Args, place: Place) -> bool:
    """Whether a change is about the round and table that `args` begin with, or about
    more than one table."""
    number, table = args[:2]
    return no_single_table(args, place) or place == (int(number), int(table))


@dataclass(frozen=True)
class Kind:
    """A kind of fragment. `render`: from the tournament and the arguments that its page
    gave to `live.url`, to HTML. Nothing `urgent` waits for what is not. `concerns`:
    whether a change at a place may be seen in it. Where it `tells_of_changes`, each of
    them is news, even if the fragment reads as before, which then comes after the
    revision of the first one."""

    render: Renderer
    urgent: bool = False
    concerns: Callable[[Args, Place], bool] = any_change
    tells_of_changes: bool = False


kinds: dict[str, Kind] = {}


@dataclass(frozen=True)
class Topic:
    """One fragment in one language; its viewers all get the same HTML."""

    name: str
    tournament: int
    args: Args
    language: str | None

    @property
    def kind(self) -> Kind:
        return kinds[self.name]

    @property
    def ahead(self) -> Topic:
        """What its viewers get before it."""
        return replace(self, name=AHEAD, args=())


class Span(NamedTuple):
    """The first and the last of some revisions."""

    first: int
    last: int

    def and_of(self, other: Span | None) -> Span:
        """Of both."""
        if other is None:
            return self
        return Span(min(self.first, other.first), max(self.last, other.last))


@dataclass(frozen=True)
class Changes:
    """The revisions of what changed in a tournament, by what it is about."""

    spans: Mapping[Place, Span]

    @property
    def newest(self) -> int:
        return max(span.last for span in self.spans.values())

    def about(self, topic: Topic) -> Span | None:
        """The revisions that concern a topic, if any do."""
        found = None
        for place, span in self.spans.items():
            if topic.kind.concerns(topic.args, place):
                found = span.and_of(found)
        return found


def changes(since: Mapping[int, int]) -> dict[int, Changes]:
    """What changed in each tournament since its revision, where anything did."""
    if not since:
        return {}
    newer = (Q(tournament=pk, revision__gt=seen) for pk, seen in since.items())
    rows = LogEvent.objects.filter(reduce(or_, newer)).order_by()
    places = rows.values_list("tournament", "data__round", "data__table")
    spans: dict[int, dict[Place, Span]] = {}
    for pk, number, table, first, last in places.annotate(
        first=Min("revision"), last=Max("revision")
    ):
        spans.setdefault(pk, {})[number, table] = Span(first, last)
    return {pk: Changes(found) for pk, found in spans.items()}


def revisions(tournaments: Iterable[int]) -> dict[int, int]:
    rows = Tournament.objects.filter(pk__in=list(tournaments))
    return dict(rows.values_list("pk", "revision"))


def rendered(topics: Iterable[Topic]) -> Iterator[tuple[Topic, str]]:
    """Each topic's HTML, one by one; what cannot be rendered is left out and logged."""
    topics = list(topics)
    tournaments = Tournament.objects.in_bulk({topic.tournament for topic in topics})
    for topic in topics:
        with translation.override(topic.language), timezone.override(None):
            try:
                tournament = tournaments[topic.tournament]
                event_time.follow(tournament)
                html = topic.kind.render(tournament, topic.args)
            except Exception:
                log.exception("the fragment %s could not be rendered", topic)
                continue
        yield topic, html
