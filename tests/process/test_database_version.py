"""A program whose database has another version shows a message and does not start."""

from __future__ import annotations

import shutil
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from mahjong_site.serve import database_version_check
from tests import prepared
from tests.examples import some_of
from tests.process.programs import ROOT, Program
from tournaments.files.file_locks import locked_file
from tournaments.upkeep.database_copies import applied_migrations
from tournaments.upkeep.oldest_version import too_old_for_program

FUTURE = "9999_from_the_future"
OLDER = "This version of the program is older than its database"
BEHIND = "The database is not prepared for this version of the program"
SERVE = ("manage.py", "serve")
STARTED_ALONE = {
    "uvicorn": ("-m", "uvicorn", "mahjong_site.asgi:application", "--workers", "2"),
    "web": ("-m", "mahjong_site.serve.child_process", "web"),
    "clock": ("-m", "mahjong_site.serve.child_process", "clock"),
    "worker": ("-m", "mahjong_site.serve.child_process", "worker"),
}


@pytest.fixture(scope="module")
def migrated(tmp_path_factory) -> Path:
    """Return a data folder with the database of this version."""
    folder = tmp_path_factory.mktemp("migrated") / "var"
    prepared.copy_to(folder)
    return folder


@pytest.fixture
def newer(migrated, tmp_path) -> Path:
    """Return a data folder that a newer version has used."""
    folder = tmp_path / "newer"
    shutil.copytree(migrated, folder)
    with closing(sqlite3.connect(folder / "db.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)",
            ("tournaments", FUTURE, "2030-01-01"),
        )
    return folder


def run(
    folder: Path, *command: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    folder.parent.mkdir(exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    program = Program(folder)
    if "uvicorn" in command:
        command = (*command, "--port", port)
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=program.environment | {"WEB_WORKERS": "2"} | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.process
@pytest.mark.parametrize("name", ["serve", "uvicorn", "web", "worker"])
def test_an_older_program_does_not_start_on_a_newer_database(newer, name):
    before = (newer / "db.sqlite3").read_bytes()
    done = run(newer, *STARTED_ALONE.get(name, SERVE))
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert said.count(f"{OLDER}, in which a newer one changed the tables") == 1
    assert f"tournaments.{FUTURE}" in said
    assert "Traceback" not in said
    assert (newer / "db.sqlite3").read_bytes() == before


@pytest.mark.process
@pytest.mark.parametrize("name", ["serve", "web"])
def test_nothing_starts_on_a_database_from_before_version_1_6(migrated, tmp_path, name):
    older = tmp_path / "older"
    shutil.copytree(migrated, older)
    with closing(sqlite3.connect(older / "db.sqlite3")) as database, database:
        database.execute("DELETE FROM django_migrations WHERE name >= '0044'")
        database.execute("DELETE FROM django_migrations WHERE name LIKE '%version_1_6'")
    before = (older / "db.sqlite3").read_bytes()
    done = run(older, *STARTED_ALONE.get(name, SERVE))
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert said.count("Update to version 1.6.0 first") == 1
    assert "Traceback" not in said
    assert (older / "db.sqlite3").read_bytes() == before


@pytest.mark.process
@pytest.mark.parametrize("name", some_of([*STARTED_ALONE], 2))
def test_what_does_not_prepare_the_database_needs_it_prepared(tmp_path, name):
    done = run(tmp_path / "empty", *STARTED_ALONE[name])
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert said.count(BEHIND) == 1
    assert "python manage.py prepare" in said
    assert "Traceback" not in said


@pytest.mark.process
def test_a_key_that_could_be_guessed_ends_all_workers(migrated):
    done = run(migrated, *STARTED_ALONE["uvicorn"], SECRET_KEY="short")
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert said.count("SECRET_KEY is too weak") == 1
    assert "Traceback" not in said


@pytest.mark.process
@pytest.mark.parametrize("name", some_of(["serve", *reversed(STARTED_ALONE)], 2))
def test_nothing_starts_while_a_backup_is_restored(migrated, name):
    end_restore = locked_file(migrated / "in_use")
    done = run(migrated, *STARTED_ALONE.get(name, SERVE))
    end_restore()
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert said.count("A backup is being restored: start again when it is done.") == 1
    assert "Traceback" not in said


@pytest.mark.process
def test_migrations_go_back_to_an_earlier_state_and_forth(newer):
    names = sorted(path.stem for path in (ROOT / "scoring/migrations").glob("0*.py"))
    back = run(newer, "manage.py", "migrate", "scoring", names[-2])
    assert back.returncode == 0, back.stderr
    assert f"Unapplying scoring.{names[-1]}" in back.stdout
    assert run(newer, "manage.py", "migrate").returncode == 0


@pytest.mark.django_db
def test_the_database_of_this_version_fits():
    assert database_version_check.newer_than_program() == ""
    assert database_version_check.older_than_program() == ""


@pytest.mark.django_db
def test_what_another_program_left_in_the_database_is_not_ours():
    MigrationRecorder(connection).record_applied("weblog", "0001_initial")
    assert database_version_check.newer_than_program() == ""


@pytest.mark.django_db
def test_migrations_that_others_replace_are_known(monkeypatch):
    build = MigrationLoader.build_graph

    def replaced(self):
        build(self)
        self.disk_migrations["scoring", "0026_plain_labels"].replaces = [
            ("tournaments", FUTURE)
        ]

    MigrationRecorder(connection).record_applied("tournaments", FUTURE)
    assert "from_the_future" in database_version_check.newer_than_program()
    monkeypatch.setattr(MigrationLoader, "build_graph", replaced)
    assert database_version_check.newer_than_program() == ""


@pytest.mark.django_db
def test_all_that_is_missing_is_counted():
    recorder = MigrationRecorder(connection)
    loader = MigrationLoader(connection)
    names = sorted(name for app, name in loader.disk_migrations if app == "tournaments")
    for name in names[-2:]:
        recorder.record_unapplied("tournaments", name)
    said = database_version_check.older_than_program()
    assert f"(it lacks tournaments.{names[-2]} and 1 more)" in said


@pytest.mark.django_db
def test_the_replaced_migrations_count_as_the_one_that_replaces_them():
    """Replaced migrations count as the migration that replaces them.

    Databases of version 1.8.0 lack the record of a replacing migration until their next
    migration, and a backup has the replaced migrations, so that version 1.8.0 can read
    it.
    """
    recorder = MigrationRecorder(connection)
    [replacing] = (
        each
        for key, each in MigrationLoader(connection).disk_migrations.items()
        if each.replaces and key[0] == "scoring"
    )
    before = applied_migrations()
    assert before["scoring"][0] == "0001_initial"
    assert replacing.name not in before["scoring"]
    recorder.record_unapplied("scoring", replacing.name)
    assert database_version_check.older_than_program() == ""
    assert too_old_for_program() == ""
    assert applied_migrations() == before
    recorder.record_unapplied(*replacing.replaces[-1])
    assert "before 1.6.0" in too_old_for_program()
