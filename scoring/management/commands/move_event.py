"""`manage.py move_event take|bring FILE [SLUG]`: write a tournament (or everything) to
a file, or read it on another installation.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError

from rules.faults import RuleError
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.management.commands.import_event import account
from tournaments.installation_transfer import read_transfer_file, write_transfer_file
from tournaments.models import Tournament
from tournaments.refusals import sentence
from tournaments.upkeep.data_commands import DataCommand


class Command(DataCommand):
    help = (
        "Move one or all tournaments between installations, with any database: `take` "
        "writes a file, `bring` reads it (docs/backup.md)."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["take", "bring"])
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "slug", nargs="?", help="With `take`: the tournament's name in addresses."
        )
        parser.add_argument(
            "--director",
            metavar="USERNAME",
            help="With `bring`: the owner; by default the first superuser.",
        )
        parser.add_argument(
            "--new-links",
            action="store_true",
            help="With `bring`: import even if existing links stop working.",
        )

    def handle(
        self,
        *,
        action: str,
        file: Path,
        slug: str | None,
        director: str | None,
        new_links: bool,
        **options: object,
    ) -> None:
        try:
            if action == "take":
                self._export(file, slug)
            else:
                self._bring(file, director, new_links=new_links)
        except RuleError as error:
            raise CommandError(" ".join(map(sentence, error.faults))) from error
        except (OSError, DatabaseError) as error:
            raise CommandError(f"Nothing was changed: {error}") from error

    def _export(self, file: Path, slug: str | None) -> None:
        tournament = Tournament.objects.filter(slug=slug).first() if slug else None
        if slug and tournament is None:
            raise CommandError(f"The tournament “{slug}” does not exist.")
        write_transfer_file.take(file, tournament)
        subject = tournament.title if tournament else "everything"
        self.stdout.write(
            f"Exported: {subject}, {file}, {file.stat().st_size:,} bytes."
        )
        if tournament is None:
            self.stdout.write(
                "It contains the secret key, all links and password hashes. Keep it "
                "private."
            )
        self.stdout.write("Later changes here are not in the file.")

    def _bring(self, file: Path, director: str | None, *, new_links: bool) -> None:
        brought = read_transfer_file.bring(
            file,
            faults=partial(rebuild, check=True),
            owner=partial(account, director),
            new_links=new_links,
        )
        titles = ", ".join(brought.titles) or "no tournament"
        if brought.was_here:
            self.stdout.write(f"Already here, nothing to do: {titles}.")
        elif brought.renewed:
            self.stdout.write(f"Updated: {titles}.")
        else:
            self.stdout.write(f"Imported: {titles}.")
