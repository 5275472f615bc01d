"""Responses during an outage.

The status is never 500, and there is always a sentence.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from mahjong_site.outage_and_wrong_method_pages import WRITES
from tests.examples import ASKED
from tests.scoring.table_device import HTMX, device_at, text, win
from tests.test_permissions import ADDRESSES, EXPECTED, stage, unread
from tournaments.access import table_links
from tournaments.upkeep.outage_detection import Outage

__all__ = ["stage", "unread"]

SORRY = "The database is not responding."
NOTHING = "Nothing was saved."


class Fault:
    """A fault that makes matching SQL statements fail, with the error of the database
    in use.
    """

    def __init__(self, hits=lambda sql: True, outage: Outage = Outage.AWAY) -> None:
        self.hits, self.outage, self.met = hits, outage, 0

    def __call__(self, execute, sql, params, many, context):
        if not self.hits(sql):
            return execute(sql, params, many, context)
        self.met += 1
        cause = self._error(context["connection"].vendor)
        raise OperationalError(str(cause)) from cause

    def _error(self, vendor: str) -> Exception:
        if vendor == "postgresql":
            states = {"away": "08006", "busy": "40P01", "read_only": "25006"}
            state = (states | {"full": "53100"})[self.outage.value]
            return psycopg.errors.lookup(state)("simulated")
        codes = {"away": 14, "busy": 5, "read_only": 8, "full": 13}
        error = sqlite3.OperationalError("simulated")
        error.sqlite_errorcode = codes[self.outage.value]
        return error


def is_write(sql: str) -> bool:
    return sql.startswith(WRITES)


@contextmanager
def failing(fault: Fault) -> Iterator[Fault]:
    with connection.execute_wrapper(fault):
        yield fault


def calm(client: Client) -> Client:
    """Return the client, changed so that exceptions become responses as on a server."""
    client.raise_request_exception = False
    return client


#: The clients with the most and the fewest rights.
READERS = ("anonymous", "director", "device")


def everywhere(stage, whom=()) -> Iterator[tuple[str, Client, str, str]]:
    """Yield (label, client, method, path) of each address with all its methods, for all
    clients or for the clients in `whom`.
    """
    for address in ADDRESSES:
        _met, methods = EXPECTED.get(address.name, ((), ("GET", "POST")))
        for who in whom or stage.clients:
            if whom and who == "device" and not address.name.startswith("table:"):
                continue
            for method in methods:
                what = f"{method} {address.name} as {who}"
                yield what, calm(stage.clients[who]), method, stage.path(address)


def asked(client: Client, method: str, path: str, **headers):
    kind = "application/x-www-form-urlencoded"
    return client.generic(method, path, content_type=kind, **headers)


def test_no_address_breaks_while_the_database_is_away(stage):
    """No address breaks while the database is away.

    Sessions cannot be read then, so all clients are alike; only with TEST_EXAMPLES=many
    is each client tested.
    """
    with failing(Fault()):
        whom = () if ASKED == "many" else READERS
        for what, client, method, path in everywhere(stage, whom):
            response = asked(client, method, path)
            assert response.status_code != 500, what
            if response.status_code < 500:
                continue
            said = text(response)
            assert response["Retry-After"] == "5", what
            assert SORRY in said, what
            assert method == "GET" or NOTHING in said, what


def test_no_page_breaks_when_the_database_goes_away_while_it_is_made(stage):
    client = calm(stage.clients["director"])
    for address in ADDRESSES:
        if "GET" not in EXPECTED.get(address.name, ((), ()))[1]:
            continue
        # Pages with few queries meet the second fault only.
        for left in (5, 2):
            some = iter(range(left))
            fault = Fault(lambda sql, some=some: next(some, None) is None)
            with failing(fault):
                response = asked(client, "GET", stage.path(address))
            assert not fault.met or response.status_code == 503, address.name
            if fault.met:
                break


def test_what_is_read_answers_while_nothing_can_be_written(stage, unread):
    """Reading works while nothing can be written.

    Templates do not write, so they are not rendered here; `tests/test_permissions.py`
    checks the contents.
    """
    unread()
    with failing(Fault(is_write, Outage.READ_ONLY)):
        for what, client, method, path in everywhere(stage, READERS):
            if method == "GET":
                assert asked(client, method, path).status_code < 500, what


#: Form data for a director in the round of `running_round`.
SAVED_BY_DIRECTORS = {
    "pause": {},
    "extend": {"minutes": "5", "reason": "a fire"},
    "end_now": {"reason": "a fire"},
    "close": {"reason": "a fire"},
}


@pytest.mark.parametrize("outage", [Outage.FULL, Outage.READ_ONLY, Outage.BUSY])
@pytest.mark.parametrize("action", SAVED_BY_DIRECTORS)
def test_a_director_hears_that_nothing_was_done(
    action, outage, director_client, tournament, running_round
):
    path = reverse(f"director:{action}", args=[tournament.slug, 1])
    form = {"version": running_round.clock_version, **SAVED_BY_DIRECTORS[action]}
    with failing(Fault(is_write, outage)) as fault:
        page = calm(director_client).post(path, form)
    assert fault.met
    assert page.status_code == 503
    assert NOTHING in text(page)
    assert "is still on this page. Send it again" in text(page)
    for name, value in form.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in text(page)
    again = director_client.post(path, form)
    assert again.status_code == 302


class TestAHand:
    @pytest.fixture
    def device(self, game) -> Client:
        table_links.reissue(game.pk, by="referee")
        return calm(device_at(game))

    def test_the_queue_of_a_device_is_answered_in_json(self, device, at):
        with failing(Fault(is_write, Outage.BUSY)):
            response = device.post(at("queue"), win(1, "key"))
        assert response.status_code == 503
        assert response["Retry-After"] == "2"
        assert response.json() == {
            "error": "The database is too busy. Nothing was saved.",
            "may_be_saved": False,
        }

    def test_its_page_asks_again_with_the_same_key(self, device, at):
        with failing(Fault(is_write, Outage.BUSY)):
            page = device.post(at(), win(1, "key") | {"points": "12"})
        said = text(page)
        assert page.status_code == 503
        assert 'data-send-again="2"' in said
        assert '<input type="hidden" name="device_key" value="key">' in said
        assert '<input type="hidden" name="points" value="12">' in said
        assert f'action="{at()}"' in said
        assert "The entry counts only once" in said

    def test_a_part_of_a_page_hears_one_sentence(self, device, at):
        with failing(Fault()):
            part = device.post(at(), win(1, "key"), **HTMX)
        assert part["Content-Type"] == "text/plain; charset=utf-8"
        assert text(part) == f"{SORRY} {NOTHING}"


@pytest.mark.django_db(transaction=True)
def test_what_is_saved_is_not_denied_by_the_page_after_it(
    director_client, tournament, running_round
):
    """A save counts although the page after it fails.

    The outage begins after the commit and before the response.
    """
    saved: list[bool] = []

    def after_the_commit(sql: str) -> bool:
        if is_write(sql) and "logevent" in sql:
            connection.on_commit(lambda: saved.append(True))
        return bool(saved)

    path = reverse("director:pause", args=[tournament.slug, 1])
    form = {"version": running_round.clock_version}
    with failing(Fault(after_the_commit)) as fault:
        page = calm(director_client).post(path, form, **HTMX)
    assert fault.met
    assert page.status_code == 503
    assert text(page) == (
        f"{SORRY} Your entry was saved, but the confirmation cannot be shown."
    )
    running_round.refresh_from_db()
    assert running_round.state == "paused"


def test_no_page_repeats_a_password(client, director):
    form = {"login": "director", "password": "director-pass-1"}
    with failing(Fault()):
        page = calm(client).post(reverse("account_login"), form)
    assert page.status_code == 503
    assert "director-pass-1" not in page.content.decode()


def test_a_session_that_cannot_be_written_spoils_no_page(client, tournament, settings):
    settings.SESSION_SAVE_EVERY_REQUEST = True
    session = client.session
    session["theme"] = "old"
    session.save()
    path = reverse("public:tournament", args=[tournament.slug])
    with failing(Fault(is_write, Outage.READ_ONLY)) as fault:
        page = client.get(path)
    assert fault.met
    assert page.status_code == 200
    assert "Spring Cup" in text(page)
    assert "Cookie" in page["Vary"]


def test_signing_in_says_that_it_could_not_be_kept(client, director):
    form = {"login": "director", "password": "director-pass-1"}
    with failing(Fault(is_write, Outage.READ_ONLY)):
        page = calm(client).post(reverse("account_login"), form)
    assert page.status_code == 503
    assert NOTHING in text(page)


def test_a_fault_of_ours_is_still_500(client, tournament, monkeypatch):
    def broken(*_args, **_kwargs):
        raise ValueError("ours")

    monkeypatch.setattr("scoring.public.public_views.render", broken, raising=True)
    page = calm(client).get(reverse("public:tournament", args=[tournament.slug]))
    assert page.status_code == 500
    assert "Nothing was changed." in text(page)
