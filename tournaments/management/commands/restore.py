"""`manage.py restore FILE`: an empty installation becomes what was backed up."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.faults import RuleError
from tournaments.refusals import sentence
from tournaments.upkeep.backups import restoring


class Command(BaseCommand):
    help = "Restore a backup into an empty installation that does not run."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="What `backup` wrote.")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="Also into one that is not empty: its database is moved aside.",
        )

    def handle(self, *, file: Path, replace: bool, **options: object) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file “{file}”: nothing was restored.")
        try:
            restored = restoring.restore(file, replace=replace)
        except RuleError as error:
            raise CommandError(" ".join(map(sentence, error.faults))) from error
        except OSError as error:
            raise CommandError(f"Nothing was restored: {error}") from error
        self.stdout.write(
            f"Restored: what was there at {restored.made_at:%Y-%m-%d %H:%M:%S %Z}; "
            f"tournaments: {restored.tournaments}."
        )
        if restored.aside is not None:
            self.stdout.write(f"What was here before is kept: {restored.aside}")
