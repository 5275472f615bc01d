"""Header lines that no browser sends. No page fails because of them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.examples import some_of

pytestmark = pytest.mark.django_db

PAGES = [
    "/",
    "/account/login/",
    "/director/",
    "/t/spring-cup/",
    "/t/spring-cup/rounds/",
]
COOKIES = [
    "sessionid",
    "csrftoken",
    "messages",
    "signed_in_before",
    "table",
    "device",
    "django_language",
]
#: NUL as in a quoted cookie; PostgreSQL text cannot contain it.
NUL = '"' + r"\000" * 32 + '"'
NONSENSE = [NUL, "é雀" * 10, "9" * 5000, "a" * 32, '"', "=;=,", "http://[", "-1", "%s"]
LINES = [
    "accept-language",
    "authorization",
    "content-type",
    "cookie",
    "host",
    "hx-current-url",
    "hx-request",
    "hx-target",
    "if-modified-since",
    "if-none-match",
    "origin",
    "range",
    "referer",
    "user-agent",
    "x-csrftoken",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
]
ENCODINGS = ["nonsense", "utf-16", "hex", "idna", "rot13", "x" * 5000]


def sent(text: str) -> str:
    """Return a text in the form in which a server decodes the bytes of a header."""
    return text.encode().decode("latin-1")


def answers(path: str, **lines: str) -> None:
    """Request a page with these header lines.

    An error has the header lines in its message.
    """
    client = Client(raise_request_exception=True)
    head = {name.replace("_", "-"): sent(text) for name, text in lines.items()}
    post = {"username": "x", "password": "x", "device_key": "x"}
    try:
        read = client.get(path, {"q": "x", "page": "1"}, headers=head)
        written = client.post(path, post, headers=head)
    except Exception as fault:
        fault.add_note(f"{path} with {lines}")
        raise
    assert max(read.status_code, written.status_code) < 500, (path, lines)


@pytest.mark.parametrize("line", LINES)
def test_nonsense_in_a_line_of_the_head(game, line):
    for number, nonsense in enumerate(NONSENSE):
        for path in some_of(PAGES[number % 5 :] + PAGES[: number % 5], 2):
            answers(path, **{line: nonsense})


@pytest.mark.parametrize("cookie", COOKIES)
def test_nonsense_in_a_cookie(game, cookie):
    paths = [*PAGES, "/table/spring-cup/1/1/", "/table/spring-cup/1/1/queue/"]
    for number, nonsense in enumerate(NONSENSE):
        for path in some_of(paths[number % 7 :] + paths[: number % 7], 3):
            answers(path, cookie=f"{cookie}={nonsense}")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_a_body_in_an_encoding_that_is_none(game, kind, encoding):
    client = Client()
    kind = f"{kind}; boundary=b; charset={encoding}"
    assert client.generic("POST", "/account/login/", b"x", kind).status_code == 415
    part = (
        b'--b\r\nContent-Disposition: form-data; name="login"\r\n\r\nx\xff\r\n--b--\r\n'
    )
    for path in PAGES:
        assert client.generic("GET", f"{path}?q=x", content_type=kind).status_code < 500
        for body in (b"login=%C3%A9&password=x", part, b"\xff", b""):
            assert client.generic("POST", path, body, kind).status_code < 500
