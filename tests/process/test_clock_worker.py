"""The clock worker as a real process: waiting tasks, and files it leaves."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests import prepared
from tests.process.programs import ROOT

pytestmark = pytest.mark.process

BACKLOG = 200
KEY = "for-a-test-" * 5
SEND = f"""
from mahjong_site.celery import app
for _ in range({BACKLOG}):
    app.send_task("scoring.tasks.tick", expires=5)
app.send_task("tournaments.tasks.run_draw", [1])
"""


def waiting(folder: Path) -> dict[str, int]:
    """Return the number of waiting messages by queue, from a data folder."""
    with closing(sqlite3.connect(folder / "broker.sqlite3")) as database:
        return dict(
            database.execute("SELECT queue, count(*) FROM message GROUP BY queue")
        )


def test_it_does_not_work_through_the_ticks_of_its_absence(tmp_path: Path):
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environment = kept | {"DATA_DIR": str(tmp_path), "SECRET_KEY": KEY}
    prepared.copy_to(tmp_path)
    subprocess.run([sys.executable, "-c", SEND], cwd=ROOT, env=environment, check=True)
    assert waiting(tmp_path) == {"clock": BACKLOG, "work": 1}
    with subprocess.Popen(
        [sys.executable, "-m", "mahjong_site.serve.child_process", "clock"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as worker:
        try:
            lines = iter(worker.stdout)
            assert f"Erased {BACKLOG} messages" in next(lines)
            assert any("ready (process" in line for line in lines)
        finally:
            worker.terminate()
    assert waiting(tmp_path)["work"] == 1
