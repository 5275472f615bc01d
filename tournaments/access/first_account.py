"""Create the first account of an installation, which has all permissions.

A person at the machine can create it, or a person with the code that the program prints
when it starts.
"""

from __future__ import annotations

import logging
import secrets
from ipaddress import ip_address
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext_noop as _

from tournaments.access.wrong_password_limit import Limit
from tournaments.refusals import refusal

#: Limit of wrong codes from one address; there are 31^8 codes.
CODES = Limit("codes", 10, 300)

log = logging.getLogger(__name__)


def code() -> str:
    """Return the code for the first account of this installation; "" if there is
    none."""
    try:
        return _file().read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""


def is_code(typed: str) -> bool:
    """Return whether the typed text is the code, ignoring hyphens and case."""
    expected = _letters(code())
    return bool(expected) and secrets.compare_digest(
        _letters(typed).encode(), expected.encode()
    )


def forget_code() -> None:
    """Delete the file with the code, because an account exists."""
    try:
        _file().unlink(missing_ok=True)
    except OSError as error:
        log.warning("The code of the first visit could not be removed: %s", error)


def is_at_the_machine(request: HttpRequest) -> bool:
    """Return whether a request comes from a browser on the server's machine.

    False if another computer may be in between: if HTTPS is on, if a proxy is
    configured, or if the request has headers of a proxy or uses HTTP 1.0. Also false if
    the page has another site's address, because any site can let its name point to this
    machine.
    """
    if settings.HTTPS or settings.BEHIND_PROXY or _is_forwarded(request):
        return False
    host, _port = split_domain_port(request.get_host())
    return _is_loopback(request.META.get("REMOTE_ADDR", "")) and (
        host == "localhost" or _is_loopback(host.strip("[]"))
    )


def _is_forwarded(request: HttpRequest) -> bool:
    names = ("HTTP_X_FORWARDED", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")
    return request.META.get("SERVER_PROTOCOL") == "HTTP/1.0" or any(
        name.startswith(names) for name in request.META
    )


def _is_loopback(text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _file() -> Path:
    return Path(settings.FIRST_VISIT_CODE)


def is_unclaimed() -> bool:
    """Return whether the installation has no account yet."""
    return not User.objects.exists()


@transaction.atomic
def make_first_account(*, username: str, password: str) -> User:
    """Create and return the first account, which owns every tournament of this
    installation.

    Raises Refused if an account exists, even if two people try at the same time.
    """
    _lock_accounts()
    if not is_unclaimed():
        raise refusal("claimed", _("This installation already has its first account."))
    transaction.on_commit(forget_code)
    return User.objects.create_superuser(username, password=password)


def _lock_accounts() -> None:
    """Prevent other transactions from creating accounts until the current transaction
    ends.

    On SQLite only one transaction writes at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE auth_user IN SHARE ROW EXCLUSIVE MODE")
