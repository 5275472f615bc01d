"""Measure pages and saves beside uploads that take long to read and slow connections:

    python -m benchmarks.uploads_and_slow_connections [--uploads 12] [--sockets 200]
        [--seconds 20]

Starts `manage.py serve` with defaults (SQLite, one web process), an empty data folder
and 40 tables in play. Five visitors load the public page and tables save hands: first
alone, then beside a burden. The first burdens are `--uploads` uploads at a time:
workbooks with 900,000 cells in one row (31 kB), and logos of 25 million pixels. Each
uploader sends the next file after the previous response. The other burdens are
`--sockets` connections: some stop in the head of a request, some in its body, and some
send a byte of a body every second. A closed connection is opened again.

Prints p95 with and without the burden and their ratio, and the responses to uploads or
the connections that the server closed. Also prints the peak memory of the web process
and the reading process.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import signal
import socket
import statistics
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from django.test import Client
from django.urls import reverse
from openpyxl import Workbook
from PIL import Image

from benchmarks.chaos.attendance import Attendance
from benchmarks.chaos.program import CLOCK_PARTS, Program, children_of, wait_for
from benchmarks.parts.hall_devices import Device, director
from benchmarks.parts.processor_and_memory import p95
from tests.scoring.halls import hall_of
from tournaments.models import Game, Tournament

TABLES = 40
VISITORS = 5
#: Seconds between two pages of a visitor, and between two hands of the hall.
A_PAGE, A_HAND = 0.5, 0.25
READER = "tournaments.files.upload_reader_process"
#: Milliseconds of a page that show that no upload is left.
SETTLED = 1_000
CELLS = 900_000
SIDE = 5_000
#: Seconds between two memory readings.
A_LOOK = 0.1


def workbook() -> bytes:
    """Return the content of a workbook with one row of 900,000 cells."""
    book = io.BytesIO()
    Workbook().save(book)
    written = io.BytesIO()
    row = b'<row r="1">' + b"<c><v>1</v></c>" * CELLS + b"</row>"
    empty = b"<sheetData></sheetData>"
    packed = zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
    with packed as archive, zipfile.ZipFile(book) as plain:
        for name in plain.namelist():
            filled = b"<sheetData>" + row + b"</sheetData>"
            archive.writestr(name, plain.read(name).replace(empty, filled))
    return written.getvalue()


def logo() -> bytes:
    written = io.BytesIO()
    Image.new("RGBA", (SIDE, SIDE)).save(written, "WEBP", lossless=True)
    return written.getvalue()


@dataclass(frozen=True)
class Kind:
    """A file to upload, and the address and field of the form that accepts it."""

    called: str
    address: str
    field: str
    file: str
    content: bytes


@dataclass
class Uploader:
    """A director's browser that uploads files.

    `answers`: number of responses by status; `longest`: seconds of the slowest
    response.
    """

    port: int
    cookies: dict[str, str]
    answers: Counter[int] = field(default_factory=Counter)
    longest: float = 0.0

    async def send_again_and_again(self, kind: Kind) -> None:
        while True:
            start = time.perf_counter()
            self.answers[await self._send(kind)] += 1
            self.longest = max(self.longest, time.perf_counter() - start)

    async def _send(self, kind: Kind) -> int:
        line = b"--limit"
        body = b"".join(
            (
                line,
                b'\r\nContent-Disposition: form-data; name="%b"; filename="%b"'
                % (kind.field.encode(), kind.file.encode()),
                b"\r\nContent-Type: application/octet-stream\r\n\r\n",
                kind.content,
                b"\r\n" + line + b"--\r\n",
            )
        )
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = [
            f"POST {kind.address} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Cookie: {cookies}",
            f"X-CSRFToken: {self.cookies['csrftoken']}",
            "Content-Type: multipart/form-data; boundary=limit",
            f"Content-Length: {len(body)}",
            "Connection: close",
        ]
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(("\r\n".join(head) + "\r\n\r\n").encode() + body)
        answer = await reader.read()
        writer.close()
        return int(answer.split(b" ", 2)[1]) if answer else 0


HEAD = b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
#: By kind of slow connection: the bytes it sends first, and whether it then sends a
#: byte every second.
SLOW = {
    "in the head": (HEAD, False),
    "in the body": (HEAD + b"\r\nus", False),
    "byte by byte": (HEAD + b"\r\n", True),
}


@dataclass
class SlowConnection:
    """A connection that keeps the server waiting.

    `start`: the bytes sent first; `drips`: whether a byte follows every second;
    `closed`: how often the server responded or closed the connection.
    """

    port: int
    start: bytes
    drips: bool
    closed: int = 0

    async def stay(self) -> None:
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(self.start)
            try:
                await self._hold(reader, writer)
            except ConnectionError:
                pass
            finally:
                writer.close()
            self.closed += 1

    async def _hold(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Keep the connection open until the server responds or closes it.

        Raises ConnectionError if the server resets it.
        """
        response = asyncio.ensure_future(reader.read(1))
        while not (await asyncio.wait([response], timeout=1))[0]:
            if self.drips:
                writer.write(b"x")
                await writer.drain()
        response.result()


