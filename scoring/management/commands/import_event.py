"""`manage.py import_event FOLDER`: import a tournament folder."""

from __future__ import annotations

from pathlib import Path

from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser
from django.urls import reverse

from rules.faults import RuleError
from scoring import tournament_folder
from scoring.tournament_folder.import_tournament import Imported, import_files
from tournaments.files.file_faults import FileFault, located
from tournaments.upkeep.data_commands import DataCommand


class Command(DataCommand):
    help = (
        "Import a tournament folder (docs/event-folder.md), completely or not at all."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="The folder or a zip file of it.")
        parser.add_argument(
            "--accept-flagged",
            action="store_true",
            help="Import with each contradiction flagged.",
        )
        parser.add_argument(
            "--director",
            metavar="USERNAME",
            help="The owner; by default the first superuser.",
        )

    def handle(
        self,
        *,
        folder: Path,
        accept_flagged: bool,
        director: str | None,
        **options: object,
    ) -> None:
        try:
            imported = import_files(
                tournament_folder.from_path(folder),
                director=account(director),
                accept_flagged=accept_flagged,
            )
        except RuleError as error:
            raise self._refusal(error) from error
        except OSError as error:
            raise CommandError(f"The folder cannot be read: {error}.") from error
        self._print_report(imported)

    def _print_report(self, imported: Imported) -> None:
        tournament = imported.tournament
        address = reverse("public:tournament", args=[tournament.slug])
        self.stdout.write(f"Imported: {tournament.title}, at {address}")
        for finding in imported.findings:
            mark = "" if finding.agrees else "DIFFERS: "
            self.stdout.write(f"{mark}{finding.sentence}")
        for flag in imported.flags:
            self.stdout.write(f"FLAG: {located(flag)}")

    def _refusal(self, error: RuleError) -> CommandError:
        for fault in error.faults:
            self.stderr.write(located(fault))
        message = f"Nothing was imported. Errors: {len(error.faults)}."
        if all(isinstance(f, FileFault) and f.acceptable for f in error.faults):
            message += " Use --accept-flagged to import it with flags."
        return CommandError(message)


def account(username: str | None) -> User | None:
    """Return the account with this name, or the first superuser for None. Raises
    CommandError if no account has this name.
    """
    if username is None:
        return User.objects.filter(is_superuser=True).order_by("pk").first()
    try:
        return User.objects.get(username=username)
    except User.DoesNotExist as error:
        raise CommandError(f"No account has the user name “{username}”.") from error
