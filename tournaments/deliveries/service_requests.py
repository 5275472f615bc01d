"""Build the requests that send a notification to a chat service or a program, one kind
for each service. Webhooks follow Standard Webhooks 1.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import ipaddress
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import SplitResult, quote, urlsplit

from django.utils.translation import gettext_noop as _

from rules.strict_reader import Json
from tournaments.deliveries.public_connections import is_public
from tournaments.models import NotificationDestination, Service
from tournaments.refusals import Refused, refusal

#: Hosts of services that have only one.
HOSTS = {
    Service.DISCORD: ("discord.com", "discordapp.com"),
    Service.TELEGRAM: ("api.telegram.org",),
}
TELEGRAM = "https://api.telegram.org"
DISCORD_LONGEST, TELEGRAM_LONGEST, LONGEST_ADDRESS = 2000, 4096, 1000
#: Characters with a meaning in Discord's texts.
_DISCORD_MARKS = re.compile(r"([\\*_~`|>\[\]()#])")
_SECRET_START, _SECRET_BYTES = "whsec_", (24, 64)
#: Inserted after @, so that a player's name notifies no one in the chat.
_NOTHING = "\N{ZERO WIDTH SPACE}"


@dataclass(frozen=True)
class ServiceRequest:
    """A request to send. `path` includes the query, but not the host."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Message:
    """A notification.

    `ident`: its id, the same in every attempt. `kind`: its event type. `at`: its time
    as text. `text`: the text for people. `url`: a page with more. `data`: values for
    programs.
    """

    ident: str
    kind: str
    at: str
    text: str
    url: str
    data: dict[str, Json]


def new_secret() -> str:
    """Return a new key for signing webhooks."""
    return _SECRET_START + base64.b64encode(secrets.token_bytes(32)).decode()


def checked_address(service: Service, address: str) -> str:
    """Return the address of a destination without outer spaces. Raises Refused if the
    service cannot use it."""
    address = address.strip()
    if service is Service.TELEGRAM:
        return TELEGRAM
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _unusable() from None
    clean = address.isascii() and address.isprintable() and " " not in address
    if parts.scheme != "https" or not host or not clean or "@" in parts.netloc:
        raise _unusable()
    if parts.fragment or port == 0 or len(address) > LONGEST_ADDRESS:
        raise _unusable()
    if host == "localhost" or _is_private(host):
        message = _("This address is in a private network. Enter a public one.")
        raise refusal("private_address", message, "address")
    known = HOSTS.get(service)
    if known and not any(host == one or host.endswith(f".{one}") for one in known):
        message = _("Enter an address that begins with https://%(host)s/.")
        raise refusal("other_host", message, "address", host=known[0])
    return address


def checked_secret(service: Service, secret: str) -> str:
    """Return the secret of a destination. For a webhook without a secret, return a new
    secret. Raises Refused if the secret cannot be used."""
    secret = secret.strip()
    if not (secret.isascii() and secret.isprintable() and " " not in secret):
        raise refusal("secret", _("Enter the token without spaces."), "secret")
    if service is Service.WEBHOOK:
        if not secret:
            return new_secret()
        if not _SECRET_BYTES[0] <= len(_key_of(secret)) <= _SECRET_BYTES[1]:
            message = _(
                "Enter a key that begins with whsec_, or leave the field empty."
            )
            raise refusal("signing_key", message, "secret")
    elif service in (Service.TELEGRAM, Service.MATRIX) and not secret:
        raise refusal("no_token", _("Enter the token."), "secret")
    return secret


