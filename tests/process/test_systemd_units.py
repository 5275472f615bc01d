"""Commands of the systemd units as plain processes: started in order, and recovering
from a database outage, in which a round's time runs out."""

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
from benchmarks.chaos.program import free_port
from tests import prepared
from tests.process.programs import ROOT, SOON, wait_for
from tests.process.test_killed_while_saving import SETUP, shell

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(bool(postgresql.lacking()), reason=postgresql.lacking()),
]

UNITS = ROOT / "deploy" / "systemd"
PARTS = ("clock", "beat", "worker")
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


class Unit:
    """A unit's commands with its environment, as systemd would run them."""

    def __init__(self, name: str, instance: str, environment: dict[str, str]) -> None:
        text = (UNITS / name).read_text().replace("%i", instance)
        self.command = self._command(text, "ExecStart")
        self.waits = self._command(text, "ExecStartPost")
        own = dict(
            word.split("=", 1)
            for line in re.findall(r"^Environment=(.+)$", text, re.MULTILINE)
            for word in line.split()
        )
        self.environment = own | environment
        self.log = Path(environment["DATA_DIR"]) / f"log-{name}-{instance}"
        self.process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def _command(text: str, key: str) -> list[str]:
        match = re.search(rf"^{key}=\S+ (.+)$", text, re.MULTILINE)
        return [sys.executable, *match[1].split()] if match else []

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def is_up(self) -> bool:
        """Return whether the second command, which systemd waits for, succeeds."""
        assert self.process
        main = {"MAINPID": str(self.process.pid)}
        command, environment = self.waits, self.environment | main
        return not subprocess.run(command, cwd=ROOT, env=environment).returncode

    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def end(self) -> None:
        if self.process and self.runs():
            self.process.terminate()
            self.process.wait(timeout=SOON)


@pytest.fixture
def server(tmp_path) -> Iterator[PostgresServer]:
    """Yield a server that is not started, with the data prepared by `tests/run.py`."""
    with tempfile.TemporaryDirectory(prefix="prevailing-wind-postgres-") as home:
        server = PostgresServer(Path(home), tmp_path / "log-postgresql")
        server.start()
        postgresql.begin(server.url, prepared.prepared())
        server.end(signal.SIGINT)
        yield server
        server.end(signal.SIGINT)


@pytest.fixture
def environment(tmp_path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return kept | {"DATA_DIR": str(tmp_path), "DRAIN_SECONDS": "0"}


@pytest.fixture
def units(server, environment, tmp_path) -> Iterator[dict[str, Unit]]:
    prepared.copy_to(tmp_path)
    environment["DATABASE_URL"] = server.url
    setup = Unit("prevailing-wind-setup.service", "", environment)
    web = Unit("prevailing-wind-web@.service", str(free_port()), environment)
    parts = {
        part: Unit("prevailing-wind@.service", part, environment) for part in PARTS
    }
    started = {"setup": setup, "web": web, **parts}
    yield started
    for unit in started.values():
        unit.end()


def readiness(web: Unit) -> tuple[str, str]:
    """Return the status of `/readyz` and the reason if it is not ready."""
    address = f"http://127.0.0.1:{web.environment['PORT']}/readyz"
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            told = json.load(answer)
    except urllib.error.HTTPError as refused:
        told = json.load(refused)
    return told["status"], told.get("why", "")


def test_they_start_in_order_and_outlast_an_outage_of_the_database(
    server, units, environment
):
    setup, web = units.pop("setup"), units["web"]
    setup.start()
    wait_for(lambda: "away: " in setup.log.read_text(), SOON, "setup says it waits")
    assert setup.runs()
    server.start()
    assert setup.process
    assert setup.process.wait(timeout=2 * SOON) == 0, setup.log.read_text()
    for unit in units.values():
        unit.start()
    assert web.is_up(), web.log.read_text()
    wait_for(lambda: readiness(web)[0] == "ready", SOON, "clock and worker are there")
    processes = {name: unit.process for name, unit in units.items()}

    shell(SimpleNamespace(environment=environment), SETUP + DUE)
    due = time.monotonic() + LEFT
    server.end(signal.SIGINT)
    wait_for(lambda: readiness(web)[0] == "unready", SOON, "it is out of service")
    assert readiness(web)[1].startswith("The database does not answer: ")
    web.end()
    web.start()
    processes["web"] = web.process
    wait_for(lambda: "cannot be checked" in web.log.read_text(), SOON, "it started")

    clock = units["clock"]
    wait_for(lambda: "away: " in clock.log.read_text(), SOON, "the clock says so")
    time.sleep(max(due - time.monotonic(), 0))
    server.start()
    with psycopg.connect(server.url, autocommit=True) as asking:
        wait_for(
            lambda: asking.execute(ENDED).fetchone() == (1, 1),
            SOON,
            "the end of the round",
        )
    wait_for(lambda: "away: over" in clock.log.read_text(), SOON, "that it is over")
    assert clock.log.read_text().count("away: ") == 2
    assert web.is_up(), web.log.read_text()
    wait_for(lambda: readiness(web)[0] == "ready", SOON, "all is well again")
    for name, unit in units.items():
        assert unit.process is processes[name]
        assert unit.runs(), unit.log.read_text()
        assert "Traceback" not in unit.log.read_text()


def test_waiting_ends_with_the_process_it_waits_for(environment):
    web = Unit("prevailing-wind-web@.service", str(free_port()), environment)
    web.process = subprocess.Popen([sys.executable, "-c", ""])
    web.process.wait()
    assert not web.is_up()
