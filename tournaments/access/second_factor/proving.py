"""Accounts' second factors: set one up, ask for it, remove it."""

from __future__ import annotations

import hashlib
import hmac
import re
import time

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.access import accounts, throttle
from tournaments.access.second_factor import sealing, totp
from tournaments.models import AccountAct, SecondFactor
from tournaments.models.account_acts import ActKind
from tournaments.refusals import refusal

RECOVERY_CODES = 8
#: Groups of four signs, of which each has nearly five bits: nobody guesses them, not
#: from their hash either.
RECOVERY_GROUPS = 4


def has_one(account: User) -> bool:
    """Whether the account needs a code to sign in."""
    return SecondFactor.objects.filter(account=account).exists()


@transaction.atomic
def set_up(account: User, *, secret: str, given: str) -> list[str]:
    """From now on ask the account for codes of `secret`, of which `given` is one; the
    recovery codes, which are kept as hashes and can be told only now.

    Raises Refused if the code is wrong, or there is a second factor already.
    """
    step = totp.step_of(secret, _digits(given), time.time())
    if step is None:
        raise _wrong("code")
    codes = [accounts.new_password(RECOVERY_GROUPS) for _each in range(RECOVERY_CODES)]
    _factor, is_new = SecondFactor.objects.get_or_create(
        account=account,
        defaults={
            "secret": sealing.seal(secret),
            "last_step": step,
            "recovery": [_hash(code) for code in codes],
        },
    )
    if not is_new:
        raise refusal(
            "has_factor", _("Two-factor authentication is already on for this account.")
        )
    _note(account, ActKind.FACTOR_SET_UP, account.get_username())
    return codes


def prove(account: User, given: str) -> None:
    """Count `given`, the code that a phone shows or a recovery code, as used.

    Raises Refused if it is wrong, was used before, or too many codes for this account
    were wrong: whoever tries them knows its password. A recovery code is right even
    then, so that nobody is locked out by it.
    """
    name = account.get_username().casefold()
    waits = throttle.is_used_up(throttle.SECOND_FACTORS, name)
    if _is_right(account, given, only_recovery=waits):
        return
    if waits:
        raise refusal(
            "codes_wait",
            _(
                "Too many wrong codes for this account. Wait %(minutes)s "
                "minutes, or use a recovery code."
            ),
            "code",
            minutes=throttle.SECOND_FACTORS.seconds // 60,
        )
    throttle.count(throttle.SECOND_FACTORS, name)
    raise _wrong("code")


@transaction.atomic
def _is_right(account: User, given: str, *, only_recovery: bool) -> bool:
    factor = SecondFactor.objects.select_for_update().filter(account=account).first()
    if factor is None:
        return False
    digits = _digits(given)
    if len(digits) == totp.DIGITS and not only_recovery:
        return _counts(factor, digits)
    found = [
        kept for kept in factor.recovery if hmac.compare_digest(kept, _hash(given))
    ]
    if not found:
        return False
    factor.recovery = [kept for kept in factor.recovery if kept not in found]
    factor.save(update_fields=["recovery"])
    _note(account, ActKind.RECOVERY_USED, account.get_username())
    return True


def _counts(factor: SecondFactor, digits: str) -> bool:
    """Whether a code of the phone is right; then none of that step counts any more, and
    the secret is kept by the key of now."""
    secret = sealing.unseal(factor.secret)
    if secret is None:
        return False
    step = totp.step_of(secret, digits, time.time(), after=factor.last_step)
    if step is None:
        return False
    factor.last_step, factor.secret = step, sealing.seal(secret)
    factor.save(update_fields=["last_step", "secret"])
    return True


@transaction.atomic
def remove(account: User, *, by: str, reason: str = "") -> None:
    """Ask the account for its password only; for a caller who knows that it may."""
    gone, _of_what = SecondFactor.objects.filter(account=account).delete()
    if gone:
        _note(account, ActKind.FACTOR_REMOVED, by, reason)


def _digits(given: str) -> str:
    """What was typed, without the gap in the middle; "" if it is no code of a phone."""
    close = re.sub(r"\s", "", given)
    return close if close.isascii() and close.isdigit() else ""


def _hash(code: str) -> str:
    """Of a recovery code, however it is written."""
    signs = re.sub(r"[^a-z0-9]", "", code.lower())
    return hashlib.sha256(signs.encode()).hexdigest()


def _wrong(field: str) -> Exception:
    return refusal(
        "wrong_code",
        _("This code is wrong or was already used. Wait for the next one."),
        field,
    )


def _note(account: User, kind: ActKind, by: str, reason: str = "") -> None:
    name = account.get_username()
    AccountAct.objects.create(by=by, account=name, kind=kind, reason=reason)
