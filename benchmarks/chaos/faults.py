"""Faults of the running program."""

from __future__ import annotations

import contextlib
import random
import signal
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.chaos.attendance import Attendance
from benchmarks.chaos.disks import Disk, FileLimit
from benchmarks.chaos.network import CuttingProxy
from benchmarks.chaos.postgresql import PostgresServer
from benchmarks.chaos.program import Program, RedisServer
from mahjong_site.celery import app
from mahjong_site.sqlite_message_queue import ADD, opened

KILL, TERM = signal.SIGKILL, signal.SIGTERM
STOP, CONT = signal.SIGSTOP, signal.SIGCONT
TICK = "scoring.tasks.tick"
#: Number of messages of a flood.
FLOOD = 1000
RUBBISH = (
    *(b"", b"{", b"[]", b"{}", b"null", b"\xff\xfe", b'{"properties": {}}'),
    b'{"body": "e30=", "properties": {"delivery_tag": "1", "body_encoding": "base64"}}',
)


@dataclass(frozen=True)
class Fault:
    """A fault of the running program.

    `begin` starts it and `end` ends it; `weight` is its relative frequency. Faults with
    the same `target` never overlap.
    """

    name: str
    target: str
    weight: int
    begin: Callable[[], None]
    end: Callable[[], None] = lambda: None


def of_processes(program: Program) -> list[Fault]:
    faults = []
    for name, weight in (("clock", 6), ("beat", 6), ("web", 2), ("worker", 1)):
        for word, number in (("kill", KILL), ("stop", TERM)):
            faults.append(
                Fault(
                    f"{word} {name}",
                    name,
                    weight,
                    lambda name=name, number=number: program.send(name, number),
                )
            )
    for name, weight in (("clock", 3), ("beat", 3), ("web", 1), ("serve", 1)):
        faults.append(
            Fault(
                f"freeze {name}",
                name,
                weight,
                lambda name=name: program.send(name, STOP),
                lambda name=name: program.send(name, CONT),
            )
        )
    for word, number in (("kill", KILL), ("stop", TERM)):
        faults.append(
            Fault(
                f"{word} serve",
                "serve",
                1,
                lambda number=number: program.end(number),
                program.start,
            )
        )
    return faults


def of_redis(server: RedisServer, attendance: Attendance) -> list[Fault]:
    def away(work: Callable[[], None]) -> Callable[[], None]:
        def begin() -> None:
            attendance.gone("broker")
            work()

        return begin

    def back(work: Callable[[], None]) -> Callable[[], None]:
        def end() -> None:
            work()
            attendance.back("broker")

        return end

    killed, stopped = (away(lambda n=n: server.end(n)) for n in (KILL, TERM))
    frozen, thawed = (lambda n=n: server.send(n) for n in (STOP, CONT))
    started = back(server.start)
    return [
        Fault("kill Redis", "broker", 3, killed, started),
        Fault("stop Redis", "broker", 3, stopped, started),
        Fault("freeze Redis", "broker", 2, away(frozen), back(thawed)),
        Fault("empty Redis", "broker", 1, server.empty),
        Fault("fill Redis", "broker", 2, away(server.fill), back(server.make_room)),
    ]


class Messages:
    """The messages in the queue's file (`mahjong_site/sqlite_message_queue.py`), and
    faults in them.
    """

    def __init__(self, file: Path, chance: random.Random) -> None:
        self._file = file
        self._chance = chance

    def delete(self) -> None:
        self._execute("DELETE FROM message")

    def remove_file(self) -> None:
        for suffix in ("", "-wal", "-shm"):
            self._file.with_name(self._file.name + suffix).unlink(missing_ok=True)

    def spoil(self) -> None:
        send_ticks(5, expires=5)
        length = self._chance.randrange(500)
        self._execute("UPDATE message SET payload = substr(payload, 1, ?)", length)

    def add_rubbish(self) -> None:
        for _ in range(30):
            self._execute(ADD, "clock", self._chance.choice(RUBBISH))

    def duplicate(self) -> None:
        send_ticks(5, expires=60)
        for (payload,) in self._execute("SELECT payload FROM message LIMIT 1"):
            for _ in range(FLOOD):
                self._execute(ADD, "clock", payload)

    def _execute(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        with contextlib.closing(opened(self._file)) as database:
            return database.execute(statement, values).fetchall()


def of_files(messages: Messages) -> list[Fault]:
    return [
        Fault("delete messages", "broker", 2, messages.delete),
        Fault("remove the queue's file", "broker", 1, messages.remove_file),
        Fault("messages of rubbish", "broker", 2, messages.add_rubbish),
        Fault("spoil messages", "broker", 2, messages.spoil),
        Fault("duplicate messages", "broker", 2, messages.duplicate),
    ]


def of_ticks() -> list[Fault]:
    return [
        Fault("ticks too many", "ticks", 3, lambda: send_ticks(20, expires=5)),
        Fault("ticks too late", "ticks", 3, lambda: send_ticks(FLOOD, expires=0.001)),
    ]


def send_ticks(number: int, *, expires: float) -> None:
    """Send `number` ticks like beat, each valid for `expires` seconds."""
    for _ in range(number):
        app.send_task(TICK, expires=expires)


def of_network(proxy: CuttingProxy) -> list[Fault]:
    return [
        Fault("cut connections", "network", 2, proxy.get_worse, proxy.get_better),
    ]


def of_disk(disk: Disk | FileLimit, name: str, target: str) -> list[Fault]:
    return [Fault(name, target, 2, disk.fill, disk.free)]


def of_sqlite(file: Path) -> list[Fault]:
    """Return a list with one fault: another process holds SQLite's write lock."""
    other = sqlite3.connect(file, isolation_level=None, timeout=20)

    def lock() -> None:
        with contextlib.suppress(sqlite3.OperationalError):  # The disk may be full.
            other.execute("BEGIN IMMEDIATE")

    def unlock() -> None:
        if other.in_transaction:
            other.execute("ROLLBACK")

    return [Fault("lock the database", "database", 2, lock, unlock)]


def of_postgresql(server: PostgresServer, disk: Disk | None) -> list[Fault]:
    def of(name: str, weight: int, *work: Callable[[], None]) -> Fault:
        return Fault(name, "database", weight, *work)

    faults = [
        of("kill PostgreSQL", 2, lambda: server.end(KILL), server.start),
        of("stop PostgreSQL", 1, lambda: server.end(signal.SIGINT), server.start),
        of("crash PostgreSQL", 1, server.crash),
        of("end its connections", 2, server.end_connections),
        of("freeze PostgreSQL", 1, server.freeze, server.thaw),
    ]
    if disk is None:
        return faults

    def make_room() -> None:
        disk.free()
        server.mend()

    return [*faults, of("fill the database's disk", 2, disk.fill, make_room)]
