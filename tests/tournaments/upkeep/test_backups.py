"""Backups: contents, retention, and requests."""

from __future__ import annotations

import errno
import json
import os
import shutil
import threading
import zipfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
import time_machine
from django.db import connection

from mahjong_site.version import VERSION
from tests.pictures import picture
from tests.tournaments.pages import says, text_of
from tournaments.files import stored_logos
from tournaments.files.file_locks import locked_file
from tournaments.models import RoundState
from tournaments.refusals import Refused
from tournaments.rounds import round_clock
from tournaments.tournament_setup import description_and_logo
from tournaments.upkeep import (
    backup_zip,
    make_backup,
    nightly_and_kept_backups,
    postgresql_copies,
    retry_while_db_is_down,
)
from tournaments.upkeep.database_copies import engine

PAGE = "/director/backups/"


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path, db) -> Path:
    settings.DATA_DIR = tmp_path
    settings.BACKUPS_KEEP = 3
    return tmp_path


@pytest.fixture
def no_copying(monkeypatch):
    """Replace backups by files of 10 bytes, for tests of retention."""
    monkeypatch.setattr(
        make_backup, "make", lambda target: target.write_bytes(b"10 bytes..")
    )


def free(monkeypatch, megabytes: float) -> None:
    usage = shutil.disk_usage("/")._replace(free=int(megabytes * 1_000_000))
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: usage)


def sentences(refused) -> str:
    return str(refused.value.faults[0].message % refused.value.faults[0].params)


def left_over(folder: Path) -> list[str]:
    names = (path.name for path in folder.iterdir())
    return sorted(name for name in names if name not in (".lock", "last_failure.json"))


def test_a_backup_is_one_file_that_only_its_owner_reads(tmp_path, settings, owner):
    file = tmp_path / "all.zip"
    make_backup.make(file)
    assert file.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        assert archive.read("secret_key").decode() == settings.SECRET_KEY
        manifest = json.loads(archive.read("manifest.json"))
    assert manifest["program"] == VERSION
    assert "0001_initial" in manifest["migrations"]["tournaments"]
    assert left_over(make_backup.folder()) == []


def test_sqlite_overwrites_deleted_data_in_every_build(settings):
    if connection.vendor != "sqlite":
        pytest.skip("SQLite only")
    options = settings.DATABASES["default"]["OPTIONS"]
    # Many builds of SQLite do this by default, but not all.
    assert "PRAGMA secure_delete=ON;" in options["init_command"]
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete")
        assert cursor.fetchone() == (1,)


def test_a_logo_that_is_replaced_meanwhile_is_in_it(tmp_path, tournament, monkeypatch):
    """A backup contains a logo that is replaced during the backup, because the copied
    database still refers to the old logo.
    """
    description_and_logo.give_logo(tournament, picture(), by="director")
    [before] = stored_logos.all_logos()
    dump = engine().dump

    def replaced_meanwhile(file: Path) -> Mapping[str, int]:
        rows = dump(file)
        stored_logos.discard(before.name)
        stored_logos.keep(b"another")
        return rows

    monkeypatch.setattr(engine(), "dump", replaced_meanwhile)
    make_backup.make(tmp_path / "all.zip")
    [after] = stored_logos.all_logos()
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert archive.namelist().count(f"logos/{before.name}") == 1
        assert archive.read(f"logos/{after.name}") == b"another"


def test_a_backup_overwrites_nothing(tmp_path):
    file = tmp_path / "thesis.zip"
    file.write_text("mine")
    with pytest.raises(Refused) as refused:
        make_backup.make(file)
    assert "exists" in sentences(refused)
    assert file.read_text() == "mine"


