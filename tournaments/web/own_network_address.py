"""The address of this program for phones: of the site, or in the local network."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

from tournaments.web.qr_codes import ONLY_HERE

# A documentation address (RFC 5737). Nothing is sent to it. Connecting to it shows the
# address from which the system would send.
ELSEWHERE = ("192.0.2.1", 9)
#: Values of HOST with which the program listens at all addresses of the computer.
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not listened on


@dataclass(frozen=True)
class PhoneAccess:
    """Access of phones to the requested page.

    `address`: the page's address for phones, "" if unknown. Without it, one of these is
    set: `only_here`, a value of HOST that accepts connections from this computer only;
    `is_site`: viewers use a proxy or HTTPS, but the settings do not contain the site's
    address. If neither is set, the computer is in no network.
    """

    address: str = ""
    only_here: str = ""
    is_site: bool = False


def own_address() -> str | None:
    """Return the address at which other devices in the network reach this machine, or
    None if the machine is in no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def is_site() -> bool:
    """Return whether viewers reach the program through a proxy or over HTTPS."""
    return bool(settings.HTTPS or settings.BEHIND_PROXY)


def site_origin() -> str:
    """Return scheme and host of the site, such as "https://club.example"; "" if the
    settings do not contain them."""
    if not is_site():
        return ""
    if origins := [one for one in settings.CSRF_TRUSTED_ORIGINS if "*" not in one]:
        return str(origins[0])
    names = [host for host in settings.ALLOWED_HOSTS if host[:1] not in "*."]
    hosts = [host for host in names if host not in ONLY_HERE]
    scheme = "https" if settings.HTTPS else "http"
    return f"{scheme}://{hosts[0]}" if hosts else ""


def phone_access(request: HttpRequest) -> PhoneAccess:
    """Return how phones reach the requested page."""
    if is_site():
        origin = site_origin()
        address = f"{origin}{request.get_full_path()}" if origin else ""
        return PhoneAccess(address, is_site=True)
    if _is_only_here(settings.HOST):
        return PhoneAccess(only_here=settings.HOST)
    host = own_address() if settings.HOST in EVERYWHERE else settings.HOST
    if not host:
        return PhoneAccess()
    port = request.get_host().rpartition(":")[2]
    at = f"[{host}]" if ":" in host else host
    origin = f"{at}:{port}" if port.isdecimal() else at
    return PhoneAccess(f"{request.scheme}://{origin}{request.get_full_path()}")


def _is_only_here(host: str) -> bool:
    """Return whether a program that listens on `host` is reached from this computer
    only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
