"""Invalid values in queries, forms and headers.

The response to each has a sentence, and errors of clients are one line in the log.
"""

from __future__ import annotations

import copy
import logging
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django import forms
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    SuspiciousOperation,
    ValidationError,
)
from django.db import transaction
from django.http import Http404
from django.test import Client

from mahjong_site.malformed_addresses import is_address
from tests.examples import how_many
from tests.site.http_requests.test_redaction import ROUTES, log
from tests.test_permissions import ADDRESSES, faults, stage, unread

__all__ = ["faults", "log", "stage", "unread"]

ADDRESSES_THAT_ARE_NONE = [
    "http://[::1",
    "//[",
    "http://[::1/x",
    "https://testserver:99999/",
    "http://testserver:x/",
    "http://\u2100.example/",
]
NONSENSE = [
    *ADDRESSES_THAT_ARE_NONE,
    *["", " ", ",", ".", ":", "-", "\0", "\r\nX: y", "<b>", "%", "%00", "=1+1"],
    *["²", "٣", "-1", "-0", "1.5", "1e400", "nan", "inf", "0x10", "1_000", "NaN"],
    *["9" * 30, "9" * 5000, "x" * 20_000, "1.2.3", "1-2-3", "1,2"],
    *["{", "[]", "null", '{"a":', "[" * 3000, '{"a":1e999}', '"\\ud800"', "\U0001f004"],
    *["2026-02-30", "0000-00-00", "99999-01-01", "9999-12-31", "0001-01-01"],
    *["2026-01-01T25:61", "9999-12-31T23:59", "0001-01-01T00:00", "24:00", "12:60"],
    *["Europe/Nowhere", "/etc/localtime", "../../etc/passwd", "C:\\x"],
    *["1", "2", "on", "E", "S", "mcr"],
]
#: Headers that the program or its libraries parse.
HEADERS = [
    *["HX-Current-URL", "HX-Target", "HX-Trigger", "HX-Prompt", "Triggering-Event"],
    *["Referer", "Origin", "If-None-Match", "If-Modified-Since", "Range"],
    *["Accept", "Accept-Language", "Accept-Encoding", "Authorization"],
    *["X-Forwarded-For", "X-Forwarded-Host", "Last-Event-ID"],
]
ROOT = Path(__file__).resolve().parents[3]
#: Patterns for the names that views read from queries and forms.
READS = re.compile(
    r"""(?:GET|POST|sent|asked|data|said)(?:\.get|\.getlist)?[(\[]"(\w+)"
    |\(request,\s"(\w+)"|"(\w+)"\s(?:not\s)?in\srequest\.(?:GET|POST)""",
    re.VERBOSE,
)


