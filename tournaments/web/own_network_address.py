"""The address of this computer for phones in the same network."""

from __future__ import annotations

import socket

from django.conf import settings
from django.http import HttpRequest

# A documentation address (RFC 5737). Nothing is sent to it. Connecting to it shows the
# address from which the system would send.
ELSEWHERE = ("192.0.2.1", 9)
#: Values of HOST with which the program listens at all addresses of the computer.
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not listened on


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


def page_for_phones(request: HttpRequest) -> str:
    """Return the address of the requested page for phones in the local network. Return
    "" if only this computer can reach the program, or if the computer is in no network.
    """
    address = own_address() if settings.HOST in EVERYWHERE else None
    if address is None:
        return ""
    port = request.get_host().rpartition(":")[2]
    host = f"{address}:{port}" if port.isdecimal() else address
    return f"{request.scheme}://{host}{request.get_full_path()}"
