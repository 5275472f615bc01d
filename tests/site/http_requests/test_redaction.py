"""Secrets of links never appear in logs, neither in requested addresses nor within a
text.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from celery import Celery
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.urls.converters import IntConverter
from uvicorn.config import LOGGING_CONFIG

from mahjong_site import log_redaction
from mahjong_site.log_format_and_request_log import AsJson, WithoutSecrets
from mahjong_site.log_redaction import redacted
from mahjong_site.serve.joint_process_log import JointLog
from tournaments.live import live_stream
from tournaments.web import request_log_notes
from tournaments.web.secret_url_converter import SecretConverter

SECRET = "1.1:sEcReT-0123456789_x"
#: Parameters that need no protection, with reasons. Numbers (`int`) can be guessed, so
#: they are never secret.
NO_SECRETS = {
    "action": "what a director does with a destination of notifications",
    "provider_id": "the provider of single sign-on, which is always the same",
    "slug": "the name of a tournament, which public pages show and links repeat",
    "series": "the name of a series, which public pages show and links repeat",
    "club": "the name of a club, which public pages show and links repeat",
    "season": "the name of a season in the address of its series",
    "screen": "the name of a further screen; what opens it is the key before it",
    "ruleset": "one of the rulesets",
    "view": "one of the standings that public pages name",
    "export": "one of the tables that can be downloaded",
    "ending": "the format of a file",
    "paper": "one of the papers that can be printed",
    "federation": "one of the federations that get a report",
    "name": "the file of a backup, for the installation's directors alone",
    "rest": "an address of the API that there is not",
}


def routes(
    resolver: URLResolver, before: str = ""
) -> Iterator[tuple[str, URLPattern, dict[str, object]]]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield route, entry, entry.pattern.converters
        else:
            yield from routes(entry, route)


ROUTES = list(routes(get_resolver()))


def filled(route: str, secret: str) -> str:
    """Return an address of the route, with `secret` as its key, token or code."""
    for name in ("slug:slug", "int:table", "int:number", "slug:screen"):
        route = route.replace(f"<{name}>", "7")
    for name in ("key", "token", "code"):
        route = route.replace(f"<secret:{name}>", secret)
    assert "<" not in route
    return f"/{route}"


PATHS = [
    filled(route, SECRET)
    for route, _entry, converters in ROUTES
    if any(isinstance(each, SecretConverter) for each in converters.values())
]


class Lines(logging.Handler):
    """A log handler that keeps each line in both formats."""

    def __init__(self) -> None:
        super().__init__()
        self.formats = [WithoutSecrets("{message}", style="{"), AsJson()]
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line, as_json = (each.format(record) for each in self.formats)
        assert json.loads(as_json)["level"] == record.levelname
        self.lines += [line, as_json]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@pytest.fixture
def log() -> Iterator[Lines]:
    kept, root = Lines(), logging.getLogger()
    level = root.level
    root.setLevel(logging.DEBUG)
    root.addHandler(kept)
    yield kept
    root.removeHandler(kept)
    root.setLevel(level)


def test_every_part_of_an_address_is_secret_or_is_known_to_open_nothing():
    """Every parameter of an address is listed either as secret or as not secret.

    A new parameter must be listed too.
    """
    unsaid = {
        (route, name)
        for route, _entry, converters in ROUTES
        for name, each in converters.items()
        if not isinstance(each, SecretConverter | IntConverter)
        and name not in NO_SECRETS
    }
    assert unsaid == set()
    by_expression = [
        route for route, entry, _ in ROUTES if not hasattr(entry.pattern, "_route")
    ]
    assert by_expression == [], "a regular expression does not say what is secret"


def test_streams_beside_django_are_among_the_addresses():
    found = resolve(f"{live_stream.PREFIX}{SECRET}/")
    assert isinstance(found.func.__module__, str)
    assert found.kwargs == {"token": SECRET}
    assert f"{live_stream.PREFIX}{SECRET}/" in PATHS


@pytest.mark.parametrize("path", PATHS)
def test_exactly_the_secret_is_cut(path):
    cut = path.replace(SECRET, "…")
    assert redacted(f"Not Found: {path}") == f"Not Found: {cut}"
    assert redacted(f"'{path}?x=1' and {path}#top") == f"'{cut}?x=1' and {cut}#top"
    assert redacted(f"https://example.org{path}") == f"https://example.org{cut}"


@pytest.mark.parametrize("path", PATHS)
def test_an_address_is_found_however_it_is_written(path):
    once, twice = quote(path, safe=""), quote(quote(path, safe=""), safe="")
    variants = [
        f"/account/login/?next={once}&x=1",
        f"/account/login/?next={twice}",
        json.dumps({"link": path}).replace("/", "\\/"),
        path.replace("/", "//"),
        path.replace("/", "/./"),
        path.replace("/", "\\"),
        path.upper().replace(SECRET.upper(), SECRET),
        path.rstrip("/"),
        f"{path}nonsense/of/any/kind",
        path.replace(SECRET, f'"{SECRET}"'),
        path.replace(SECRET, f"%22{SECRET}%0A"),
        path.replace(SECRET, f"\\n{SECRET}"),
        f"/path/before{path}",
        repr({"args": (path,)}),
        repr(repr({"args": (path.encode(),)})),
    ]
    for text in variants:
        assert SECRET not in redacted(text), text
        assert quote(SECRET) not in redacted(text), text


@pytest.mark.parametrize(
    "plain",
    [
        "/hall/spring-cup/standings/ and /hall/spring-cup/screens/entrance/",
        "/me/worker.js",
        "/table/spring-cup/1/1/preview/",
        "/table/at/1/1/preview/",  # A tournament with the slug "at".
        "/director/import/12/ /t/spring-cup/standings/official/",
        '{"message": "Not Found: /hall/7/", "x": ["/me/"]} and (\'/me/\')',
        'File "/opt/site-packages/django/core/handlers/exception.py", line 55',
    ],
)
def test_what_is_no_secret_stays(plain):
    assert redacted(plain) == plain


@pytest.mark.parametrize("sign", ["%2f", "/.", "\\"])
def test_a_line_of_nothing_but_slashes_is_read_in_one_go(sign):
    """A long line of slashes is redacted quickly.

    The test measures processor time; comparing each character with all later characters
    would take minutes.
    """
    begun = time.process_time()
    redacted(sign * 40_000)
    assert time.process_time() - begun < 30


def test_a_part_with_a_secret_and_more_is_cut_whole():
    assert log_redaction._is_secret("<secret:key>.ics")
    assert not log_redaction._is_secret("<slug:export>.<slug:ending>")


def test_before_the_addresses_are_known_anything_like_a_key_is_cut(monkeypatch):
    def away(ends):
        raise RuntimeError

    monkeypatch.setattr(log_redaction, "_compiled", away)
    assert redacted(f"/me/{SECRET}/ and /me/x/") == "/me/…/ and /me/x/"


@pytest.mark.parametrize("path", PATHS)
def test_a_refused_request_is_logged_without_it(path, log, db, settings):
    settings.LOG_FORMAT = "json"
    client = Client(enforce_csrf_checks=True)
    client.get(path)
    client.get(f"{path}nonsense/")
    for broken in (f"%20{SECRET}", f"{SECRET[:12]}%0A%20{SECRET}", f"%22'{SECRET}"):
        client.get(f"{path.replace(SECRET, broken)}nonsense/")
    client.post(path, headers={"Referer": f"https://example.org{path}"}, secure=True)
    client.get("/account/login/", {"next": path})
    client.get("/", headers={"Host": f"x{path}"})
    assert SECRET not in log.text
    assert "…" in log.text
    assert "Traceback" not in log.text


def test_a_traceback_names_it_nowhere(log, db, monkeypatch):
    def fails(_request, **named):
        raise ValueError(f"what is {named}?", *named.values())

    for _route, entry, converters in ROUTES:
        if any(
            isinstance(converter, SecretConverter) for converter in converters.values()
        ):
            monkeypatch.setattr(entry, "callback", fails)
    client = Client(raise_request_exception=False)
    for path in PATHS:
        log.lines.clear()
        assert client.get(path).status_code == 500
        assert "ValueError: (" in log.text
        assert SECRET not in log.text


def test_what_is_hard_to_write_is_cut_from_messages_too(log):
    for secret in (
        "two words of\nnonsense",
        "naïve-雀-0123456",
        "it's\\nothing-at-all",
    ):
        request_log_notes.begin("x", f"/me/{secret}/")
        try:
            raise ValueError(secret)
        except ValueError as fault:
            logging.getLogger("x").exception("no %s: %r", quote(secret), fault)
        finally:
            request_log_notes.end()
        for written in (secret, quote(secret), repr(secret)[1:-1]):
            assert written not in log.text


@pytest.mark.parametrize("path", PATHS)
def test_web_servers_workers_and_the_broker_log_without_it(path, log, monkeypatch):
    for name in ("uvicorn", "uvicorn.access"):
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
    logging.getLogger("uvicorn.error").error(
        "Exception in ASGI application", exc_info=ValueError(f"at {path}")
    )
    logging.getLogger("uvicorn.access").critical(
        '%s - "%s %s HTTP/%s" %d', "192.0.2.1:1", "GET", path, "1.1", 404
    )
    app = Celery("of a test", set_as_current=False)

    @app.task(shared=False)
    def told(link):
        raise ValueError(f"cannot reach {link}")

    told.apply(args=[f"https://example.org{path}"])
    logging.getLogger("celery.worker.strategy").debug(
        "Task accepted: %s args:%r kwargs:%r", "x", (path,), {"link": path}
    )
    logging.getLogger("mahjong_site.broker_outage_log").warning(
        "away: %s", OSError(path)
    )
    assert len(log.lines) >= 10
    assert "cannot reach" in log.text
    assert SECRET not in log.text


def test_the_handlers_of_web_servers_are_taken_off():
    """The handlers of web servers, which would write whole addresses, are removed.

    The handler of the root logger uses the program's format.
    """
    theirs = {
        name for name, one in LOGGING_CONFIG["loggers"].items() if "handlers" in one
    }
    for name in theirs:
        assert settings.LOGGING["loggers"][name] == {"handlers": [], "propagate": True}
    formats = settings.LOGGING["formatters"].values()
    names = {"WithoutSecrets", "AsJson"}
    assert {each["()"].rpartition(".")[2] for each in formats} == names


def test_what_a_process_prints_itself_is_cut_in_the_joint_log():
    out, writing = os.pipe()
    log = JointLog(writing)
    pipe, prints = os.pipe()
    log.add("web", pipe)
    os.write(prints, "\n".join(PATHS).encode())
    os.close(prints)
    log.turn(0)
    log.turn(0)
    log.finish()
    assert os.read(out, 65_536).decode().count("…") == len(PATHS)
