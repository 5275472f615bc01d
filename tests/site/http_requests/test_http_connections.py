"""Slow connections to a real server with short deadlines."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress

import pytest
import uvicorn

from mahjong_site import http_connections
from mahjong_site.http_connections import (
    MOST_HEAD_BYTES,
    SILENT_SECONDS,
    TimeoutHttpProtocol,
)

#: More bytes than a system buffers for one connection.
MUCH = 40 * 1024 * 1024
HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"
SHORT = 0.4
#: Seconds allowed for an effect, also on a slow and busy machine.
SOON = 30


class Site:
    """A server with pages by path. A PUT request reads the body first."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.ended: list[str] = []
        self.heads: list[list[tuple[bytes, bytes]]] = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(
            self.page, http=TimeoutHttpProtocol, interface="asgi3", lifespan="off"
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(
            target=self.server.run, args=([self.listening],), daemon=True
        )

    async def page(self, scope, receive, send) -> None:
        path = scope["path"]
        while scope["method"] == "PUT":
            message = await receive()
            if message["type"] != "http.request":
                return
            if not message["more_body"]:
                break
        self.asked.append(path)
        self.heads.append(scope["headers"])
        size = MUCH if path == "/much" else 2
        headers = [(b"content-length", str(size).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if path == "/later":
            await asyncio.sleep(3 * SHORT)
        await send({"type": "http.response.body", "body": bytes(size)})
        self.ended.append(path)

    def connect(self, sent: bytes = b"", buffer: int = 0) -> socket.socket:
        opened = socket.socket()
        if buffer:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        opened.connect(self.listening.getsockname())
        opened.settimeout(SOON)
        opened.sendall(sent)
        return opened


@pytest.fixture
def site(monkeypatch) -> Iterator[Site]:
    monkeypatch.setattr(http_connections, "HEAD_SECONDS", SHORT)
    monkeypatch.setattr(http_connections, "TAKING_SECONDS", SHORT)
    site = Site()
    site.thread.start()
    yield site
    site.server.should_exit = True
    site.server.force_exit = True
    site.thread.join(10)


def whole(opened: socket.socket) -> bytes:
    """Return all data received until the server closes the connection."""
    with closing(opened):
        answer = b""
        while piece := opened.recv(65536):
            answer += piece
    return answer


def dribble(opened: socket.socket, piece: bytes, seconds: float = SOON) -> bytes:
    """Send one piece after another until data arrives or the server closes the
    connection. Return the received data.
    """
    opened.settimeout(0.05)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(TimeoutError):
            return opened.recv(65536)
        with suppress(OSError):
            opened.sendall(piece)
    pytest.fail(f"nothing came within {seconds} s")


def is_true(condition: Callable[[], bool], seconds: float = SOON) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def test_a_head_that_is_late_is_answered_in_a_sentence(site):
    answer = whole(site.connect(HEAD))
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert answer.endswith(b"This request took too long. Send it again.")


def test_a_head_that_comes_byte_by_byte_is_late_too(site):
    opened = site.connect(b"GET / HTTP/1.1\r\nX: ")
    assert dribble(opened, b"y").startswith(b"HTTP/1.1 408 ")


def test_the_second_request_of_a_connection_has_a_deadline_too(site):
    opened = site.connect(HEAD + b"\r\n")
    assert opened.recv(65536).startswith(b"HTTP/1.1 200 ")
    opened.sendall(HEAD)
    assert whole(opened).removeprefix(b"\0\0").startswith(b"HTTP/1.1 408 ")


def test_a_connection_that_says_nothing_is_closed_without_a_word(site):
    assert whole(site.connect()) == b""


def test_empty_lines_between_requests_keep_no_connection(site):
    opened = site.connect(HEAD + b"\r\n")
    assert is_true(lambda: site.ended == ["/"])
    time.sleep(SHORT / 2)
    assert opened.recv(65536).startswith(b"HTTP/1.1 200 ")
    assert dribble(opened, b"\r\n") == b""


def test_a_body_that_nobody_reads_keeps_no_connection(site):
    opened = site.connect(
        b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9999\r\n\r\nx"
    )
    assert is_true(lambda: site.ended == ["/"])
    time.sleep(SHORT / 2)
    assert opened.recv(65536).startswith(b"HTTP/1.1 200 ")
    assert dribble(opened, b"x") == b""


def test_half_a_head_behind_a_request_does_not_cut_its_answer(site):
    answer = whole(site.connect(b"GET /later HTTP/1.1\r\nHost: here\r\n\r\nGET /"))
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.endswith(b"\r\n\r\n\0\0")


@pytest.mark.parametrize(
    "lines",
    [
        b"X: " + b"y" * MOST_HEAD_BYTES,
        b"".join(b"X%d: y\r\n" % number for number in range(200)),
    ],
)
def test_a_head_that_is_too_large_is_refused(site, lines):
    answer = whole(site.connect(HEAD + lines + b"\r\n\r\n"))
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert site.asked == []


def test_a_head_that_grows_without_end_is_refused(site, monkeypatch):
    monkeypatch.setattr(http_connections, "HEAD_SECONDS", 10 * SOON)
    opened = site.connect(b"GET /" + b"x" * 1000)
    assert dribble(opened, b"x" * 1000).startswith(b"HTTP/1.1 431 ")


TWO_READINGS = [
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
    b"Content-Length: 5\r\nContent-Length: 6\r\n",
    b"Content-Length: 5\r\nContent-Length: 5\r\n",
    b"Content-Length: 5, 5\r\n",
    b"Content-Length: +5\r\n",
    b"Content-Length: -5\r\n",
    b"Content-Length: 0x5\r\n",
    b"Content-Length: 99999999999999999999\r\n",
    b"Content-Length : 5\r\n",
    b"Transfer-Encoding: chunked, identity\r\n",
    b"Transfer-Encoding: xchunked\r\n",
    b"Transfer-Encoding : chunked\r\n",
    b" Transfer-Encoding: chunked\r\n",
    b"X: y\nContent-Length: 5\r\n",
]


def test_a_body_whose_length_has_two_readings_is_refused(site):
    hidden = b"\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: here\r\n\r\n"
    for lines in TWO_READINGS:
        head = b"PUT / HTTP/1.1\r\nHost: here\r\n" + lines
        answer = whole(site.connect(head + hidden))
        assert answer.startswith(b"HTTP/1.1 400 "), lines
        assert answer.count(b"HTTP/1.1") == 1, lines
        assert site.asked == [], lines


def test_whoever_takes_nothing_of_an_answer_loses_the_connection(site):
    opened = site.connect(HEAD.replace(b"/ ", b"/much ") + b"\r\n", buffer=4096)
    assert is_true(lambda: site.ended == ["/much"])
    assert is_true(lambda: not site.server.server_state.connections)
    assert len(whole(opened)) < MUCH


def test_whoever_takes_an_answer_slowly_gets_it(site, monkeypatch):
    opened = site.connect(HEAD.replace(b"/ ", b"/much ") + b"\r\n", buffer=65536)
    taken = 0
    for share in range(30):
        time.sleep(SHORT / 8)
        while taken < MUCH * share / 32:
            taken += len(opened.recv(65536))
    opened.sendall(HEAD + b"Connection: close\r\n\r\n")
    assert taken + len(whole(opened)) > MUCH


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only on Linux")
def test_whoever_vanishes_without_a_goodbye_keeps_no_place(site):
    """A client that vanishes does not keep its connection.

    The operating system closes dead connections if the program turns keep-alive probes
    on.
    """
    with closing(site.connect(HEAD + b"\r\n")) as opened:
        assert opened.recv(65536).startswith(b"HTTP/1.1 200 ")
        [connection] = site.server.server_state.connections
        connected = connection.transport.get_extra_info("socket")
        waits = connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert waits == SILENT_SECONDS * 1000


def test_where_too_many_wait_the_one_that_waited_longest_goes(site, monkeypatch):
    monkeypatch.setattr(http_connections, "HEAD_SECONDS", 10 * SOON)
    monkeypatch.setattr(http_connections, "most_open_files", lambda: 8)
    slow = [site.connect(HEAD) for _each in range(4)]
    assert is_true(lambda: len(site.server.server_state.connections) == 4)
    quick = site.connect(HEAD + b"Connection: close\r\n\r\n")
    assert whole(quick).startswith(b"HTTP/1.1 200 ")
    assert whole(slow[0]) == b""
    slow[1].sendall(b"Connection: close\r\n\r\n")
    assert whole(slow[1]).startswith(b"HTTP/1.1 200 ")
    for opened in slow[2:]:
        opened.close()
