"""The program under test, `manage.py serve`, and a Redis server as its broker."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import redis

from benchmarks.chaos.attendance import Attendance
from mahjong_site.serve.forked_process import TITLE

ROOT = Path(__file__).resolve().parents[2]
READY = re.compile(r"(\w+) +\| ready \(process (\d+)\)")
PATIENCE = 60.0
#: The clock's processes.
CLOCK_PARTS = ("clock", "beat")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(
    condition: Callable[[], bool], name: str, patience: float = PATIENCE
) -> None:
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {patience:.0f} s: {name}")
        time.sleep(0.05)


def children_of(parent: int) -> dict[str, int]:
    """Return the pid of each running child of `manage.py serve`, by name.

    A forked child has its name in its title, others in their command.
    """
    listing = subprocess.run(
        ["ps", "-axww", "-o", "pid=,ppid=,stat=,comm=,args="],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    children = {}
    for line in listing.splitlines():
        pid, above, state, called, *arguments = line.split()
        if int(above) != parent or state.startswith("Z"):
            continue
        if called.startswith(TITLE):
            children[called.removeprefix(TITLE)] = int(pid)
        elif "mahjong_site.serve.child_process" in arguments:
            children[arguments[-1]] = int(pid)
    return children


class Program:
    """The process `manage.py serve` and its children by name.

    Records their starts and ends in an `Attendance`.
    """

    def __init__(self, attendance: Attendance, log: Path, **more: str) -> None:
        """Prepare a program that writes its output to `log`.

        `more`: additional environment variables.
        """
        self.kills = 0
        self.port = free_port()
        place = {"HOST": "127.0.0.1", "PORT": str(self.port)}
        self._environment = dict(os.environ) | place | more
        self._attendance = attendance
        self._log = log.open("a")
        self._told_to_end: set[int] = set()
        self._ready: dict[str, int] = {}
        self._frozen: dict[str, int] = {}
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the program.

        Tries again while the port is still used by the previous program. Raises
        TimeoutError after `PATIENCE` seconds.
        """
        deadline = time.monotonic() + PATIENCE
        while not self._started():
            if time.monotonic() > deadline:
                raise TimeoutError(f"the program does not start: {self._log.name}")
            time.sleep(0.2)

    @property
    def has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def end(self, number: signal.Signals) -> None:
        """Send a signal to the first process and wait until it has ended.

        Does nothing if the program is not running.
        """
        if self._process is None:
            return
        for part in CLOCK_PARTS:
            self._attendance.gone(part)
        self._told_to_end |= set(self.children().values())
        self.kills += 1
        self._process.send_signal(number)
        self._process.send_signal(signal.SIGCONT)  # It may be frozen.
        self._process.wait()

    def die(self) -> None:
        """Kill all processes of the program, like a power failure."""
        pids = self.children().values()
        self.end(signal.SIGKILL)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def send(self, name: str, number: signal.Signals) -> None:
        """Send a signal to the process `name`: a child, or "serve" for the first
        process. Does nothing if there is none now.
        """
        pid = self._pid_for(name, number)
        if pid is None:
            return  # It is being started again.
        if number in (signal.SIGKILL, signal.SIGTERM):
            self._told_to_end.add(pid)
            self.kills += 1
        if name in CLOCK_PARTS and number != signal.SIGCONT:
            self._attendance.gone(name)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        ready = self._ready.get(name) == pid and pid not in self._told_to_end
        if number == signal.SIGCONT and ready:
            self._attendance.back(name)

    def _pid_for(self, name: str, number: signal.Signals) -> int | None:
        """Return the pid of the process that gets the signal; None if there is none.

        SIGCONT goes to the frozen process, even if the program has started a new one.
        """
        if number == signal.SIGCONT:
            return self._frozen.pop(name, None)
        pid = self.processes().get(name)
        if number == signal.SIGSTOP and pid is not None:
            self._frozen[name] = pid
        return pid

    def processes(self) -> dict[str, int]:
        """Return the pid of each running process, by name.

        The first process is "serve".
        """
        first = {"serve": self._process.pid} if self._process else {}
        return first | self.children()

    def children(self) -> dict[str, int]:
        """Return the pid of each running child, by name."""
        if self._process is None:
            return {}
        return children_of(self._process.pid)

    def _started(self) -> bool:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self._process = process
        announced = threading.Event()
        reader = threading.Thread(
            target=self._read, args=(process, announced), daemon=True
        )
        reader.start()
        while process.poll() is None and not announced.wait(0.05):
            pass
        return process.poll() is None

    def _read(self, process: subprocess.Popen[str], announced: threading.Event) -> None:
        for line in process.stdout or ():
            self._log.write(f"{datetime.now(UTC):%H:%M:%S.%f} {line}")
            self._log.flush()
            if "is at http" in line:
                announced.set()
            if (ready := READY.match(line)) and process is self._process:
                name, pid = ready[1], int(ready[2])
                if name in CLOCK_PARTS and pid not in self._told_to_end:
                    self._ready[name] = pid
                    self._attendance.back(name)


class RedisServer:
    """A separate Redis server, which loses its data when it ends."""

    def __init__(self) -> None:
        self.kills = 0
        self._port = free_port()
        self._folder = tempfile.mkdtemp(prefix="prevailing-wind-redis-")
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self.client = redis.Redis(port=self._port, socket_timeout=5)

    @staticmethod
    def program() -> str | None:
        return shutil.which("redis-server")

    def start(self) -> None:
        options = f"--port {self._port} --bind 127.0.0.1 --dir {self._folder}"
        self._process = subprocess.Popen(
            [
                self.program() or "",
                *options.split(),
                "--save",
                "",
                "--dir",
                self._folder,
            ],
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        wait_for(self._answers, "an answer of Redis")

    def end(self, number: signal.Signals) -> None:
        if self._process is not None:
            self.kills += 1
            self._process.send_signal(number)
            self._process.wait()

    def send(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)

    def empty(self) -> None:
        self.client.flushall()

    def fill(self) -> None:
        """Make the server refuse all writes because its memory is full."""
        self.client.config_set("maxmemory", 1)

    def make_room(self) -> None:
        self.client.config_set("maxmemory", 0)

    def _answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.RedisError:
            return False
