"""Push messages to browsers: encrypted (RFC 8291), signed (RFC 8292) and sent to the
push service that the browser named.

The address of the service comes from outside. It must use https, belong to a service in
the settings, and be on the public internet.
"""

from __future__ import annotations

import http.client
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

from tournaments.deliveries import public_connections
from tournaments.deliveries.public_connections import HTTPS_PORT
from tournaments.refusals import refusal

CURVE = ec.SECP256R1()
#: Number of points on that curve.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
TIMEOUT = 10
LONGEST_ENDPOINT = 1000
SECRET_BYTES = 16
#: Signature lifetime in seconds. Services reject more than 24 hours by their own clock,
#: which may be behind.
SIGNED_FOR = 12 * 3600


@dataclass(frozen=True)
class Keys:
    """A browser's keys for encrypting its messages, in base64url."""

    public_key: str
    secret: str


@dataclass(frozen=True)
class Parcel:
    """A push message to send. `site`: this site's address, as a contact for the push
    service. `ttl`: seconds for which the message is useful.
    """

    endpoint: str
    keys: Keys
    content: bytes
    site: str
    ttl: int


class Outcome(Enum):
    TAKEN = "taken"
    #: The browser has unsubscribed.
    GONE = "gone"
    FAILED = "failed"


Connect = Callable[[str], http.client.HTTPConnection]


def refuse_endpoint(endpoint: str, keys: Keys) -> None:
    """Raise Refused for an address or keys that no known push service can have
    issued."""
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
            _("This browser cannot receive notifications. Try another browser."),
        )


def public_key() -> str:
    """Return the installation's public key for push services, in base64url as browsers
    require."""
    key = _our_key().public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def public_connection(host: str) -> http.client.HTTPConnection:
    """Return a connection to a host on the public internet. Raises NotPublic for other
    hosts.
    """
    return public_connections.public_connection(host, timeout=TIMEOUT)


def deliver(parcel: Parcel, connect: Connect = public_connection) -> Outcome:
    """Send a message to its push service, and return the result. Raises OSError or
    HTTPException if the service does not respond."""
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
    # The strict mode does not accept hosts in a local network as site.
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
    """Return the signing key of the installation.

    The key is derived from the secret key. All machines of an installation therefore
    have the same key, and backups need not contain it.
    """
    digest = salted_hmac("tournaments.live", "key", algorithm="sha512").digest()
    number = 1 + int.from_bytes(digest, "big") % (ORDER - 1)
    return ec.derive_private_key(number, CURVE)


def _is_known(parts: SplitResult) -> bool:
    host = f".{parts.hostname}"
    return (
        parts.scheme == "https"
        and parts.port in (None, HTTPS_PORT)
        and "@" not in parts.netloc
        and any(host.endswith(f".{service}") for service in settings.PUSH_HOSTS)
    )


def _is_clean(endpoint: str) -> bool:
    """Return whether the address can be used in the first line of an HTTP request."""
    graphic = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    return graphic and len(endpoint) <= LONGEST_ENDPOINT


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
