"""Settings of each connection to PostgreSQL."""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


def register() -> None:
    """Prepare every new database connection."""
    connection_created.connect(turn_off_jit)


def turn_off_jit(*, connection: BaseDatabaseWrapper, **_: object) -> None:
    """Turn off the compilation of queries, which takes longer than all queries of a
    page. This is not a connection option, because connection poolers refuse options."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET jit = off")
