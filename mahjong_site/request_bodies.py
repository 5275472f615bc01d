"""Read request bodies completely in the event loop before a page gets the request.

A page that reads from the network would block one of a few threads until the sender has
finished. It also could not distinguish a truncated body from a complete one:
`points=88` without its last byte is a different hand. Bodies that are too large, too
slow or truncated never reach a page. Limits depend on the address.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections import Counter
from dataclasses import dataclass
from typing import IO

from django.conf import settings
from django.utils.translation import gettext as _

from tournaments.asgi_types import (
    WHOLE_BODY,
    Application,
    Headers,
    Message,
    Receive,
    Scope,
    Send,
)
from tournaments.files.upload_limits import FILE_FORM_BYTES, FORM_BYTES, KB, MB


@dataclass(frozen=True)
class Limit:
    """The limits for requests to an address: bytes of one body, seconds until it has
    arrived completely, and bytes of all bodies of this kind at the same time."""

    most_bytes: int
    seconds: float
    most_at_once: int


#: Forms and saves; kept in memory.
FORM = Limit(FORM_BYTES, seconds=30, most_at_once=32 * MB)
#: Files and long lists; kept on disk.
FILE = Limit(FILE_FORM_BYTES, seconds=600, most_at_once=124 * MB)
TAKES_FILES = re.compile(
    r"/director/(import|new/file|presets|"
    r"[^/]+/(players/import|seating|draws/import|event/logo|rules/file))/"
    r"|/installation/persons/results/"
)
#: Changes of a mirrored tournament, which may be a complete copy.
OF_MIRRORS = re.compile(r"/mirror/(push|unseen)/")

#: Seconds allowed for every body. It gets more only while it arrives at the minimum
#: rate.
BODY_TIMEOUT = 10.0
LEAST_BYTES_A_SECOND = 8 * KB
#: Seconds for which the rest of a refused body is read and discarded. If the connection
#: were closed while the client sends, the client would not get the response.
DRAIN_TIMEOUT = 5.0


class Refused(Exception):
    """Error for a refused request body, with the status and message of the response."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


class ClientDisconnected(Exception):
    """Error for a client that has disconnected."""


def limit_of(path: str) -> Limit:
    """Return the limits for the bodies of requests to `path`."""
    path = path.removeprefix(settings.SUB_PATH)
    is_large = TAKES_FILES.fullmatch(path) or OF_MIRRORS.fullmatch(path)
    return FILE if is_large else FORM


class RequestBodyBuffer:
    """ASGI middleware that receives request bodies completely before `pages` gets the
    request.

    It puts the body into the scope under `WHOLE_BODY`, and corrects the length. If a
    body is incomplete, too large or too slow, the middleware sends the response itself.
    """

    def __init__(self, pages: Application) -> None:
        self._pages = pages
        self._held = BodiesInProgress()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._pages(scope, receive, send)
            return
        body = Body(limit_of(scope["path"]), self._held)
        try:
            await body.read(_content_length(scope["headers"]), receive)
        except ClientDisconnected:
            return
        except Refused as refusal:
            body.close()
            await _answer(refusal, receive, send)
        else:
            await self._pages(body.added_to(scope), receive, send)
        finally:
            body.close()


class BodiesInProgress:
    """The request bodies in memory or on disk: their bytes by kind, and the bodies that
    are still arriving, oldest first."""

    def __init__(self) -> None:
        self.bytes: Counter[Limit] = Counter()
        self.coming: dict[Body, None] = {}

    def has_room(self, limit: Limit, size: int) -> bool:
        """Return whether there is room for `size` more bytes.

        If there is not, first drop the bodies that have been arriving longest, so that
        new bodies find room.
        """
        for body in list(self.coming):
            if self.bytes[limit] + size <= limit.most_at_once:
                break
            if body.limit == limit:
                body.give_up()
        return self.bytes[limit] + size <= limit.most_at_once


