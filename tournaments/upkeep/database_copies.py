"""The functions for SQLite and PostgreSQL that backups use."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, cast

from django.contrib.auth.models import User
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournaments.models import Tournament
from tournaments.upkeep import postgresql_copies, sqlite_copies


class Engine(Protocol):
    """The functions that `sqlite_copies` and `postgresql_copies` both provide."""

    def size(self) -> int: ...
    def dump(self, target: Path) -> Mapping[str, int]: ...
    def rows(self, copy: Path) -> Mapping[str, int]: ...
    def refuse_unsound(self, copy: Path) -> None: ...
    def refuse_if_in_use(self) -> None: ...
    def put_in_place(self, copy: Path, aside: Path | None) -> None: ...


def engine() -> Engine:
    module = postgresql_copies if connection.vendor == "postgresql" else sqlite_copies
    return cast(Engine, module)


def is_empty() -> bool:
    """Return whether the installation has no accounts and no tournaments. Return False
    if the database cannot be read."""
    try:
        with connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
        return not any(
            model._meta.db_table in tables and model._default_manager.exists()
            for model in (User, Tournament)
        )
    except DatabaseError:
        return False


def applied_migrations() -> dict[str, list[str]]:
    """Return the names of the applied migrations, by app.

    A migration that replaces other migrations is left out. The replaced migrations are
    returned, as in earlier versions of the program.
    """
    files = MigrationLoader(None).disk_migrations
    by_app: dict[str, list[str]] = {}
    for key in sorted(MigrationRecorder(connection).applied_migrations()):
        if key not in files or not files[key].replaces:
            by_app.setdefault(key[0], []).append(key[1])
    return by_app


def known_migrations() -> set[tuple[str, str]]:
    """Return the app and the name of each migration in this program, including replaced
    migrations."""
    loader = MigrationLoader(None)
    replaced = (
        name
        for migration in loader.disk_migrations.values()
        for name in migration.replaces
    )
    return {*loader.disk_migrations, *replaced}
