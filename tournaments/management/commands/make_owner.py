"""`manage.py make_owner [USERNAME]`: create the first account, which has all
permissions.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from getpass import getpass

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError

from rules.faults import RuleError
from tournaments.access import first_account
from tournaments.access.staff_account_forms import FirstAccountForm
from tournaments.refusals import sentence
from tournaments.upkeep.data_commands import DataCommand


class Command(DataCommand):
    help = (
        "Create the first account, which can manage every tournament. "
        "Reads the password from the terminal or standard input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", help="Leave out to be asked for it.")

    def handle(self, *args: object, **options: object) -> None:
        _refuse_if_claimed()
        username = options["username"] or _typed("Username: ")
        password = _typed_unseen("Password: ")
        again = _typed_unseen("Password again: ") if sys.stdin.isatty() else password
        form = FirstAccountForm(
            {"username": username, "password1": password, "password2": again}
        )
        if not form.is_valid():
            wrong = [text for texts in form.errors.values() for text in texts]
            raise CommandError("\n".join(map(str, wrong)))
        name = form.cleaned_data["username"]
        try:
            first_account.make_first_account(username=name, password=password)
        except RuleError as error:
            raise CommandError(sentence(error.faults[0])) from error
        self.stdout.write(f"“{name}” can manage every tournament of this installation.")


def _refuse_if_claimed() -> None:
    if first_account.is_unclaimed():
        return
    names = User.objects.filter(is_superuser=True).values_list("username", flat=True)
    whose = " and ".join(f"“{name}”" for name in names) or "another account"
    raise CommandError(
        f"This installation already has its first account: {whose}. To set a new "
        f"password: {settings.COMMAND} changepassword USERNAME"
    )


def _typed(prompt: str) -> str:
    if sys.stdin.isatty():
        return input(prompt)
    return sys.stdin.readline().rstrip("\r\n")


def _typed_unseen(prompt: str) -> str:
    return getpass(prompt) if sys.stdin.isatty() else _typed(prompt)
