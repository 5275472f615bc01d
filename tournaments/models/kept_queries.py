"""Queries that every hand asks again with other values: making their SQL costs more
than the answer, so that is done once."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from threading import local
from typing import Any, Generic, TypeVar, cast

from django.db import connections, models
from django.db.models.sql.compiler import SQLCompiler
from django.db.models.sql.query import Query

M = TypeVar("M", bound=models.Model)

Value = int | str

#: The first number that stands in the SQL where a value comes: the smallest of fields
#: holds it, and no query has it as its own.
_PLACE = 32_101


class _Compiler(SQLCompiler):
    """Django's, with SQL that was made before."""

    made: tuple[str, tuple[Any, ...]]

    def make(self) -> None:
        sql, parameters = super().as_sql()
        self.made = sql, tuple(parameters)

    def by(self, values: dict[Value, Value]) -> _Compiler:
        """The same for other values, by what stands in their places."""
        again, (sql, parameters) = copy(self), self.made
        again.made = sql, tuple(values.get(each, each) for each in parameters)
        return again

    def as_sql(self, *_given: Any, **_more: Any) -> tuple[str, tuple[Any, ...]]:
        return self.made


class _Query(Query):
    """Django's, with a compiler of its own."""

    kept: _Compiler

    def get_compiler(self, *_given: Any, **_more: Any) -> SQLCompiler:
        return self.kept


class KeptQuery(Generic[M]):
    """The rows of a query by some values.

    `make` gets a value of each of the `kinds` (int, str) and gives the query, which
    must be the same but for them.
    """

    def __init__(
        self, make: Callable[..., models.QuerySet[M]], *kinds: type[Value]
    ) -> None:
        self._make = make
        self._places = [kind(_PLACE + n) for n, kind in enumerate(kinds)]
        # A connection is its thread's own, and so is what was made for it.
        self._kept = local()

    def rows(self, *values: Value) -> list[M]:
        queryset, compiler = self._made()
        asked = queryset.all()
        query = cast(_Query, asked.query.chain(_Query))
        query.kept = compiler.by(dict(zip(self._places, values, strict=True)))
        asked.query = query
        return list(asked)

    def row(self, *values: Value) -> M | None:
        """The first row, if there is any."""
        return next(iter(self.rows(*values)), None)

    def _made(self) -> tuple[models.QuerySet[M], _Compiler]:
        if not hasattr(self._kept, "made"):
            queryset = self._make(*self._places)
            compiler = _Compiler(queryset.query, connections[queryset.db], queryset.db)
            compiler.make()
            self._kept.made = queryset, compiler
        made: tuple[models.QuerySet[M], _Compiler] = self._kept.made
        return made


def remember(row: models.Model, name: str, related: list[Any]) -> None:
    """Have a row's relation `name` (of one to many) give these, as a prefetch does."""
    rows = getattr(row, name).all()
    rows._result_cache = related
    rows._prefetch_done = True
    vars(row).setdefault("_prefetched_objects_cache", {})[name] = rows
