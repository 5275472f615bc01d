"""Cache of values calculated from a tournament, such as the sources of public
standings. A hand changes only one table, so only the results of its 4 seats are read
again.
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
from scoring.standings.who_sees_hidden_results import VisibleResults
from tournaments.models import LogEvent, Tournament

T = TypeVar("T")

#: Kinds of log events that change only the results of one table.
OF_ONE_TABLE = frozenset({"entered", "corrected"})
#: Maximum number of log events for updating a value. With more, computing it again is
#: cheaper. Events add up while other processes answer the requests.
MOST_HANDS = 100
#: Maximum number of tournaments whose values of one kind are kept, with one value for
#: each language in use.
KEPT = 4
#: Maximum age of a value in seconds, for changes without a revision.
LONGEST = 300.0


@dataclass(frozen=True)
class Made(Generic[T]):
    """A value calculated at or after `revision`.

    `about`: other data that the value depends on; `until`: expiry in seconds of
    `time.monotonic()`.
    """

    value: T
    about: Hashable
    revision: int
    until: float


class KeptOverHands(Generic[T]):
    """Cache of the latest values of one kind, by tournament and language."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[int, str], dict[str | None, Made[T]]]
        self._made = OrderedDict()
        self._lock = Lock()

    def get(
        self,
        tournament: Tournament,
        about: Hashable,
        make: Callable[[], T],
        again: Callable[[T, Collection[Table]], T | None],
        lasting: float = 0.0,
    ) -> T:
        """Return the value of `make`, from the cache if possible.

        `about`: other data that the value depends on. `again`: called with the earlier
        value and the tables with changes; returns the updated value, or None if it
        cannot update it. A value that expires within `lasting` seconds is calculated
        again. Values calculated in a transaction are not cached, because the
        transaction may be rolled back.
        """
        if connection.in_atomic_block:
            return make()
        key, language = (tournament.pk, tournament.hall_key), get_language()
        before = self._made.get(key, {}).get(language)
        if before and before.until < time.monotonic() + lasting:
            before = None
        made = self._carried_on(before, tournament, about, again)
        if made is None:
            until = time.monotonic() + LONGEST
            made = Made(make(), about, tournament.revision, until)
        with self._lock:
            self._made.setdefault(key, {})[language] = made
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
        """Return the updated value.

        Return None if there is no value that can be updated from the changes of single
        tables.
        """
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
    tournament: Tournament,
    *,
    visible: VisibleResults | None = None,
    lasting: float = 0.0,
) -> Source:
    """Return the source of a tournament's standings.

    `visible`: results that the viewer may see; names are then full names, also in final
    standings. None: results and names for the public. `lasting`: as in
    `KeptOverHands.get`.
    """
    if visible is not None:
        return source_read(tournament, visible)
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
    """Return the source updated with the results of these tables.

    Return None if other players sit at a table, or if its round is no longer open,
    because then the previous places change.
    """
    records = replace(before.records, tournament=tournament)
    if not records.open.issuperset(number for number, _table in tables):
        return None
    now = read_again(records, tables)
    return None if now is None else replace(before, records=now)
