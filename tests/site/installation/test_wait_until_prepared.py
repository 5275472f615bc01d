"""The command that waits until the data is prepared: it starts the next command, gives
up with a sentence, and does not wait for a database that never fits.
"""

from __future__ import annotations

import os

import pytest
from django.core.management import call_command
from django.db import OperationalError

from mahjong_site.management.commands import wait_until_prepared

LACKS = "The database is not prepared for this version of the program"


class Started(Exception):
    """The next command would start now."""


@pytest.fixture
def waiting(monkeypatch) -> list[str | Exception]:
    """Return what the next checks of the database find, for tests to fill. Nothing
    else is missing.
    """
    found: list[str | Exception] = []

    def older() -> str:
        one = found.pop(0) if len(found) > 1 else (found or [""])[0]
        if isinstance(one, Exception):
            raise one
        return one

    def start(*command: object) -> None:
        raise Started(*command)

    for name in ("newer_than_program", "too_old_for_program"):
        monkeypatch.setattr(wait_until_prepared, name, lambda: "")
    monkeypatch.setattr(wait_until_prepared, "older_than_program", older)
    monkeypatch.setattr(wait_until_prepared, "are_collected", lambda: True)
    monkeypatch.setattr(wait_until_prepared, "BETWEEN", 0)
    monkeypatch.setattr(os, "execvp", start)
    return found


def test_it_starts_the_command_when_the_data_is_prepared(waiting, capsys):
    waiting += [OperationalError("connection refused"), LACKS, LACKS, ""]
    with pytest.raises(Started) as started:
        call_command("wait_until_prepared", "python", "-m", "program", "web")
    assert started.value.args == ("python", ["python", "-m", "program", "web"])
    lines = capsys.readouterr().out.splitlines()
    assert [line[:40] for line in lines] == [
        "Waiting. The database does not respond (",
        f"Waiting. {LACKS}"[:40],
    ]


def test_without_a_command_it_only_waits(waiting):
    waiting += [LACKS, ""]
    call_command("wait_until_prepared")


def test_it_gives_up_with_a_sentence(waiting):
    waiting.append(LACKS)
    with pytest.raises(SystemExit, match=f"Not prepared after 0 seconds. {LACKS}"):
        call_command("wait_until_prepared", "python", seconds=0)


def test_it_waits_for_the_static_files(waiting, monkeypatch):
    monkeypatch.setattr(wait_until_prepared, "are_collected", lambda: False)
    with pytest.raises(SystemExit, match="static files are not collected"):
        call_command("wait_until_prepared", seconds=0)


def test_it_does_not_wait_for_a_database_of_a_newer_version(waiting, monkeypatch):
    newer = "This version of the program is older than its database"
    monkeypatch.setattr(wait_until_prepared, "newer_than_program", lambda: newer)
    with pytest.raises(SystemExit, match=newer):
        call_command("wait_until_prepared", "python")
