"""A web server on a temporary database, and the table devices of a hall.

Several measurements use this module; its import sets Django up.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[2]
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "benchmarks.parts.bare_insert.settings",
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

from mahjong_site.serve.child_process import LISTENING
from tournaments.access import table_links
from tournaments.models import Game

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]

HAND = {"winner": "E", "source": "S", "points": 12}
#: Seconds until the server may close a connection; a browser would retry.
IDLE = 20.0
#: Seconds that a page waits after a change before it reads the score sheet.
PAGE_WAITS = 0.3


@contextmanager
def throw_away_database() -> Iterator[None]:
    """Create a database beside the one of DATABASE_URL for the block, and drop it
    afterwards. Exits with a message if DATABASE_URL is not PostgreSQL.
    """
    if connection.vendor != "postgresql":
        sys.exit("Give a PostgreSQL database in DATABASE_URL.")
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
        yield
    finally:
        teardown_databases(databases, verbosity=0)


def director() -> User:
    """Return the director of every measured tournament."""
    return User.objects.get_or_create(username="director")[0]


@contextmanager
def server(workers: int, **more: str) -> Iterator[tuple[int, list[int]]]:
    """Run `workers` web processes on the temporary database like `manage.py serve`.

    Yield the port and the process ids. `more`: additional environment variables.
    """
    connection.close()
    with ExitStack() as started, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(2048)
        listening.set_inheritable(True)
        port = listening.getsockname()[1]
        environment = os.environ | {
            "DATABASE_URL": _database_url(),
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "PYTHONPATH": str(ROOT),
            LISTENING: str(listening.fileno()),
            **more,
        }
        command = [sys.executable, "-m", "benchmarks.parts.web_process"]
        processes = []
        for _each in range(workers):
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment,
                close_fds=False,
            )
            started.callback(process.wait, timeout=20)
            started.callback(process.terminate)
            processes.append(process.pid)
        # Connections wait until one of them listens.
        yield port, processes


def _database_url() -> str:
    database = connection.settings_dict
    place = f"{database['HOST']}:{database['PORT'] or 5432}"
    user = f"{database['USER']}:{database['PASSWORD']}"
    return f"postgres://{user}@{place}/{database['NAME']}"


@dataclass
class Device:
    """A browser at one table.

    `own`: the revision of its last save; `lines`: the number of ledger entries that its
    page shows; `sheets`: how often it read the score sheet; `one_save`: held during a
    save, because all saves share a connection.
    """

    port: int
    game: Game
    hand: int = 1
    own: int = 0
    lines: str = ""
    sheets: int = 0
    cookies: dict[str, str] = field(default_factory=dict)
    #: For saving; the server closes it after half a minute.
    saving: Connection | None = None
    asked_at: float = 0.0
    stream: str = ""
    one_save: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def address(self) -> str:
        round_ = self.game.round
        at = [round_.tournament.slug, round_.number, self.game.table]
        return reverse("table:session", args=at)

    async def open_table(self) -> None:
        """Open the table link and then the table page, like a phone.

        Store the address of the page's stream.
        """
        token = table_links.token_of(self.game)
        await self.ask("GET", reverse("table:link", args=[token]), expect=302)
        page = await self.ask("GET", self.address)
        self.stream = unescape(re.findall(r'sse-connect="([^"]+)"', page)[0])

    async def listen(self) -> None:
        """Follow the stream until it ends, and read the score sheet after changes that
        the page does not show.
        """
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
        """Read a page over a new connection, which is possible during a save."""
        reader, writer = await self.connected()
        await self.ask("GET", path, over=(reader, writer))
        writer.close()

    async def connected(self) -> Connection:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def save(self) -> float:
        """Enter the next hand. Return the milliseconds until its receipt."""
        key = f"{self.game.pk}-{self.hand}"
        values = {"hand": self.hand, "device_key": key, "lines": self.lines}
        self.hand += 1
        return await self.post(self.address, {**HAND, **values}, "is saved")

    async def insert(self, tournament: int, revision: int) -> float:
        return await self.post(f"/bare/{tournament}/{revision}/", {}, "inserted")

    async def post(self, path: str, values: dict[str, object], expected: str) -> float:
        start = time.perf_counter()
        answer = await self.ask("POST", path, urlencode(values))
        took = (time.perf_counter() - start) * 1000
        if expected not in answer:
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
            idle = time.monotonic() - self.asked_at > IDLE
            if self.saving is None or self.saving[0].at_eof() or idle:
                self.saving = await self.connected()
            self.asked_at = time.monotonic()
            over = self.saving
        reader, writer = over
        writer.write(self._request(method, path, body))
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"(?im)^content-length: (\d+)", head)
        content = await reader.readexactly(int(length[1])) if length else b""
        answer = content.decode(errors="replace")  # A workbook is not text.
        self.cookies.update(re.findall(r"(?im)^set-cookie: ([^=]+)=([^;]*)", head))
        saved = re.search(r'data-own="(\d+)"', answer)
        if saved and method == "POST":
            self.own = int(saved[1])
        if lines := re.search(r'data-lines="(\d+)"', answer):
            self.lines = lines[1]
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
