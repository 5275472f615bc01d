"""The email address of an account: verified by a code, changed, removed.

Only verified addresses are stored. They are used to reset a password and for single
sign-on.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.access import staff_accounts, wrong_password_limit
from tournaments.access.wrong_password_limit import Limit
from tournaments.deliveries.queue_and_retry import queue_mail
from tournaments.models import AccountAct
from tournaments.models.accounts_invitations_presets import ActKind
from tournaments.refusals import refusal

#: Limit for codes sent, by account and by address, so that no one can use the page to
#: flood a mailbox.
CODES_SENT = Limit("email-codes", 5, 3600)
#: Limit for wrong codes of an account.
WRONG_CODES = Limit("wrong-email-codes", 20, 3600)


@dataclass(frozen=True)
class SentCode:
    """A code and the address it was sent to."""

    address: str
    code: str


def code_lifetime() -> timedelta:
    """Return how long codes sent by mail are valid."""
    return timedelta(seconds=settings.ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT)


def address_of(account: User) -> str:
    """Return the account's verified address; "" if there is none."""
    verified = EmailAddress.objects.filter(user=account, verified=True)
    return verified.values_list("email", flat=True).first() or ""


def accounts_with(address: str) -> QuerySet[User]:
    """Return a query for the active accounts that have verified this address. There is
    at most one account."""
    return User.objects.filter(
        emailaddress__email__iexact=address,
        emailaddress__verified=True,
        is_active=True,
    )


@transaction.atomic
def send_code(account: User, address: str) -> SentCode:
    """Send a code to the address by mail, and return the code with the address.

    Raises Refused after too many codes for this account or address. Does not reveal
    whether another account has the address.
    """
    name = account.get_username()
    for counted in (name, address.casefold()):
        if wrong_password_limit.count(CODES_SENT, counted) > CODES_SENT.most:
            raise refusal(
                "too_many_codes",
                _("Too many codes were sent. Try again in an hour."),
                "email",
            )
    code = staff_accounts.new_password(2)
    text = gettext(
        "Your code is %(code)s. It is valid for %(minutes)s minutes. Enter the "
        "code on the page where you asked for it, to add this email address to "
        "the account %(name)s.\n\nIf this was not you, ignore this mail."
    )
    minutes = code_lifetime() // timedelta(minutes=1)
    queue_mail(
        address,
        subject=gettext("Code for your email address"),
        body=text % {"code": code, "minutes": minutes, "name": name},
        valid=code_lifetime(),
    )
    return SentCode(address, code)


@transaction.atomic
def confirm(account: User, sent: SentCode, typed: str) -> None:
    """Store the address as the account's verified address, and delete the previous
    address.

    The previous address gets a mail about the change. Raises Refused if the code is
    wrong, after too many wrong codes, or if another account has the address.
    """
    name = account.get_username()
    if wrong_password_limit.is_used_up(WRONG_CODES, name):
        message = _("Too many wrong codes. Try again in an hour.")
        raise refusal("too_many", message, "code")
    if not hmac.compare_digest(_letters(sent.code), _letters(typed)):
        wrong_password_limit.count(WRONG_CODES, name)
        raise refusal("wrong_code", _("Wrong code."), "code")
    previous = _delete_address(account)
    try:
        with transaction.atomic():
            EmailAddress.objects.create(
                user=account, email=sent.address.lower(), verified=True, primary=True
            )
    except IntegrityError as error:
        raise refusal(
            "address_taken",
            _("Another account already has this email address."),
            "code",
        ) from error
    account.email = sent.address.lower()
    account.save(update_fields=["email"])
    AccountAct.note(account, ActKind.EMAIL_VERIFIED, by=account.get_username())
    _tell_previous(account, previous)


@transaction.atomic
def remove(account: User) -> None:
    """Remove the account's address, and send a mail about this to the address."""
    previous = _delete_address(account)
    account.email = ""
    account.save(update_fields=["email"])
    if previous:
        AccountAct.note(account, ActKind.EMAIL_REMOVED, by=account.get_username())
        _tell_previous(account, previous)


@transaction.atomic
def note_password_reset(account: User) -> None:
    """Log that the account's password was reset with a code sent by mail."""
    AccountAct.note(account, ActKind.PASSWORD_RESET, by=account.get_username())


def _delete_address(account: User) -> str:
    """Delete the account's address and return it; "" if there was none."""
    previous = address_of(account)
    EmailAddress.objects.filter(user=account).delete()
    return previous


def _tell_previous(account: User, previous: str) -> None:
    if not previous or not settings.EMAIL_HOST or previous == account.email:
        return
    text = gettext(
        "This email address was removed from the account %(name)s. If you did not "
        "remove it, tell the owner of the installation."
    )
    queue_mail(
        previous,
        subject=gettext("Email address removed"),
        body=text % {"name": account.get_username()},
    )


def _letters(code: str) -> bytes:
    """Return a code in small letters without separators, as bytes."""
    return re.sub(r"[^a-z0-9]", "", code.lower()).encode()
