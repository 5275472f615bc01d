"""A backup restored in another installation.

All data is there, and a failed restore loses nothing.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import threading
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path

import psycopg
import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring.ledger import enter_hand
from tests.examples import ASKED, some_of
from tests.pictures import picture
from tests.scoring.halls import hall_of
from tests.scoring.installations import Installation, database_url, installation
from tournaments.access import player_links, table_links
from tournaments.files import stored_logos
from tournaments.models import Game
from tournaments.refusals import Refused
from tournaments.seating_drafts import submit_draft
from tournaments.tournament_setup import description_and_logo
from tournaments.upkeep import backup_zip, data_folder_lock, make_backup, restore_backup

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        os.environ.get("CI") != "true"
        and connection.vendor == "postgresql"
        and not all(map(shutil.which, ("pg_dump", "pg_restore", "psql"))),
        reason="PostgreSQL's own tools (postgresql-client) are not installed",
    ),
]

TABLES = 6
OTHER_KEY = "the-key-of-another-installation-0123456789-ABCDEFGHIJKLM"
#: Ids of content types and permissions may differ.
DUMP = ["dumpdata", "--all", "--natural-foreign", "--skip-checks"]
#: Restores and prints the keys of all ledger entries.
LINES = """
import json
from django.core.management import call_command
call_command("restore", {file!r})
from scoring.models import LedgerEntry
call_command("rebuild_results", "--check")
print(json.dumps(list(LedgerEntry.objects.values_list("device_key", flat=True))))
"""
#: Makes a backup with the schema before the last migration.
OLDER = """
from django.core.management import call_command
from django.db.migrations.recorder import MigrationRecorder
ran = MigrationRecorder.Migration.objects.filter(app="scoring").order_by("name")
call_command("migrate", "scoring", ran.reverse()[1].name, verbosity=0)
call_command("backup", {file!r})
try:
    call_command("migrate", "--check", verbosity=0)
except SystemExit:
    print("behind")
"""
#: An account, written into an open database.
ACCOUNT = (
    "INSERT INTO auth_user (username, password, first_name, last_name, email,"
    " is_superuser, is_staff, is_active, date_joined)"
    " VALUES ('x', '', '', '', '', false, false, true, CURRENT_TIMESTAMP)"
)
AGAIN = """
from django.core.management import CommandError, call_command
try:
    call_command("restore", {file!r})
except CommandError as error:
    print(error)
call_command(*{dump!r}, output={output!r})
"""
TWICE = """
from django.core.management import call_command
call_command("backup")
call_command("backup", {file!r})
"""
CHECKED = """
from django.core.management import call_command
call_command("restore", {file!r})
call_command("migrate", "--check", verbosity=0)
"""
#: Everything that one start of a restored program shows.
FOUND = """
import json
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import DatabaseError
from django.test import Client
from scoring.models import LedgerEntry
from tournaments.models import LogEvent, Tournament
call_command("migrate", "--check", verbosity=0)
call_command(*{dump!r}, output={file!r})
found = [Client().get({device!r}).status_code, Client().get({player!r}).status_code,
    Client().login(username="owner", password="owner-pass-1"),
    Tournament.objects.get().revision, LogEvent.objects.first().kind]
try:
    LedgerEntry.objects.update(hand=9)
except DatabaseError as error:
    found.append(str(error))
print(json.dumps(found))
"""
#: A program that is killed when it calls a certain function.
KILLED = """
import os, signal
from importlib import import_module
from django.core.management import call_command
def kill(*arguments, **options):
    os.kill(os.getpid(), signal.SIGKILL)
