"""Secrets of phones as the database keeps them: encrypted by a key that is made of
SECRET_KEY, so that nobody reads them in the database alone.

A backup made by the program holds that key too; a dump of the database does not.

Codes that change with time (RFC 6238, with HMAC-SHA-1, six digits and half a minute,
which every app for such codes knows).

Accounts' second factors: set one up, ask for it, remove it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Sequence
from urllib.parse import quote, urlencode

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.access import staff_accounts, wrong_password_limit
from tournaments.models import AccountAct, SecondFactor
from tournaments.models.accounts_invitations_presets import ActKind
from tournaments.refusals import refusal

_PURPOSE = b"tournaments.access"


def seal(secret: str) -> str:
    """The secret, encrypted by the key of now."""
    return _by([settings.SECRET_KEY]).encrypt(secret.encode()).decode()


def unseal(kept: str) -> str | None:
    """The secret, by SECRET_KEY or one of SECRET_KEY_FALLBACKS; None if neither is the
    key that it was encrypted by."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    try:
        return _by(keys).decrypt(kept.encode()).decode()
    except InvalidToken:
        return None


def _by(keys: Sequence[str]) -> MultiFernet:
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(key: str) -> bytes:
    derived = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=_PURPOSE)
    return base64.urlsafe_b64encode(derived.derive(key.encode()))


SECONDS, DIGITS = 30, 6
#: Bytes of a secret: as many as RFC 4226 recommends.
SECRET_BYTES = 20
#: So many steps early or late a phone's clock may be.
DRIFT = 1


def new_secret() -> str:
    """A secret, in base32 as people type it into a phone."""
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def code(secret: str, step: int, digits: int = DIGITS) -> str:
    """The code of a secret (base32) for one step of time (RFC 4226, 5.3)."""
    key = base64.b32decode(secret)
    mac = hmac.digest(key, step.to_bytes(8, "big"), "sha1")
    at = mac[-1] & 0xF
    number = int.from_bytes(mac[at : at + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**digits:0{digits}}"


def step_of(secret: str, given: str, seconds: float, *, after: int = 0) -> int | None:
    """The step whose code was given at that time (since 1970), if it is after the step
    `after`, that of the last code that counted: none counts twice. None: a wrong code.
    """
    now = int(seconds) // SECONDS
    for step in range(now - DRIFT, now + DRIFT + 1):
        right = hmac.compare_digest(code(secret, step).encode(), given.encode())
        if right and step > after:
            return step
    return None


def address_of(secret: str, account: str, issuer: str) -> str:
    """What a phone reads from the QR code."""
    label = quote(f"{issuer}:{account}")
    asked = {"secret": secret, "issuer": issuer, "digits": DIGITS, "period": SECONDS}
    return f"otpauth://totp/{label}?{urlencode(asked, quote_via=quote)}"


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
    step = step_of(secret, _digits(given), time.time())
    if step is None:
        raise _wrong("code")
    codes = [
        staff_accounts.new_password(RECOVERY_GROUPS) for _each in range(RECOVERY_CODES)
    ]
    _factor, is_new = SecondFactor.objects.get_or_create(
        account=account,
        defaults={
            "secret": seal(secret),
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
    waits = wrong_password_limit.is_used_up(wrong_password_limit.SECOND_FACTORS, name)
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
            minutes=wrong_password_limit.SECOND_FACTORS.seconds // 60,
        )
    wrong_password_limit.count(wrong_password_limit.SECOND_FACTORS, name)
    raise _wrong("code")


@transaction.atomic
def _is_right(account: User, given: str, *, only_recovery: bool) -> bool:
    factor = SecondFactor.objects.select_for_update().filter(account=account).first()
    if factor is None:
        return False
    digits = _digits(given)
    if len(digits) == DIGITS and not only_recovery:
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
    secret = unseal(factor.secret)
    if secret is None:
        return False
    step = step_of(secret, digits, time.time(), after=factor.last_step)
    if step is None:
        return False
    factor.last_step, factor.secret = step, seal(secret)
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
