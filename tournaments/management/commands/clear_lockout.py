"""`manage.py clear_lockout [USERNAME]`: delete the counts of failed sign-in
attempts."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management import CommandError

from tournaments.access import wrong_password_limit
from tournaments.upkeep.data_commands import DataCommand


class Command(DataCommand):
    help = (
        "Let an account sign in again after too many wrong passwords; without a name, "
        "all accounts. Run it on the computer that serves the pages."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", help="The username as entered.")

    def handle(self, *, username: str | None, **options: object) -> None:
        try:
            wrong_password_limit.forget(
                username
            ) if username else wrong_password_limit.forget_all()
        except OSError as error:
            raise CommandError(f"The counts cannot be removed: {error}") from error
        message = (
            f"Lockout of “{username}” cleared."
            if username
            else "All lockouts cleared, also for wrong keys and codes."
        )
        self.stdout.write(message)
