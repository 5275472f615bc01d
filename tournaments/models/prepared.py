"""Cursors for what every hand asks the database again with other values."""

from __future__ import annotations

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper


def prepared(connection: BaseDatabaseWrapper) -> CursorWrapper:
    """A cursor by which PostgreSQL gets values beside a statement, whose plan it keeps.
    In those of Django's own they stand in its text: it is another one each time, which
    is what whoever looks at the queries is to see."""
    cursor = connection.cursor()
    if connection.vendor == "postgresql" and not connection.queries_logged:
        cursor.cursor = psycopg.Cursor(connection.connection)
    return cursor
