"""A connection to PostgreSQL is lost while a hand is saved, because it is cut at the
COMMIT or because the backend ended before.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection
from django.test import Client

from mahjong_site.outage_and_wrong_method_pages import WRITES
from tests.scoring.table_device import device_at, text, win
from tournaments.access import table_links

pytestmark = pytest.mark.django_db(transaction=True)


class Wire:
    """A proxy for the database.

    If requested, it forwards or drops the next COMMIT and then cuts the connection
    without a response.
    """

    def __init__(self, host: str, port: int) -> None:
        self.target = (host, port)
        self.cuts = ""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _address = self._listener.accept()
            except OSError:
                return
            far = socket.create_connection(self.target)
            cut = threading.Event()
            for pass_on in (self._to_database, self._to_program):
                threading.Thread(
                    target=pass_on, args=(near, far, cut), daemon=True
                ).start()

    def _to_database(self, near, far, cut) -> None:
        while data := self._read(near):
            if self.cuts and b"COMMIT" in data:
                cut.set()
                if self.cuts == "after":
                    far.sendall(data)
                    return
                break
            far.sendall(data)
        self._end(near, far)

    def _to_program(self, near, far, cut) -> None:
        while data := self._read(far):
            if cut.is_set():
                break
            near.sendall(data)
        self._end(near, far)

    def _end(self, *sockets: socket.socket) -> None:
        """Close both sockets, which also ends the thread that waits at the other
        socket.
        """
        for one in sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _read(self, one: socket.socket) -> bytes:
        try:
            return one.recv(65536)
        except OSError:
            return b""


@pytest.fixture
def device(game, on_postgresql) -> Client:
    if not on_postgresql:
        pytest.skip("SQLite has no connection to lose")
    table_links.reissue(game.pk, by="referee")
    client = device_at(game)
    client.raise_request_exception = False
    return client


@pytest.fixture
def wire(device, monkeypatch) -> Iterator[Wire]:
    """Connect the test to the database through a proxy and yield the proxy."""
    settings = connection.settings_dict
    wire = Wire(settings["HOST"] or "127.0.0.1", int(settings["PORT"] or 5432))
    connection.close()
    options = settings["OPTIONS"] | {"sslmode": "disable"}
    monkeypatch.setitem(settings, "HOST", "127.0.0.1")
    monkeypatch.setitem(settings, "PORT", wire.port)
    monkeypatch.setitem(settings, "OPTIONS", options)
    yield wire
    connection.close()
    wire.close()


@pytest.mark.parametrize(("cuts", "saved"), [("after", 1), ("before", 0)])
def test_cut_at_the_commit_nobody_knows_and_the_key_finds_out(
    cuts, saved, wire, device, at, game
):
    wire.cuts = cuts
    answer = device.post(at("queue"), win(1, "key"))
    wire.cuts = ""
    connection.close()
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert answer.json() == {
        "error": "The database is not responding. Your entry may have been saved.",
        "may_be_saved": True,
    }
    assert game.ledger.count() == saved
    assert device.post(at("queue"), win(1, "key")).json()["saved"] == 1
    assert game.ledger.count() == 1


def test_the_page_of_a_table_says_so_and_asks_again(wire, device, at, game):
    wire.cuts = "after"
    page = device.post(at(), win(1, "key"))
    wire.cuts = ""
    connection.close()
    assert page.status_code == 503
    assert "Your entry may have been saved." in text(page)
    assert "The page retries automatically." in text(page)
    assert 'name="device_key" value="key"' in text(page)
    # The page's form sends the hand again.
    again = device.post(at(), win(1, "key"))
    assert again.status_code == 302
    assert "saved=1" in again["Location"]
    assert game.ledger.count() == 1


def test_terminated_in_mid_transaction_nothing_is_saved(device, at, game):
    def terminated(execute, sql, params, many, context):
        if sql.startswith(WRITES) and "ledgerentry" in sql:
            pid = context["connection"].connection.info.backend_pid
            with psycopg.connect(**context["connection"].get_connection_params()) as c:
                c.execute("SELECT pg_terminate_backend(%s)", [pid])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(terminated):
        answer = device.post(at("queue"), win(1, "key"))
    connection.close()
    assert answer.status_code == 503
    assert answer.json()["may_be_saved"] is False
    assert game.ledger.count() == 0
    assert device.post(at("queue"), win(1, "key")).json()["saved"] == 1


def test_a_database_without_a_free_connection_is_said_to_be_away(
    device, at, monkeypatch
):
    def too_many(*_arguments, **_named):
        raise psycopg.OperationalError("FATAL: sorry, too many clients already")

    connection.close()
    monkeypatch.setattr(psycopg, "connect", too_many)
    monkeypatch.setattr(psycopg.Connection, "connect", too_many)
    monkeypatch.setattr(connection.Database, "connect", too_many)
    answer = device.post(at("queue"), win(1, "key"))
    assert answer.status_code == 503
    assert answer.json()["may_be_saved"] is False