def test_two_backups_asked_for_in_one_second_are_both_made(data_dir):
    with time_machine.travel("2030-01-01", tick=False):
        first, second = (
            nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_OWNER)
            for _each in range(2)
        )
    assert first != second
    assert [each.path for each in nightly_and_kept_backups.kept_backups()] == [
        second,
        first,
    ]
    assert nightly_and_kept_backups.last_failure() is None


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_disk_that_fills_up_leaves_the_earlier_ones(call, data_dir, monkeypatch):
    earlier = nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_OWNER)
    before = earlier.read_bytes()

    def full(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(*((os, call, full) if call == "fsync" else (Path, call, full)))
    with (
        time_machine.travel("2030-01-01", tick=False),
        pytest.raises(Refused) as refused,
    ):
        nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    assert "disk is full" in sentences(refused)
    assert left_over(make_backup.folder()) == [earlier.name]
    assert earlier.read_bytes() == before
    assert "disk is full" in nightly_and_kept_backups.last_failure().sentence


def test_a_folder_that_is_not_there_gets_a_sentence(tmp_path):
    with pytest.raises(Refused) as refused:
        make_backup.make(tmp_path / "nowhere" / "all.zip")
    assert "all.zip" in sentences(refused)


def test_one_backup_at_a_time(tmp_path):
    end_other = locked_file(make_backup.folder() / ".lock")
    with pytest.raises(Refused) as refused:
        make_backup.make(tmp_path / "all.zip")
    assert "Another backup is running" in sentences(refused)
    end_other()
    make_backup.make(tmp_path / "all.zip")


def test_what_is_outdated_is_deleted(no_copying, noon, settings):
    """Outdated backups are deleted.

    (test_backup_retention.py tests the rules of retention.)
    """
    settings.BACKUPS_KEEP = 1
    for days in (0, 80, 80.5, 81, 100):
        with time_machine.travel(noon + timedelta(days=days), tick=False):
            nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    made = [backup.made_at - noon for backup in nightly_and_kept_backups.kept_backups()]
    assert made == [timedelta(days=100), timedelta(days=81)]


def test_what_else_lies_in_the_folder_stays(no_copying, noon):
    mine = make_backup.folder() / "backup-of-my-thesis.zip"
    mine.write_text("mine")
    for days in range(0, 400, 100):
        with time_machine.travel(noon + timedelta(days=days), tick=False):
            nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    assert mine.exists()
    assert len(nightly_and_kept_backups.kept_backups()) == 3


def test_what_the_disk_did_not_keep_is_no_backup(data_dir, monkeypatch, owner_client):
    earlier = nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_OWNER)
    fsync = os.fsync

    def kept_wrongly(descriptor: int) -> None:
        fsync(descriptor)
        if os.fstat(descriptor).st_size > 2000:
            os.lseek(descriptor, 1000, os.SEEK_SET)
            os.write(descriptor, b"something else")

    with monkeypatch.context() as faulty:
        faulty.setattr(os, "fsync", kept_wrongly)
        with pytest.raises(Refused) as refused:
            nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    assert "Its file has an error" in sentences(refused)
    assert left_over(make_backup.folder()) == [earlier.name]
    assert says(owner_client.get(PAGE), "Its file has an error")
    assert says(owner_client.get("/director/"), "The last backup failed.")
    nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    assert not says(owner_client.get("/director/"), "The last backup failed.")


def test_a_backup_that_lacks_a_row_is_none(tmp_path, monkeypatch):
    dump = engine().dump

    def one_row_less(file: Path) -> Mapping[str, int]:
        rows = dump(file)
        return rows | {name: rows[name] + 1 for name in rows if "auth_user" in name}

    monkeypatch.setattr(engine(), "dump", one_row_less)
    with pytest.raises(Refused) as refused:
        make_backup.make(tmp_path / "all.zip")
    assert "rows instead of" in sentences(refused)
    assert list(tmp_path.glob("*.zip*")) == []


@pytest.mark.django_db(transaction=True)
def test_rows_are_counted_as_they_are_copied(tmp_path, tournament):
    copy = tmp_path / "copy"
    rows = engine().dump(copy)
    assert engine().rows(copy) == rows
    [name] = [name for name in rows if name.endswith("tournaments_tournament")]
    assert rows[name] == 1


