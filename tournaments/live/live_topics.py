"""What the live stream tells: fragments of pages, rendered for all their viewers at
once, whenever something changed that concerns them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone, translation

from tournaments.live.fragment_differences import (
    NOTHING,
    Difference,
    Pieces,
    difference,
    mark_of,
    pieces_of,
)
from tournaments.live.stream_blocks import Message
from tournaments.models import LogEvent, Tournament
from tournaments.tournament_time import time_zone_and_years
from tournaments.upkeep.outage_detection import outage_of

Args = tuple[str, ...]
Renderer = Callable[[Tournament, Args], str]

#: A tournament, and the last of its revisions that somebody has seen.
Seen = tuple[int, int]

#: What a change is about: a round's number and a table's, if it is about one.
Place = tuple[int | None, int | None]

#: From so many renderings the difference to a newer one is told; whoever is shown
#: another one gets the whole.
MOST_DIFFERENCES = 4

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
    revision of the first one. `counts_devices`: its viewers are told how many devices
    follow it (`company`). `is_shared`: one web process renders it for all
    (`shared_renderings`)."""

    render: Renderer
    urgent: bool = False
    concerns: Callable[[Args, Place], bool] = any_change
    tells_of_changes: bool = False
    counts_devices: bool = False
    is_shared: bool = False


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
    def is_ahead(self) -> bool:
        return self.name == AHEAD

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
class Rendering:
    """A topic as it was at a revision or after it, and the seconds it took to render;
    or the `fault` for which it could not be. `messages`: what is told of it, kept for
    the next viewer who needs the same."""

    topic: Topic
    pieces: Pieces = NOTHING
    revision: int = 0
    seconds: float = 0.0
    fault: Exception | None = None
    messages: dict[object, Message] = field(default_factory=dict)
    _differences: dict[str, Difference | None] = field(default_factory=dict)

    @cached_property
    def html(self) -> str:
        return str(self.pieces)

    @cached_property
    def mark(self) -> str:
        """The same for whatever has the same pieces."""
        return mark_of(self.pieces)

    @property
    def has_differences(self) -> bool:
        """Whether to those who are shown an older one only what differs can be told."""
        return bool(self.pieces.pieces) and not self.topic.kind.tells_of_changes

    def difference_from(self, shown: Rendering | None) -> Difference | None:
        """What has become of a rendering that somebody is shown, if that may be told
        to them. Few are of interest: those who follow are shown the one before."""
        if shown is None or not self.has_differences:
            return None
        known = self._differences
        if shown.mark not in known and len(known) < MOST_DIFFERENCES:
            known[shown.mark] = difference(shown.pieces, self.pieces)
        return known.get(shown.mark)


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


def everything(newest: int) -> Changes:
    """As if all revisions of a tournament had been about all of it."""
    return Changes({(None, None): Span(1, newest)})


def changes(since: Iterable[Seen]) -> dict[Seen, Changes]:
    """What changed in each tournament since its revision, where anything did."""
    wanted = set(since)
    if not wanted:
        return {}
    oldest: dict[int, int] = {}
    for pk, seen in wanted:
        oldest[pk] = min(seen, oldest.get(pk, seen))
    newer = (Q(tournament=pk, revision__gt=seen) for pk, seen in oldest.items())
    events = LogEvent.objects.filter(reduce(or_, newer)).order_by("revision")
    found: dict[int, list[tuple[int, Place]]] = {}
    for pk, revision, number, table in events.values_list(
        "tournament", "revision", "data__round", "data__table"
    ):
        found.setdefault(pk, []).append((revision, (number, table)))
    told = {(pk, seen): _spans(found.get(pk, []), seen) for pk, seen in wanted}
    return {each: Changes(spans) for each, spans in told.items() if spans}


def _spans(events: Iterable[tuple[int, Place]], seen: int) -> dict[Place, Span]:
    """The revisions after `seen`, given in their order, by what they are about."""
    spans: dict[Place, Span] = {}
    for revision, place in events:
        if revision > seen:
            spans[place] = Span(revision, revision).and_of(spans.get(place))
    return spans


def revisions(tournaments: Iterable[int]) -> dict[int, int]:
    """The revision of each tournament, by primary key."""
    rows = Tournament.objects.filter(pk__in=list(tournaments))
    return dict(rows.values_list("pk", "revision"))


def rendered(topics: Iterable[Topic]) -> list[Rendering]:
    """Each topic as it is now; what cannot be rendered for a
    fault of its own is logged."""
    topics = list(topics)
    tournaments = Tournament.objects.in_bulk({topic.tournament for topic in topics})
    return [_rendered(topic, tournaments.get(topic.tournament)) for topic in topics]


def _rendered(topic: Topic, tournament: Tournament | None) -> Rendering:
    began = time.monotonic()
    with translation.override(topic.language), timezone.override(None):
        try:
            if tournament is None:
                raise LookupError("the tournament is gone")
            time_zone_and_years.follow(tournament)
            pieces = pieces_of(topic.kind.render(tournament, topic.args))
        except Exception as fault:
            if outage_of(fault) is None:
                log.exception("the fragment %s could not be rendered", topic)
            return Rendering(topic, fault=fault)
    seconds = time.monotonic() - began
    return Rendering(topic, pieces, revision=tournament.revision, seconds=seconds)
