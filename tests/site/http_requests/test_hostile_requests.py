"""Requests that no browser sends, to a real server: pipelines, trailers, and other
protocols.
"""

from __future__ import annotations

import re

import pytest

from mahjong_site import http_connections
from mahjong_site.http_connections import MOST_HEAD_BYTES, MOST_IN_LINE
from tests.site.http_requests.test_http_connections import (
    HEAD,
    SOON,
    is_true,
    site,
    whole,
)

__all__ = ["site"]

ASKS = HEAD + b"\r\n"
LATER = ASKS.replace(b"/ ", b"/later ", 1)
LAST = HEAD + b"Connection: close\r\n\r\n"
CHUNKED = b"PUT / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"


def statuses(answer: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", answer)]


def test_requests_in_one_breath_are_answered_one_by_one(site):
    answer = whole(site.connect(LATER + ASKS * 3 + LAST))
    assert statuses(answer) == [200] * 5
    assert site.ended == ["/later", "/", "/", "/", "/"]


def test_a_connection_waits_with_few_requests(site):
    """A connection keeps only a few requests waiting.

    One read may contain thousands of requests, and each waiting request uses memory.
    """
    answer = whole(site.connect(LATER + ASKS * 5000))
    assert statuses(answer) == [200] * (1 + MOST_IN_LINE)


GARBAGE = [
    b"\x16\x03\x01",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"y" * MOST_HEAD_BYTES + b"\r\n\r\n",
    b"PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n",
]


def test_garbage_behind_a_request_takes_no_answer_away(site):
    """Garbage after a request does not affect the response, so the client knows whether
    its data was saved.
    """
    all_opened = [site.connect(LATER + garbage) for garbage in GARBAGE]
    for garbage, opened in zip(GARBAGE, all_opened, strict=True):
        answer = whole(opened)
        assert statuses(answer) == [200], garbage
        assert answer.endswith(b"\r\n\r\n\0\0"), garbage
    assert site.ended == ["/later"] * len(GARBAGE)


def test_a_body_whose_chunks_break_off_in_garbage_is_refused(site):
    answer = whole(site.connect(CHUNKED + b"3\r\nabc\r\nno number\r\n"))
    assert statuses(answer) == [400]
    assert site.ended == []


def test_garbage_in_a_body_that_nobody_waited_for_ends_the_connection(site):
    opened = site.connect(CHUNKED.replace(b"PUT", b"POST") + b"3\r\nabc\r\n")
    assert is_true(lambda: site.ended == ["/"])
    opened.sendall(b"no number\r\n")
    assert statuses(whole(opened)) == [200]


def test_lines_behind_a_body_are_no_head(site):
    trailers = b"0\r\nHost: evil\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"
    assert statuses(whole(site.connect(CHUNKED + trailers + LAST))) == [200, 200]
    heads = dict(site.heads[0])
    assert heads == {b"host": b"here", b"transfer-encoding": b"chunked"}


def test_a_name_with_an_underscore_is_nobody_s(site):
    """A header whose name has an underscore is dropped.

    Pages could not distinguish it from the header with a hyphen, which a proxy sets.
    """
    whole(site.connect(HEAD + b"X_Forwarded_For: 192.0.2.1\r\n" + LAST[len(HEAD) :]))
    assert dict(site.heads[0]) == {b"host": b"here", b"connection": b"close"}


@pytest.mark.parametrize("begins", [b"0\r\nX: ", b"1;", b"1\r\nx\r\n2;x="])
def test_what_comes_beside_a_body_has_an_end(site, begins):
    opened = site.connect(CHUNKED + begins)
    sent = 0
    opened.settimeout(5)
    try:
        # More than the system buffers while a busy server does not read.
        while sent < 1000 * MOST_HEAD_BYTES:
            sent += opened.send(b"y" * 4096)
    except OSError:
        pass
    assert sent < 1000 * MOST_HEAD_BYTES
    assert site.ended == []


def test_a_body_in_very_many_chunks_is_read(site):
    size = 3 * MOST_HEAD_BYTES
    opened = site.connect(CHUNKED)
    for _part in range(size // 64):
        opened.sendall(b"1\r\nx\r\n" * 64)
    opened.sendall(b"0\r\n\r\n" + LAST)
    assert statuses(whole(opened)) == [200, 200]


def test_whoever_asks_for_another_protocol_gets_the_page(site, capfd):
    for protocol in (b"websocket", b"h2c", b"nonsense"):
        upgrade = HEAD + b"Connection: Upgrade\r\nUpgrade: " + protocol + b"\r\n\r\n"
        answer = whole(site.connect(upgrade + b"\x81\x05hello" + ASKS))
        assert statuses(answer) == [200], protocol
        assert b"connection: close\r\n" in answer, protocol
    assert capfd.readouterr().err == ""


NO_REQUESTS = [
    b"CONNECT here:80 HTTP/1.1",
    b"PRI * HTTP/2.0",
    b"GET here HTTP/1.1",
    b"GET /\xff HTTP/1.1",
    b"GET /?q=\xff HTTP/1.1",
    b"GET / HTTP/1.1 GET",
    b"NONSENSE / HTTP/1.1",
    b"GET /\0 HTTP/1.1",
]


def test_what_is_no_request_for_a_page_is_refused_in_a_sentence(site, capfd):
    for line in NO_REQUESTS:
        answer = whole(site.connect(line + b"\r\nHost: here\r\n\r\n"))
        assert statuses(answer) == [400], line
        assert answer.endswith(b"This is not a valid browser request."), line
    assert site.asked == []
    assert capfd.readouterr().err == ""


def test_a_body_where_none_belongs_is_no_second_request(site):
    body = b"GET /hidden HTTP/1.1\r\nHost: here\r\n\r\n"
    asks = HEAD + b"Content-Length: %d\r\n\r\n" % len(body)
    assert statuses(whole(site.connect(asks + body + LAST))) == [200, 200]
    assert site.asked == ["/", "/"]


def test_head_gets_no_body_and_the_next_answer_is_in_its_place(site):
    heads = ASKS.replace(b"GET", b"HEAD")
    answer = whole(site.connect(heads + LAST))
    assert statuses(answer) == [200, 200]
    assert answer.count(b"\0\0") == 1


def test_an_old_browser_is_answered_and_closed(site, monkeypatch):
    """The server responds to an old browser and closes the connection immediately,
    without waiting for another request.
    """
    monkeypatch.setattr(http_connections, "HEAD_SECONDS", 10 * SOON)
    answer = whole(site.connect(b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"))
    assert statuses(answer) == [200]
