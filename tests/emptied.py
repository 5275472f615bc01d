"""A database without rows, as its migrations left it, although some of its tables take
no deletion: between tests that commit, and between the modules of a browser's site."""

from __future__ import annotations

from collections.abc import Collection

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

#: What migrations write.
KEPT = {"django_migrations", "django_content_type", "auth_permission"}


def empty_database() -> None:
    """Delete every row but those of migrations. Numbers go on where they were."""
    tables = sorted(set(connection.introspection.table_names()) - KEPT)
    with connection.cursor() as cursor:
        with_rows = _with_rows(cursor, tables)
        if not with_rows:
            return
        if connection.vendor == "sqlite":
            _empty_on_sqlite(cursor, with_rows)
        else:
            _empty_on_postgresql(cursor, with_rows, tables)


def _with_rows(cursor: CursorWrapper, tables: Collection[str]) -> list[str]:
    asks = (f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables)
    cursor.execute(" UNION ALL ".join(asks))
    return [name for (name,) in cursor.fetchall()]


def _empty_on_postgresql(
    cursor: CursorWrapper, with_rows: Collection[str], tables: Collection[str]
) -> None:
    """Few rows are deleted in milliseconds where TRUNCATE makes new files for every
    table and index; but only a superuser may pass over the triggers."""
    cursor.execute("SHOW is_superuser")
    if cursor.fetchone() != ("on",):
        cursor.execute(f"TRUNCATE {', '.join(tables)}")
        return
    deletions = "".join(f"DELETE FROM {name};" for name in with_rows)
    with transaction.atomic():
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(deletions)


def _empty_on_sqlite(cursor: CursorWrapper, with_rows: Collection[str]) -> None:
    cursor.execute("PRAGMA foreign_keys = OFF")
    cursor.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN "
        f"({', '.join(['%s'] * len(with_rows))})",
        with_rows,
    )
    triggers = cursor.fetchall()
    with transaction.atomic():
        for name, _sql in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        for table in with_rows:
            cursor.execute(f"DELETE FROM {table}")
        for _name, sql in triggers:
            cursor.execute(sql)
    cursor.execute("PRAGMA foreign_keys = ON")