def all_forms(kind: type = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    for each in kind.__subclasses__():
        yield each
        yield from all_forms(each)


FORMS = [
    form
    for form in all_forms()
    if form.__module__.split(".")[0] in ("mahjong_site", "scoring", "tournaments")
]


def fields_of(form: type[forms.BaseForm]) -> dict[str, forms.Field]:
    return getattr(form, "base_fields", {})


def names() -> list[str]:
    """Return the names of all fields that views read from queries and forms."""
    found = {"next"}.union(*map(fields_of, FORMS))
    for app in ("mahjong_site", "scoring", "tournaments"):
        for module in (ROOT / app).rglob("*.py"):
            for words in READS.findall(module.read_text()):
                found.update(filter(None, words))
    return sorted(found)


def test_every_field_takes_or_refuses_any_value(db):
    assert len(FORMS) > 50
    for form in FORMS:
        for name, field in fields_of(form).items():
            for value in NONSENSE:
                many = (
                    [value] if isinstance(field, forms.MultipleChoiceField) else value
                )
                try:
                    field.clean(many)
                except ValidationError:
                    continue
                except Exception as fault:
                    fault.add_note(f"{form.__qualname__}.{name}: {value[:50]!r}")
                    raise


@pytest.mark.parametrize("address", ADDRESSES_THAT_ARE_NONE)
def test_a_malformed_address_leads_nowhere(address, client, director_client, db):
    assert not is_address(address)
    for who in (client, director_client):
        for path in (
            "login/",
            "login/code/",
            "inactive/",
            "reauthenticate/",
            "logout/",
        ):
            asks = f"/account/{path}"
            assert who.get(asks, {"next": address}).status_code < 500
            assert who.post(asks, {"next": address}).status_code < 500
    for encoded in ({}, {"HX-Current-URL-URI-AutoEncoded": "true"}):
        headers = {"HX-Request": "true", "HX-Current-URL": address, **encoded}
        headers = {
            name: text.encode().decode("latin-1") for name, text in headers.items()
        }
        answer = Client().get("/director/x/", headers=headers)
        assert answer["HX-Redirect"] == "/account/login/?next=/director/"
    answer = Client().post("/director/x/players/", headers={"Referer": "http://[::1"})
    assert answer["Location"] == "/account/login/?next=/director/"


def test_an_encoded_address_may_be_malformed_too(client, director):
    headers = {
        "HX-Request": "true",
        "HX-Current-URL": "http%3A//%5B%3A%3A1",
        "HX-Current-URL-URI-AutoEncoded": "true",
    }
    answer = client.get("/director/x/", headers=headers)
    assert answer["HX-Redirect"] == "/account/login/?next=/director/"


def test_whoever_signs_in_goes_where_an_address_leads(director, db):
    signs_in = {"login": "director", "password": "director-pass-1"}
    for said, leads in [
        ("/t/x/", "/t/x/"),
        ("http://testserver/t/x/", "http://testserver/t/x/"),
        ("https://elsewhere.example/", "/director/"),
        ("http://[::1", "/director/"),
    ]:
        answer = Client().post("/account/login/", {**signs_in, "next": said})
        assert answer["Location"] == leads


@pytest.mark.parametrize("round_", range(how_many(6, 1)))
def test_no_address_fails_of_what_is_sent_to_it(round_, stage, faults, unread, log):
    """No address fails with random fields: one request to each address, with fields
    that any view reads.
    """
    unread()
    known = names()
    for address in ADDRESSES:
        chance = random.Random(f"{round_} {address.name}")
        path = stage.path(address)
        who = chance.choice(["superuser", "superuser", "anonymous", "device"])
        client, cookies = stage.clients[who], copy.copy(stage.clients[who].cookies)
        often = chance.choice([0.05, 0.3, 0.9])
        sent = {
            name: chance.choice(NONSENSE) for name in known if chance.random() < often
        }
        head = {name: chance.choice(NONSENSE) for name in chance.sample(HEADERS, 6)}
        head = {
            name: re.sub(r"[\0\r\n]", "", text).encode().decode("latin-1")
            for name, text in head.items()
        }
        asks = chance.choice([client.get, client.post])
        with (
            faults.at(f"{who} {path} {sorted(sent)[:20]} {head}"),
            transaction.atomic(),
        ):
            response = asks(path, sent, headers=head)
            transaction.set_rollback(True)
            assert response.status_code < 500
        client.cookies = cookies
    assert "Traceback" not in log.text


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (PermissionDenied("no"), 403),
        (BadRequest("no"), 400),
        (SuspiciousOperation("no"), 400),
        (Http404("no"), 404),
    ],
)
def test_a_clients_fault_is_one_line_of_the_log(fault, status, log, monkeypatch, db):
    def view(_request):
        raise fault

    [page] = [entry for route, entry, _named in ROUTES if route == "robots.txt"]
    monkeypatch.setattr(page, "callback", view)
    assert Client().get("/robots.txt").status_code == status
    [line, _as_json] = log.lines
    assert "\n" not in line


def test_our_own_fault_has_its_traceback(log):
    try:
        raise ValueError("ours")
    except ValueError:
        logging.getLogger("django.request").error(
            "it failed", exc_info=True, extra={"status_code": 500}
        )
    assert "Traceback" in log.text
