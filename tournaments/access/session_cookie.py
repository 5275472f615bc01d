"""The key of a browser's session, as its cookie brings it."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings


def session_key(cookies: Mapping[str, str]) -> str:
    """The key; "" if there is none, or if it cannot be one: PostgreSQL takes no text
    with NUL in it."""
    key = cookies.get(settings.SESSION_COOKIE_NAME, "")
    return key if key.isascii() and key.isalnum() else ""
