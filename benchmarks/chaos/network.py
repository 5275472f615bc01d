"""A bad network between devices and web server: it cuts connections at any byte, and
some senders are slow.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import threading
from collections import Counter
from collections.abc import Callable

#: Share of forwarded pieces that are cut on normal days and on bad days.
ANY_DAY, BAD_DAY = 0.01, 0.4
SENDER = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nha"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class CuttingProxy:
    """Proxy that forwards each connection to one of several ports, the first in random
    order that accepts. It cuts some connections after a part of the data.
    """

    def __init__(self, target: int, chance: random.Random, *others: int) -> None:
        self.cuts: Counter[str] = Counter()
        self.share = ANY_DAY
        self.port = 0
        self._targets = [target, *others]
        self._chance = chance
        self._loop = asyncio.new_event_loop()
        self._listens = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()
        self._listens.wait(10)

    def get_worse(self) -> None:
        self.share = BAD_DAY

    def get_better(self) -> None:
        self.share = ANY_DAY

    def _run(self) -> None:
        self._loop.run_until_complete(self._listen())
        self._loop.run_forever()

    async def _listen(self) -> None:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._listens.set()

    async def _connect(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        web = await self._machine()
        if web is None:
            writer.transport.abort()
            return
        await asyncio.gather(
            self._pass(reader, web[1], "request"),
            self._pass(web[0], writer, "answer"),
            return_exceptions=True,
        )

    async def _machine(self) -> Streams | None:
        for port in self._chance.sample(self._targets, len(self._targets)):
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", port)
        return None

    async def _pass(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, direction: str
    ) -> None:
        """Copy data until the source ends or the connection is cut.

        Then close the sink, which also ends the other direction.
        """
        try:
            while piece := await source.read(65536):
                cut = self._chance.random() < self.share
                sink.write(
                    piece[: self._chance.randrange(len(piece))] if cut else piece
                )
                await sink.drain()
                if cut:
                    self.cuts[direction] += 1
                    break
        finally:
            sink.close()


class SlowSenders:
    """Connections that send the start of a request and then stop, half of them in the
    request's head. A connection that the server closes is opened again.
    """

    def __init__(self, port: int, paths: list[str], count: int) -> None:
        self.opened = 0
        self.answers: Counter[int] = Counter()
        self._port = port
        begun = [SENDER % path.encode() for path in paths]
        self._begun = [part for text in begun for part in (text, text[:40])]
        self._count = count
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep_senders, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    def _keep_senders(self) -> None:
        held: list[socket.socket] = []
        while not self._over.wait(1):
            held = [sender for sender in held if self._hangs(sender)]
            with contextlib.suppress(OSError):  # The server is down.
                while len(held) < self._count:
                    held.append(self._another())
        for sender in held:
            sender.close()

    def _another(self) -> socket.socket:
        sender = socket.create_connection(("127.0.0.1", self._port), timeout=1)
        sender.sendall(self._begun[self.opened % len(self._begun)])
        sender.setblocking(False)
        self.opened += 1
        return sender

    def _hangs(self, sender: socket.socket) -> bool:
        """Return whether the server still waits for the rest of the request.

        If it does not, count the response and close the connection.
        """
        try:
            answer = sender.recv(65536)
        except BlockingIOError:
            return True
        except OSError:
            answer = b""
        if answer.startswith(b"HTTP/1.1 "):
            self.answers[int(answer[9:12])] += 1
        sender.close()
        return False


class Cable:
    """Proxy that passes connections on to a port.

    `cut` resets connections and refuses new ones. `hang` delays all bytes, like a lost
    signal, and `join` delivers them.
    """

    def __init__(self, target: int) -> None:
        self.port = 0
        self._target = target
        self._is_cut = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._passes = asyncio.Event()
        self._passes.set()
        self._listens = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()
        self._listens.wait(10)

    def cut(self) -> None:
        self._is_cut = True
        self._loop.call_soon_threadsafe(self._reset)

    def hang(self) -> None:
        self._loop.call_soon_threadsafe(self._passes.clear)

    def join(self) -> None:
        self._is_cut = False
        self._loop.call_soon_threadsafe(self._passes.set)

    def _reset(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def _run(self) -> None:
        self._loop.run_until_complete(self._listen())
        self._loop.run_forever()

    async def _listen(self) -> None:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._listens.set()

    async def _connect(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        ends = [writer]
        self._writers.add(writer)
        try:
            await self._passes.wait()
            if self._is_cut:
                return
            answers, asks = await asyncio.open_connection("127.0.0.1", self._target)
            ends.append(asks)
            self._writers.add(asks)
            await asyncio.gather(self._pass(reader, asks), self._pass(answers, writer))
        except OSError:
            pass
        finally:
            self._writers.difference_update(ends)
            for end in ends:
                end.transport.abort()

    async def _pass(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter
    ) -> None:
        while piece := await source.read(65536):
            await self._passes.wait()
            sink.write(piece)
            await sink.drain()
        sink.write_eof()


def in_background(work: Callable[[], None]) -> threading.Thread:
    """Start a daemon thread that calls `work`. Return the thread."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread
