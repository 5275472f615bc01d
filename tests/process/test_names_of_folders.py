"""A data folder may have any name."""

from __future__ import annotations

import re
import signal
import sqlite3
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from environ import Env

from mahjong_site import prepare_installation
from tests import prepared
from tests.process.programs import CHILDREN, SOON, Program, wait_for
from tests.scoring.installations import Installation

#: Contains characters with a meaning in URLs, file patterns or shells.
NAME = "a#b?c+d%20e f[g]*&h;i=j'k\"Müller 麻將"
ADD = "from django.contrib.auth.models import User; User.objects.create_user('anna')"


@pytest.mark.process
def test_everything_is_in_the_data_folder_whatever_its_name(tmp_path):
    folder = tmp_path / "outside" / NAME
    prepared.copy_to(folder)
    program, installation = Program(folder), Installation(folder)
    program.environment["METRICS_TOKEN"] = "token"
    installation.runs(ADD)
    program.start()
    try:
        wait_for(program.has_all_children, SOON, "all children")
        [backup] = re.findall(
            r"^Backup: (.*), [\d,]+ bytes", installation.does("backup")
        )
        assert in_database(folder, "DELETE FROM auth_user RETURNING username") == "anna"
        program.process.send_signal(signal.SIGINT)
        assert program.process.wait(timeout=SOON) == 0
        installation.does("restore", backup, "--replace")
        program.start()
        assert "wind_requests_total" in metrics(program)
        assert set(program.children()) == set(CHILDREN)
    finally:
        program.end()
    assert in_database(folder, "SELECT username FROM auth_user") == "anna"
    assert list(folder.parent.iterdir()) == [folder]
    assert "preparing" not in program.log.read_text()


def in_database(folder: Path, statement: str) -> str:
    """Run a statement in the database of a data folder.

    Return the only value of its result.
    """
    with closing(sqlite3.connect(folder / "db.sqlite3")) as database, database:
        [(value,)] = database.execute(statement).fetchall()
    return value


def metrics(program: Program) -> str:
    request = urllib.request.Request(
        f"http://127.0.0.1:{program.port}/metrics",
        headers={"Authorization": "Bearer token"},
    )
    with urllib.request.urlopen(request, timeout=SOON) as answer:
        return answer.read().decode()


@pytest.mark.parametrize("name", ["club#1", "club?1", "club+1", "club%201"])
def test_where_1_6_put_the_database_is_said(tmp_path, settings, monkeypatch, name):
    here = tmp_path / name / "db.sqlite3"
    there = Path(Env.db_url_config(f"sqlite:///{here}")["NAME"])
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(here))
    settings.DATABASE_URL = ""
    here.parent.mkdir()
    assert prepare_installation.misplaced() == ""
    there.parent.mkdir(exist_ok=True)
    there.write_text("a database")
    assert prepare_installation.misplaced().startswith(
        f"The database of this DATA_DIR is {there}:"
    )
    assert str(here) in prepare_installation.misplaced()
    here.write_text("another one")
    assert prepare_installation.misplaced() == ""
