"""Who may make the first account, which directs everything: somebody at the machine
itself, or with the code that the program prints when it is started.

The first account of an installation: it directs everything.
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

#: Wrong codes from one address; a code is one of 31^8.
CODES = Limit("codes", 10, 300)

log = logging.getLogger(__name__)


def code() -> str:
    """The code of this installation; "" if there is none."""
    try:
        return _file().read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""


def is_code(typed: str) -> bool:
    """Whether somebody typed the code, with or without its hyphen, in any case."""
    kept = _letters(code())
    return bool(kept) and secrets.compare_digest(
        _letters(typed).encode(), kept.encode()
    )


def forget_code() -> None:
    """There is an account: the code is void, and its file goes."""
    try:
        _file().unlink(missing_ok=True)
    except OSError as error:
        log.warning("The code of the first visit could not be removed: %s", error)


def is_at_the_machine(request: HttpRequest) -> bool:
    """Whether a request comes from a browser on the machine that answers it.

    Not if anything may stand between the two: where HTTPS is on or a proxy is named
    that is expected, and whatever forwards a request leaves its name in it or speaks
    HTTP 1.0. Nor if the page's address is that of another site, for anybody can let
    their site's name mean this machine.
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
    """Whether nobody has an account yet."""
    return not User.objects.exists()


@transaction.atomic
def make_first_account(*, username: str, password: str) -> User:
    """The account that directs every tournament of this installation.

    Raises Refused if there is any account already, also when two people try at
    the same moment.
    """
    _lock_accounts()
    if not is_unclaimed():
        raise refusal("claimed", _("This installation already has its first account."))
    transaction.on_commit(forget_code)
    return User.objects.create_superuser(username, password=password)


def _lock_accounts() -> None:
    """Let nobody else make an account until the transaction ends. On SQLite a
    transaction is alone anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE auth_user IN SHARE ROW EXCLUSIVE MODE")
