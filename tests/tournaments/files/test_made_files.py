"""Cached files: made once, found again, renewed, given up, and made one at a time."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tournaments.files import generated_file_cache
from tournaments.files.generated_file_cache import (
    Busy,
    Kind,
    alone_in,
    forget,
    made,
    made_once,
)

NOW = Kind(7, "hands.csv", "revision 1")
NEXT = Kind(7, "hands.csv", "revision 2")


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(generated_file_cache, "LONGEST", 600.0)
    return tmp_path / "made"


def make(kind, words=b"first"):
    found = made(kind, lambda file: file.write(words), lane="long", patience=0)
    with found.file as file:
        return file.read(), found.tag


def files_in(folder):
    return [path for path in folder.rglob("*") if path.suffix != ".lock"]


def test_a_file_is_made_once_for_a_state(folder):
    first = make(NOW)
    assert make(NOW, b"second") == first
    newer, tag = make(NEXT, b"second")
    assert newer == b"second"
    assert tag != first[1]
    assert len([path for path in files_in(folder) if path.is_file()]) == 1
    assert oct(folder.stat().st_mode)[-3:] == "700"
    forget(7)
    assert files_in(folder) == []


def test_a_file_being_read_is_neither_replaced_nor_deleted(folder, monkeypatch):
    """A file that is open is neither replaced nor deleted.

    The test behaves like Windows, where replacing or deleting an open file raises
    PermissionError.
    """

    def refused(*_arguments: object, **_options: object) -> None:
        raise PermissionError(13, "the file is open")

    make(NOW)
    with monkeypatch.context() as windows:
        windows.setattr(Path, "replace", refused)
        windows.setattr(Path, "unlink", refused)
        assert make(NEXT, b"second")[0] == b"second"
    assert make(NEXT, b"third")[0] == b"third"


def test_one_at_a_time_in_a_lane():
    kept = make(NOW)
    with alone_in("long", 0):
        assert make(NOW) == kept
        with pytest.raises(Busy):
            make(NEXT)
        with pytest.raises(Busy):
            made_once(lambda file: None, lane="long", patience=0)
        assert made_once(lambda f: f.write(b"x"), lane="short", patience=0).read()
    assert make(NEXT, b"now")[0] == b"now"


def test_what_fails_leaves_nothing(folder):
    def fails(file):
        file.write(b"half")
        raise OSError("no room")

    for _again in range(2):
        with pytest.raises(OSError, match="no room"):
            made(NOW, fails, lane="long", patience=0)
    assert [path for path in files_in(folder) if path.is_file()] == []
    assert make(NOW)[0] == b"first"


def test_what_is_old_or_too_much_goes(folder, monkeypatch):
    make(NOW)
    long_ago = time.time() - generated_file_cache.LONGEST - 1
    os.utime(NOW.path, (long_ago, long_ago))
    assert make(NOW, b"again")[0] == b"again"
    (folder / "left.part").write_bytes(b"by a killed process")
    os.utime(folder / "left.part", (long_ago, long_ago))
    monkeypatch.setattr(generated_file_cache, "KEPT_BYTES", 8)
    os.utime(NOW.path, (time.time() - 9, time.time() - 9))
    assert make(Kind(8, "players.csv", ""), b"12345")[0] == b"12345"
    assert [path.parent.name for path in files_in(folder) if path.is_file()] == ["8"]
