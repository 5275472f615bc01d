"""Check whether the database and this program version fit, by their migrations."""

from __future__ import annotations

import logging

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from tournaments.upkeep.oldest_version import too_old_for_program

log = logging.getLogger(__name__)


def newer_than_program() -> str:
    """Return a message if a newer version has changed the database so that this version
    would misread it; otherwise "". Raises DatabaseError if the database cannot be read.
    """
    loader = MigrationLoader(connection)
    known = set(loader.disk_migrations)
    for migration in loader.disk_migrations.values():
        known.update(migration.replaces)
    unknown = sorted(
        (app, name)
        for app, name in loader.applied_migrations
        if app in loader.migrated_apps and (app, name) not in known
    )
    if not unknown:
        return ""
    return (
        "This version of the program is older than its database, in which a newer one "
        f"changed the tables ({_named(unknown)}). Nothing was started and nothing was "
        "changed. Start the newer version, or let this one begin with another DATA_DIR "
        "or DATABASE_URL."
    )


def older_than_program() -> str:
    """Return a message if the database lacks migrations of this version; otherwise "".
    Raises DatabaseError if the database cannot be read."""
    loader = MigrationLoader(connection)
    missing = sorted(
        key for key in loader.graph.nodes if key not in loader.applied_migrations
    )
    if not missing:
        return ""
    return (
        "The database is not prepared for this version of the program (it lacks "
        f"{_named(missing)}). Run: {settings.COMMAND} prepare"
    )


def misfit() -> str:
    """Return why this process must not start: the versions of database and program do
    not match.

    Return "" if it may start, or if the database is down, because the database may
    come back.
    """
    try:
        return newer_than_program() or too_old_for_program() or older_than_program()
    except DatabaseError as error:
        log.warning("The database cannot be checked: %s", error)
        return ""
    finally:
        connection.close()


def _named(migrations: list[tuple[str, str]]) -> str:
    first = ".".join(migrations[0])
    more = len(migrations) - 1
    return f"{first} and {more} more" if more else first
