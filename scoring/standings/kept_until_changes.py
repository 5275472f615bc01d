"""Cache of lists computed from many tournaments, such as rankings. A list is kept until
any of its source data changes. It contains keys of persons, never names: names are read
for each answer, so that a new choice of a public name takes effect immediately."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import Generic, TypeVar

from django.db import connection
from django.db.models import Count, F, Max

from tournaments.models import PersonMerge, Tournament

T = TypeVar("T")

#: Lists of one kind that a process keeps.
MOST = 64


class KeptUntilChanges(Generic[T]):
    """The lists of one kind that were computed last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[Hashable, T]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, made_of: Hashable, make: Callable[[], T]) -> T:
        """Return the list with this key, from the cache if `made_of` has not changed.
        Lists computed in a transaction, which may be rolled back, are not kept."""
        if connection.in_atomic_block:
            return make()
        kept = self._kept.get(key)
        if kept is not None and kept[0] == made_of:
            return kept[1]
        made = make()
        with self._lock:
            self._kept[key] = made_of, made
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return made


def revisions_of(tournaments: Iterable[Tournament]) -> Hashable:
    """Return a value that changes with every change of these tournaments."""
    return tuple((one.pk, one.hall_key, one.revision) for one in tournaments)


def merges_now() -> tuple[int, int | None, int]:
    """Return a value that changes with every merge of persons, and every undo."""
    merges = PersonMerge.objects.aggregate(
        made=Count("pk"), last=Max("pk"), undone=Count(F("undone_at"))
    )
    return merges["made"], merges["last"], merges["undone"]