class Body:
    """A request body that is arriving or has arrived. Its bytes are counted in
    `held`."""

    def __init__(self, limit: Limit, held: BodiesInProgress) -> None:
        self.limit = limit
        self._held = held
        self._size = self._counted = 0
        self._waiting: asyncio.Timeout | None = None
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(FORM.most_bytes)  # noqa: SIM115

    async def read(self, length: int | None, receive: Receive) -> None:
        """Receive the complete body. `length` is its length in bytes according to the
        request; None if unknown.

        Raises `Refused` if the body exceeds a limit or is truncated, and
        `ClientDisconnected` if the client disconnects before the end.
        """
        self._refuse_larger(length or 0)
        start = asyncio.get_running_loop().time()
        self._held.coming[self] = None
        more = True
        while more:
            message = await self._next(start, receive)
            if message["type"] == "http.disconnect":
                raise ClientDisconnected
            await self._store(message.get("body", b""))
            more = message.get("more_body", False)
        if length is not None and self._size != length:
            raise Refused(400, _cut_off())
        self._held.coming.pop(self)
        self._file.seek(0)

    def give_up(self) -> None:
        """Drop the body to make room. `read` then raises Refused."""
        self._forget()
        if self._waiting and not self._waiting.expired():
            self._waiting.reschedule(0)

    def added_to(self, scope: Scope) -> Scope:
        """Return the scope of the request, with this body and its length."""
        headers = [
            (name, value)
            for name, value in scope["headers"]
            if name not in (b"content-length", b"transfer-encoding")
        ]
        if len(headers) < len(scope["headers"]):
            headers.append((b"content-length", str(self._size).encode()))
        return {**scope, "headers": headers, WHOLE_BODY: self._file}

    def close(self) -> None:
        """Discard the body and its file."""
        self._forget()
        self._file.close()

    def _forget(self) -> None:
        self._held.coming.pop(self, None)
        self._held.bytes[self.limit] -= self._counted
        self._counted = 0

    @property
    def _is_given_up(self) -> bool:
        return self not in self._held.coming

    async def _next(self, start: float, receive: Receive) -> Message:
        try:
            async with asyncio.timeout_at(start + self._seconds()) as self._waiting:
                return await receive()
        except TimeoutError:
            if self._is_given_up:
                raise Refused(503, _too_many()) from None
            raise Refused(408, _too_slow()) from None
        finally:
            self._waiting = None

    def _seconds(self) -> float:
        by_rate = BODY_TIMEOUT + self._size / LEAST_BYTES_A_SECOND
        return min(by_rate, self.limit.seconds)

    async def _store(self, chunk: bytes) -> None:
        self._refuse_larger(self._size + len(chunk))
        if not self._held.has_room(self.limit, len(chunk)) or self._is_given_up:
            raise Refused(503, _too_many())
        self._size += len(chunk)
        self._counted += len(chunk)
        self._held.bytes[self.limit] += len(chunk)
        if self._size <= FORM.most_bytes:
            self._file.write(chunk)
            return
        try:  # The disk may be slow or full.
            await asyncio.to_thread(self._file.write, chunk)
        except OSError:
            raise Refused(503, _no_room()) from None
        if self._is_given_up:
            raise Refused(503, _too_many())

    def _refuse_larger(self, size: int) -> None:
        if size > self.limit.most_bytes:
            raise Refused(413, _too_large(self.limit.most_bytes))


def _content_length(headers: Headers) -> int | None:
    for name, value in headers:
        if name == b"content-length":
            return int(value)
    return None


async def _answer(refusal: Refused, receive: Receive, send: Send) -> None:
    text = refusal.sentence.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    if refusal.status == 503:
        headers.append((b"retry-after", b"10"))
    status = refusal.status
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": True})
    if refusal.status != 408:
        await _throw_the_rest_away(receive)
    await send({"type": "http.response.body", "body": b""})


async def _throw_the_rest_away(receive: Receive) -> None:
    try:
        async with asyncio.timeout(DRAIN_TIMEOUT):
            while (await receive()).get("more_body", False):
                pass
    except TimeoutError:
        pass


def _too_large(most_bytes: int) -> str:
    return _(
        "This entry is too large: the limit is %(limit)s kB. Nothing was saved."
    ) % {"limit": most_bytes // KB}


def _too_slow() -> str:
    return _(
        "The upload was too slow and was stopped. Nothing was saved. Send it again."
    )


def _too_many() -> str:
    return _(
        "The server is busy with other uploads. Nothing was saved. Try again "
        "in a moment."
    )


def _no_room() -> str:
    return _("The server's disk is full. Nothing was saved.")


def _cut_off() -> str:
    return _("The upload was incomplete. Nothing was saved.")
