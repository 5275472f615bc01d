"""NUL characters. Browsers do not send them, and PostgreSQL cannot store them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from django.db import DataError, transaction
from django.http import HttpRequest
from django.test import RequestFactory
from django.urls import resolve, reverse

from mahjong_site.outage_and_wrong_method_pages import server_error
from tests.scoring.table_device import text
from tests.test_permissions import EXPECTED, OURS, stage, unread
from tournaments.access import player_links

__all__ = ["stage", "unread"]

FORM = "application/x-www-form-urlencoded"

#: Pattern for fields that a view reads without a form.
READ = re.compile(r'\b(?:GET|POST)(?:\.get\(|\.getlist\(|\[)\s*"(\w+)"')


def read_without_a_form(path: str) -> Iterator[list[str]]:
    """Yield lists of the fields that the view at `path` and its module read without a
    form.

    The first list has all fields of the module. Then each field that the view itself
    reads is a list.
    """
    view = inspect.unwrap(resolve(path).func)
    together, alone = (
        sorted(set(READ.findall(inspect.getsource(source))))
        for source in (inspect.getmodule(view), view)
    )
    if together:
        yield together
    for name in alone if len(together) > 1 else ():
        yield [name]


def test_nul_breaks_no_page(stage, unread, on_postgresql):
    if not on_postgresql:
        pytest.skip("SQLite keeps any text")
    owner = stage.clients["superuser"]
    owner.raise_request_exception = False
    found = set()
    unread()
    for address in OURS:
        path = stage.path(address)
        for names in read_without_a_form(path):
            found.update(names)
            for method in EXPECTED[address.name][1]:
                sent = urlencode(dict.fromkeys(names, "x\0"))
                asked = f"{path}?{sent}" if method == "GET" else path
                with transaction.atomic():
                    answer = owner.generic(method, asked, sent, FORM)
                    transaction.set_rollback(True)
                assert answer.status_code < 500, f"{method} {address.name} {names}"
    assert {"q", "choice", "act", "known"} <= found


def test_a_device_that_is_none_is_not_looked_for(client, tournament):
    key = player_links.token_of(
        player_links.with_links().get(tournament=tournament, number=1)
    )
    client.raise_request_exception = False
    path = reverse("me:push_off", args=[key])
    assert client.post(path, {"endpoint": "\0"}).status_code < 500


def refused(request: HttpRequest) -> tuple[int, str]:
    """Return status and text of the response to a request with a text that the database
    rejected.
    """
    try:
        raise DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    except DataError:
        answer = server_error(request)
    return answer.status_code, text(answer)


@pytest.mark.parametrize("sent", [{"q": "x\0"}, {"x\0": "q"}])
def test_it_is_refused_in_a_sentence(sent):
    get, post = RequestFactory().get("/", sent), RequestFactory().post("/", sent)
    for request in (get, post):
        status, said = refused(request)
        assert status == 400
        assert "contains an invalid character" in said
        assert "Nothing was saved." in said


def test_what_the_database_does_not_take_from_us_is_our_fault():
    status, _said = refused(RequestFactory().post("/", {"q": "x"}))
    assert status == 500
