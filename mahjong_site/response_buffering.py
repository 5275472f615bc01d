"""Buffer responses outside the page threads until clients read them.

Small responses wait in memory, large downloads in an unnamed file. Slow clients
therefore occupy no page thread and little memory.
"""

from __future__ import annotations

import asyncio
import tempfile
import threading
from collections import deque
from typing import IO
from wsgiref.util import FileWrapper

from tournaments.asgi_types import Application, Message, Receive, Scope, Send

#: Bytes of one response; most pages are smaller.
MOST_IN_MEMORY = 128 * 1024
CHUNK = 64 * 1024


def in_large_pieces(file: IO[bytes], _size: int = 0) -> FileWrapper:
    """Return a wrapper that sends the file in larger pieces (`wsgi.file_wrapper`).

    Each piece costs a message from the page thread to the event loop.
    """
    return FileWrapper(file, CHUNK)


class ResponseBuffer:
    """ASGI middleware that buffers responses, so that a page never waits for its
    client.
    """

    def __init__(self, pages: Application) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = Answer(send)
        giving = asyncio.create_task(answer.give())
        try:
            await self._pages(scope, receive, answer.take)
            answer.end()
            await giving
        finally:
            giving.cancel()
            answer.close()


class Answer:
    """A response on its way from a page to a client. `send` may wait for the client."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._messages: deque[Message] = deque()
        self._bytes = 0
        self._file: IO[bytes] | None = None
        self._one_at_a_time = threading.Lock()
        self._written = self._given = 0
        self._news = asyncio.Event()
        self._ended = False
        self._last: Message | None = None
        self._failure: OSError | None = None

    async def take(self, message: Message) -> None:
        """Store a message until the client reads it. Errors are not raised here but by
        `give`."""
        body = message.get("body", b"")
        if self._file is None and self._bytes + len(body) > MOST_IN_MEMORY:
            self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
        if self._file is None:
            self._messages.append(message)
            self._bytes += len(body)
        elif self._failure is None:
            await self._write(self._file, body)
            self._last = None if message.get("more_body") else message
        self._news.set()

    async def give(self) -> None:
        """Send the response to the client until the page has ended. Raises OSError if
        the response could not be stored."""
        while not self._ended or self._messages or self._given < self._written:
            await self._news.wait()
            self._news.clear()
            while self._messages:
                message = self._messages.popleft()
                self._bytes -= len(message.get("body", b""))
                await self._send(message)
            while self._file and self._given < self._written:
                await self._send_from(self._file)
            if self._failure:
                raise self._failure
        if self._last:
            await self._send({**self._last, "body": b""})

    def end(self) -> None:
        """Mark the response as complete, because the page has ended."""
        self._ended = True
        self._news.set()

    def close(self) -> None:
        """Discard the response and its file."""
        if self._file:
            self._file.close()

    async def _write(self, file: IO[bytes], body: bytes) -> None:
        try:
            await asyncio.to_thread(self._write_at, file, body, self._written)
        except OSError as error:
            self._failure = error
        else:
            self._written += len(body)

    async def _send_from(self, file: IO[bytes]) -> None:
        chunk = await asyncio.to_thread(self._read_at, file, self._given)
        self._given += len(chunk)
        await self._send(
            {"type": "http.response.body", "body": chunk, "more_body": True}
        )

    def _write_at(self, file: IO[bytes], body: bytes, place: int) -> None:
        with self._one_at_a_time:
            file.seek(place)
            while body:
                body = body[file.write(body) :]

    def _read_at(self, file: IO[bytes], place: int) -> bytes:
        with self._one_at_a_time:
            file.seek(place)
            return file.read(CHUNK)
