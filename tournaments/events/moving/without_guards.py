"""Rows that were once let in come in again as they are.

A guard judges what somebody does now: that play goes on, say, while a player confirms.
Of an event that is over it would refuse what was right at its time. What constraints
say holds all the same, and what the ledgers give is looked at afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import connection

from tournaments.models.related_rows import Model

_GUARDS = {
    "sqlite": (
        "SELECT name, tbl_name, sql FROM sqlite_master "
        "WHERE type = 'trigger' AND sql LIKE '%%BEFORE INSERT%%'"
    ),
    "postgresql": (
        "SELECT tgname, relname, '' FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid "
        # 2: BEFORE, 4: INSERT. What follows after a row goes on following.
        "WHERE NOT tgisinternal AND tgtype & 6 = 6"
    ),
}


@contextmanager
def insert_guards_off(models: Iterable[Model]) -> Iterator[None]:
    """Within the block, and within a transaction, no guard refuses a new row of these
    tables. If the transaction is rolled back, it brings them back by itself; on
    PostgreSQL nobody else writes to these tables meanwhile, on SQLite to none."""
    tables = {model._meta.db_table for model in models}
    # Neither database alters a table of which a deferred check still waits.
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute(_GUARDS[connection.vendor])
        guards = [guard for guard in cursor.fetchall() if guard[1] in tables]
        for name, table, _sql in guards:
            cursor.execute(
                f"DROP TRIGGER {name}"
                if connection.vendor == "sqlite"
                else f"ALTER TABLE {table} DISABLE TRIGGER {name}"
            )
        yield
        connection.check_constraints()
        for name, table, sql in guards:
            cursor.execute(
                sql
                if connection.vendor == "sqlite"
                else f"ALTER TABLE {table} ENABLE TRIGGER {name}"
            )
