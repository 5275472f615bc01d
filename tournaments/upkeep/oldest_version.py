"""Detect databases that only an earlier version of the program can update.

The migrations up to version 1.6.0 were combined into one migration for each app. A
database with only some of these migrations cannot be updated.
"""

from __future__ import annotations

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

#: The sentence for such a database.
TOO_OLD = (
    "The database is from a version of the program before 1.6.0, or a start of version "
    "1.6.0 was interrupted. Update to version 1.6.0 first, or start version 1.8.0 once "
    "after an interruption. Nothing was changed."
)


def too_old_for_program() -> str:
    """Return the message for a database from before version 1.6.0, or "" for later
    databases. Raises DatabaseError if the database cannot be read."""
    applied = set(MigrationRecorder(connection).applied_migrations())
    too_old = lacks_replaced(applied) or has_unrecorded_tables(applied)
    return TOO_OLD if too_old else ""


def has_unrecorded_tables(applied: set[tuple[str, str]]) -> bool:
    """Return whether an app has tables although no migration of the app is recorded.

    An interrupted first start of version 1.6.0 could cause this; later versions cannot.
    Raises DatabaseError if the database cannot be read.
    """
    recorded = {app for app, _name in applied}
    tables = connection.introspection.table_names()
    return any(
        table.startswith(f"{app}_")
        for app in {"tournaments", "scoring"} - recorded
        for table in tables
    )


def lacks_replaced(applied: set[tuple[str, str]]) -> bool:
    """Return whether `applied` contains some, but not all, of the replaced migrations
    of an app. The files of these migrations are deleted.

    `applied` contains the app and the name of each migration.
    """
    files = MigrationLoader(None).disk_migrations
    return any(
        not applied.isdisjoint(migration.replaces)
        and not applied.union(files).issuperset(migration.replaces)
        for migration in files.values()
    )
