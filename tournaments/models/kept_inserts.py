"""Inserts that every hand makes again with other values: their SQL is made once, and
those of one hand go to the database in one statement where it takes that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import NoneType
from typing import TYPE_CHECKING, Generic, TypeVar

from django.db import connection, connections, models, router
from django.db.backends.base.base import BaseDatabaseWrapper

from tournaments.models.prepared import prepared

if TYPE_CHECKING:
    from django.db.backends.utils import _SQLType

M = TypeVar("M", bound=models.Model)

#: Types of values that a database takes without Django's help.
_PLAIN = (int, str, bool, NoneType)

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

    def of(self, rows: Sequence[M]) -> Write:
        """The rows to be written together with others."""
        return Write(
            number=len(rows) * len(self._fields),
            alone=partial(self.write, rows),
            statement=partial(self._statement, rows),
            give_keys=None if self._key else partial(self._give_keys, rows),
        )

    def _write_some(self, rows: Sequence[M], connection: BaseDatabaseWrapper) -> None:
        sql, values = self._statement(rows, connection)
        with prepared(connection) as cursor:
            cursor.execute(sql, values)
            if not self._key:
                self._give_keys(rows, connection, [key for (key,) in cursor.fetchall()])

    def _statement(
        self, rows: Sequence[M], connection: BaseDatabaseWrapper
    ) -> tuple[str, list[_SQLType]]:
        """The SQL that inserts the rows, and the values in it."""
        values = [
            _value(field, row, connection) for row in rows for field in self._fields
        ]
        return self._sql(connection.alias, len(rows)), values

    def _give_keys(
        self, rows: Sequence[M], connection: BaseDatabaseWrapper, keys: Sequence[object]
    ) -> None:
        """Have the rows be those in the database that it gave these primary keys."""
        for row, key in zip(rows, keys, strict=True):
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


def _value(
    field: models.Field[object, object],
    row: models.Model,
    connection: BaseDatabaseWrapper,
) -> _SQLType:
    """What a row has in a field, as the database takes it."""
    value: _SQLType = field.pre_save(row, True)
    if type(value) in _PLAIN and not isinstance(field, models.JSONField):
        return value
    prepared: _SQLType = field.get_db_prep_save(value, connection)
    return prepared


@dataclass(frozen=True)
class Write:
    """Rows of one model that are to be inserted: the `number` of values they have
    together; what inserts them `alone`; their `statement` and its values; and what
    gives them their primary keys, where the statement answers with those."""

    number: int
    alone: Callable[[], None]
    statement: Callable[[BaseDatabaseWrapper], tuple[str, list[_SQLType]]]
    give_keys: Callable[[BaseDatabaseWrapper, Sequence[object]], None] | None


def write_together(*writes: Write) -> None:
    """Insert the rows of several models, none of which refers to another that is new
    too: in one statement where the database takes that (PostgreSQL) and they are no
    more than go into one, because each statement waits for its answer."""
    writes = tuple(write for write in writes if write.number)
    total = sum(write.number for write in writes)
    if connection.vendor == "postgresql" and writes and total <= MOST_VALUES:
        _write_in_one(writes)
        return
    for write in writes:
        write.alone()


def _write_in_one(writes: Sequence[Write]) -> None:
    parts: list[str] = []
    asked: list[str] = []
    values: list[_SQLType] = []
    for n, write in enumerate(writes):
        sql, own = write.statement(connection)
        parts.append(f"part{n} AS ({sql})")
        values += own
        if write.give_keys:
            asked.append(f"SELECT {n}, * FROM part{n}")  # noqa: S608
    with prepared(connection) as cursor:
        keys_asked = " UNION ALL ".join(asked) or "SELECT"
        cursor.execute(f"WITH {', '.join(parts)} {keys_asked}", values)
        answer = cursor.fetchall()
    for n, write in enumerate(writes):
        if write.give_keys:
            write.give_keys(connection, [key for part, key in answer if part == n])
