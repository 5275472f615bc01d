"""Errors caused by an outage, recognised by messages of the databases and the operating
system.
"""

from __future__ import annotations

import errno
import logging
import sqlite3
from contextlib import closing

import psycopg
import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from tournaments.models import Tournament
from tournaments.upkeep import outage_detection
from tournaments.upkeep.outage_detection import (
    Outage,
    OutageLog,
    maybe_committed,
    outage_of,
)


def met(call) -> BaseException:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        call()
    return caught.value


@pytest.mark.parametrize(
    ("state", "outage"),
    [
        ("08006", Outage.AWAY),
        ("57P01", Outage.AWAY),
        ("57P03", Outage.AWAY),
        ("57014", Outage.BUSY),
        ("53300", Outage.BUSY),
        ("53100", Outage.FULL),
        ("25006", Outage.READ_ONLY),
        ("40001", Outage.BUSY),
        ("40P01", Outage.BUSY),
        ("23505", None),
        ("42P01", None),
        ("22003", None),
    ],
)
def test_postgresql_says_it_by_its_state(state, outage):
    assert outage_of(psycopg.errors.lookup(state)()) is outage


def test_a_server_that_nobody_reaches_is_away():
    found = met(lambda: psycopg.connect("host=127.0.0.1 port=1 dbname=x"))
    assert outage_of(found) is Outage.AWAY


@pytest.mark.parametrize(
    ("number", "outage"),
    [
        (errno.ENOSPC, Outage.FULL),
        (errno.EROFS, Outage.READ_ONLY),
        (errno.EMFILE, Outage.BUSY),
        (errno.ENOENT, None),
    ],
)
def test_the_system_says_it_by_its_number(number, outage):
    assert outage_of(OSError(number, "-")) is outage


def test_sqlite_says_it_when_the_disk_is_full(tmp_path):
    with closing(sqlite3.connect(tmp_path / "small", isolation_level=None)) as small:
        small.execute("CREATE TABLE t (words)")
        small.execute("PRAGMA max_page_count = 3")
        words = ("x" * 100_000,)
        full = met(lambda: small.execute("INSERT INTO t VALUES (?)", words))
    assert outage_of(full) is Outage.FULL


def test_sqlite_says_it_when_somebody_writes_too_long(tmp_path):
    with (
        closing(sqlite3.connect(tmp_path / "one", isolation_level=None)) as one,
        closing(sqlite3.connect(tmp_path / "one", timeout=0.05)) as other,
    ):
        one.execute("CREATE TABLE t (words)")
        one.execute("BEGIN IMMEDIATE")
        locked = met(lambda: other.execute("INSERT INTO t VALUES (1)"))
    assert outage_of(locked) is Outage.BUSY


def test_sqlite_says_it_when_it_can_only_be_read_or_not_even_opened(tmp_path):
    with closing(sqlite3.connect(tmp_path / "one", isolation_level=None)) as one:
        one.execute("PRAGMA query_only = 1")
        assert outage_of(met(lambda: one.execute("CREATE TABLE t (x)"))) is (
            Outage.READ_ONLY
        )
    assert outage_of(met(lambda: sqlite3.connect(tmp_path / "no" / "x"))) is (
        Outage.AWAY
    )


def test_it_is_found_behind_what_it_led_to():
    def lost() -> None:
        try:
            try:
                raise psycopg.OperationalError("server closed the connection")
            except psycopg.Error as error:
                raise OperationalError("lost") from error
        except OperationalError:
            raise ValueError("what came of it")  # noqa: B904

    assert outage_of(met(lost)) is Outage.AWAY


def test_a_fault_of_the_program_is_none(db):
    assert outage_of(ValueError("ours")) is None
    assert outage_of(met(lambda: Tournament.objects.create(slug="a"))) is None
    assert outage_of(IntegrityError("ours")) is None


@pytest.mark.django_db(transaction=True)
def test_an_error_before_the_commit_leaves_no_doubt():
    def broken() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT nothing FROM nowhere")

    assert not maybe_committed(met(broken))


NO_ROOM = (
    "full: The server's disk is full. Free some space; no restart is needed. "
    "OSError: no space"
)


def test_what_stays_away_is_said_once_and_that_it_is_back(caplog):
    told = OutageLog(logging.getLogger("test"))
    with caplog.at_level(logging.WARNING, "test"):
        for _request in range(20):
            told.met(Outage.FULL, OSError("no space"))
        told.met(Outage.AWAY, OSError("connection refused\nmore"))
        told.worked()
        told.worked()
    assert [record.getMessage() for record in caplog.records] == [
        NO_ROOM,
        "away: OSError: connection refused",
        "away: over",
    ]


@pytest.mark.parametrize(("outage", "quiet"), [(Outage.FULL, 60), (Outage.BUSY, 5)])
def test_what_works_meanwhile_does_not_end_an_outage(
    outage, quiet, caplog, monkeypatch
):
    """Successful requests do not end an outage.

    A full disk stops some saves but no reads, and the log gets one line each minute.
    """
    now = 0.0
    monkeypatch.setattr(outage_detection.time, "monotonic", lambda: now)
    told = OutageLog(logging.getLogger("test"), quiet=5)
    with caplog.at_level(logging.WARNING, "test"):
        for _request in range(20):
            told.met(outage, OSError("no space"))
            now += 4
            told.worked()
        assert len(caplog.records) == 2
        now += quiet - 5
        told.worked()
        assert len(caplog.records) == 2
        now += 1
        told.worked()
    assert caplog.records[-1].getMessage() == f"{outage.value}: over"
