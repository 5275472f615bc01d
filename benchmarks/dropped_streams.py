"""Measure what streams that are opened and dropped cost the remaining ones:

    python benchmarks/dropped_streams.py [--loops 40] [--seconds 20]

starts the web server on its own data, with 30 tables. One table's device follows its
stream, where something is saved every half second: first undisturbed; then while
`--loops` loops open the stream of the standings, from an old page, and drop it again
and again; then undisturbed again. Prints the delay of the messages and the server's
memory (PSS), and both as ratios to the undisturbed ones. Needs Linux (/proc).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
for name in ("DATABASE_URL", "REDIS_URL"):
    os.environ.pop(name, None)
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "mahjong_site.settings",
    "DATA_DIR": tempfile.mkdtemp(prefix="prevailing-wind-dropped-"),
    "SECRET_KEY": secrets.token_hex(),
}

import django

django.setup()

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction

from benchmarks.idle import megabytes
from scoring.table import table_change_signal
from tests.scoring.halls import hall_of
from tournaments.access.live_access import at_table, everybody
from tournaments.access.table_links import Claim
from tournaments.live import live_stream as live
from tournaments.models import Game
from tournaments.tournament_setup import create_and_change_tournament

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]

#: Seconds between two changes, and until a dropped stream is forgotten.
EVERY = 0.5
SETTLING = 5.0
WARM_UP = 5.0


def prepare() -> Game:
    """Return a table of a public tournament with 30 tables."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    director = User.objects.create_user("director")
    table = hall_of(director, "mcr", 30)[0]
    create_and_change_tournament.show_to_public(
        table.round.tournament, True, by="director"
    )
    return table


def save(table: Game) -> None:
    with transaction.atomic():
        table.round.tournament.record("entered", by="director", round=1, table=1)


def start(port: int) -> subprocess.Popen[bytes]:
    environment = os.environ | {
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "mahjong_site.serve.child_process", "web"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    for _try in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.1)
    raise TimeoutError("the web server does not answer")


async def opened(
    port: int, stream: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {stream} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    await writer.drain()
    return reader, writer


async def drop_for_ever(port: int, stream: str) -> None:
    while True:
        with suppress(OSError):
            _reader, writer = await opened(port, stream)
            await asyncio.sleep(0.01)
            writer.transport.abort()


async def warm_up(port: int, stream: str) -> None:
    """Let the server load what it needs for the stream."""
    with suppress(TimeoutError):
        async with asyncio.timeout(WARM_UP):
            await drop_for_ever(port, stream)


async def latencies(port: int, table: Game, seconds: float) -> list[float]:
    """Return the delay of each change's message in seconds."""
    device = at_table(table, Claim(table.pk, 1))
    reader, writer = await opened(port, table_change_signal.url(table, device))
    await reader.readuntil(b"retry: ")
    await asyncio.sleep(1)
    delays = []
    for _change in range(int(seconds / EVERY)):
        began = time.perf_counter()
        await asyncio.to_thread(save, table)
        while not (await reader.readline()).startswith(b"event: fragment"):
            pass
        delays.append(time.perf_counter() - began)
        await asyncio.sleep(EVERY)
    writer.close()
    return delays


async def measure(table: Game, loops: int, seconds: float) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    tournament = table.round.tournament
    old = live.url("standings", tournament, reader=everybody(tournament))
    await asyncio.to_thread(save, table)
    process = start(port)
    try:
        calm: tuple[float, float] | None = None
        await warm_up(port, old)
        for phase in ("calm", f"{loops} loops", "calm again"):
            dropping = [
                asyncio.create_task(drop_for_ever(port, old))
                for _loop in range(loops if "loops" in phase else 0)
            ]
            times = await latencies(port, table, seconds)
            if not dropping:
                await asyncio.sleep(SETTLING)
            _rss, memory = megabytes(process.pid)
            for task in dropping:
                task.cancel()
            median = statistics.median(times)
            calm = calm or (median, memory)
            print(
                f"{phase:<12} news: median {median:6.3f} s ({median / calm[0]:5.2f}), "
                f"longest {max(times):6.3f} s   memory: {memory:6.1f} MB "
                f"({memory / calm[1]:4.2f})",
                flush=True,
            )
    finally:
        process.terminate()
        process.wait(timeout=20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--loops", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=20)
    chosen = parser.parse_args()
    asyncio.run(measure(prepare(), chosen.loops, chosen.seconds))


if __name__ == "__main__":
    main()
