"""Empty a database between tests that commit, and between the modules of a browser
test's site, although some tables reject deletion.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

#: Tables filled by migrations.
KEPT = {"django_migrations", "django_content_type", "auth_permission"}


def empty_database() -> None:
    """Delete all rows except rows written by migrations. Primary keys continue."""
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
    """Delete the rows on PostgreSQL.

    DELETE takes milliseconds for few rows, while TRUNCATE creates new files for every
    table and index. But DELETE needs disabled triggers, which only a superuser may
    disable; others use TRUNCATE.
    """
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
