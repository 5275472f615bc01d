"""`manage.py export_event SLUG FOLDER`: export a tournament folder."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from rules.faults import RuleError
from scoring.tournament_folder import write_folder
from tournaments.models import Tournament
from tournaments.upkeep.data_commands import DataCommand


class Command(DataCommand):
    help = "Export a tournament as a tournament folder (docs/event-folder.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="The tournament's name in addresses.")
        parser.add_argument("folder", type=Path, help="Created if it does not exist.")

    def handle(self, *, slug: str, folder: Path, **options: object) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"The tournament “{slug}” does not exist.")
        try:
            write_folder(tournament, folder)
        except RuleError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"The folder cannot be written: {error}.") from error
        self.stdout.write(f"Exported: {tournament.title}, to {folder}")
