"""Slow and cut connections to the real program, while other pages must answer."""

from __future__ import annotations

import re
import shlex
import signal
import socket
import sqlite3
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from mahjong_site.http_connections import HEAD_SECONDS, TAKING_SECONDS
from tests import prepared
from tests.process.programs import ROOT, SOON, Program, wait_for
from tests.process.test_killed_while_saving import SETUP, Device, lines, shell

pytestmark = pytest.mark.process

SLOW = 200
PAGE = "/account/login/"


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Iterator[Program]:
    """Yield a web server without workers, with a table open for entry."""
    program = Program(tmp_path_factory.mktemp("data"))
    prepared.copy_to(program.data_dir)
    program.link = shell(program, SETUP)
    # Larger than the system buffers for a client that does not read.
    (program.data_dir / "static" / "large.txt").write_bytes(bytes(16 * 1024 * 1024))
    program.start("-m", "mahjong_site.serve.child_process", "web")
    yield program
    program.process.send_signal(signal.SIGTERM)
    program.process.wait(timeout=SOON)


def connected(program: Program, sent: bytes, buffer: int = 0) -> socket.socket:
    opened = socket.socket()
    if buffer:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    opened.settimeout(SOON)
    opened.connect(("127.0.0.1", program.port))
    opened.sendall(sent)
    return opened


def whole(opened: socket.socket) -> bytes:
    answer = b""
    while piece := opened.recv(65536):
        answer += piece
    return answer


def head(method: str, path: str, **lines: object) -> bytes:
    """Return the head of a request as bytes. `lines`: header fields."""
    fields = {"Host": "localhost", **lines}
    text = "".join(f"{k.replace('_', '-')}: {v}\r\n" for k, v in fields.items())
    return f"{method} {path} HTTP/1.1\r\n{text}\r\n".encode()


def page_times(program: Program, pages: int) -> list[float]:
    """Request a page `pages` times.

    Return the seconds of each response, fastest first.
    """
    times = []
    for _page in range(pages):
        start = time.monotonic()
        with urllib.request.urlopen(
            f"http://127.0.0.1:{program.port}{PAGE}", timeout=SOON
        ) as answer:
            answer.read()
        times.append(time.monotonic() - start)
    return sorted(times)


