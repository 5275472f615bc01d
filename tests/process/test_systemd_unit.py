"""The commands of the systemd unit as plain processes: they wait for the database, and
recover from an outage in which a round's time runs out."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from benchmarks.chaos import postgresql
from benchmarks.chaos.postgresql import PostgresServer
from benchmarks.chaos.program import children_of, free_port
from tests import prepared
from tests.process.programs import CHILDREN, ROOT, SOON, wait_for
from tests.process.test_killed_while_saving import SETUP, shell

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(bool(postgresql.lacking()), reason=postgresql.lacking()),
]

UNIT = (ROOT / "deploy" / "systemd" / "prevailing-wind.service").read_text()
#: Seconds until the round ends; the last of them pass without a database.
LEFT = 4
DUE = f"""
from datetime import timedelta
from tournaments.models import Round
Round.objects.update(ends_at=timezone.now() + timedelta(seconds={LEFT}))
"""
ENDED = """
SELECT (SELECT count(*) FROM tournaments_logevent WHERE kind = 'time_up'),
    (SELECT count(*) FROM scoring_ledgerentry WHERE kind = 'gong')
"""


class Command:
    """A command of the unit, run with the unit's environment like by systemd."""

    def __init__(self, key: str, environment: dict[str, str]) -> None:
        program, word = re.findall(rf"^{key}=(\S+) (\w+)$", UNIT, re.MULTILINE)[0]
        assert program == "/opt/prevailing-wind/bin/prevailing-wind"
        [own] = re.findall(r"^Environment=(.+)$", UNIT, re.MULTILINE)
        self.environment = dict(each.split("=", 1) for each in own.split())
        self.environment |= environment
        self.log = Path(environment["DATA_DIR"]) / f"log-{word}"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", word],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def readiness(self) -> tuple[str, str]:
        """Return the status of `/readyz` and the reason if it is not ready; "" for both
        without an answer.
        """
        address = f"http://127.0.0.1:{self.environment['PORT']}/readyz"
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                told = json.load(answer)
        except urllib.error.HTTPError as refused:
            told = json.load(refused)
        except OSError:
            return "", ""
        return told["status"], told.get("why", "")

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=SOON)


@pytest.fixture
def server(tmp_path) -> Iterator[PostgresServer]:
    """Yield a running PostgreSQL server with the data that `tests/run.py` prepared."""
    with tempfile.TemporaryDirectory(prefix="prevailing-wind-postgres-") as home:
        server = PostgresServer(Path(home), tmp_path / "log-postgresql")
        server.start()
        postgresql.begin(server.url, prepared.prepared())
        server.end(signal.SIGINT)
        yield server
        server.end(signal.SIGINT)


@pytest.fixture
def environment(server, tmp_path) -> dict[str, str]:
    prepared.copy_to(tmp_path)
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    own = {"DATA_DIR": str(tmp_path), "DATABASE_URL": server.url}
    return kept | own | {"PORT": str(free_port())}


@pytest.fixture
def start(environment) -> Iterator:
    """Yield a function that starts a command of the unit."""
    started: list[Command] = []

    def start(key: str) -> Command:
        started.append(Command(key, environment))
        return started[-1]

    yield start
    for command in started:
        command.end()


def test_it_waits_for_the_database_and_outlasts_an_outage(server, environment, start):
    prepare = start("ExecStartPre")
    wait_for(lambda: "away: " in prepare.log.read_text(), SOON, "it says that it waits")
    assert prepare.process.poll() is None
    server.start()
    assert prepare.process.wait(timeout=2 * SOON) == 0, prepare.log.read_text()
    serve = start("ExecStart")
    wait_for(lambda: serve.readiness()[0] == "ready", 2 * SOON, "all parts are there")
    children = children_of(serve.process.pid)
    assert set(children) == {*CHILDREN, "web2"}

    shell(SimpleNamespace(environment=environment), SETUP + DUE)
    due = time.monotonic() + LEFT
    server.end(signal.SIGINT)
    wait_for(lambda: serve.readiness()[0] == "unready", SOON, "it is out of service")
    assert serve.readiness()[1].startswith("The database does not answer: ")
    wait_for(lambda: "away: " in serve.log.read_text(), SOON, "it says so")
    time.sleep(max(due - time.monotonic(), 0))
    server.start()
    with psycopg.connect(server.url, autocommit=True) as asking:
        wait_for(
            lambda: asking.execute(ENDED).fetchone() == (1, 1),
            SOON,
            "the end of the round",
        )
    wait_for(lambda: "away: over" in serve.log.read_text(), SOON, "that it is over")
    wait_for(lambda: serve.readiness()[0] == "ready", SOON, "all is well again")
    assert children_of(serve.process.pid) == children
    assert "Traceback" not in serve.log.read_text()
