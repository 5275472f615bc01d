"""The whole program, started as a person starts it, with helpers that wait for its
effects."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPResponse
from pathlib import Path

import pytest

from benchmarks.chaos.program import children_of
from tests import prepared

ROOT = Path(__file__).resolve().parents[2]
CHILDREN = ("web", "clock", "worker", "beat")
#: Seconds allowed for an effect, also on a slow and busy machine; tests do not wait
#: longer than necessary. Benchmarks measure speed.
SOON = 60


def wait_for(condition: Callable[[], bool], seconds: float, what: str) -> float:
    """Return the seconds until `condition` returned True.

    The test fails after `seconds`. `what`: the event, for the message.
    """
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > seconds:
            pytest.fail(f"not within {seconds} s: {what}")
        time.sleep(0.05)
    return time.monotonic() - start


def alive(pid: int) -> bool:
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True
    ).stdout.strip()
    return bool(state) and not state.startswith("Z")


class Program:
    """`manage.py serve` on a free port with its own data folder."""

    def __init__(self, data_dir: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.data_dir = data_dir
        self.folder = ROOT
        self.log = data_dir / "log"
        kept = ("PATH", "HOME", "LANG")
        self.environment = {
            name: os.environ[name] for name in kept if name in os.environ
        } | {
            "DATA_DIR": str(self.data_dir),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
        }

    def start(self, *command: str) -> float:
        """Start the program, or another command.

        Return the seconds until a page responds.
        """
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, *(command or ("manage.py", "serve"))],
                cwd=self.folder,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                process_group=0,
            )
        return wait_for(
            self.answers, 5 * SOON, f"a page\n{self.log.read_text()[-3000:]}"
        )

    def ctrl_c(self) -> None:
        """Send SIGINT to the whole process group, like a terminal."""
        os.killpg(self.process.pid, signal.SIGINT)

    def answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()[-3000:]
        try:
            urllib.request.urlopen(
                f"http://127.0.0.1:{self.port}/account/login/", timeout=10
            ).close()
        except urllib.error.HTTPError:
            raise
        except OSError:
            return False
        return True

    def restart(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=SOON)
        self.start()

    def welcome(self, code: str = "", **headers: str) -> str:
        """Return the page of the first visit, fetched with cookies like a browser.

        `code`: the setup code in the address.
        """
        site = f"http://127.0.0.1:{self.port}"
        request = urllib.request.Request(f"{site}/welcome/{code}", headers=headers)
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        try:
            with browser.open(request, timeout=SOON) as page:
                return page.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.read().decode()

    def children(self) -> dict[str, int]:
        """Return the pid of each running child, by name."""
        return children_of(self.process.pid)

    def has_all_children(self) -> bool:
        return set(self.children()) == set(CHILDREN)

    def runs(self) -> bool:
        return hasattr(self, "process") and self.process.poll() is None

    def end(self) -> None:
        """Stop the program if it is still running."""
        if self.runs():
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=SOON)

    def watched_by(self, viewers: int) -> list[HTTPResponse]:
        """Import the practice tournament.

        Return the open live streams of `viewers` viewers.
        """
        subprocess.run(
            [sys.executable, "manage.py", "import_event", "practice"],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            check=True,
        )
        site = f"http://127.0.0.1:{self.port}"
        with urllib.request.urlopen(f"{site}/t/practice-event/") as page:
            [stream] = re.findall('sse-connect="([^"]+)"', page.read().decode())
        streams = [
            urllib.request.urlopen(site + stream, timeout=SOON) for _ in range(viewers)
        ]
        for opened in streams:
            assert opened.readline().startswith(b"retry: ")
        return streams


@pytest.fixture
def fresh(tmp_path) -> Iterator[Program]:
    """Yield a program that was never started. It ends after the test."""
    program = Program(tmp_path)
    yield program
    program.end()


@pytest.fixture
def unstarted(fresh) -> Program:
    """Return a program that is not running, with everything that a first start
    prepares.
    """
    prepared.copy_to(fresh.data_dir)
    return fresh


@pytest.fixture(scope="module")
def started(tmp_path_factory) -> Iterator[Callable[[], Program]]:
    """Yield a function that returns a running program.

    The module's tests share it; if a test has ended it, a new program with fresh data
    is started.
    """
    every: list[Program] = []

    def running() -> Program:
        if not (every and every[-1].runs()):
            every.append(Program(tmp_path_factory.mktemp("program")))
            prepared.copy_to(every[-1].data_dir)
            every[-1].start()
        wait_for(every[-1].has_all_children, SOON, "all children")
        return every[-1]

    yield running
    for program in every:
        program.end()


@pytest.fixture
def program(started) -> Program:
    """Return a running program with all its children.

    Earlier tests may have used it.
    """
    return started()
