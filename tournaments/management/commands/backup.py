"""`manage.py backup [FILE]`: write the whole installation to one file."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.faults import RuleError
from tournaments.refusals import sentence
from tournaments.upkeep import make_backup, nightly_and_kept_backups


class Command(BaseCommand):
    help = "Back up the database and the secret key to one file, also while running."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            nargs="?",
            help="A new file. Leave out to keep the backup with the others.",
        )

    def handle(self, *, file: Path | None, **options: object) -> None:
        try:
            if file is None:
                file = nightly_and_kept_backups.back_up(
                    nightly_and_kept_backups.BY_OWNER
                )
            else:
                make_backup.make(file)
        except RuleError as error:
            raise CommandError(" ".join(map(sentence, error.faults))) from error
        except OSError as error:
            raise CommandError(f"The backup failed: {error}") from error
        self.stdout.write(f"Backup: {file}, {file.stat().st_size:,} bytes.")
        self.stdout.write(
            "It contains the secret key, all links and password hashes. Keep it "
            "private."
        )
