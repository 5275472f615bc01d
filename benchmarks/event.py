"""Measure a whole tournament day in one of the two shapes:

    python -m benchmarks.event [--small] [--speed 20] [--hands 2] [--rounds 8]
        [--players 1000] [--viewers 3000] [--referees 20] [--directors 3]
    DATABASE_URL=postgres://… REDIS_URL=redis://… python -m benchmarks.event […]

Starts `manage.py serve` with its own data: on SQLite; or with two web processes, Redis
and a new PostgreSQL database beside the one of DATABASE_URL. If DATABASE_URL leads to a
pooler, DATABASE_DIRECT_URL must lead to the server itself.

All players are checked in. For each round, the worker generates the seating, which is
confirmed; a player is substituted, and the seating is published. Every table's device
opens its link. After the round's start, it follows its stream and saves `--hands`
hands, one in three minutes divided by `--speed`, as fast as they are accepted. Then the
round is closed and its files are downloaded. All day, viewers follow the public page on
streams, referees look at their tables, and directors have the control room open.

Prints saves a second, and times of saves, pages and live delivery (p50, p95, p99) as
ratios to a bare insert and a bare page of the idle server. Also prints times of the
director's actions, errors, processor and memory of each process, and the size of the
database. Exits with 1 after an error. Devices and viewers use the same processors.
Needs Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import sys
import tempfile
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent

BIG = bool(os.environ.get("DATABASE_URL"))


@contextmanager
def new_database() -> Iterator[None]:
    """Create a database beside the one of DATABASE_URL for the block, set the address
    in the environment, and drop the database afterwards. Does nothing in the shape with
    SQLite.
    """
    if not BIG:
        yield
        return
    import psycopg

    address = urlsplit(os.environ["DATABASE_URL"])
    name = f"event_{uuid.uuid4().hex[:12]}"
    server = address._replace(scheme="postgresql", path="/postgres").geturl()
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
    for variable in ("DATABASE_URL", "DATABASE_DIRECT_URL"):
        if url := os.environ.get(variable):
            os.environ[variable] = urlsplit(url)._replace(path=f"/{name}").geturl()
    try:
        yield
    finally:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]


def chosen_day() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--small", action="store_true", help="a club's afternoon")
    parser.add_argument("--players", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--viewers", type=int)
    parser.add_argument("--referees", type=int, default=20)
    parser.add_argument("--directors", type=int, default=3)
    parser.add_argument("--hands", type=int, default=2)
    parser.add_argument("--speed", type=float, default=20)
    parser.add_argument("--web-workers", type=int, default=2)
    chosen = parser.parse_args()
    usual = (80, 2, 100) if chosen.small else (1000, 8, 3000)
    for name, value in zip(("players", "rounds", "viewers"), usual, strict=True):
        if getattr(chosen, name) is None:
            setattr(chosen, name, value)
    return chosen


@dataclass
class Used:
    """Resources that each process of the program used, by name: processor seconds
    within `seconds`, and peak memory.
    """

    cpu: dict[str, float]
    seconds: float
    megabytes: dict[str, float]


class Watch:
    """Record of the total processor time and peak memory of the program's processes,
    including processes that were restarted. It is updated every two seconds.
    """

    def __init__(self, processes: Callable[[], dict[str, int]]) -> None:
        self._processes = processes
        self._before: dict[int, float] = {}
        self._after: dict[tuple[str, int], float] = {}
        self._most: dict[str, float] = defaultdict(float)
        self._measure()
        self._before = {pid: cpu for (_name, pid), cpu in self._after.items()}
        self._began = time.monotonic()
        self._ended = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        while not self._ended.wait(2):
            self._measure()

    def _measure(self) -> None:
        from benchmarks.parts.processor_and_memory import cpu_seconds, megabytes

        for name, pid in self._processes().items():
            with suppress(OSError):
                self._after[name, pid] = cpu_seconds(pid)
                self._most[name] = max(self._most[name], megabytes(pid)[1])

    def end(self) -> Used:
        self._ended.set()
        self._measure()
        cpu: dict[str, float] = defaultdict(float)
        for (name, pid), seconds in self._after.items():
            cpu[name] += seconds - self._before.get(pid, 0.0)
        return Used(cpu, time.monotonic() - self._began, self._most)


def spread(times: list[float]) -> str:
    if len(times) < 2:
        return "nothing measured"
    parts = statistics.quantiles(times, n=100, method="inclusive")
    return f"p50 {parts[49]:8.1f}  p95 {parts[94]:8.1f}  p99 {parts[98]:8.1f} ms"


def middle(times: list[float]) -> float:
    return statistics.median(times) if times else float("nan")


def main() -> int:
    chosen = chosen_day()
    # Stopping must leave neither the program nor its database behind.
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(1))
    with (
        tempfile.TemporaryDirectory(prefix="prevailing-wind-event-") as folder,
        new_database(),
    ):
        return _day(chosen, Path(folder))


def _day(chosen: argparse.Namespace, folder: Path) -> int:
    # It creates a data folder and a key, and sets Django up on the database.
    import benchmarks.parts.hall_devices as devices

    os.environ |= {
        "BACKUPS_KEEP": "0",
        "LOG_LEVEL": "WARNING",
        "STREAMS": "100000",
        "STREAMS_PER_ADDRESS": "100000",
        "WEB_WORKERS": str(chosen.web_workers if BIG else 1),
        "PYTHONPATH": str(devices.ROOT),
    }
    from benchmarks.chaos.attendance import Attendance
    from benchmarks.chaos.program import CLOCK_PARTS, Program, wait_for
    from benchmarks.parts.whole_day import Day
    from mahjong_site.prepare_installation import prepare

    prepare(lambda _line: None)
    attendance = Attendance(CLOCK_PARTS)
    program = Program(attendance, folder / "log")
    try:
        program.start()
        wait_for(lambda: not attendance.missing, "clock and beat")
        wait_for(lambda: "worker" in program.children(), "the worker")
        day = Day(chosen, program.port)
        day.set_up()
        watch = Watch(program.processes)
        asyncio.run(day.play())
        used = watch.end()
        print_results(chosen, day, used)
        log = (folder / "log").read_text()
        loud = [line for line in log.splitlines() if " ERROR " in line]
        for line in [*day.errors[:5], *loud[:5]]:
            print(line[:300])
        return 1 if day.errors or loud else 0
    finally:
        program.end(signal.SIGTERM)


def print_results(chosen: argparse.Namespace, day: object, used: Used) -> None:
    """Print the results of the day."""
    from benchmarks.parts.whole_day import Day, database_megabytes

    assert isinstance(day, Day)
    shape = f"PostgreSQL, Redis, {chosen.web_workers} web" if BIG else "SQLite, 1 web"
    print(
        f"{shape}; {chosen.players} players, {day.tables} tables, {chosen.rounds} "
        f"rounds, {chosen.viewers} viewers, speed {chosen.speed:g}x"
    )
    pace = len(day.saves) / max(day.playing, 0.001)
    print(f"saves      {len(day.saves):6}  {spread(day.saves)}  {pace:.1f} a second")
    if pace < day.offered / 2:
        print(
            f"  the tables would have made {day.offered:.1f} a second: this measures "
            "a machine at its limit, and how long hands waited in a queue"
        )
    for action, times in sorted(day.pages.items()):
        print(f"  {action:<14}{len(times):6}  {spread(times)}")
    print(f"delivery   {len(day.waits):6}  {spread(day.waits)}  {day.missed} missed")
    print(
        f"bare insert {middle(day.bare_inserts):.1f} ms, bare page "
        f"{middle(day.bare_pages):.1f} ms"
    )
    every_page = [took for times in day.pages.values() for took in times]
    print(
        f"ratios: a save {middle(day.saves) / middle(day.bare_inserts):.1f}, a page "
        f"{middle(every_page) / middle(day.bare_pages):.1f}"
    )
    for action, times in day.acts.items():
        print(
            f"  {action:<14}{len(times):6}  median {middle(times):8.0f}  max "
            f"{max(times):8.0f} ms"
        )
    for name, seconds in used.cpu.items():
        print(
            f"  {name:<8} {seconds / used.seconds * 100:6.1f} % of a core  "
            f"{used.megabytes[name]:6.0f} MB"
        )
    print(f"database {database_megabytes():.1f} MB; errors: {len(day.errors)}")


if __name__ == "__main__":
    sys.exit(main())