def request_for(
    destination: NotificationDestination, message: Message, now: datetime
) -> ServiceRequest:
    """Return the request that sends a message to the destination's service. Raises
    ValueError for email, which the mail server sends.
    """
    parts = urlsplit(destination.address)
    match Service(destination.service):
        case Service.DISCORD:
            text = _DISCORD_MARKS.sub(r"\\\1", message.text)
            content = _with_url(text, message.url, DISCORD_LONGEST)
            data = {"content": content, "allowed_mentions": {"parse": []}}
            return _json("POST", _path(parts), data)
        case Service.SLACK:
            text = _mentioning_nobody(message.text)
            for mark, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
                text = text.replace(mark, entity)
            content = _with_url(text, message.url, TELEGRAM_LONGEST)
            return _json("POST", _path(parts), {"text": content})
        case Service.TELEGRAM:
            text = _mentioning_nobody(message.text)
            content = _with_url(text, message.url, TELEGRAM_LONGEST)
            path = f"/bot{quote(destination.secret, safe=':')}/sendMessage"
            return _json(
                "POST",
                path,
                {
                    "chat_id": destination.room,
                    "text": content,
                    "link_preview_options": {"is_disabled": True},
                },
            )
        case Service.MATRIX:
            room = quote(destination.room, safe="")
            path = (
                f"{parts.path.rstrip('/')}/_matrix/client/v3/rooms/{room}"
                f"/send/m.room.message/{quote(message.ident, safe='')}"
            )
            content = _with_url(message.text, message.url, TELEGRAM_LONGEST)
            data = {"msgtype": "m.notice", "body": content, "m.mentions": {}}
            return _json("PUT", path, data, _bearer(destination))
        case Service.NTFY:
            headers = {"Content-Type": "text/plain; charset=utf-8"}
            headers |= _bearer(destination) if destination.secret else {}
            headers |= {"Click": message.url} if message.url.isascii() else {}
            return ServiceRequest(
                "POST", _path(parts), headers, message.text.encode()[:4000]
            )
        case Service.WEBHOOK:
            return _webhook(destination, message, now)
        case Service.EMAIL:
            raise ValueError("email is sent by the mail server")


def _webhook(
    destination: NotificationDestination, message: Message, now: datetime
) -> ServiceRequest:
    """Return a signed request (Standard Webhooks 1.0, sections "Payload" and
    "Signature scheme").
    """
    data = message.data | {"text": message.text, "url": message.url}
    content = {"type": message.kind, "timestamp": message.at, "data": data}
    body = json.dumps(content, ensure_ascii=False).encode()
    at = str(int(now.timestamp()))
    headers = {
        "webhook-id": message.ident,
        "webhook-timestamp": at,
        "webhook-signature": signature(destination.secret, message.ident, at, body),
        "Content-Type": "application/json",
    }
    return ServiceRequest("POST", _path(urlsplit(destination.address)), headers, body)


def signature(secret: str, ident: str, at: str, body: bytes) -> str:
    """Return the signature of a webhook; `at`: Unix time in seconds."""
    signed = f"{ident}.{at}.".encode() + body
    digest = hmac.new(_key_of(secret), signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def _key_of(secret: str) -> bytes:
    """Return the bytes of a signing key; empty if the text is not a key."""
    try:
        return base64.b64decode(secret.removeprefix(_SECRET_START), validate=True)
    except binascii.Error:
        return b""


def _json(
    method: str,
    path: str,
    data: Mapping[str, object],
    headers: dict[str, str] | None = None,
) -> ServiceRequest:
    body = json.dumps(data, ensure_ascii=False).encode()
    every = {"Content-Type": "application/json"} | (headers or {})
    return ServiceRequest(method, path, every, body)


def _bearer(destination: NotificationDestination) -> dict[str, str]:
    return {"Authorization": f"Bearer {destination.secret}"}


def _path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _with_url(text: str, url: str, longest: int) -> str:
    room = longest - len(url) - 1
    short = text if len(text) <= room else f"{text[: room - 1]}…"
    return f"{short}\n{url}" if url else short


def _mentioning_nobody(text: str) -> str:
    return text.replace("@", f"@{_NOTHING}")


def _is_private(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return not is_public(host)


def _unusable() -> Refused:
    message = _("Enter an address that begins with https://.")
    return refusal("address", message, "address")
