"""PostgreSQL stopped under the running program, which must recover without a
restart."""

from __future__ import annotations

import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from benchmarks.chaos import postgresql
from benchmarks.chaos.postgresql import PostgresServer
from tests import prepared
from tests.process.programs import SOON, Program, fresh, unstarted, wait_for
from tests.process.test_killed_while_saving import SETUP, Device, shell

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(bool(postgresql.lacking()), reason=postgresql.lacking()),
]

__all__ = ["fresh", "unstarted"]

#: Seconds until the round ends; the last of them pass without a database.
LEFT = 4
DUE = f"""
from datetime import timedelta
from django.utils import timezone
from tournaments.models import Round
Round.objects.update(ends_at=timezone.now() + timedelta(seconds={LEFT}))
"""
ENDED = """
SELECT (SELECT count(*) FROM tournaments_logevent WHERE kind = 'time_up'),
    (SELECT count(*) FROM scoring_ledgerentry WHERE kind = 'gong')
"""


@pytest.fixture
def server(tmp_path) -> Iterator[PostgresServer]:
    with tempfile.TemporaryDirectory(prefix="prevailing-wind-postgres-") as home:
        server = PostgresServer(Path(home), tmp_path / "log-postgresql")
        server.start()
        postgresql.begin(server.url, prepared.prepared())
        yield server
        server.mend()
        server.end(signal.SIGINT)


@pytest.fixture
def program(server, unstarted) -> Program:
    unstarted.environment["DATABASE_URL"] = server.url
    unstarted.start()
    wait_for(unstarted.has_all_children, SOON, "all children")
    return unstarted


def test_a_round_whose_time_ran_out_without_a_database_ends_when_it_is_back(
    server, program
):
    link = shell(program, SETUP)
    device = Device(program, link)
    token = device.token()
    assert device.send(1, token)
    before = program.children()
    shell(program, DUE)
    server.end(signal.SIGINT)
    wait_for(lambda: said(program, "clock", "away: "), SOON, "the clock says so")
    time.sleep(LEFT)
    server.start()
    since = time.monotonic()
    with psycopg.connect(server.url, autocommit=True) as asking:
        wait_for(
            lambda: asking.execute(ENDED).fetchone() == (1, 1),
            SOON,
            "the end of the round",
        )
    print(f"ended within {time.monotonic() - since:.1f} s of the database's return")
    wait_for(lambda: said(program, "clock", "away: over"), SOON, "that it is over")
    assert program.children() == before
    log = program.log.read_text()
    assert "Traceback" not in log
    lines = [line for line in log.splitlines() if line.startswith("clock ")]
    assert sum("away: " in line for line in lines) == 2
    assert device.token()


def said(program: Program, who: str, words: str) -> bool:
    """Return whether a process has written these words into the log."""
    lines = program.log.read_text().splitlines()
    return any(line.startswith(f"{who} ") and words in line for line in lines)
