"""Addresses of the other installation: which addresses are allowed, and requests to
them.

A director of one tournament must not make this server send requests into its own
network. An address must therefore use https and be on the public internet. Only a
person who runs the installation may allow an address in a private network, also over
http: for a mirror on another machine in the hall, or for tests. Redirects are not
followed, because they would bypass these checks and send the token to another host.
"""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.utils.translation import gettext_noop as _

from rules.strict_reader import Json
from tournaments.deliveries.public_connections import (
    ConnectionTo,
    addresses_of,
    is_public,
)
from tournaments.files.upload_limits import MB
from tournaments.refusals import Refused, refusal

#: Seconds until a silent server counts as unreachable, and for a whole complete copy.
TIMEOUT = 20
#: Most bytes of an answer: a complete copy.
MOST_ANSWERED = 64 * MB
LONGEST = 300


class Unreachable(OSError):
    """No installation of the program answers at the address.

    The first argument is the reason as text.
    """


@dataclass(frozen=True)
class Answer:
    """An answer of the other installation: its status, and its content as JSON or a
    batch.
    """

    status: int
    content: bytes

    @property
    def data(self) -> dict[str, Json]:
        """Return the JSON content; empty if the content is not a JSON object."""
        try:
            data = json.loads(self.content)
        except ValueError:
            return {}
        return data if isinstance(data, dict) else {}


def checked_address(address: str, *, private: bool) -> str:
    """Return the address without surrounding spaces and final slash.

    `private`: http is allowed. Raises Refused if the address cannot be used.
    """
    address = address.strip().rstrip("/")
    try:
        parts = urlsplit(address)
        port, host = parts.port, parts.hostname
    except ValueError:
        raise _unusable() from None
    plain = parts.scheme == "http" and private
    clean = address.isascii() and address.isprintable() and " " not in address
    if not (plain or parts.scheme == "https") or not host or not clean:
        raise _unusable()
    extra = parts.query or parts.fragment or "@" in parts.netloc or port == 0
    if extra or len(address) > LONGEST:
        raise _unusable()
    return address


def _unusable() -> Refused:
    return refusal(
        "address",
        _("Enter the mirror's address, such as https://mahjong.example.org."),
        "address",
    )


def post(
    address: str,
    path: str,
    token: str,
    content: bytes,
    *,
    private: bool,
) -> Answer:
    """Send `content` to the other installation, and return its answer.

    `private`: the address may be in a private network. Raises Unreachable for an
    address that is not allowed or an invalid answer, and OSError if the connection
    fails.
    """
    parts = urlsplit(address)
    connection = _connection(parts, private=private)
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/octet-stream",
        "Accept": "application/json",
        "Accept-Encoding": "identity",
    }
    try:
        connection.request("POST", f"{parts.path}{path}", content, headers)
        response = connection.getresponse()
        read = response.read(MOST_ANSWERED + 1)
    except (http.client.HTTPException, ValueError) as error:
        raise Unreachable(type(error).__name__) from error
    finally:
        connection.close()
    if len(read) > MOST_ANSWERED:
        raise Unreachable("too long")
    return Answer(response.status, read)


def _connection(parts: SplitResult, *, private: bool) -> http.client.HTTPConnection:
    host = parts.hostname or ""
    is_https = parts.scheme == "https"
    port = parts.port or (443 if is_https else 80)
    addresses = addresses_of(host, port)
    if not private and not all(map(is_public, addresses)):
        raise Unreachable("private network")
    if not is_https and any(map(is_public, addresses)):
        # Without encryption, everyone on the way would read the token.
        raise Unreachable("http")
    return ConnectionTo(addresses, host, port, tls=is_https, timeout=TIMEOUT)
