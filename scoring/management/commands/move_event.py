"""`manage.py move_event take|bring FILE [SLUG]`: from one installation to another."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError

from rules.faults import RuleError
from scoring.ledger.rebuild import rebuild
from scoring.management.commands.import_event import account
from tournaments.events.moving import bringing, taking
from tournaments.models import Tournament
from tournaments.refusals import sentence
from tournaments.upkeep.data_commands import DataCommand


class Command(DataCommand):
    help = (
        "Move one event, or everything, between installations, whichever database each "
        "has: `take` writes a file, `bring` reads it (docs/backup.md)."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["take", "bring"])
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "slug", nargs="?", help="To take one event: its name in addresses."
        )
        parser.add_argument(
            "--director",
            metavar="USERNAME",
            help="To bring one event: whose it becomes; else the first superuser's.",
        )
        parser.add_argument(
            "--new-links",
            action="store_true",
            help="To bring one event although links given out will not open.",
        )

    def handle(
        self,
        *,
        what: str,
        file: Path,
        slug: str | None,
        director: str | None,
        new_links: bool,
        **options: object,
    ) -> None:
        try:
            if what == "take":
                self._take(file, slug)
            else:
                self._bring(file, director, new_links=new_links)
        except RuleError as error:
            raise CommandError(" ".join(map(sentence, error.faults))) from error
        except (OSError, DatabaseError) as error:
            raise CommandError(f"Nothing was changed: {error}") from error

    def _take(self, file: Path, slug: str | None) -> None:
        tournament = Tournament.objects.filter(slug=slug).first() if slug else None
        if slug and tournament is None:
            raise CommandError(f"There is no tournament “{slug}”.")
        taking.take(file, tournament)
        what = tournament.title if tournament else "everything"
        self.stdout.write(f"Taken: {what}, {file}, {file.stat().st_size:,} bytes.")
        if tournament is None:
            self.stdout.write(
                "It opens everything (secret key, links, passwords as hashes): keep it "
                "where only you can read it."
            )
        self.stdout.write("What is entered here from now on is not in the file.")

    def _bring(self, file: Path, director: str | None, *, new_links: bool) -> None:
        brought = bringing.bring(
            file,
            faults=partial(rebuild, check=True),
            owner=partial(account, director),
            new_links=new_links,
        )
        said = ", ".join(brought.titles) or "no event"
        if brought.was_here:
            self.stdout.write(f"Already here, nothing to do: {said}.")
        elif brought.renewed:
            self.stdout.write(f"Brought up to date: {said}.")
        else:
            self.stdout.write(f"Brought: {said}.")