async def times(
    work: Callable[[int], Coroutine[None, None, float]], pause: float, until: float
) -> list[float]:
    """Call `work` with the numbers from 0, every `pause` seconds, until the time
    `until`. Return the results.
    """
    results = []
    while (start := time.monotonic()) < until:
        results.append(await work(len(results)))
        await asyncio.sleep(max(pause - (time.monotonic() - start), 0))
    return results


@dataclass
class Hall:
    """Visitors of a page, and tables that save hands.

    `refused`: number of hands that were not saved.
    """

    port: int
    address: str
    devices: list[Device]
    refused: int = 0

    async def measure(self, seconds: float) -> tuple[list[float], list[float]]:
        """Return the milliseconds of each page and of each save during `seconds`."""
        until = time.monotonic() + seconds
        visits = (times(self._page, A_PAGE, until) for _each in range(VISITORS))
        saves = times(self._save, A_HAND, until)
        *pages, saved = await asyncio.gather(*visits, saves)
        return [took for visit in pages for took in visit], saved

    async def settle(self) -> None:
        """Load pages until one is fast enough to show that no upload is left."""
        while await self._page(0) > SETTLED:
            pass

    async def _page(self, _number: int) -> float:
        visitor = Device(self.port, self.devices[0].game)
        start = time.perf_counter()
        await visitor.ask("GET", self.address)
        return (time.perf_counter() - start) * 1000

    async def _save(self, number: int) -> float:
        start = time.perf_counter()
        try:
            return await self.devices[number % len(self.devices)].save()
        except RuntimeError:
            self.refused += 1
            return (time.perf_counter() - start) * 1000


@dataclass
class Memory:
    """Peak memory in MB of the web process (`web`) and of the process that reads
    uploads (`reading`). `serve`: the pid of `manage.py serve`.
    """

    serve: int
    web: float = 0.0
    reading: float = 0.0

    async def watch(self) -> None:
        web = children_of(self.serve)["web"]
        while True:
            process = await asyncio.create_subprocess_exec(
                *("ps", "-axww", "-o", "pid=,ppid=,rss=,args="),
                stdout=asyncio.subprocess.PIPE,
            )
            listing, _none = await process.communicate()
            for line in listing.decode().splitlines():
                pid, parent, size, *arguments = line.split()
                if int(pid) == web:
                    self.web = max(self.web, int(size) / 1024)
                elif int(parent) == web and READER in arguments:
                    self.reading = max(self.reading, int(size) / 1024)
            await asyncio.sleep(A_LOOK)


