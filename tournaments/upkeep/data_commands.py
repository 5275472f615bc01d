"""Management commands that read or change what the database holds."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor


class DataCommand(BaseCommand):
    """A command that needs a prepared database. In place of a traceback about a missing
    table it raises CommandError with what to do."""

    requires_migrations_checks = True

    def check_migrations(self) -> None:
        place = connection.settings_dict["NAME"]
        try:
            executor = MigrationExecutor(connection)
            leaves = executor.loader.graph.leaf_nodes()
            missing = executor.migration_plan(leaves)
        except DatabaseError as error:
            raise CommandError(
                f"The database {place} cannot be read: {error}"
            ) from error
        if missing:
            raise CommandError(
                f"The database {place} is not prepared for this version. Start the "
                "program once, or name the database with DATA_DIR or DATABASE_URL."
            )
