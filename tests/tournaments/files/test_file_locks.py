"""Locks between processes, with `flock` and with SQLite."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from tournaments.files import file_locks
from tournaments.files.file_locks import alone_with, locked_file

#: Locks the file in the first argument, says so, and waits for input.
HOLD = """
import sys
from pathlib import Path
from tournaments.files import file_locks
if sys.argv[2] == "sqlite":
    file_locks.fcntl = None
unlock = file_locks.locked_file(Path(sys.argv[1]), shared=sys.argv[3] == "shared")
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=["flock", "sqlite"])
def way(request, monkeypatch):
    if request.param == "sqlite":
        monkeypatch.setattr(file_locks, "fcntl", None)
    elif file_locks.fcntl is None:
        pytest.skip("no flock")
    return request.param


@pytest.fixture
def other(tmp_path, way):
    """Return a function that starts another process, which holds the lock."""
    started = []

    def hold(kind: str) -> subprocess.Popen[bytes]:
        arguments = [str(tmp_path / "file"), way, kind]
        process = subprocess.Popen(
            [sys.executable, "-c", HOLD, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        started.append(process)
        assert process.stdout.readline() == b"locked\n"
        return process

    yield hold
    for process in started:
        with process:
            process.kill()


def test_a_lock_excludes_others_until_its_process_is_killed(tmp_path, other):
    process = other("alone")
    for shared in (False, True):
        with pytest.raises(BlockingIOError):
            locked_file(tmp_path / "file", shared=shared)
    process.send_signal(signal.SIGTERM)
    process.wait()
    locked_file(tmp_path / "file")()


def test_a_shared_lock_excludes_only_exclusive_ones(tmp_path, other):
    other("shared")
    unlock = locked_file(tmp_path / "file", shared=True)
    with pytest.raises(BlockingIOError):
        locked_file(tmp_path / "file")
    unlock()


def test_an_ended_lock_can_be_taken_again_in_the_same_process(tmp_path, way):
    for shared in (False, True, False):
        unlock = locked_file(tmp_path / "file", shared=shared)
        with pytest.raises(BlockingIOError):
            locked_file(tmp_path / "file")
        unlock()


def test_a_wait_is_reported_once(tmp_path, way, monkeypatch):
    unlock = locked_file(tmp_path / "file")
    reported, pauses = [], []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            unlock()

    monkeypatch.setattr(file_locks.time, "sleep", pause)
    with alone_with(tmp_path / "file", lambda: reported.append("waits")):
        assert (len(pauses), reported) == (3, ["waits"])


def test_a_folder_that_is_missing_is_not_a_lock(tmp_path, way):
    with pytest.raises(OSError, match="file"):
        locked_file(tmp_path / "missing" / "file")
