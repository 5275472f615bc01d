"""What is made from an event and kept from one hand to the next: a hand changes one
table, and only what was made of that is made again.

What the public's boards are made from, kept from one hand to the next: a hand
changes the four seats of its table, and only these are read again.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Generic, TypeVar

from django.db import connection
from django.utils.translation import get_language

from scoring.standings import who_sees_hidden_results
from scoring.standings.read_standings_records import read_again
from scoring.standings.standings_records import Table
from scoring.standings.standings_sources import Source, source_read
from scoring.standings.who_sees_hidden_results import Told
from tournaments.models import LogEvent, Tournament

T = TypeVar("T")

#: What the log tells where nothing is another but what a table's players played there.
OF_ONE_TABLE = frozenset({"entered", "corrected"})
#: After more hands all is made anew, which costs less by then. Of two processes one may
#: not be asked for as many in a row.
MOST_HANDS = 100
#: So many of a kind are kept: of events, each as often as languages are read.
KEPT = 4
#: Seconds after which all is made anew all the same, for what no revision tells of.
LONGEST = 300.0


@dataclass(frozen=True)
class Made(Generic[T]):
    """Something as it was at a revision or after it, `about` what else it depends on;
    to be carried on until that time by `time.monotonic()`."""

    value: T
    about: Hashable
    revision: int
    until: float


class KeptOverHands(Generic[T]):
    """What was asked for last of a kind, by event and language."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[int, str, str | None], Made[T]] = OrderedDict()
        self._lock = Lock()

    def get(
        self,
        tournament: Tournament,
        about: Hashable,
        make: Callable[[], T],
        again: Callable[[T, Collection[Table]], T | None],
        lasting: float = 0.0,
    ) -> T:
        """What `make` gives. `again`: of what it gave before, with what happened at
        these tables since; None if that cannot be. Made anew what cannot be carried on
        for `lasting` more seconds. Nothing is kept of what a transaction sees, which
        may be rolled back."""
        if connection.in_atomic_block:
            return make()
        key = tournament.pk, tournament.hall_key, get_language()
        before = self._made.get(key)
        if before and before.until < time.monotonic() + lasting:
            before = None
        made = self._carried_on(before, tournament, about, again)
        if made is None:
            until = time.monotonic() + LONGEST
            made = Made(make(), about, tournament.revision, until)
        with self._lock:
            self._made[key] = made
            self._made.move_to_end(key)
            if len(self._made) > KEPT:
                self._made.popitem(last=False)
        return made.value

    @staticmethod
    def _carried_on(
        before: Made[T] | None,
        tournament: Tournament,
        about: Hashable,
        again: Callable[[T, Collection[Table]], T | None],
    ) -> Made[T] | None:
        """None if more has changed than single tables."""
        if (
            before is None
            or before.about != about
            or before.revision > tournament.revision
        ):
            return None
        since = LogEvent.objects.filter(
            tournament=tournament, revision__gt=before.revision
        )
        events = list(since.order_by("revision")[: MOST_HANDS + 1])
        if len(events) > MOST_HANDS or any(e.kind not in OF_ONE_TABLE for e in events):
            return None
        tables = {(event.data["round"], event.data["table"]) for event in events}
        value = again(before.value, tables)
        last = events[-1].revision if events else before.revision
        return None if value is None else Made(value, about, last, before.until)


_sources = KeptOverHands[Source]()


def source_of(
    tournament: Tournament, *, told: Told | None = None, lasting: float = 0.0
) -> Source:
    """Everything for the boards of a tournament. `told`: what the reader may see, if
    that is not what the public may: then the entries have their full names, and how
    everybody may know them, also in final standings. `lasting`: see `KeptOverHands`."""
    if told is not None:
        return source_read(tournament, told)
    public = who_sees_hidden_results.visible_to_public(tournament)

    def read() -> Source:
        return source_read(tournament, public, is_public=True)

    def again(before: Source, tables: Collection[Table]) -> Source | None:
        return _after_hands(before, tournament, tables)

    if tournament.is_finished:
        return read()
    return _sources.get(tournament, public, read, again, lasting)


def _after_hands(
    before: Source, tournament: Tournament, tables: Collection[Table]
) -> Source | None:
    """None if others sit at one of the tables, or its round is no longer played:
    places of before are others then."""
    records = replace(before.records, tournament=tournament)
    if not records.open.issuperset(number for number, _table in tables):
        return None
    now = read_again(records, tables)
    return None if now is None else replace(before, records=now)
