"""The base class of management commands that read or change the database."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from tournaments.upkeep.oldest_version import too_old_for_program


class DataCommand(BaseCommand):
    """A command that needs a database with all migrations.

    Without it, the command raises CommandError with the next step, instead of a
    traceback about a missing table.
    """

    requires_migrations_checks = True

    def check_migrations(self) -> None:
        place = connection.settings_dict["NAME"]
        try:
            too_old = too_old_for_program()
            executor = MigrationExecutor(connection)
            leaves = executor.loader.graph.leaf_nodes()
            missing = executor.migration_plan(leaves)
        except DatabaseError as error:
            raise CommandError(
                f"The database {place} cannot be read: {error}"
            ) from error
        if too_old:
            raise CommandError(too_old)
        if missing:
            raise CommandError(
                f"The database {place} is not prepared for this version. Start the "
                "program once, or name the database with DATA_DIR or DATABASE_URL."
            )
