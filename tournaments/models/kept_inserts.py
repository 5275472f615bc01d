"""Inserts that every hand makes again with other values: their SQL is made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Any, Generic, TypeVar

from django.db import connections, models, router
from django.db.backends.base.base import BaseDatabaseWrapper

M = TypeVar("M", bound=models.Model)

#: As many rows of a kind as one hand has at most.
FEW = 4


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
        """More rows than a hand has are written as Django does, in few statements."""
        if len(rows) > FEW:
            self._write_many(rows)
        elif rows:
            self._write_few(rows)

    def _write_many(self, rows: Sequence[M]) -> None:
        manager = self._model._default_manager
        if not self._key:
            manager.bulk_create(rows)
            return
        renewed = [field.name for field in self._fields if field.name != self._key]
        manager.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=[self._key],
            update_fields=renewed,
        )

    def _write_few(self, rows: Sequence[M]) -> None:
        connection = connections[router.db_for_write(self._model)]
        values = [self._values(row, connection) for row in rows]
        with connection.cursor() as cursor:
            cursor.execute(
                self._sql(connection.alias, len(rows)), [*chain.from_iterable(values)]
            )
            if not self._key:
                self._give_keys(rows, cursor.fetchall(), connection)

    def _values(self, row: M, connection: BaseDatabaseWrapper) -> list[Any]:
        return [
            field.get_db_prep_save(field.pre_save(row, True), connection)
            for field in self._fields
        ]

    def _give_keys(
        self, rows: Sequence[M], keys: list[Any], connection: BaseDatabaseWrapper
    ) -> None:
        for row, (key,) in zip(rows, keys, strict=True):
            row.pk = key
            row._state.adding, row._state.db = False, connection.alias

    def _made(self, alias: str, rows: int) -> str:
        quote: Callable[[Any], str] = connections[alias].ops.quote_name
        meta = self._model._meta
        columns = [quote(field.column) for field in self._fields]
        places = f"({', '.join(['%s'] * len(columns))})"
        sql = (
            f"INSERT INTO {quote(meta.db_table)} ({', '.join(columns)}) "  # noqa: S608
            f"VALUES {', '.join([places] * rows)}"
        )
        if not self._key:
            assert meta.pk is not None
            return f"{sql} RETURNING {quote(meta.pk.column)}"
        [key] = (
            quote(field.column) for field in self._fields if field.name == self._key
        )
        renewed = ", ".join(
            f"{column} = EXCLUDED.{column}" for column in columns if column != key
        )
        return f"{sql} ON CONFLICT ({key}) DO UPDATE SET {renewed}"
