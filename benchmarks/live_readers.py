"""Many viewers in one process that costs little, for `benchmarks/live.py`:

    python benchmarks/live_readers.py PORT ADDRESS VIEWERS stream|poll [--plain]

opens so many connections to an address of the server on PORT, says so in a line, and
reads until its standard input is closed; then it writes, as JSON, what each viewer got.

A stream's messages are told by their raw bytes: each differs from all others, and all
viewers get the same, so each is looked into once, when its last byte has come. Who
polls asks every five seconds whether the page is another one.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
import zlib
from functools import cache
from typing import cast

POLL_EVERY = 5.0
#: Connections that are opened at once.
AT_ONCE = 50
#: Of a message's bytes, so many at either end tell it from all others.
ENDS = 80

#: When, and the revision.
Told = tuple[float, int]


class Viewer(asyncio.Protocol):
    """A stream: counts the bytes of its body as they come, and the messages by which
    the page's own fragment came."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.buffer = bytearray()
        self.opened = False
        self.bytes = 0
        self.told: list[Told] = []
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.WriteTransport, transport).write(self.request)

    def connection_lost(self, _fault: Exception | None) -> None:
        self.lost = True

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.opened:
            head, found, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not found:
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
                self.told.append((time.monotonic(), revision))

    def _chunk(self) -> bytes | None:
        """The next chunk that is complete."""
        size, found, _rest = self.buffer[:12].partition(b"\r\n")
        if not found:
            return None
        start, length = len(size) + 2, int(size, 16)
        if len(self.buffer) < start + length + 2:
            return None
        chunk = bytes(self.buffer[start : start + length])
        del self.buffer[: start + length + 2]
        return chunk


_seen: dict[bytes, int] = {}


def revision_of(chunk: bytes) -> int:
    """Of the fragment that a chunk of a stream brings; 0 if it brings none."""
    if chunk.startswith(b"\x1f\x8b"):
        return 0
    text = chunk
    if b"event: " not in chunk and not chunk.startswith(b"retry"):
        text = zlib.decompressobj(-15).decompress(chunk)
    found = re.search(rb"id: (\d+)\S*\nevent: (?:fragment|rows)", text)
    return int(found[1]) if found else 0


class Poller:
    """A page that is asked for every few seconds, and sent again only when changed."""

    def __init__(self, port: int, request: bytes) -> None:
        self.port, self.request = port, request
        self.bytes = 0
        self.tag = b""
        #: When it asked, when the answer was there, and whether that was the page.
        self.asked: list[tuple[float, float, bool]] = []

    async def poll(self) -> None:
        await asyncio.sleep(random.uniform(0, POLL_EVERY))
        while True:
            asked = time.monotonic()
            changed = await self.ask()
            self.asked.append((asked, time.monotonic(), changed))
            await asyncio.sleep(max(0.0, asked + POLL_EVERY - time.monotonic()))

    async def ask(self) -> bool:
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


@cache
def request_of(port: int, address: str, *, plain: bool) -> bytes:
    coding = "identity" if plain else "gzip"
    lines = (
        f"GET {address} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Accept-Encoding: {coding}",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def follow(port: int, request: bytes, viewers: int) -> list[Viewer]:
    loop = asyncio.get_running_loop()
    opened = [Viewer(request) for _each in range(viewers)]
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
    port, address, viewers, how, *more = sys.argv[1:]
    request = request_of(int(port), address, plain="--plain" in more)
    read: list[Viewer] | list[Poller]
    if how == "poll":
        read = [Poller(int(port), request) for _each in range(int(viewers))]
        polling = [asyncio.create_task(poller.poll()) for poller in read]
        await asyncio.sleep(POLL_EVERY + 1)
    else:
        read = await follow(int(port), request, int(viewers))
    before = [each.bytes for each in read]
    print("there", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    got = [
        {
            "bytes": each.bytes - at_first,
            "told": each.told if isinstance(each, Viewer) else each.asked,
            "lost": isinstance(each, Viewer) and each.lost,
        }
        for each, at_first in zip(read, before, strict=True)
    ]
    json.dump(got, sys.stdout)
    if how == "poll":
        for task in polling:
            task.cancel()


if __name__ == "__main__":
    import uvloop

    uvloop.run(main())
