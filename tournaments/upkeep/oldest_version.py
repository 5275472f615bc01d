"""Recognise databases that only an earlier version of the program can update.

The migrations up to version 1.6.0 are one migration for each app now. So a database
that lacks some of them cannot be updated.
"""

from __future__ import annotations

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

#: The sentence for such a database.
TOO_OLD = (
    "The database is from a version of the program before 1.6.0. Update to version "
    "1.6.0 first, then to this version. Nothing was changed."
)


def too_old_for_program() -> str:
    """Return the message for a database from before version 1.6.0; "" for others.
    Raises DatabaseError.
    """
    applied = set(MigrationRecorder(connection).applied_migrations())
    return TOO_OLD if lacks_replaced(applied) else ""


def lacks_replaced(applied: set[tuple[str, str]]) -> bool:
    """Return whether `applied`, (app, name) of migrations, has some replaced migrations
    of an app and lacks others whose files are gone.
    """
    files = MigrationLoader(None).disk_migrations
    return any(
        not applied.isdisjoint(each.replaces)
        and not applied.union(files).issuperset(each.replaces)
        for each in files.values()
    )