@asynccontextmanager
async def beside(
    burden: Iterable[Coroutine[None, None, None]], memory: Memory
) -> AsyncIterator[None]:
    """Run the burden within the block, and record the peak memory."""
    tasks = [asyncio.create_task(part) for part in (*burden, memory.watch())]
    try:
        await asyncio.sleep(1)
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def measure(
    hall: Hall,
    kinds: list[Kind],
    signed: dict[str, str],
    serve: int,
    chosen: argparse.Namespace,
) -> None:
    seconds = chosen.seconds
    for device in hall.devices:
        await device.open_table()
    await hall.measure(seconds / 4)  # The first requests load modules.
    for kind in kinds:
        uploaders = [Uploader(hall.port, signed) for _each in range(chosen.uploads)]
        size = len(kind.content) / 1000
        print(f"{chosen.uploads} {kind.called} of {size:.0f} kB at a time")
        work = [uploader.send_again_and_again(kind) for uploader in uploaders]
        await measure_beside(hall, work, serve, seconds)
        answers = sum((uploader.answers for uploader in uploaders), Counter[int]())
        longest = max(uploader.longest for uploader in uploaders)
        print(f"  answers {dict(sorted(answers.items()))}, longest {longest:.1f} s")
    for called, (start, drips) in SLOW.items():
        connections = [
            SlowConnection(hall.port, start, drips) for _each in range(chosen.sockets)
        ]
        print(f"{chosen.sockets} connections that stop {called}")
        work = [connection.stay() for connection in connections]
        await measure_beside(hall, work, serve, seconds)
        closed = sum(connection.closed for connection in connections)
        print(f"  the server closed {closed}")


async def measure_beside(
    hall: Hall, burden: list[Coroutine[None, None, None]], serve: int, seconds: float
) -> None:
    """Print the times of pages and saves without and with the burden."""
    await hall.settle()
    calm = await hall.measure(seconds)
    memory = Memory(serve)
    async with beside(burden, memory):
        busy = await hall.measure(seconds)
    print_times("a page", calm[0], busy[0])
    print_times("a hand", calm[1], busy[1])
    print(
        f"  {hall.refused} hands not saved; web process {memory.web:.0f} MB, reading "
        f"{memory.reading:.0f} MB",
        flush=True,
    )


def print_times(label: str, calm: list[float], busy: list[float]) -> None:
    # A blocked server answers only one request in all that time.
    without, beside = p95(calm), p95(busy * 2)
    print(
        f"  {label}: p95 {beside:7.1f} ms, without {without:6.1f}: "
        f"{beside / without:5.2f} times; median {statistics.median(busy):6.1f}, "
        f"{statistics.median(calm):5.1f} ms; longest {max(busy):7.1f} ms"
    )


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def kinds_of(tournament: Tournament) -> list[Kind]:
    def at(name: str) -> str:
        return reverse(f"director:{name}", args=[tournament.slug])

    return [
        Kind("workbooks", at("players_import"), "file", "list.xlsx", workbook()),
        Kind("logos", at("event_logo"), "logo", "logo.webp", logo()),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--uploads", type=int, default=12)
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    chosen = parser.parse_args()
    log = Path(tempfile.mkdtemp(prefix="prevailing-wind-uploads-")) / "log"
    settings = {"DJANGO_SETTINGS_MODULE": "mahjong_site.settings"}
    program = Program(Attendance(CLOCK_PARTS), log, **settings)
    program.start()
    wait_for(lambda: listens(program.port), "the web process")
    try:
        games: list[Game] = hall_of(director(), "mcr", TABLES)
        tournament = games[0].round.tournament
        Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
        signed = Client()
        signed.force_login(director())
        signed.get(reverse("director:players_import", args=[tournament.slug]))
        cookies = {cookie.key: cookie.value for cookie in signed.cookies.values()}
        devices = [Device(program.port, game) for game in games]
        hall = Hall(program.port, f"/t/{tournament.slug}/", devices)
        serve = program.processes()["serve"]
        kinds = kinds_of(tournament)
        asyncio.run(measure(hall, kinds, cookies, serve, chosen))
    finally:
        program.end(signal.SIGTERM)


if __name__ == "__main__":
    main()
