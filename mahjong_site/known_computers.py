"""Remember the browsers that have signed in to an account. If strangers at the same
network address guess passwords, the account is not locked out in these browsers."""

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
    """Set a cookie that marks the browser as one that has signed in to `account`."""
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
    """Return this browser's mark if `account` (as typed) was the last account that
    signed in with this browser; otherwise ""."""
    mark: str = request.get_signed_cookie(COOKIE, default="", salt=SALT) or ""
    return mark if mark.partition(".")[0] == _hidden(account) else ""


def _hidden(account: str) -> str:
    name = account.strip().casefold()
    return salted_hmac(SALT, name).hexdigest()[:24]
