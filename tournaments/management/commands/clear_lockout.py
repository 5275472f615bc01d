"""`manage.py clear_lockout [USERNAME]`: take back wrong passwords."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management import CommandError

from tournaments.access import throttle
from tournaments.upkeep.data_commands import DataCommand


class Command(DataCommand):
    help = (
        "Let an account that had too many wrong passwords sign in again; without a "
        "name, everybody. Counts are kept on each machine: run it where the pages are."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", help="the account, as it is typed")

    def handle(self, *, username: str | None, **options: object) -> None:
        try:
            throttle.forget(username) if username else throttle.forget_all()
        except OSError as error:
            raise CommandError(f"The counts cannot be removed: {error}") from error
        whom = f"for “{username}”" if username else "and wrong keys and codes"
        self.stdout.write(f"Wrong passwords {whom} are forgotten.")
