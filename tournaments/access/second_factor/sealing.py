"""Secrets of phones as the database keeps them: encrypted by a key that is made of
SECRET_KEY, so that nobody reads them in the database alone.

A backup made by the program holds that key too; a dump of the database does not.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_PURPOSE = b"tournaments.access.second_factor"


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