@pytest.mark.parametrize(
    ("short_by", "left"),
    [
        (0, [10, 3, 2, 1]),
        (1, [10, 3, 2]),
        (10, [10, 3, 2]),
        (11, [10, 3]),
        # Deleting would not help: the newest is always kept.
        (21, [10, 3, 2, 1]),
    ],
)
def test_the_oldest_make_room_if_that_helps(
    short_by, left, no_copying, noon, monkeypatch, settings
):
    settings.BACKUPS_KEEP = 4
    for day in (0, 1, 2):
        with time_machine.travel(noon + timedelta(days=day), tick=False):
            nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    free(monkeypatch, (make_backup.needed() - short_by) / 1_000_000)
    with time_machine.travel(noon + timedelta(days=9), tick=False):
        nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    assert [
        backup.made_at.day for backup in nightly_and_kept_backups.kept_backups()
    ] == left


def test_without_room_there_is_none(monkeypatch, owner_client):
    free(monkeypatch, 50)
    with pytest.raises(Refused) as refused:
        nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    assert "only 50 MB are free" in sentences(refused)
    assert nightly_and_kept_backups.kept_backups() == []
    assert says(owner_client.get(PAGE), "only 50 MB are free")


@pytest.mark.parametrize(
    ("made", "now", "due"),
    [
        (None, "2026-05-02T03:00", True),
        ("2026-05-01T23:00", "2026-05-02T03:59", False),
        ("2026-05-01T23:00", "2026-05-02T04:00", True),
        ("2026-05-02T04:00", "2026-05-02T23:59", False),
        # The machine was off at night.
        ("2026-05-01T23:00", "2026-05-02T18:30", True),
        ("2026-05-01T03:00", "2026-05-02T01:00", True),
        # The machine's clock was wrong.
        ("2027-05-01T23:00", "2026-05-02T04:00", True),
    ],
)
def test_when_a_night_lacks_its_backup(made, now, due, no_copying, settings, owner):
    settings.TIME_ZONE = "Asia/Tokyo"  # nine hours ahead
    if made:
        with time_machine.travel(f"{made}:00+09:00", tick=False):
            nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    with time_machine.travel(f"{now}:00+09:00", tick=False):
        nightly_and_kept_backups.back_up_at_night_task()
        names = [backup.occasion for backup in nightly_and_kept_backups.kept_backups()]
    assert len(names) == due + bool(made)


def test_an_installation_that_nobody_uses_needs_none(no_copying):
    nightly_and_kept_backups.back_up_at_night_task()
    assert nightly_and_kept_backups.kept_backups() == []


