"""Migrate the database to this version, completely or not at all.

Django commits a migration with deferred SQL before recording it. If the process is
killed in between, every later start tries to create the same tables again. So all
migrations of a command and their records are one transaction.

Existing data is backed up first. Only one process at a time does this per data folder
and per PostgreSQL database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps.registry import Apps
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from rules.faults import RuleError
from tournaments.files.file_locks import alone_with
from tournaments.refusals import sentence
from tournaments.upkeep import nightly_and_kept_backups
from tournaments.upkeep.database_copies import is_empty

Say = Callable[[str], object]

#: Key of the PostgreSQL advisory lock, not used elsewhere.
LOCK = 0x57494E44
WAITING = "another start is preparing the same data: waiting until it has finished"


class NoBackupError(Exception):
    """Error for a failed backup. Nothing was changed. Its message has the reason."""


@contextmanager
def one_at_a_time(say: Say) -> Iterator[None]:
    """Lock the data folder in the block. Wait first if another process is preparing it;
    `say` then gets a message."""
    file = Path(settings.DATA_DIR) / "preparing"
    with alone_with(file, lambda: say(WAITING)):
        yield


@contextmanager
def in_one_transaction(say: Say) -> Iterator[None]:
    """Run the block in one transaction. Wait first if another process is migrating the
    same database; `say` then gets a message."""
    with one_at_a_time(say), _without_foreign_keys(), transaction.atomic():
        if connection.vendor == "postgresql":
            _wait_for_other_machines(say)
        yield


@contextmanager
def _without_foreign_keys() -> Iterator[None]:
    """Turn off SQLite's foreign keys in the block.

    SQLite can rebuild tables only without them, and cannot turn them off in a
    transaction. Django checks the keys after each migration.
    """
    if connection.vendor == "sqlite":
        with connection.constraint_checks_disabled():
            yield
    else:
        yield


def _wait_for_other_machines(say: Say) -> None:
    """Wait for a lock that PostgreSQL releases at the end of the transaction. Call
    `say` with a message if another process has the lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        if cursor.fetchone() == (True,):
            return
        say(WAITING)
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def back_up_first(say: Say) -> None:
    """Back up the data unless the installation is empty. Raises NoBackupError if the
    backup fails."""
    if is_empty():
        return
    try:
        file = nightly_and_kept_backups.back_up(nightly_and_kept_backups.BEFORE_UPGRADE)
    except RuleError as error:
        raise _no_backup(" ".join(map(sentence, error.faults))) from error
    except OSError as error:
        raise _no_backup(f"{error}.") from error
    say(f"backup of the data before the change: {file}")


def _no_backup(why: str) -> NoBackupError:
    return NoBackupError(
        f"{why} The database must be changed for this version, and that is not done "
        "without a backup. Nothing was changed. Fix the cause and start again, or make "
        f"a backup in another way and run: {settings.COMMAND} migrate --no-backup"
    )


def record_interrupted(say: Say) -> None:
    """Record a migration that an interrupted start of version 1.6.0 or older committed
    but did not record."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    tables = connection.introspection.table_names()
    if not set(tables) - {"django_migrations"}:
        return
    for migration, _backwards in executor.migration_plan(loader.graph.leaf_nodes()):
        key = (migration.app_label, migration.name)
        parents = {parent.key for parent in loader.graph.node_map[key].parents}
        if parents <= set(loader.applied_migrations) and _is_committed(loader, key):
            executor.recorder.record_applied(*key)
            say(f"recorded {'.'.join(key)}, which an interrupted start had committed")
            return


def _is_committed(loader: MigrationLoader, key: tuple[str, str]) -> bool:
    """Return whether the database has all columns that a migration adds and none that
    it removes. False for a migration that does neither, because it can be repeated."""
    before = _columns(loader.project_state(key, at_end=False).apps)
    after = _columns(loader.project_state(key, at_end=True).apps)
    added, removed = after - before, before - after
    present = _columns_in_database({table for table, _column in added | removed})
    return bool(added | removed) and added <= present and not removed & present


def _columns(apps: Apps) -> set[tuple[str, str]]:
    """Return (table, column) of each column of all models."""
    return {
        (model._meta.db_table, field.column)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.local_concrete_fields
        if field.column
    }


def _columns_in_database(tables: set[str]) -> set[tuple[str, str]]:
    with connection.cursor() as cursor:
        introspection = connection.introspection
        existing = tables & set(introspection.table_names(cursor))
        return {
            (table, column.name)
            for table in existing
            for column in introspection.get_table_description(cursor, table)
        }
