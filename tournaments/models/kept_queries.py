"""Queries that every hand asks again with other values: making their SQL costs more
than the answer, so that is done once; and so is PostgreSQL's plan for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import local
from typing import Any, Generic, TypeVar

from django.db import connections, models
from django.db.models.query import get_related_populators

from tournaments.models.prepared import prepared

M = TypeVar("M", bound=models.Model)

Value = int | str

#: The first number that stands in the SQL where a value comes: the smallest of fields
#: holds it, and no query has it as its own.
_PLACE = 32_101

#: What fills in the rows that a query follows to; its types are a later Django's.
_populators: Callable[..., list[Any]] = get_related_populators


class _Made(Generic[M]):
    """A query as one connection asks it: its SQL, and how rows of the answer become
    objects, which is Django's own way (`ModelIterable`) but for what is the same each
    time."""

    def __init__(self, queryset: models.QuerySet[M]) -> None:
        self._connection = connections[queryset.db]
        compiler = queryset.query.get_compiler(queryset.db)
        self._sql, self._parameters = compiler.as_sql()
        self._convert = compiler.apply_converters
        self._converters = compiler.get_converters([col for col, *_ in compiler.select])
        chosen: dict[str, Any] = compiler.klass_info or {}
        self._model: type[M] = chosen["model"]
        first, *_rest, last = chosen["select_fields"]
        self._own = slice(first, last + 1)
        self._names = [col.target.attname for col, *_ in compiler.select[self._own]]
        self._related = _populators(chosen, compiler.select, queryset.db)

    def rows(self, values: dict[Value, Value]) -> list[M]:
        """The rows by other values, by what stands in their places."""
        parameters = [values.get(each, each) for each in self._parameters]
        with prepared(self._connection) as cursor:
            cursor.execute(self._sql, parameters)
            found = cursor.fetchall()
        return [self._row(row) for row in self._convert(found, self._converters)]

    def _row(self, values: list[object]) -> M:
        alias = self._connection.alias
        row = self._model.from_db(alias, self._names, values[self._own])
        for related in self._related:
            related.populate(values, row)
        return row


class KeptQuery(Generic[M]):
    """The rows of a query by some values.

    `make` gets a value of each of the `kinds` (int, str) and gives the query, which
    must be the same but for them, and be of rows alone: without annotations.
    """

    def __init__(
        self, make: Callable[..., models.QuerySet[M]], *kinds: type[Value]
    ) -> None:
        self._make = make
        self._places = [kind(_PLACE + n) for n, kind in enumerate(kinds)]
        # A connection is its thread's own, and so is what was made for it.
        self._kept = local()

    def rows(self, *values: Value) -> list[M]:
        if not hasattr(self._kept, "made"):
            self._kept.made = _Made(self._make(*self._places))
        made: _Made[M] = self._kept.made
        return made.rows(dict(zip(self._places, values, strict=True)))

    def row(self, *values: Value) -> M | None:
        """The first row, if there is any."""
        return next(iter(self.rows(*values)), None)


def remember(row: models.Model, name: str, related: Sequence[models.Model]) -> None:
    """Have a row's relation `name` (of one to many) give these, as a prefetch does."""
    rows = getattr(row, name).all()
    rows._result_cache = related
    rows._prefetch_done = True
    vars(row).setdefault("_prefetched_objects_cache", {})[name] = rows
