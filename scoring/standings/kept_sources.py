"""What the public's boards are made from, kept from one hand to the next: a hand
changes the four seats of its table, and only these are read again."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from threading import Lock

from django.db import connection
from django.utils.translation import get_language

from scoring.standings import secrecy
from scoring.standings.records import Records, read_again
from scoring.standings.secrecy import Told
from scoring.standings.sources import Source, source_read
from tournaments.models import LogEvent, Tournament
from tournaments.models.kept_queries import KeptQuery

#: What the log tells where nothing but the results of one table's seats is another.
OF_ONE_TABLE = frozenset({"entered", "corrected"})
#: After more hands all is read anew, which costs less by then.
MOST_HANDS = 20
#: So many are kept: events, each as often as languages are read.
KEPT = 4
#: Seconds after which all is read anew all the same, for what no revision tells of.
LONGEST = 60.0


@dataclass(frozen=True)
class Kept:
    """A source as it was at a revision or after it, carried on until that time by
    `time.monotonic()`."""

    source: Source
    revision: int
    until: float

    def carried_on(self, tournament: Tournament, told: Told) -> Kept | None:
        """With what was entered since. None if more has changed."""
        if (
            told != self.source.told
            or tournament.revision < self.revision
            or self.until < time.monotonic()
        ):
            return None
        events = _SINCE.rows(tournament.pk, self.revision)
        if len(events) > MOST_HANDS or any(e.kind not in OF_ONE_TABLE for e in events):
            return None
        now = replace(self.source.records, tournament=tournament)
        records = _carried_on(now, events)
        if records is None:
            return None
        source = replace(self.source, records=records)
        last = events[-1].revision if events else self.revision
        return replace(self, source=source, revision=last)


def _carried_on(records: Records, hands: Iterable[LogEvent]) -> Records | None:
    """The records with what these say was entered. None if others sit at one of the
    tables, or its round is no longer played."""
    tables = {(event.data["round"], event.data["table"]) for event in hands}
    if not records.open.issuperset(number for number, _table in tables):
        return None
    return read_again(records, tables)


class KeptSources:
    """Those that were asked for last, by event and language."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str, str | None], Kept] = OrderedDict()
        self._lock = Lock()

    def source(self, tournament: Tournament, told: Told) -> Source:
        key = tournament.pk, tournament.hall_key, get_language()
        before = self._kept.get(key)
        kept = before and before.carried_on(tournament, told)
        if kept is None:
            source = source_read(tournament, told, is_public=True)
            kept = Kept(source, tournament.revision, time.monotonic() + LONGEST)
        self._keep(key, kept)
        return kept.source

    def _keep(self, key: tuple[int, str, str | None], kept: Kept) -> None:
        with self._lock:
            self._kept[key] = kept
            self._kept.move_to_end(key)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)


_sources = KeptSources()
_SINCE = KeptQuery(
    lambda pk, revision: LogEvent.objects.filter(
        tournament=pk, revision__gt=revision
    ).order_by("revision")[: MOST_HANDS + 1],
    int,
    int,
)


def source_of(tournament: Tournament, *, told: Told | None = None) -> Source:
    """Everything for the boards of a tournament. `told`: what the reader may see, if
    that is not what the public may: then the entries have their full names, and how
    everybody may know them, also in final standings.

    Nothing is kept of what a transaction sees, which may be rolled back, and of a
    finished event, which does not change.
    """
    if told is not None:
        return source_read(tournament, told)
    told = secrecy.visible_to_public(tournament)
    if connection.in_atomic_block or tournament.is_finished:
        return source_read(tournament, told, is_public=True)
    return _sources.source(tournament, told)