setattr(import_module({module!r}){part}, {name!r}, kill)
call_command({command!r}, {file!r})
"""


@pytest.fixture
def elsewhere(tmp_path) -> Iterator[Installation]:
    with installation(tmp_path / "elsewhere") as there:
        yield there


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path) -> Path:
    settings.DATA_DIR = tmp_path / "here"
    settings.DATA_DIR.mkdir()
    return settings.DATA_DIR


@pytest.fixture
def backup(tmp_path, game, owner) -> Path:
    """Return a backup of a tournament with two hands, a seating draft and links."""
    owner.password = as_everywhere_but_in_tests("owner-pass-1")
    owner.save()
    for hand in (1, 2):
        enter(game, hand)
    plan = (((1, 2, 3, 4), (5, 6, 7, 8)),)
    submit_draft.import_plan(game.round.tournament, plan, first_round=2, by="director")
    description_and_logo.give_logo(game.round.tournament, picture(), by="director")
    file = tmp_path / "backup.zip"
    make_backup.make(file)
    return file


@cache
def as_everywhere_but_in_tests(password: str) -> str:
    """Return the stored form of a password."""
    return PBKDF2PasswordHasher().encode(password, "a-salt-of-the-tests")


def enter(game: Game, hand: int) -> str:
    """Enter a hand at a table. Return the device key of the hand."""
    key = f"{game.pk}-{hand}"
    points = {"kind": "win", "winner": "E", "from": "S", "points": 8 + hand}
    enter_hand.enter(game.pk, points, hand=hand, device_key=key, by="referee")
    return key


def rows(dump: str) -> list[dict]:
    """Return all rows of a database dump, without the entries that a restore adds to
    the log.
    """
    found = []
    for row in json.loads(dump):
        fields = row["fields"]
        if row["model"] == "tournaments.tournament":
            fields.pop("revision")
        if fields.get("kind") != "restored":
            found.append(row)
    return sorted(found, key=lambda row: (row["model"], str(row.get("pk")), str(row)))


def rows_here(tmp_path: Path) -> list[dict]:
    file = tmp_path / "dump.json"
    call_command(*DUMP, output=str(file))
    return rows(file.read_text())


def refusal(file: Path, **options: bool) -> str:
    with pytest.raises(Refused) as refused:
        restore_backup.restore(file, **options)
    [fault] = refused.value.faults
    return fault.message % fault.params


class Hall:
    """Tables that save hands one after the other until they are stopped, but only as
    many as allowed.
    """

    def __init__(self, games: list[Game], allowed: int) -> None:
        self.receipted: list[str] = []
        self.allowed = allowed
        self._stopping = threading.Event()
        self._pool = ThreadPoolExecutor(len(games))
        self._tables = [self._pool.submit(self._play, game) for game in games]

    def _play(self, game: Game) -> None:
        try:
            for hand in range(1, 17):
                while hand > self.allowed and not self._stopping.is_set():
                    time.sleep(0.005)
                if self._stopping.is_set():
                    return
                self.receipted.append(enter(game, hand))
                time.sleep(0.05)
        finally:
            connection.close()

    def wait_for(self, hands: int) -> None:
        deadline = time.monotonic() + 60
        while len(self.receipted) < hands:
            assert time.monotonic() < deadline
            time.sleep(0.005)

    def stop(self) -> None:
        self._stopping.set()
        for table in self._tables:
            table.result(timeout=60)


def test_every_hand_receipted_before_a_backup_is_in_it_once(
    director, elsewhere, tmp_path, monkeypatch, settings
):
    # Hands are entered before the backup, during it and after it.
    hall = Hall(hall_of(director, "mcr", TABLES), allowed=3)
    write = backup_zip.write

    def write_once_somebody_saved(*arguments):
        hall.wait_for(len(before) + 1)
        write(*arguments)

    monkeypatch.setattr(backup_zip, "write", write_once_somebody_saved)
    try:
        hall.wait_for(3 * TABLES)
        before = list(hall.receipted)
        hall.allowed = 12
        make_backup.make(tmp_path / "backup.zip")
        hall.allowed = 16
        hall.wait_for(13 * TABLES)
    finally:
        hall.stop()
    # The environment may set the same key as the backup.
    elsewhere.environment["SECRET_KEY"] = settings.SECRET_KEY
    code = LINES.format(file=str(tmp_path / "backup.zip"))
    said, keys = elsewhere.runs(code).rsplit("\n", 1)
    assert not (elsewhere.data_dir / "secret_key").exists()
    assert "match their ledgers" in said
    restored = json.loads(keys)
    assert len(restored) == len(set(restored))
    assert set(before) <= set(restored) < set(hall.receipted)


def test_everything_is_as_it_was(backup, game, elsewhere, tmp_path):
    here = rows_here(tmp_path)
    at_table = table_links.games_with_links().get(pk=game.pk)
    linked_player = player_links.with_links().first()
    links = {
        "device": reverse("table:link", args=[table_links.token_of(at_table)]),
        "player": reverse("me:page", args=[player_links.token_of(linked_player)]),
    }
    assert Client().get(links["player"]).status_code == 200
    for hand in (3, 4):
        enter(game, hand)

    said = elsewhere.does("restore", str(backup))
    assert "tournaments: 1" in said
    [logo] = stored_logos.all_logos()
    assert (elsewhere.data_dir / "logos" / logo.name).read_bytes() == logo.read_bytes()
    elsewhere.environment["DEBUG"] = "1"  # without collected static files
    file = tmp_path / "dump-elsewhere.json"
    found = elsewhere.runs(FOUND.format(dump=DUMP, file=str(file), **links))
    device, player, signed_in, revision, kind, guard = json.loads(found)
    assert (device, player, signed_in) == (302, 200, True)
    # Open pages must notice the changes, so no revision may occur twice with different
    # contents.
    game.round.tournament.refresh_from_db()
    assert revision > game.round.tournament.revision
    assert kind == "restored"
    assert "append-only" in guard
    assert len(here) > 100
    assert here == rows(file.read_text())


def test_an_installation_in_use_is_replaced_only_when_told(backup, tmp_path):
    """An installation in use is replaced only if requested.

    The restore is refused while another process, here this test, has the database open.
    """
    assert "is not empty" in refusal(backup)
    with installation(tmp_path / "in use", prepared=True) as elsewhere:
        (elsewhere.data_dir / "secret_key").write_text(OTHER_KEY)
        (elsewhere.data_dir / "logos").mkdir(exist_ok=True)
        (elsewhere.data_dir / "logos" / "theirs.png").write_bytes(b"theirs")
        with closing(opened(elsewhere)) as other:
            other.execute(ACCOUNT)
            other.commit()
            assert "in use" in elsewhere.refuses("restore", str(backup), "--replace")
        said = elsewhere.does("restore", str(backup), "--replace")
        assert "is kept" in said
        [aside] = (elsewhere.data_dir / "replaced").iterdir()
        assert (aside / "secret_key").read_text() == OTHER_KEY
        assert (aside / "logos" / "theirs.png").read_bytes() == b"theirs"
        assert accounts(elsewhere) == ["director", "owner"]
        assert "x" in accounts(elsewhere, aside)
        if ASKED == "many":
            again = elsewhere.data_dir / "again.zip"
            elsewhere.does("backup", str(again))
            with installation(elsewhere.data_dir / "third") as third:
                third.does("restore", str(again))


def opened(there: Installation) -> sqlite3.Connection | psycopg.Connection:
    """Return a connection to the database of an installation."""
    if connection.vendor == "sqlite":
        return sqlite3.connect(there.data_dir / "db.sqlite3")
    return psycopg.connect(there.environment["DATABASE_URL"])


def accounts(there: Installation, aside: Path | None = None) -> list[str]:
    """Return the accounts of an installation, or of its replaced database."""
    names = "SELECT username FROM {}auth_user ORDER BY id"
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect((aside or there.data_dir) / "db.sqlite3")) as kept:
            return [name for (name,) in kept.execute(names.format(""))]
    schema = f"replaced_{aside.name.lower()}." if aside else ""
    with closing(opened(there)) as kept:
        return [name for (name,) in kept.execute(names.format(schema)).fetchall()]


def test_another_key_in_the_environment_is_refused(backup, settings):
    settings.SECRET_KEY, settings.SECRET_KEY_FILE = OTHER_KEY, None
    assert "SECRET_KEY in the environment" in refusal(backup)


def test_an_older_backup_is_migrated(elsewhere, tmp_path):
    # All migrations since version 1.6.0 run in tests/site/installation.
    file = str(tmp_path / "old.zip")
    with installation(tmp_path / "old", prepared=ASKED != "many") as old:
        assert old.runs(OLDER.format(file=file)).splitlines()[-1] == "behind"
    elsewhere.runs(CHECKED.format(file=file))


def altered(backup: Path, tmp_path: Path, **values: object) -> Path:
    """Return the backup with other values in its manifest."""
    file = tmp_path / "altered.zip"
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(file, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "manifest.json":
                content = json.dumps(json.loads(content) | values).encode()
            target.writestr(name, content)
    return file


def test_a_backup_of_a_newer_program_is_left_to_that(backup, tmp_path):
    newer = {"scoring": ["0001_version_1_6", "0999_later"]}
    file = altered(backup, tmp_path, program="9.1", migrations=newer)
    words = refusal(file, replace=True)
    assert "9.1" in words
    assert "scoring.0999_later" in words
    assert "created by a newer version of the program" in refusal(
        altered(backup, tmp_path, format=2)
    )


def test_a_backup_from_before_version_1_6_is_left_to_that(backup, tmp_path):
    with zipfile.ZipFile(backup) as whole:
        applied = json.loads(whole.read("manifest.json"))["migrations"]
    assert applied["tournaments"][44] == "0045_confirmation_in_words"
    older = applied | {"tournaments": applied["tournaments"][:44]}
    file = altered(backup, tmp_path, program="1.5.0", migrations=older)
    words = refusal(file, replace=True)
    assert "from a version of the program before 1.6.0" in words
    assert "Restore it with version 1.6.0, then update that installation" in words


def test_a_backup_of_another_kind_of_database_is_refused(backup, tmp_path):
    words = refusal(altered(backup, tmp_path, database="oracle"), replace=True)
    assert f"backup of oracle, but DATABASE_URL is for {connection.vendor}" in words


def test_a_damaged_file_is_refused(backup, tmp_path):
    whole = backup.read_bytes()
    file = tmp_path / "damaged.zip"
    files = [whole[: len(whole) * part // 8] for part in range(8)]
    files += [b"PK\x03\x04 nothing", b"words"]
    # Changes in the middle of the database and in its checksum. A single bit might be
    # unused, and then the file would still be valid.
    middle = len(whole) // 2
    turned = bytes(byte ^ 0xFF for byte in whole[middle : middle + 64])
    files.append(whole[:middle] + turned + whole[middle + 64 :])
    for content in files:
        file.write_bytes(content)
        assert "is damaged" in refusal(file, replace=True)
    wrong = {"database": "0" * 64, "secret_key": "0" * 64}
    altered_file = altered(backup, tmp_path, checksums=wrong)
    assert "is damaged" in refusal(altered_file, replace=True)
    assert "is damaged" in refusal(altered(backup, tmp_path, checksums={}))
    assert "is damaged" in refusal(altered(backup, tmp_path, more=1))


def test_a_running_program_is_not_disturbed(backup, data_dir):
    with data_folder_lock.alone():
        assert "is being restored" in data_folder_lock.hold()
        assert "is running" in refusal(backup, replace=True)


@pytest.mark.parametrize(
    ("module", "part", "name"),
    some_of(
        [
            ("tournaments.upkeep.backup_zip", "", "_copy"),
            ("os", "", "fsync"),
            ("pathlib", ".Path", "replace"),
        ]
    ),
)
def test_a_backup_that_is_killed_leaves_no_half_file(
    module, part, name, game, tmp_path
):
    here = Installation(tmp_path / "here", DATABASE_URL=database_url())
    file = here.data_dir / "second.zip"
    words = {"module": module, "part": part, "name": name}
    code = KILLED.format(command="backup", file=str(file), **words)
    assert here.manage("shell", "--no-imports", "-c", code).returncode == -9
    assert not file.exists()
    here.runs(TWICE.format(file=str(file)))
    assert file.exists()
    kept = {path.name for path in (here.data_dir / "backups").iterdir()}
    assert len(kept - {".lock"}) == 1
    assert not list(here.data_dir.glob(".second*"))


@pytest.mark.parametrize(
    ("module", "part", "name"),
    some_of(
        [
            (f"tournaments.upkeep.{connection.vendor}_copies", "", "put_in_place"),
            ("tournaments.upkeep.restore_backup", "", "call_command"),
            ("tournaments.upkeep.restore_backup", "", "_tell"),
            ("tournaments.upkeep.restore_backup", "", "_put_in_place"),
            ("tournaments.upkeep.backup_zip", "", "sync_folder"),
            ("tournaments.upkeep.backup_zip", "", "_copy"),
        ],
    ),
)
def test_a_restore_that_is_killed_is_done_again(
    module, part, name, backup, elsewhere, tmp_path
):
    words = {"module": module, "part": part, "name": name}
    code = KILLED.format(command="restore", file=str(backup), **words)
    assert elsewhere.manage("shell", "--no-imports", "-c", code).returncode == -9
    output = tmp_path / "dump-elsewhere.json"
    words = {"file": str(backup), "dump": DUMP, "output": str(output)}
    said = elsewhere.runs(AGAIN.format(**words))
    assert "is not empty" in said or "tournaments: 1" in said
    assert rows_here(tmp_path) == rows(output.read_text())
