"""The first account of an installation: it directs everything."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils.translation import gettext_noop as _

from tournaments.access import first_visit
from tournaments.refusals import refusal


def is_unclaimed() -> bool:
    """Whether nobody has an account yet."""
    return not User.objects.exists()


@transaction.atomic
def make_first_account(*, username: str, password: str) -> User:
    """The account that directs every tournament of this installation.

    Raises Refused if there is any account already, also when two people try at
    the same moment.
    """
    _lock_accounts()
    if not is_unclaimed():
        raise refusal("claimed", _("This installation already has its first account."))
    transaction.on_commit(first_visit.forget_code)
    return User.objects.create_superuser(username, password=password)


def _lock_accounts() -> None:
    """Let nobody else make an account until the transaction ends. On SQLite a
    transaction is alone anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE auth_user IN SHARE ROW EXCLUSIVE MODE")
