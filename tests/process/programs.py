"""The whole program as a person starts it, and what it does within a time."""

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
#: Seconds within which what is to come has come, also on a slow machine that does
#: other things; nothing waits longer than it must. How soon is for benchmarks to say.
SOON = 60


def wait_for(condition: Callable[[], bool], seconds: float, what: str) -> float:
    """Seconds until `condition` held."""
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
    """`manage.py serve` on a free port with a data folder of its own."""

    def __init__(self, data_dir: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.data_dir = data_dir
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
        """Start it, by another command if there is one; seconds until a page
        answers."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, *(command or ("manage.py", "serve"))],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                process_group=0,
            )
        return wait_for(
            self.answers, 5 * SOON, f"a page\n{self.log.read_text()[-3000:]}"
        )

    def ctrl_c(self) -> None:
        """What a terminal does: the signal goes to the whole process group."""
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
        """The page of the first visit, as a browser with cookies gets it."""
        site = f"http://127.0.0.1:{self.port}"
        request = urllib.request.Request(f"{site}/welcome/{code}", headers=headers)
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        try:
            with browser.open(request, timeout=SOON) as page:
                return page.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.read().decode()

    def children(self) -> dict[str, int]:
        """pid by name of the children that run now."""
        return children_of(self.process.pid)

    def has_all_children(self) -> bool:
        return set(self.children()) == set(CHILDREN)

    def runs(self) -> bool:
        return hasattr(self, "process") and self.process.poll() is None

    def end(self) -> None:
        """Stop it, if a test has not."""
        if self.runs():
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=SOON)

    def watched_by(self, viewers: int) -> list[HTTPResponse]:
        """The open live streams of that many viewers of the practice event."""
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
    """A program that was never started, to start in the test; ended after it."""
    program = Program(tmp_path)
    yield program
    program.end()


@pytest.fixture
def unstarted(fresh) -> Program:
    """The same, with all that a first start prepares."""
    prepared.copy_to(fresh.data_dir)
    return fresh


@pytest.fixture(scope="module")
def started(tmp_path_factory) -> Iterator[Callable[[], Program]]:
    """Gives the program that the tests of a module share; one that a test has ended is
    followed by another, with data of its own."""
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
    """One that runs with all its children, which others may have used before."""
    return started()
