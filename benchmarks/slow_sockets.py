"""Measure page times beside slow connections, against those of an idle server:

    python benchmarks/slow_sockets.py [--sockets 200] [--pages 400]

starts the web server on its own data like `manage.py serve`, and requests a page of the
practice tournament twice a second for each of ten visitors. Prints median and p95 on
the idle server, and beside many connections which

- stop in the head of a request,
- stop in the body of one,
- send a byte of a body now and then,
- request a large file and read nothing of it,

after the first rush, and the web server's memory before, during and after. The kinds
are tried in turn, with the idle server before each; refused or closed connections are
opened again.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.chaos.program import free_port, wait_for

VISITORS = 10
SECONDS_BETWEEN_PAGES = 0.5
PAGE = "/t/practice-event/"
#: Bytes; more than a system buffers for one connection.
LARGE = 4 * 1024 * 1024
HEAD = b"POST /account/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
KINDS = {
    "in the head": HEAD,
    "in the body": HEAD + b"\r\nus",
    "byte by byte": HEAD + b"\r\n",
    "not reading": b"GET /static/large.txt HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


class WebServer:
    """The web server on temporary data."""

    def __init__(self) -> None:
        self.data_dir = Path(tempfile.mkdtemp(prefix="prevailing-wind-slow-"))
        self.port = free_port()
        kept = {name: os.environ[name] for name in ("PATH", "HOME")}
        self._environment = kept | {
            "DATA_DIR": str(self.data_dir),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
        }

    def start(self) -> None:
        self._manage("migrate", "--verbosity=0")
        self._manage("collectstatic", "--no-input", "--verbosity=0")
        self._manage("import_event", "practice")
        (self.data_dir / "static" / "large.txt").write_bytes(bytes(LARGE))
        command = [sys.executable, "-m", "mahjong_site.serve.child_process", "web"]
        self._process = subprocess.Popen(command, cwd=ROOT, env=self._environment)
        wait_for(self._answers, "a page")

    def end(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()

    def connect(self) -> socket.socket:
        opened = socket.socket()
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        opened.connect(("127.0.0.1", self.port))
        opened.setblocking(False)
        return opened

    def page(self) -> float:
        """Return the seconds of a page; a failed page counts 30."""
        start = time.monotonic()
        address = f"http://127.0.0.1:{self.port}{PAGE}"
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                answer.read()
        except OSError:
            return 30.0
        return time.monotonic() - start

    def megabytes(self) -> float:
        listing = ["ps", "-o", "rss=", "-p", str(self._process.pid)]
        return int(subprocess.check_output(listing)) / 1024

    def _answers(self) -> bool:
        return self.page() < 30

    def _manage(self, *arguments: str) -> None:
        command = [sys.executable, "manage.py", *arguments]
        subprocess.run(command, cwd=ROOT, env=self._environment, check=True)


@dataclass
class Attack:
    """Connections of one kind, kept open."""

    server: WebServer
    kind: str
    sockets: list[socket.socket] = field(default_factory=list)
    again: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def keep_up(self, count: int) -> None:
        while not self.over.is_set():
            while len(self.sockets) < count:
                opened = self.server.connect()
                opened.send(KINDS[self.kind])
                self.sockets.append(opened)
            self.sockets = [opened for opened in self.sockets if self._holds(opened)]
            self.again += count - len(self.sockets)
            self.over.wait(1)
        for opened in self.sockets:
            opened.close()

    def _holds(self, opened: socket.socket) -> bool:
        """Return whether the server still waits; if not, close the connection."""
        ended = False
        with contextlib.suppress(BlockingIOError):
            try:
                if self.kind == "byte by byte":
                    opened.send(b"x")
                ended = self.kind != "not reading" and bool(opened.recv(1) or True)
            except ConnectionError:
                ended = True
        if ended:
            opened.close()
        return not ended


@contextlib.contextmanager
def attack(server: WebServer, kind: str, count: int) -> Iterator[Attack]:
    attack = Attack(server, kind)
    thread = threading.Thread(target=attack.keep_up, args=(count,))
    thread.start()
    settle(server)
    try:
        yield attack
    finally:
        attack.over.set()
        thread.join()


def settle(server: WebServer) -> None:
    """Wait until the attack's first requests are answered."""
    for _attempt in range(60):
        time.sleep(1)
        if max(server.page() for _page in range(5)) < 0.5:
            return


def page_times(server: WebServer, pages: int) -> list[float]:
    """Return the milliseconds of `pages` pages."""

    def visit(visitor: int) -> list[float]:
        time.sleep(visitor * SECONDS_BETWEEN_PAGES / VISITORS)
        times = []
        for _page in range(pages // VISITORS):
            times.append(took := server.page())
            time.sleep(max(SECONDS_BETWEEN_PAGES - took, 0))
        return times

    with ThreadPoolExecutor(VISITORS) as visitors:
        visits = visitors.map(visit, range(VISITORS))
        return [1000 * took for times in visits for took in times]


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--pages", type=int, default=400)
    chosen = parser.parse_args()
    server = WebServer()
    server.start()
    try:
        page_times(server, chosen.pages)  # The first pages load modules.
        for kind in KINDS:
            calm, memory = page_times(server, chosen.pages), server.megabytes()
            with attack(server, kind, chosen.sockets) as slow:
                beside = page_times(server, chosen.pages)
                held = server.megabytes()
            settle(server)
            print(
                f"{chosen.sockets} {kind:<13} p95 {p95(beside):7.1f} ms, "
                f"{p95(beside) / p95(calm):5.2f} times {p95(calm):6.1f} ms; median "
                f"{statistics.median(beside):6.1f}, {statistics.median(calm):6.1f} ms; "
                f"{memory:.0f} -> {held:.0f} -> {server.megabytes():.0f} MB; "
                f"{slow.again} came again"
            )
    finally:
        server.end()


if __name__ == "__main__":
    main()
