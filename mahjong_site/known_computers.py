"""Browsers in which an account has signed in before: strangers at the same address, who
try passwords for it, do not make them wait."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.crypto import salted_hmac

COOKIE = "signed_in_before"
SALT = "mahjong_site.known_computers"
REMEMBERED = timedelta(days=365)


def remember(request: HttpRequest, response: HttpResponseBase, account: str) -> None:
    """Let the browser show from now on that `account` has signed in there."""
    mark = mark_of(request, account) or f"{_hidden(account)}.{secrets.token_hex(8)}"
    response.set_signed_cookie(
        COOKIE,
        mark,
        salt=SALT,
        max_age=REMEMBERED,
        path=reverse("account_login"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def mark_of(request: HttpRequest, account: str) -> str:
    """What tells this browser from others, if `account` (as somebody typed it) signed
    in there last; else an empty text."""
    mark: str = request.get_signed_cookie(COOKIE, default="", salt=SALT) or ""
    return mark if mark.partition(".")[0] == _hidden(account) else ""


def _hidden(account: str) -> str:
    name = account.strip().casefold()
    return salted_hmac(SALT, name).hexdigest()[:24]
