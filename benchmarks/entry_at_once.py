"""What a save costs while 100 tables enter, against a bare insert by the same server.

    DATABASE_URL=postgres://… python benchmarks/entry_at_once.py [--tables 100]
        [--web-workers 1]

starts the web server as `manage.py serve` does, on a throw-away database beside the
one of DATABASE_URL. Every table has a device that came in by its link, keeps its
connection, listens to the live stream and reads the sheet again when that tells of what
the page does not show yet, as a browser does. It measures from the first byte of a save
to the last one of its answer, for

- `one by one`: nobody else is there;
- `within 10 s`: every table saves a hand at some moment of the same ten seconds (a
  hall in which hands take ten seconds instead of minutes);
- `within 5 s`, `within 2 s`, `within 1 s`: the same in less time;
- `same instant`: all saves are sent at once, so the last one waits for all others.

The devices take their share of the same processors.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "benchmarks.bare_insert.settings",
    "DATA_DIR": tempfile.mkdtemp(prefix="prevailing-wind-benchmark-"),
    "SECRET_KEY": secrets.token_hex(),
}

import django

django.setup()

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test.utils import setup_databases, teardown_databases
from django.urls import reverse

from tests.scoring.halls import hall_of
from tournaments.access import table_links
from tournaments.models import Session

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]

HAND = {"winner": "E", "source": "S", "points": 12}
ONE_BY_ONE = 200
#: Of revisions, where a tournament has none yet.
FAR_AWAY = 1_000_000
#: Seconds that a page waits after news before it reads the sheet.
PAGE_WAITS = 0.3
#: Seconds until all pages have read what was saved.
PAUSE = 5.0
SPREADS = {
    "within 10 s": 10.0,
    "within 5 s": 5.0,
    "within 2 s": 2.0,
    "within 1 s": 1.0,
    "same instant": 0.0,
}


@contextmanager
def server(port: int, workers: int) -> Iterator[None]:
    """The web server on the throw-away database."""
    database = connection.settings_dict
    place = f"{database['HOST']}:{database['PORT'] or 5432}"
    user = f"{database['USER']}:{database['PASSWORD']}"
    url = f"postgres://{user}@{place}/{database['NAME']}"
    environment = os.environ | {
        "DATABASE_URL": url,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "WEB_WORKERS": str(workers),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "mahjong_site.child", "web"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        _wait_for(port)
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(port: int) -> None:
    for _try in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("the web server does not answer")


@dataclass
class Device:
    """A browser at one table. `own`: the revision of what it saved last; `sheets`: how
    often it read the sheet again."""

    port: int
    session: Session
    hand: int = 1
    own: int = 0
    sheets: int = 0
    cookies: dict[str, str] = field(default_factory=dict)
    #: For saving; the server closes it after half a minute.
    saving: Connection | None = None
    stream: str = ""

    @property
    def address(self) -> str:
        round_ = self.session.round
        at = [round_.tournament.slug, round_.number, self.session.table]
        return reverse("table:session", args=at)

    async def come_in(self) -> None:
        """By the link, as a phone does, and then to the page."""
        token = table_links.token_of(self.session)
        await self.ask("GET", reverse("table:link", args=[token]), expect=302)
        page = await self.ask("GET", self.address)
        self.stream = re.findall(r'sse-connect="([^"]+)"', page)[0]

    async def listen(self) -> None:
        """Read the sheet again after news of what the page does not show."""
        reader, writer = await self.connected()
        writer.write(self._request("GET", self.stream, ""))
        while line := await reader.readline():
            if line.startswith(b"id: "):
                last = int(line[4:])
            if line.startswith(b"event: fragment"):
                first = int((await reader.readline()).removeprefix(b"data: "))
                await asyncio.sleep(PAGE_WAITS)
                if not first == last == self.own:
                    await self.read(f"{self.address}sheet/")
                    self.sheets += 1

    async def read(self, path: str) -> None:
        """While the page may be saving."""
        reader, writer = await self.connected()
        await self.ask("GET", path, over=(reader, writer))
        writer.close()

    async def connected(self) -> Connection:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def save(self) -> float:
        """Enter the next hand; the milliseconds until its receipt was there."""
        values = {"hand": self.hand, "device_key": f"{self.session.pk}-{self.hand}"}
        self.hand += 1
        return await self.post(self.address, {**HAND, **values}, "is saved")

    async def insert(self, tournament: int, revision: int) -> float:
        return await self.post(f"/bare/{tournament}/{revision}/", {}, "inserted")

    async def post(self, path: str, values: dict[str, object], said: str) -> float:
        start = time.perf_counter()
        answer = await self.ask("POST", path, urlencode(values))
        took = (time.perf_counter() - start) * 1000
        if said not in answer:
            raise RuntimeError(answer)
        return took

    async def ask(
        self,
        method: str,
        path: str,
        body: str = "",
        *,
        expect: int = 200,
        over: Connection | None = None,
    ) -> str:
        if over is None:
            if self.saving is None or self.saving[0].at_eof():
                self.saving = await self.connected()
            over = self.saving
        reader, writer = over
        writer.write(self._request(method, path, body))
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"(?im)^content-length: (\d+)", head)
        answer = (await reader.readexactly(int(length[1]))).decode() if length else ""
        self.cookies.update(re.findall(r"(?im)^set-cookie: ([^=]+)=([^;]*)", head))
        saved = re.search(r'data-own="(\d+)"', answer)
        if saved and method == "POST":
            self.own = int(saved[1])
        if f" {expect} " not in head.splitlines()[0]:
            raise RuntimeError(f"{method} {path}: {head}{answer}")
        return answer

    def _request(self, method: str, path: str, body: str) -> bytes:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Cookie: {cookies}",
            "HX-Request: true" if method == "POST" else "Accept: text/html",
            f"X-CSRFToken: {self.cookies.get('csrftoken', '')}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
        return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


Work = Callable[[Device, int], Awaitable[float]]


async def one_by_one(devices: list[Device], work: Work) -> list[float]:
    times = []
    for number in range(ONE_BY_ONE):
        times.append(await work(devices[number % len(devices)], number))
    return times


async def spread(devices: list[Device], work: Work, seconds: float) -> list[float]:
    """Every device once, each at some moment within so many seconds."""
    chance = random.Random(1)  # noqa: S311

    async def one(number: int, device: Device) -> float:
        await asyncio.sleep(chance.uniform(0, seconds))
        return await work(device, number)

    return list(await asyncio.gather(*(one(n, d) for n, d in enumerate(devices))))


async def measure(port: int, sessions: list[Session], elsewhere: int) -> None:
    """Saves at the sessions, and bare inserts into the log of another tournament, of
    which nobody hears."""
    devices = [Device(port, session) for session in sessions]
    for device in devices:
        await device.come_in()
    listening = [asyncio.create_task(device.listen()) for device in devices]
    used = FAR_AWAY

    async def insert(device: Device, _number: int) -> float:
        nonlocal used
        used += 1
        return await device.insert(elsewhere, used)

    async def save(device: Device, _number: int) -> float:
        return await device.save()

    await spread(devices, insert, 1)  # the first requests open connections
    tell(
        "one by one", await one_by_one(devices, save), await one_by_one(devices, insert)
    )
    for name, seconds in SPREADS.items():
        saves, inserts = list[float](), list[float]()
        for _again in range(2):
            saves += await spread(devices, save, seconds)
            await asyncio.sleep(PAUSE)
            inserts += await spread(devices, insert, seconds)
        tell(name, saves, inserts)
    for task in listening:
        task.cancel()
    made = sum(device.hand - 1 for device in devices)
    read = sum(device.sheets for device in devices)
    print(f"{made} saves; {read} sheets read again")


def tell(name: str, saves: list[float], inserts: list[float]) -> None:
    for what, times in (("a save", saves), ("a bare insert", inserts)):
        print(
            f"{name:<13} {what:<14} median {statistics.median(times):7.1f} ms   "
            f"p95 {p95(times):7.1f} ms   max {max(times):7.1f} ms"
        )
    middle = statistics.median(saves) / statistics.median(inserts)
    print(
        f"{name:<13} {'ratio':<14} median {middle:7.1f}      "
        f"p95 {p95(saves) / p95(inserts):7.1f}",
        flush=True,
    )


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--web-workers", type=int, default=1)
    chosen = parser.parse_args()
    if connection.vendor != "postgresql":
        sys.exit("Give a PostgreSQL database in DATABASE_URL.")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
        director = User.objects.create_user("director")
        sessions = hall_of(director, "mcr", chosen.tables)
        elsewhere = hall_of(director, "riichi", 1)[0].round.tournament_id
        connection.close()
        print(f"{chosen.tables} tables, {chosen.web_workers} web worker(s)")
        with server(port, chosen.web_workers):
            asyncio.run(measure(port, sessions, elsewhere))
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
