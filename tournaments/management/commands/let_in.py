"""`manage.py let_in USERNAME`: restore access for an account that cannot sign in."""

from __future__ import annotations

from argparse import ArgumentParser

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError

from tournaments.access import (
    deactivate_and_sign_out,
    second_factor_and_totp,
    wrong_password_limit,
)
from tournaments.upkeep.data_commands import DataCommand

#: Author and reason in the log of accounts.
BY, REASON = "command line", "let_in"


class Command(DataCommand):
    help = (
        "Reactivate an account and clear its lockouts. To set a new password: "
        f"{settings.COMMAND} changepassword USERNAME"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument(
            "--without-second-factor",
            action="store_true",
            help="Turn off two-factor authentication for it.",
        )

    def handle(
        self, *, username: str, without_second_factor: bool, **options: object
    ) -> None:
        account = User.objects.filter(username__iexact=username).first()
        if account is None:
            raise CommandError(f"No account has the user name “{username}”.")
        deactivate_and_sign_out.activate(account, reason=REASON, by=BY)
        if without_second_factor:
            second_factor_and_totp.remove(account, by=BY, reason=REASON)
        try:
            wrong_password_limit.forget(username)
        except OSError as error:
            raise CommandError(f"The counts cannot be removed: {error}") from error
        self.stdout.write(f"“{account.get_username()}” can sign in with its password.")