def test_the_start_of_a_round_asks_for_a_backup(
    seated_round, noon, no_copying, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        round_clock.start(seated_round.pk, by="director", now=noon)
        assert nightly_and_kept_backups.kept_backups() == []
    [backup] = nightly_and_kept_backups.kept_backups()
    assert backup.round == (1, "spring-cup")


class AtWork:
    """A substitute for the database. Its first copy takes until a test ends it."""

    def __init__(self) -> None:
        self.began, self.may_end = threading.Event(), threading.Event()
        self.copies = 0

    def size(self) -> int:
        return 0

    def dump(self, target: Path) -> Mapping[str, int]:
        self.copies += 1
        target.write_bytes(b"a database")
        self.began.set()
        assert self.may_end.wait(10)
        return {}

    def refuse_unsound(self, copy: Path) -> None:
        assert copy.read_bytes() == b"a database"

    def rows(self, copy: Path) -> Mapping[str, int]:
        return {}


def test_rounds_that_start_together_have_one_backup(monkeypatch, caplog):
    """Rounds that start together have one backup.

    The log mentions the other starts, but the owner sees no error.
    """
    at_work = AtWork()
    monkeypatch.setattr(make_backup, "engine", lambda: at_work)
    monkeypatch.setattr(make_backup, "applied_migrations", dict)
    occasions = [
        nightly_and_kept_backups.before_round(1, f"cup-{number}") for number in range(4)
    ]
    with ThreadPoolExecutor(1) as worker:
        first = worker.submit(nightly_and_kept_backups.back_up_task, occasions[0])
        assert at_work.began.wait(10)
        for occasion in occasions[1:]:
            nightly_and_kept_backups.back_up_task(occasion)
        assert nightly_and_kept_backups.last_failure() is None
        at_work.may_end.set()
        first.result(10)
    assert [
        backup.occasion for backup in nightly_and_kept_backups.kept_backups()
    ] == occasions[:1]
    assert at_work.copies == 1
    said = [
        record.getMessage()
        for record in caplog.records
        if record.levelname == "WARNING"
    ]
    assert [line.partition(":")[0] for line in said] == [
        f"Backup ({occasion})" for occasion in occasions[1:]
    ]
    assert all("Another backup is running" in line for line in said)


def test_a_backup_waits_for_a_database_that_is_away(
    seated_round, noon, no_copying, monkeypatch, django_capture_on_commit_callbacks
):
    needed, answers = make_backup.needed, iter([True, True, False])

    def asked() -> int:
        if next(answers):
            raise psycopg.OperationalError("connection refused")
        return needed()

    monkeypatch.setattr(make_backup, "needed", asked)
    monkeypatch.setattr(retry_while_db_is_down, "BETWEEN", 0)
    # The test's connection must stay open: everything happens in its transaction.
    monkeypatch.setattr(retry_while_db_is_down, "close_old_connections", lambda: None)
    with django_capture_on_commit_callbacks(execute=True):
        round_clock.start(seated_round.pk, by="director", now=noon)
    assert len(nightly_and_kept_backups.kept_backups()) == 1


def test_a_backup_that_fails_stops_no_round(
    seated_round, noon, monkeypatch, django_capture_on_commit_callbacks
):
    free(monkeypatch, 0)
    with django_capture_on_commit_callbacks(execute=True):
        round_clock.start(seated_round.pk, by="director", now=noon)
    seated_round.refresh_from_db()
    assert seated_round.state == RoundState.RUNNING
    assert nightly_and_kept_backups.last_failure()


def test_a_worker_that_cannot_be_asked_stops_no_round(
    seated_round, noon, monkeypatch, django_capture_on_commit_callbacks
):
    def away(*_arguments, **_options):
        raise OSError("no broker")

    monkeypatch.setattr(nightly_and_kept_backups.back_up_task, "apply_async", away)
    with django_capture_on_commit_callbacks(execute=True):
        round_clock.start(seated_round.pk, by="director", now=noon)
    seated_round.refresh_from_db()
    assert seated_round.state == RoundState.RUNNING


def test_none_by_itself_if_none_are_to_be_kept(
    seated_round, noon, settings, owner, django_capture_on_commit_callbacks
):
    settings.BACKUPS_KEEP = 0
    nightly_and_kept_backups.back_up_at_night_task()
    with django_capture_on_commit_callbacks() as callbacks:
        round_clock.start(seated_round.pk, by="director", now=noon)
    assert callbacks == []
    assert nightly_and_kept_backups.kept_backups() == []


def test_the_owner_makes_one_and_takes_it_home(owner_client, tmp_path, tournament):
    assert says(owner_client.get("/director/"), "Backups")
    assert says(owner_client.get(PAGE), "No backups yet.")
    response = owner_client.post(PAGE, follow=True)
    assert says(response, "Backup created.")
    [backup] = nightly_and_kept_backups.kept_backups()
    assert says(response, "Created by hand")
    address = f"{PAGE}{backup.name}"
    assert address in response.content.decode()
    got = owner_client.get(address)
    assert "no-store" in got["Cache-Control"]
    file = tmp_path / "home.zip"
    file.write_bytes(b"".join(got.streaming_content))
    with backup_zip.opened(file) as opened:
        opened.extract(backup_zip.DATABASE, tmp_path / "database")
    assert backup.size == file.stat().st_size


def test_the_page_says_before_what_a_backup_was_made(
    owner_client, no_copying, tournament
):
    nightly_and_kept_backups.back_up(
        nightly_and_kept_backups.before_round(2, tournament.slug)
    )
    nightly_and_kept_backups.back_up(nightly_and_kept_backups.before_round(7, "gone"))
    nightly_and_kept_backups.back_up(nightly_and_kept_backups.BEFORE_UPGRADE)
    nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    shown = text_of(owner_client.get(PAGE))
    assert "Round 2 of Spring Cup started" in shown
    assert "Round 7 of gone started" in shown
    assert "Before an update" in shown
    assert "Daily backup" in shown


@pytest.mark.parametrize("name", ["..%2Fdb.sqlite3", ".lock", "secret_key", "x.zip"])
def test_only_backups_are_given_out(name, owner_client, data_dir):
    (data_dir / "secret_key").write_text("a secret")
    nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_OWNER)
    assert owner_client.get(f"{PAGE}{name}").status_code == 404