def test_pages_answer_beside_200_slow_senders_who_are_told_so(program):
    """Pages respond while 200 senders are slow, and each sender gets a message.

    Half of the senders stop in the head of a request, half in its body.
    """
    body = head("POST", PAGE, Content_Length=1000) + b"us"
    with ExitStack() as opened:
        slow = [
            opened.enter_context(connected(program, part))
            for part in [body, body[:40]] * (SLOW // 2)
        ]
        attacked = page_times(program, 40)
        answers = [whole(sender) for sender in slow]
    # `benchmarks/uploads_and_slow_connections.py` measures; this only detects blocked
    # threads: a page would wait until the slow senders are rejected.
    assert attacked[-1] < HEAD_SECONDS / 2
    assert {answer[:13] for answer in answers} == {b"HTTP/1.1 408 "}
    assert all(answer.endswith(b"Send it again.") for answer in answers[::2])


def test_pages_answer_beside_readers_who_take_nothing(program):
    much = head("GET", "/static/large.txt")
    with ExitStack() as opened:
        for _reader in range(8):
            opened.enter_context(connected(program, much, buffer=4096))
        time.sleep(1)
        # A blocked thread stays blocked until this time is over.
        assert page_times(program, 10)[-1] < TAKING_SECONDS / 2


def memory(program: Program) -> int:
    """Return the web server's private memory in kilobytes after it has served pages.

    Skips the test where the system does not show it.
    """
    page_times(program, 40)
    rollup = Path(f"/proc/{program.process.pid}/smaps_rollup")
    if not rollup.exists():
        pytest.skip("This system does not say how much memory is a process's own.")
    [kilobytes] = re.findall(r"^Pss: +(\d+) kB", rollup.read_text(), re.MULTILINE)
    return int(kilobytes)


@pytest.mark.parametrize(
    "sent",
    [
        head("GET", "/static/large.txt"),
        head("POST", PAGE, Content_Length=1000)[:40],
        head("POST", PAGE, Content_Length=1000) + b"us",
    ],
    ids=["not reading", "in the head", "in the body"],
)
def test_what_slow_connections_took_is_given_back(program, sent):
    calm = memory(program)
    with ExitStack() as opened:
        for _reader in range(SLOW):
            opened.enter_context(connected(program, sent, buffer=4096))
        time.sleep(3)
    wait_for(lambda: memory(program) <= 1.1 * calm, SOON, "the memory given back")


def save_request(device: Device, hand: int) -> bytes:
    """Return the request with which the device saves the hand."""
    jar = device.browser.handlers
    [cookies] = [handler.cookiejar for handler in jar if hasattr(handler, "cookiejar")]
    token = device.token()
    fields = {"hand": hand, "device_key": f"k{hand}", "winner": "E", "source": "S"}
    body = urlencode(fields | {"points": 88}).encode()
    return (
        head(
            "POST",
            urlsplit(device.queue).path,
            Content_Type="application/x-www-form-urlencoded",
            Content_Length=len(body),
            Cookie="; ".join(f"{cookie.name}={cookie.value}" for cookie in cookies),
            X_CSRFToken=token,
            Connection="close",
        )
        + body
    )


def test_a_save_that_is_cut_off_is_nothing_and_one_that_is_not_is_a_receipt(program):
    request = save_request(Device(program, program.link), hand=1)
    body = request.index(b"\r\n\r\n") + 4
    for kept in (body, body + 1, (body + len(request)) // 2, len(request) - 1):
        with connected(program, request[:kept]):
            time.sleep(0.2)  # long enough for a page that reads available data
        with connected(program, request[:kept]) as half:
            half.shutdown(socket.SHUT_WR)
            assert whole(half) == b""
    with connected(program, request) as sender:
        assert whole(sender).startswith(b"HTTP/1.1 200 ")
    assert lines(program) == 1
    points = "from scoring.models import LedgerEntry as L; print(L.objects.get().data)"
    assert "'points': 88" in shell(program, points)


@pytest.fixture
def other(program) -> Iterator[Program]:
    """Yield a second web server, which a test may stop."""
    other = Program(program.data_dir)
    other.start("-m", "mahjong_site.serve.child_process", "web")
    yield other
    other.process.kill()
    other.process.wait()


def test_who_has_sent_a_part_when_the_server_stops_is_told_so(other):
    with connected(other, head("POST", PAGE, Content_Length=1000) + b"us") as sender:
        # The server has read it once it has answered a later request.
        page_times(other, 2)
        other.process.send_signal(signal.SIGTERM)
        answer = whole(sender).decode()
    assert answer.startswith("HTTP/1.1 503 ")
    assert "retry-after: " in answer
    assert "server is restarting" in answer


def test_who_waits_for_a_page_when_the_server_stops_is_told_so(program, other):
    """A client whose request waits when the server stops gets a message.

    The page waits for the database, which another writer has locked.
    """
    device = Device(program, program.link)
    request = save_request(device, hand=2)
    database = program.data_dir / "db.sqlite3"
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        with connected(other, request) as sender:
            page_times(other, 2)
            other.process.send_signal(signal.SIGTERM)
            answer = whole(sender).decode()
    assert answer.startswith("HTTP/1.1 503 ")
    assert "may have been saved" in answer


def test_the_web_server_as_the_documents_start_it_has_the_same_limits(program):
    other = Program(program.data_dir)
    text = (ROOT / "docs" / "server.md").read_text()
    [command] = re.findall(r"^    uvicorn (.*)$", text, re.MULTILINE)
    assert "TimeoutHttpProtocol" in command
    options = re.sub(r"--workers \d+", "", command).replace("$PROXY_IPS", "127.0.0.1")
    other.start("-m", "uvicorn", *shlex.split(options), "--port", str(other.port))
    try:
        with connected(other, b"GET / HTTP/1.1\r\nX: " + b"y" * 40_000) as sender:
            sender.sendall(b"\r\n\r\n")
            assert whole(sender).startswith(b"HTTP/1.1 431 ")
        with connected(other, head("POST", PAGE, Content_Length=10**6)) as sender:
            assert sender.recv(13) == b"HTTP/1.1 413 "
    finally:
        other.process.send_signal(signal.SIGTERM)
        wait_for(lambda: other.process.poll() is not None, SOON, "the server gone")
