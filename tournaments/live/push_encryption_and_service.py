"""How a message gets to a browser: encrypted for it (RFC 8291), signed as ours (RFC
8292), and handed to the push service that the browser named.

That address comes from outside. It is believed only if it is https at a service that
the settings name; its host is looked up here, and exactly the address that was found
to be public is called.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from time import time
from urllib.parse import SplitResult, urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _
from py_vapid import Vapid02

from tournaments.refusals import refusal

CURVE = ec.SECP256R1()
#: The number of points of that curve.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
TIMEOUT = 10
#: Addresses that stand for another one, which may be in a private network: IPv4 inside
#: IPv6 (compatible, mapped, translated), NAT64 (RFC 6052, RFC 8215), Teredo, 6to4 and
#: its relays. Whether Python calls them public differs by its version.
INDIRECT = tuple(
    map(
        ipaddress.ip_network,
        (
            *("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96"),
            *("64:ff9b::/96", "64:ff9b:1::/48"),
            *("2001::/32", "2002::/16", "192.88.99.0/24"),
        ),
    )
)
LONGEST_ENDPOINT = 1000
SECRET_BYTES = 16
HTTPS_PORT = 443
#: For so many seconds our signature holds. Services refuse more than 24 hours by their
#: own clock, which may be behind ours.
SIGNED_FOR = 12 * 3600


@dataclass(frozen=True)
class Keys:
    """What a browser gave to encrypt its messages with, in base64url."""

    public_key: str
    secret: str


@dataclass(frozen=True)
class Parcel:
    """A message on its way. `site` is ours, for the service to complain to; `ttl`:
    for how many seconds it is worth anything."""

    endpoint: str
    keys: Keys
    content: bytes
    site: str
    ttl: int


class Outcome(Enum):
    TAKEN = "taken"
    #: The browser does not want messages any more.
    GONE = "gone"
    FAILED = "failed"


class NotPublic(OSError):
    """The host of an endpoint is not in the public internet."""


Connect = Callable[[str], http.client.HTTPConnection]


def refuse_endpoint(endpoint: str, keys: Keys) -> None:
    """Raises Refused for an address or keys that no known push service gives out."""
    try:
        good = _is_known(urlsplit(endpoint)) and _is_clean(endpoint)
        point, secret = _decoded(keys.public_key), _decoded(keys.secret)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        good = good and len(secret) == SECRET_BYTES
    except ValueError:
        good = False
    if not good:
        raise refusal(
            "no_push_service",
            _("This browser did not allow notifications. Try another browser."),
        )


def public_key() -> str:
    """Who we are to push services, in base64url as browsers want it."""
    key = _our_key().public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def public_connection(host: str) -> http.client.HTTPConnection:
    """A connection to a host in the public internet. Raises NotPublic."""
    found = socket.getaddrinfo(host, HTTPS_PORT, type=socket.SOCK_STREAM)
    addresses = {str(entry[4][0]) for entry in found}
    if not addresses or not all(map(_is_public, addresses)):
        raise NotPublic(host)
    return _ConnectionTo(sorted(addresses)[0], host)


def deliver(parcel: Parcel, connect: Connect = public_connection) -> Outcome:
    """Hand a message to its push service. Raises OSError or HTTPException if that
    does not answer."""
    parts = urlsplit(parcel.endpoint)
    connection = connect(parts.hostname or "")
    try:
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, _sealed(parcel), _headers(parcel, parts))
        status = connection.getresponse().status
    finally:
        connection.close()
    if status in (404, 410):
        return Outcome.GONE
    return Outcome.TAKEN if status < 300 else Outcome.FAILED


class _ConnectionTo(http.client.HTTPSConnection):
    """HTTPS to a host at an address that was looked up before."""

    def __init__(self, address: str, host: str) -> None:
        super().__init__(host, timeout=TIMEOUT)
        self._address = address

    def connect(self) -> None:
        plain = socket.create_connection((self._address, HTTPS_PORT), TIMEOUT)
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(plain, server_hostname=self.host)


def _sealed(parcel: Parcel) -> bytes:
    sealed: bytes = http_ece.encrypt(
        parcel.content,
        private_key=ec.generate_private_key(CURVE),
        dh=_decoded(parcel.keys.public_key),
        auth_secret=_decoded(parcel.keys.secret),
        version="aes128gcm",
    )
    return sealed


def _headers(parcel: Parcel, parts: SplitResult) -> dict[str, str]:
    claims = {
        "sub": parcel.site,
        "aud": f"https://{parts.hostname}",
        "exp": int(time()) + SIGNED_FOR,
    }
    # Strict means that a host in a hall's own network is no site.
    signer = Vapid02(_our_key(), conf={"no-strict": True})
    signed: dict[str, str] = signer.sign(claims)
    return signed | {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(parcel.ttl),
        "Urgency": "high",
    }


@cache
def _our_key() -> ec.EllipticCurvePrivateKey:
    """Made of the installation's secret key: the same on all its machines, and kept
    wherever that is kept."""
    digest = salted_hmac("tournaments.live", "key", algorithm="sha512").digest()
    number = 1 + int.from_bytes(digest, "big") % (ORDER - 1)
    return ec.derive_private_key(number, CURVE)


def _is_public(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    indirect = any(found in network for network in INDIRECT)
    return found.is_global and not found.is_multicast and not indirect


def _is_known(parts: SplitResult) -> bool:
    host = f".{parts.hostname}"
    return (
        parts.scheme == "https"
        and parts.port in (None, HTTPS_PORT)
        and "@" not in parts.netloc
        and any(host.endswith(f".{known}") for known in settings.PUSH_HOSTS)
    )


def _is_clean(endpoint: str) -> bool:
    """Whether it can stand in the first line of a request."""
    graphic = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    return graphic and len(endpoint) <= LONGEST_ENDPOINT


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
