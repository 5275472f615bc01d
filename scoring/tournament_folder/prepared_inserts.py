"""Rows whose values are ready before the transaction that writes them.

Most of the time of `bulk_create` goes into making values of fields. Done before, it
holds no lock of the database.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from django.db import connection
from django.db.models import Model

if TYPE_CHECKING:
    from django.db.backends.utils import _SQLType

Values = dict[str, object]


def prepared(row: Model) -> Values:
    """The row's values as the database takes them, by attribute, without its key."""
    return {
        field.attname: field.get_db_prep_save(getattr(row, field.attname), connection)
        for field in row._meta.concrete_fields
        if not field.primary_key
    }


def insert(model: type[Model], rows: Iterable[Values]) -> None:
    """Write rows that were prepared, in their order."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(name) for field in fields if (name := field.column))
    marks = ", ".join(["%s"] * len(fields))
    table = quote(model._meta.db_table)
    found = [[row[field.attname] for field in fields] for row in rows]
    values = cast("list[list[_SQLType]]", found)
    if values:
        with connection.cursor() as cursor:
            # Every name is one of our own models'; the values are parameters.
            statement = f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608
            cursor.executemany(statement, values)
