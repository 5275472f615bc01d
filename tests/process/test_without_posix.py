"""The program on a system without forks, signals, `flock` and similar functions
(Windows), emulated on Linux by `without_posix/sitecustomize.py`.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests import prepared
from tests.process.programs import ROOT, SOON, Program, alive, wait_for

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="emulated on Linux"),
]

#: Tests whose code deletes, replaces, locks or syncs files. All of
#: `tests/tournaments/upkeep/test_backups.py` pass too.
BACKUPS = "tests/tournaments/upkeep/test_backups.py"
TESTS = [
    "tests/tournaments/files/test_file_locks.py",
    "tests/tournaments/files/test_made_files.py",
    "tests/site/http_requests/test_waiting_answers.py",
    f"{BACKUPS}::test_rounds_that_start_together_have_one_backup",
    f"{BACKUPS}::test_what_the_disk_did_not_keep_is_no_backup",
]


def emulated(folder: Path) -> dict[str, str]:
    folder.mkdir()
    return {
        "PYTHONPATH": str(Path(__file__).parent / "without_posix"),
        "WITHOUT_POSIX": str(folder),
        # A plugin of trio, which selenium brings, is not made for the emulation.
        "HYPOTHESIS_NO_PLUGINS": "1",
    }


@pytest.fixture
def program(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    prepared.copy_to(data)
    program = Program(data)
    # Windows has another encoding for files and pipes than UTF-8.
    program.environment |= emulated(tmp_path / "processes") | {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
    }
    yield program
    if program.runs():
        program.process.kill()
        program.process.wait()


def command(program: Program, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=program.environment,
        capture_output=True,
        text=True,
        timeout=5 * SOON,
    )


def beating(program: Program) -> bool:
    """Return whether clock and worker have run tasks."""
    with closing(sqlite3.connect(program.data_dir / "db.sqlite3")) as database:
        parts = database.execute("SELECT part FROM tournaments_heartbeat")
        return {part for (part,) in parts} == {"clock", "worker"}


def test_it_serves_backs_up_restores_and_leaves_no_process(program):
    program.start()
    assert "Prevailing Wind" in program.welcome()
    wait_for(lambda: beating(program), SOON, "clock and worker")
    children = program.children()
    assert set(children) == {"web", "background"}
    made = command(program, "backup")
    assert made.returncode == 0, made.stderr
    [file] = re.findall(r"Backup: (.+\.zip)", made.stdout)

    program.process.kill()
    program.process.wait()
    wait_for(lambda: not any(map(alive, children.values())), SOON, "children gone")

    restored = command(program, "restore", file, "--replace")
    assert "Restored the backup" in restored.stdout, restored.stderr
    assert "Traceback" not in program.log.read_text()


def test_ctrl_c_stops_it(program):
    program.start()
    log = program.log
    wait_for(lambda: "ready (process" in log.read_text(), SOON, "background")
    children = program.children()
    program.ctrl_c()
    assert program.process.wait(timeout=SOON) == 0
    assert not any(map(alive, children.values()))
    assert "serve  | stopped" in log.read_text()
    assert "Traceback" not in log.read_text()


def test_files_are_made_locked_and_backed_up(tmp_path):
    done = subprocess.run(
        [*(sys.executable, "-m", "pytest", "-q", "-n", "0"), *TESTS],
        cwd=ROOT,
        env=os.environ | emulated(tmp_path / "processes"),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
