"""`manage.py restore FILE`: restore a backup into an empty installation."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.faults import RuleError
from tournaments.refusals import sentence
from tournaments.upkeep import restore_backup


class Command(BaseCommand):
    help = "Restore a backup into an empty installation that is not running."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="A file created by `backup`.")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="Move an existing database aside first.",
        )

    def handle(self, *, file: Path, replace: bool, **options: object) -> None:
        if not file.is_file():
            raise CommandError(
                f"The file “{file}” does not exist. Nothing was restored."
            )
        try:
            restored = restore_backup.restore(file, replace=replace)
        except RuleError as error:
            raise CommandError(" ".join(map(sentence, error.faults))) from error
        except OSError as error:
            raise CommandError(f"Nothing was restored: {error}") from error
        self.stdout.write(
            f"Restored the backup of {restored.made_at:%Y-%m-%d %H:%M:%S %Z}; "
            f"tournaments: {restored.tournaments}."
        )
        if restored.aside is not None:
            self.stdout.write(f"The previous database is kept: {restored.aside}")