def test_one_that_is_deleted_while_it_is_asked_for_is_not_there(
    owner_client, no_copying, monkeypatch
):
    gone = nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_OWNER)
    found = nightly_and_kept_backups.kept_backups()
    gone.unlink()
    monkeypatch.setattr(nightly_and_kept_backups, "kept_backups", lambda: found)
    assert owner_client.get(f"{PAGE}{gone.name}").status_code == 404
    monkeypatch.undo()
    gone.symlink_to(gone.with_name("nothing"))
    assert owner_client.get(PAGE).status_code == 200


def test_only_the_owner_is_told_of_the_page(director_client):
    assert "director/backups" not in director_client.get("/director/").content.decode()


def test_a_refusal_is_on_the_page(owner_client, monkeypatch):
    free(monkeypatch, 0)
    assert says(owner_client.post(PAGE, follow=True), "The backup failed")
    assert nightly_and_kept_backups.kept_backups() == []


def test_what_postgresql_needs_is_said_where_it_is_absent(
    on_postgresql, owner_client, monkeypatch
):
    if not on_postgresql:
        pytest.skip("SQLite needs no tools")
    monkeypatch.setattr(postgresql_copies.shutil, "which", lambda _tool: None)
    assert says(owner_client.get(PAGE), "sudo apt install postgresql-client")
    with pytest.raises(Refused) as refused:
        nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    assert "pg_dump" in sentences(refused)


def test_what_newer_tools_set_reaches_no_older_server(tmp_path):
    script = tmp_path / "script"
    rest = "COPY notes FROM stdin;\n" + "a note\n" * 1000
    words = "SET transaction_timeout = 0;\nSET row_security = off;\n" + rest
    script.write_text(words)
    postgresql_copies.without_newer_setting(script)
    assert script.read_text() == words.replace("SET tr", "--  tr")


@pytest.mark.parametrize(
    ("printed", "server", "older"),
    [
        ("pg_dump (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)", 17, 15),
        ("pg_dump (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)", 15, None),
        ("pg_dump (PostgreSQL) 18beta2", 17, None),
        ("pg_dump (PostgreSQL) 9.6.24", 10, 9),
        ("", 17, None),
    ],
)
def test_an_older_pg_dump_is_known_by_what_it_prints(printed, server, older):
    assert postgresql_copies.older_client(printed, server) == older


def test_a_pg_dump_that_is_older_than_the_server_is_named(
    on_postgresql, owner_client, tmp_path, monkeypatch
):
    if not on_postgresql:
        pytest.skip("SQLite needs no tools")
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    said = "pg_dump on this computer is version 9 and cannot back it up"
    assert says(owner_client.get(PAGE), said)
    with pytest.raises(Refused) as refused:
        nightly_and_kept_backups.back_up(nightly_and_kept_backups.BY_NIGHT)
    assert said in sentences(refused)


def test_the_page_says_where_backups_are(owner_client, data_dir):
    page = owner_client.post(PAGE, follow=True).content.decode()
    [backup] = (data_dir / "backups").glob("backup-*.zip")
    assert f'<code class="file-name">{backup.name}</code>' in page
    assert f"Backups are in {data_dir / 'backups'} on the server" in page
