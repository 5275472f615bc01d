"""Codes that change with time (RFC 6238, with HMAC-SHA-1, six digits and half a minute,
which every app for such codes knows)."""

from __future__ import annotations

import base64
import hmac
import secrets
from urllib.parse import quote, urlencode

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
