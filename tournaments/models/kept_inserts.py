"""Inserts that every hand makes again with other values: their SQL is made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Generic, TypeVar

from django.db import connections, models, router
from django.db.backends.base.base import BaseDatabaseWrapper

if TYPE_CHECKING:
    from django.db.backends.utils import _SQLType

M = TypeVar("M", bound=models.Model)

#: In one statement, where the database has no such limit of its own.
MOST_VALUES = 10_000


class KeptInsert(Generic[M]):
    """Inserts of a model's rows, which come to the same as its `bulk_create`.

    With `key`, the name of a unique field, a row takes the place of that which is there
    by the same. Without it rows are given their primary keys.
    """

    def __init__(self, model: type[M], key: str = "") -> None:
        self._model = model
        self._key = key
        self._fields = [
            field for field in model._meta.concrete_fields if not field.primary_key
        ]
        self._sql = cache(self._made)

    def write(self, rows: Sequence[M]) -> None:
        """Insert the rows, with as many values in each statement as it may have."""
        connection = connections[router.db_for_write(self._model)]
        most = connection.features.max_query_params or MOST_VALUES
        at_once = most // len(self._fields)
        for first in range(0, len(rows), at_once):
            self._write_some(rows[first : first + at_once], connection)

    def _write_some(self, rows: Sequence[M], connection: BaseDatabaseWrapper) -> None:
        values = [self._values(row, connection) for row in rows]
        with connection.cursor() as cursor:
            cursor.execute(
                self._sql(connection.alias, len(rows)), [*chain.from_iterable(values)]
            )
            if not self._key:
                self._give_keys(rows, cursor.fetchall(), connection)

    def _values(self, row: M, connection: BaseDatabaseWrapper) -> list[_SQLType]:
        return [
            field.get_db_prep_save(field.pre_save(row, True), connection)
            for field in self._fields
        ]

    def _give_keys(
        self,
        rows: Sequence[M],
        keys: list[tuple[object, ...]],
        connection: BaseDatabaseWrapper,
    ) -> None:
        for row, (key,) in zip(rows, keys, strict=True):
            row.pk = key
            row._state.adding, row._state.db = False, connection.alias

    def _made(self, alias: str, rows: int) -> str:
        quote: Callable[[str], str] = connections[alias].ops.quote_name
        meta = self._model._meta
        columns = [quote(name) for field in self._fields if (name := field.column)]
        places = f"({', '.join(['%s'] * len(columns))})"
        sql = (
            f"INSERT INTO {quote(meta.db_table)} ({', '.join(columns)}) "  # noqa: S608
            f"VALUES {', '.join([places] * rows)}"
        )
        if not self._key:
            assert meta.pk is not None
            assert meta.pk.column is not None
            return f"{sql} RETURNING {quote(meta.pk.column)}"
        [key] = (
            column
            for field, column in zip(self._fields, columns, strict=True)
            if field.name == self._key
        )
        renewed = ", ".join(
            f"{column} = EXCLUDED.{column}" for column in columns if column != key
        )
        return f"{sql} ON CONFLICT ({key}) DO UPDATE SET {renewed}"
