"""Second factors of accounts: set up, check, remove.

Codes are TOTP (RFC 6238) with HMAC-SHA-1, 6 digits and steps of 30 seconds, which all
authenticator apps support. Secrets are stored encrypted with a key derived from
SECRET_KEY, so a dump of the database does not reveal them. Backups by the program
include SECRET_KEY.
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
    """Return the secret, encrypted with the current key."""
    return _by([settings.SECRET_KEY]).encrypt(secret.encode()).decode()


def unseal(sealed: str) -> str | None:
    """Return the secret, decrypted with SECRET_KEY or one of SECRET_KEY_FALLBACKS.

    None if it was encrypted with a different key.
    """
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    try:
        return _by(keys).decrypt(sealed.encode()).decode()
    except InvalidToken:
        return None


def _by(keys: Sequence[str]) -> MultiFernet:
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(key: str) -> bytes:
    derived = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=_PURPOSE)
    return base64.urlsafe_b64encode(derived.derive(key.encode()))


SECONDS, DIGITS = 30, 6
#: Length of a secret in bytes, as recommended by RFC 4226.
SECRET_BYTES = 20
#: Accepted difference of a phone's clock, in steps of 30 seconds.
DRIFT = 1


def new_secret() -> str:
    """Return a new secret in base32, for typing into a phone."""
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def code(secret: str, step: int, digits: int = DIGITS) -> str:
    """Return the code of a secret (base32) for one time step (RFC 4226, 5.3)."""
    key = base64.b32decode(secret)
    mac = hmac.digest(key, step.to_bytes(8, "big"), "sha1")
    at = mac[-1] & 0xF
    number = int.from_bytes(mac[at : at + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**digits:0{digits}}"


def step_of(secret: str, typed: str, seconds: float, *, after: int = 0) -> int | None:
    """Return the time step of a valid code; None if the code is wrong.

    `seconds` is the current Unix time. The step must be later than `after`, the step of
    the last accepted code, so no code is accepted twice.
    """
    now = int(seconds) // SECONDS
    for step in range(now - DRIFT, now + DRIFT + 1):
        right = hmac.compare_digest(code(secret, step).encode(), typed.encode())
        if right and step > after:
            return step
    return None


def address_of(secret: str, account: str, issuer: str) -> str:
    """Return the otpauth address for the QR code. An authenticator app reads the secret
    from the code."""
    label = quote(f"{issuer}:{account}")
    query = {"secret": secret, "issuer": issuer, "digits": DIGITS, "period": SECONDS}
    return f"otpauth://totp/{label}?{urlencode(query, quote_via=quote)}"


RECOVERY_CODES = 8
#: Groups of 4 characters in a recovery code. Each character has nearly 5 bits, so a
#: code cannot be guessed, not even from its hash.
RECOVERY_GROUPS = 4


def has_one(account: User) -> bool:
    """Return whether the account has a second factor, so that signing in needs a
    code.
    """
    return SecondFactor.objects.filter(account=account).exists()


@transaction.atomic
def set_up(account: User, *, secret: str, typed: str) -> list[str]:
    """Require codes of `secret` for the account from now on, and return recovery codes.

    `typed` is a code of the secret. Recovery codes are stored as hashes, so they can be
    shown only now. Raises Refused if the code is wrong or the account already has a
    second factor.
    """
    step = step_of(secret, _digits(typed), time.time())
    if step is None:
        raise _wrong("code")
    codes = [
        staff_accounts.new_password(RECOVERY_GROUPS)
        for _number in range(RECOVERY_CODES)
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
    AccountAct.note(account, ActKind.FACTOR_SET_UP, by=account.get_username())
    return codes


def prove(account: User, typed: str) -> None:
    """Check a code from the phone, or a recovery code, and mark it as used.

    Raises Refused if the code is wrong or already used, or after too many wrong codes
    for this account. Attempts are limited, because a person who can enter codes already
    knows the password. Recovery codes work even then, so that others cannot lock out
    the account's owner.
    """
    name = account.get_username().casefold()
    waits = wrong_password_limit.is_used_up(wrong_password_limit.SECOND_FACTORS, name)
    if _is_right(account, typed, only_recovery=waits):
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
def _is_right(account: User, typed: str, *, only_recovery: bool) -> bool:
    factor = SecondFactor.objects.select_for_update().filter(account=account).first()
    if factor is None:
        return False
    digits = _digits(typed)
    if len(digits) == DIGITS and not only_recovery:
        return _counts(factor, digits)
    matching = [
        stored
        for stored in factor.recovery
        if hmac.compare_digest(stored, _hash(typed))
    ]
    if not matching:
        return False
    factor.recovery = [stored for stored in factor.recovery if stored not in matching]
    factor.save(update_fields=["recovery"])
    AccountAct.note(account, ActKind.RECOVERY_USED, by=account.get_username())
    return True


def _counts(factor: SecondFactor, digits: str) -> bool:
    """Return whether a code from the phone is right, and mark its step as used.

    A used step is not accepted again. If the code is right, the secret is encrypted
    again with the current key.
    """
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
    """Remove the account's second factor, and log the removal. The caller must have
    checked the permission."""
    gone, _of_what = SecondFactor.objects.filter(account=account).delete()
    if gone:
        AccountAct.note(account, ActKind.FACTOR_REMOVED, by=by, reason=reason)


def _digits(typed: str) -> str:
    """Return the typed digits without spaces; "" if there are other characters."""
    close = re.sub(r"\s", "", typed)
    return close if close.isascii() and close.isdigit() else ""


def _hash(code: str) -> str:
    """Return the hash of a recovery code, ignoring case and separators."""
    signs = re.sub(r"[^a-z0-9]", "", code.lower())
    return hashlib.sha256(signs.encode()).hexdigest()


def _wrong(field: str) -> Exception:
    return refusal(
        "wrong_code",
        _("This code is wrong or was already used. Enter the next code from the app."),
        field,
    )
