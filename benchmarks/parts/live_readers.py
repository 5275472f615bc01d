"""Run many viewers in one cheap process, for `benchmarks/live.py`:

    python -m benchmarks.parts.live_readers PORT ADDRESS[,ADDRESS…] VIEWERS stream|poll

It opens VIEWERS connections to the server on PORT, the same number for each address,
prints "there", and reads until its standard input is closed. Then it prints the
messages that each viewer received, as JSON.

All viewers of a stream receive the same messages, and no two messages are equal. So
each message is parsed once and then recognised by its bytes. With `poll`, viewers
request the page every five seconds.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
import zlib
from typing import cast

import uvloop

POLL_EVERY = 5.0
#: Connections opened at the same time.
AT_ONCE = 50
#: Number of bytes at either end of a message that distinguish it from all others.
ENDS = 80


class Viewer(asyncio.Protocol):
    """A viewer of a stream. `received`: time and revision of each message with the
    page's fragment; `bytes`: size of all messages."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.buffer = bytearray()
        self.opened = False
        self.bytes = 0
        self.received: list[tuple[float, int]] = []
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.WriteTransport, transport).write(self.request)

    def connection_lost(self, _fault: Exception | None) -> None:
        self.lost = True

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.opened:
            head, end, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not end:
                return
            if b" 200 " not in head.splitlines()[0]:
                raise RuntimeError(head)
            self.opened, self.buffer = True, bytearray(rest)
        while chunk := self._chunk():
            self.bytes += len(chunk)
            ends = chunk if len(chunk) < 2 * ENDS else chunk[:ENDS] + chunk[-ENDS:]
            revision = _seen.get(ends)
            if revision is None:
                revision = _seen[ends] = revision_of(chunk)
            if revision:
                self.received.append((time.monotonic(), revision))

    def _chunk(self) -> bytes | None:
        """Remove the next complete chunk from the buffer and return it; None if there
        is none.
        """
        size, end, _rest = self.buffer[:12].partition(b"\r\n")
        if not end:
            return None
        start, length = len(size) + 2, int(size, 16)
        if len(self.buffer) < start + length + 2:
            return None
        chunk = bytes(self.buffer[start : start + length])
        del self.buffer[: start + length + 2]
        return chunk


#: Revisions of chunks by their ends.
_seen: dict[bytes, int] = {}


def revision_of(chunk: bytes) -> int:
    """Return the revision of the page's fragment in a chunk of a stream; 0 if the chunk
    has none.
    """
    if chunk.startswith(b"\x1f\x8b"):
        return 0
    text = chunk
    if b"event: " not in chunk and not chunk.startswith(b"retry"):
        text = zlib.decompressobj(-15).decompress(chunk)
    match = re.search(rb"id: (\d+)\S*\nevent: (?:fragment|rows)", text)
    return int(match[1]) if match else 0


class Poller:
    """A viewer who requests a page every few seconds.

    `received`: for each response, the times of request and arrival, and whether the
    page had changed.
    """

    lost = False

    def __init__(self, port: int, request: bytes) -> None:
        self.port, self.request = port, request
        self.bytes = 0
        self.tag = b""
        self.received: list[tuple[float, float, bool]] = []

    async def poll(self) -> None:
        await asyncio.sleep(random.uniform(0, POLL_EVERY))
        while True:
            began = time.monotonic()
            changed = await self.ask()
            self.received.append((began, time.monotonic(), changed))
            await asyncio.sleep(max(0.0, began + POLL_EVERY - time.monotonic()))

    async def ask(self) -> bool:
        """Request the page.

        Return whether it has changed since the previous request.
        """
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        known = b"If-None-Match: %s\r\n" % self.tag if self.tag else b""
        writer.write(self.request.replace(b"\r\n\r\n", b"\r\n" + known + b"\r\n"))
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?im)^content-length: (\d+)", head)
        changed = b" 200 " in head.splitlines()[0]
        if changed and length:
            await reader.readexactly(int(length[1]))
        self.bytes += len(head) + (int(length[1]) if changed and length else 0)
        if tag := re.search(rb"(?im)^etag: (.*?)\r", head):
            self.tag = tag[1]
        writer.close()
        return changed


def request_of(port: int, address: str) -> bytes:
    lines = (
        f"GET {address} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Accept-Encoding: gzip",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def follow(port: int, requests: list[bytes], viewers: int) -> list[Viewer]:
    """Open streams for `viewers` viewers, and return the viewers when all streams are
    open. Raises TimeoutError if a group takes more than 30 seconds.
    """
    loop = asyncio.get_running_loop()
    opened = [Viewer(requests[number % len(requests)]) for number in range(viewers)]
    for first in range(0, viewers, AT_ONCE):
        some = opened[first : first + AT_ONCE]
        made = (
            loop.create_connection(lambda viewer=viewer: viewer, "127.0.0.1", port)
            for viewer in some
        )
        await asyncio.gather(*made)
        async with asyncio.timeout(30):
            while not all(viewer.opened for viewer in some):
                await asyncio.sleep(0.01)
    return opened


async def main() -> None:
    port, addresses, viewers, method = sys.argv[1:]
    requests = [request_of(int(port), one) for one in addresses.split(",")]
    watching: list[Viewer] | list[Poller]
    polling = []
    if method == "poll":
        watching = [Poller(int(port), requests[0]) for _viewer in range(int(viewers))]
        polling = [asyncio.create_task(poller.poll()) for poller in watching]
        await asyncio.sleep(POLL_EVERY + 1)
    else:
        watching = await follow(int(port), requests, int(viewers))
    before = [viewer.bytes for viewer in watching]
    print("there", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    results = [
        {
            "bytes": viewer.bytes - at_first,
            "received": viewer.received,
            "lost": viewer.lost,
        }
        for viewer, at_first in zip(watching, before, strict=True)
    ]
    json.dump(results, sys.stdout)
    for task in polling:
        task.cancel()


if __name__ == "__main__":
    uvloop.run(main())
