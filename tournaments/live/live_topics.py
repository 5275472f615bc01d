"""The fragments of the live stream. Each is rendered once for all its viewers after
every change that concerns it."""

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

#: A tournament, and the last revision seen.
Seen = tuple[int, int]

#: The round number and the table number of a change; None if it is not about one.
Place = tuple[int | None, int | None]

#: Most earlier renderings for which a rendering stores the difference. Viewers of
#: other renderings get the whole fragment.
MOST_DIFFERENCES = 4

#: The fragment that all streams of a tournament send before their main one.
AHEAD = "clock"

log = logging.getLogger(__name__)


def any_change(_args: Args, _place: Place) -> bool:
    return True


def no_single_table(_args: Args, place: Place) -> bool:
    """Return whether a change concerns more than one table."""
    return place[1] is None


def its_table(args: Args, place: Place) -> bool:
    """Return whether a change concerns the round and table at the start of `args`, or
    more than one table."""
    number, table = args[:2]
    return no_single_table(args, place) or place == (int(number), int(table))


@dataclass(frozen=True)
class Kind:
    """A kind of fragment.

    - `render`: returns HTML for the tournament and the arguments of `live_stream.url`.
    - `urgent`: rendered before fragments that are not urgent.
    - `concerns`: returns whether a change at a place may affect the fragment.
    - `tells_of_changes`: every change is sent even if the HTML is the same, and the
      HTML is preceded by the revision of the first change.
    - `counts_devices`: viewers see the number of devices that follow the fragment
      (`viewer_counts`).
    - `is_shared`: one web process renders the fragment for all (`shared_renders`).
    - `is_for_other_sites`: pages of other sites may read the fragment.
    - `renews`: further parts of its pages that come with the clock.
    """

    render: Renderer
    urgent: bool = False
    concerns: Callable[[Args, Place], bool] = any_change
    tells_of_changes: bool = False
    counts_devices: bool = False
    is_shared: bool = False
    is_for_other_sites: bool = False
    renews: Args = ()


kinds: dict[str, Kind] = {}


@dataclass(frozen=True)
class Topic:
    """A fragment in one language; all its viewers get the same HTML."""

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
        """Return the topic that viewers get before this topic."""
        return replace(self, name=AHEAD, args=self.kind.renews)


class Span(NamedTuple):
    """The first and last revision of a range."""

    first: int
    last: int

    def and_of(self, other: Span | None) -> Span:
        """Return the span that covers this span and `other`; this span if `other` is
        None."""
        if other is None:
            return self
        return Span(min(self.first, other.first), max(self.last, other.last))


@dataclass(frozen=True)
class Rendering:
    """A topic rendered at a revision or later.

    `seconds`: the rendering time. `fault`: the error that prevented rendering.
    `messages`: messages made from the rendering, for other viewers who need the same
    message.
    """

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
        """Return a hash of the pieces; equal pieces have equal hashes."""
        return mark_of(self.pieces)

    @property
    def has_differences(self) -> bool:
        """Return whether viewers of an older rendering can get only the differences."""
        return bool(self.pieces.pieces) and not self.topic.kind.tells_of_changes

    def difference_from(self, shown: Rendering | None) -> Difference | None:
        """Return the difference from the rendering `shown` to a viewer; None if it
        cannot be sent.

        Only differences from a few renderings are kept, because most viewers see the
        previous rendering.
        """
        if shown is None or not self.has_differences:
            return None
        differences = self._differences
        if shown.mark not in differences and len(differences) < MOST_DIFFERENCES:
            differences[shown.mark] = difference(shown.pieces, self.pieces)
        return differences.get(shown.mark)


@dataclass(frozen=True)
class Changes:
    """The revisions of a tournament's changes, by place."""

    spans: Mapping[Place, Span]

    @property
    def newest(self) -> int:
        return max(span.last for span in self.spans.values())

    def about(self, topic: Topic) -> Span | None:
        """Return the revisions that concern a topic; None if there are none."""
        covered = None
        for place, span in self.spans.items():
            if topic.kind.concerns(topic.args, place):
                covered = span.and_of(covered)
        return covered


def everything(newest: int) -> Changes:
    """Return changes up to revision `newest`, as if each had concerned the whole
    tournament."""
    return Changes({(None, None): Span(1, newest)})


def changes(since: Iterable[Seen]) -> dict[Seen, Changes]:
    """Return the changes of each tournament after a revision, by tournament and
    revision. Keys without changes are left out."""
    wanted = set(since)
    if not wanted:
        return {}
    oldest: dict[int, int] = {}
    for pk, seen in wanted:
        oldest[pk] = min(seen, oldest.get(pk, seen))
    newer = (Q(tournament=pk, revision__gt=seen) for pk, seen in oldest.items())
    events = LogEvent.objects.filter(reduce(or_, newer)).order_by("revision")
    by_tournament: dict[int, list[tuple[int, Place]]] = {}
    for pk, revision, number, table in events.values_list(
        "tournament", "revision", "data__round", "data__table"
    ):
        by_tournament.setdefault(pk, []).append((revision, (number, table)))
    spans_since = {
        (pk, seen): _spans(by_tournament.get(pk, []), seen) for pk, seen in wanted
    }
    return {key: Changes(spans) for key, spans in spans_since.items() if spans}


def _spans(events: Iterable[tuple[int, Place]], seen: int) -> dict[Place, Span]:
    """Return the revisions after `seen`, by place. `events` must be in order of their
    revision."""
    spans: dict[Place, Span] = {}
    for revision, place in events:
        if revision > seen:
            spans[place] = Span(revision, revision).and_of(spans.get(place))
    return spans


def revisions(tournaments: Iterable[int]) -> dict[int, int]:
    """Return the revision of each tournament, by primary key."""
    rows = Tournament.objects.filter(pk__in=list(tournaments))
    return dict(rows.values_list("pk", "revision"))


def rendered(topics: Iterable[Topic]) -> list[Rendering]:
    """Return the current rendering of each topic. Logs errors other than outages."""
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
