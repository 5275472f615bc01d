"""`manage.py migrate`: Django's command in one transaction."""

from __future__ import annotations

from typing import cast

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations import Migration

from mahjong_site import upgrade_database
from tournaments.upkeep.oldest_version import too_old_for_program


class Command(migrate.Command):
    #: `say`: prints a line although `verbosity` is 0.
    stealth_options = ("say",)

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--no-backup",
            action="store_false",
            dest="backup",
            help="Do not back up existing data first.",
        )

    def handle(self, *args: object, **options: object) -> None:
        if refusal := too_old_for_program():
            raise CommandError(refusal)
        if options["plan"] or options["check_unapplied"]:
            super().handle(*args, **options)
            return
        self._say = cast(upgrade_database.Say, options.get("say") or self.stdout.write)
        self._needs_backup = bool(options["backup"])
        try:
            with upgrade_database.in_one_transaction(self._say):
                upgrade_database.record_interrupted(self._say)
                super().handle(*args, **options)
        except upgrade_database.NoBackupError as error:
            raise CommandError(str(error)) from error

    def migration_progress_callback(
        self, action: str, migration: Migration | None = None, fake: bool = False
    ) -> None:
        if action.endswith("apply_start") and self._needs_backup and not fake:
            self._needs_backup = False
            upgrade_database.back_up_first(self._say)
        super().migration_progress_callback(action, migration, fake)
        # PostgreSQL cannot alter a table whose foreign keys it has not checked yet.
        if action.endswith("apply_success") and connection.vendor == "postgresql":
            connection.check_constraints()
