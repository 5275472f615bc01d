"""An upgrade of the database, which happens completely or not at all, after a
backup.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.core.management.commands.migrate import Command as DjangosMigrate
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings

from mahjong_site import prepare_installation, upgrade_database
from mahjong_site.management.commands.migrate import Command as Migrate
from tests import prepared
from tests.conftest import _tournament
from tests.scoring.installations import _on_server
from tournaments.files.file_locks import locked_file
from tournaments.models import Tournament
from tournaments.upkeep import backup_zip, nightly_and_kept_backups

pytestmark = pytest.mark.django_db(transaction=True)

#: The schema of version 1.6.0, the oldest that can be updated, and the number of
#: migrations that are then missing at least.
OLDER = (("tournaments", "0001"), ("scoring", "0001"))
LAST = 10
#: Statements that make a database as version 1.6.0 left it: the practice tournament,
#: finished; inserted and removed hands; a player shown by initials; a riichi tournament
#: by the rules of Tenhou.
VERSION_1_6_0 = Path(__file__).with_name("version_1_6_0.sql.gz")
#: Models that migration 0052 of tournaments renamed, and its keys by their old names.
MODELS = {"player": "person", "entry": "player", "session": "game"}
KEYS = {"player_id": "person_id", "entry_id": "player_id", "session_id": "game_id"}
#: Kill after a migration is committed and before it is recorded.
AFTER_COMMIT = 0


class Killed(BaseException):
    """Raised instead of a kill signal. No code of the program catches it."""


@contextmanager
def database(file: Path, like: str | None = None) -> Iterator[str]:
    """Yield the name of a database: a copy of `like`, or an empty database if `like` is
    None.
    """
    if connection.vendor == "sqlite":
        if like:
            shutil.copyfile(like, file)
        yield str(file)
        return
    name = f"upgraded_{uuid.uuid4().hex}"
    connection.close()
    _on_server(f"CREATE DATABASE {name} TEMPLATE {like or 'template1'}")
    try:
        yield name
    finally:
        _on_server(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def connected_to(name: str) -> Iterator[None]:
    """Use this database instead of the test database within the block."""
    own = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = own


@pytest.fixture(scope="module")
def older(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[str]:
    """Yield the name of a database of version 1.6.0 with tournaments: on SQLite a
    database that this version made, on PostgreSQL a database with its schema.
    """
    file = tmp_path_factory.mktemp("older") / "older"
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(file)) as made:
            made.executescript(gzip.decompress(VERSION_1_6_0.read_bytes()).decode())
        yield str(file)
        return
    like = connection.settings_dict["NAME"]
    with django_db_blocker.unblock(), database(file, like) as name:
        with connected_to(name):
            _tournament(User.objects.create_user("director"))
            for app, number in OLDER:
                call_command("migrate", app, number, verbosity=0, backup=False)
        with django_db_blocker.block():
            yield name


@pytest.fixture(scope="module")
def updated(older, django_db_blocker, tmp_path_factory) -> Iterator[str]:
    """Yield the name of the database of version 1.6.0 after an interrupted and then a
    complete update. The update takes long, so several tests read the result.
    """
    folder = tmp_path_factory.mktemp("updated")
    with (
        django_db_blocker.unblock(),
        override_settings(DATA_DIR=folder),
        database(folder / "db.sqlite3", older) as name,
    ):
        with connected_to(name):
            with pytest.MonkeyPatch.context() as patched:
                kill_at(LAST, patched)
                with pytest.raises(Killed):
                    migrate(backup=False)
            # A backup can be made in another way.
            migrate(backup=False)
            assert nightly_and_kept_backups.kept_backups() == []
        with django_db_blocker.block():
            yield name


@pytest.fixture
def upgraded(older, tmp_path, settings) -> Iterator[None]:
    """Set up a data folder with a copy of the older version's database."""
    settings.DATA_DIR = tmp_path
    settings.STATIC_ROOT = prepared.prepared() / "static"
    with database(tmp_path / "db.sqlite3", older) as name, connected_to(name):
        yield


@pytest.fixture
def one_behind(tmp_path, settings) -> Iterator[str]:
    """Set up a data folder with a tournament, without the last migration of `scoring`;
    yield the name of this migration.
    """
    settings.DATA_DIR = tmp_path
    settings.STATIC_ROOT = prepared.prepared() / "static"
    like = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        like = str(prepared.prepared() / "db.sqlite3")
    with database(tmp_path / "db.sqlite3", like) as name, connected_to(name):
        _tournament(User.objects.create_user("director"))
        records = MigrationRecorder(connection).migration_qs.filter(app="scoring")
        last, before = records.order_by("-name").values_list("name", flat=True)[:2]
        call_command("migrate", "scoring", before, verbosity=0, backup=False)
        yield last


@pytest.fixture
def empty(tmp_path, settings) -> Iterator[None]:
    """Set up an empty data folder."""
    settings.DATA_DIR = tmp_path
    with database(tmp_path / "db.sqlite3") as name, connected_to(name):
        yield


def kill_at(number: int, patch: pytest.MonkeyPatch) -> None:
    """Kill the process before it records migration `number`, or with AFTER_COMMIT,
    before it records the first committed migration.
    """
    record = MigrationRecorder.record_applied
    recorded = []

    def counted(self, app: str, name: str) -> None:
        recorded.append(name)
        is_committed = not connection.in_atomic_block
        if len(recorded) == number or (number == AFTER_COMMIT and is_committed):
            raise Killed
        record(self, app, name)

    patch.setattr(MigrationRecorder, "record_applied", counted)


@pytest.fixture
def killed_as_1_6(monkeypatch) -> Callable[[], None]:
    """Return a function that migrates like version 1.6.0 and is killed between a commit
    and its record.
    """

    def killed() -> None:
        with monkeypatch.context() as patched:
            kill_at(AFTER_COMMIT, patched)
            with pytest.raises(Killed):
                call_command(DjangosMigrate(), verbosity=0)
        connection.close()
        with pytest.raises(DatabaseError, match="already exists"):
            call_command(DjangosMigrate(), verbosity=0)
        connection.close()

    return killed


def migrate(*app: str, **options: object) -> list[str]:
    """Run `migrate`. Return the lines that a start would print."""
    said: list[str] = []
    call_command("migrate", *app, verbosity=0, say=said.append, **options)
    return said


def found() -> dict[str, tuple[list[str], list[tuple]]]:
    """Return (columns, rows) of each table, by table name, read over a new
    connection.
    """
    connection.close()
    everything = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            columns = [column[0] for column in cursor.description]
            everything[table] = columns, sorted(map(repr, cursor.fetchall()))
    return everything


@pytest.mark.every_case
@pytest.mark.parametrize("number", [1, LAST])
def test_an_interrupted_upgrade_changes_nothing(upgraded, monkeypatch, number):
    before = found()
    kill_at(number, monkeypatch)
    with pytest.raises(Killed):
        migrate(backup=False)
    assert found() == before


def test_an_interrupted_upgrade_is_completed_by_the_next_start(updated):
    with connected_to(updated):
        assert all_is_applied()
        assert Tournament.objects.exists()


def test_an_interrupted_first_start_leaves_nothing(empty, monkeypatch):
    kill_at(8, monkeypatch)
    with pytest.raises(Killed):
        migrate()
    assert found() == {}


def test_a_first_start_of_version_1_6_that_was_killed_is_completed(
    empty, killed_as_1_6
):
    killed_as_1_6()
    said = migrate("auth", backup=False)
    assert said == [
        "recorded auth.0001_initial, which an interrupted start had committed"
    ]
    assert "auth_user" in found()


def all_is_applied() -> bool:
    loader = MigrationLoader(connection)
    return set(loader.graph.nodes) <= set(loader.applied_migrations)


def test_data_is_backed_up_before_a_change_of_the_schema(one_behind, capsys):
    prepare_installation.prepare(print)
    [backup] = nightly_and_kept_backups.kept_backups()
    assert backup.occasion == nightly_and_kept_backups.BEFORE_UPGRADE
    assert str(backup.path) in capsys.readouterr().out
    with backup_zip.opened(backup.path) as opened:
        assert one_behind not in opened.manifest.migrations["scoring"]
    prepare_installation.prepare(print)
    assert "preparing" not in capsys.readouterr().out
    assert nightly_and_kept_backups.kept_backups() == [backup]


@pytest.fixture
def too_old(upgraded) -> None:
    """Remove the records of the last migrations that version 1.6.0 had."""
    lacking = ["0001_version_1_6", "0025_penalties_on_table_points"]
    records = MigrationRecorder(connection).migration_qs
    assert records.filter(app="scoring", name__in=lacking).delete()[0]


TOO_OLD = (
    r"from a version of the program before 1\.6\.0, or a start of version 1\.6\.0 was "
    r"interrupted\. Update to version 1\.6\.0 first, or start version 1\.8\.0 once "
    r"after an interruption\. Nothing was changed\."
)


def test_a_database_from_before_version_1_6_is_refused(too_old):
    before = found()
    with pytest.raises(SystemExit, match=TOO_OLD):
        prepare_installation.prepare(print)
    for option in ({}, {"plan": True}, {"check_unapplied": True}, {"backup": False}):
        with pytest.raises(CommandError, match=TOO_OLD):
            migrate(**option)
    with pytest.raises(CommandError, match=TOO_OLD):
        call_command("rebuild_results", skip_checks=False)
    assert found() == before
    assert nightly_and_kept_backups.kept_backups() == []


def test_a_start_of_an_older_version_that_recorded_no_migration_is_refused(upgraded):
    """A database with tables that no migration accounts for is refused.

    Version 1.6.0 could leave such a database if it was killed between its first
    migration and the record.
    """
    ours = ("tournaments", "scoring")
    MigrationRecorder(connection).migration_qs.filter(app__in=ours).delete()
    before = found()
    with pytest.raises(CommandError, match=TOO_OLD):
        migrate(backup=False)
    assert found() == before


def test_a_first_start_of_version_1_6_that_stopped_between_the_apps_is_completed(empty):
    migrate("tournaments", "0001")
    records = MigrationRecorder(connection).migration_qs
    # Version 1.6.0 recorded the replaced migrations only.
    assert records.filter(app="tournaments", name="0001_version_1_6").delete()[0]
    migrate("scoring", "0001")
    recorded = records.filter(name="0001_version_1_6").values_list("app", flat=True)
    assert set(recorded) == {"tournaments", "scoring"}


#: Tables to which migrations and new models add rows.
GROWING = {"django_migrations", "django_content_type", "auth_permission"}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's statements")
def test_all_rows_of_version_1_6_0_stay(older, updated):
    with connected_to(older):
        before = rows()
    [tenhou] = (row for row in before["tournaments_tournament"] if row["id"] == 3)
    assert json.loads(tenhou["options"]) == {"preset": "tenhou"}
    # Started with the liability of that time (migration 0046).
    tenhou["options"] = (
        '{"pao": ["daisangen", "daisuushii", "suukantsu"], "pao_composite": "part", '
        '"pao_honba": "discarder", "preset": "tenhou"}'
    )
    with connected_to(updated):
        after = rows()
        call_command("rebuild_results", "--check")
    assert sum(map(len, before.values())) > 1000
    renamed_types = {
        row["id"]
        for row in before["django_content_type"]
        if row["app_label"] == "tournaments" and row["model"] in MODELS
    }
    for old_table, old_rows in before.items():
        table = renamed(old_table)
        those = [with_new_names(old_table, row, renamed_types) for row in old_rows]
        columns = those[0].keys() if those else ()
        now = [{name: row[name] for name in columns} for row in after[table]]
        if table in GROWING:
            now = now[: len(those)]
        assert now == those, table
    shown = {row["shown_as"] for row in after["tournaments_person"]}
    assert shown == {"full", "initials"}


def renamed(table: str) -> str:
    """Return the present name of a table, given its name in version 1.6.0."""
    app, _, model = table.rpartition("_")
    return f"{app}_{MODELS.get(model, model)}" if app == "tournaments" else table


def with_new_names(table: str, row: dict, renamed_types: set[int]) -> dict:
    """Return a row of version 1.6.0 with the new names of models.

    `renamed_types`: keys of the content types whose models were renamed.
    """
    if table == "django_content_type" and row["id"] in renamed_types:
        return row | {"model": MODELS[row["model"]]}
    if table == "auth_permission" and row["content_type_id"] in renamed_types:
        act, model = row["codename"].split("_")
        name = MODELS[model]
        return row | {"codename": f"{act}_{name}", "name": f"Can {act} {name}"}
    if table.startswith(("tournaments_", "scoring_")):
        return {KEYS.get(key, key): value for key, value in row.items()}
    return row


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's statements")
def test_an_updated_database_is_like_a_new_one(updated):
    """An updated database has the schema and the names of a new one.

    A new database comes from a file, and only newer migrations run. To write the file
    again: python -m tools.first_database
    """
    with connected_to(updated):
        after = schema(), names()
    with connected_to(str(prepared.prepared() / "db.sqlite3")):
        new = schema(), names()
    assert after == new


NAMES = (
    "SELECT app, name FROM django_migrations ORDER BY 1, 2",
    "SELECT app_label, model FROM django_content_type ORDER BY 1, 2",
    "SELECT codename, name FROM auth_permission ORDER BY 1, 2",
)


def names() -> list[list[tuple[str, str]]]:
    """Return the recorded migrations, content types and permissions, each as a list of
    rows.
    """
    with connection.cursor() as cursor:
        return [cursor.execute(query).fetchall() for query in NAMES]


def rows() -> dict[str, list[dict]]:
    """Return the rows of each table as dictionaries, ordered by the first column."""
    connection.close()
    everything = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
            columns = [column[0] for column in cursor.description]
            everything[table] = [
                dict(zip(columns, row, strict=True)) for row in cursor.fetchall()
            ]
    return everything


def schema() -> dict[str, list[str]]:
    """Return the sorted words of the SQL that creates each table, index and trigger.

    The order of columns may differ.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT type || ' ' || name, sql FROM sqlite_master")
        return {
            name: sorted((sql or "").replace(",", " ").split())
            for name, sql in cursor.fetchall()
        }


def no_room(monkeypatch, folder: Path) -> None:
    full = SimpleNamespace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: full)


def no_folder(monkeypatch, folder: Path) -> None:
    (folder / "backups").touch()


def no_tools(monkeypatch, folder: Path) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL has tools of its own")
    monkeypatch.setenv("PATH", str(folder))


def old_tools(monkeypatch, folder: Path) -> None:
    no_tools(monkeypatch, folder)
    for name in ("pg_dump", "pg_restore", "psql"):
        tool = folder / name
        tool.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6'\nexit 1\n")
        tool.chmod(0o700)


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("prevent", "why"),
    [
        (no_room, "MB of free space"),
        (no_folder, "exists"),
        (no_tools, "pg_dump"),
        (old_tools, "pg_dump"),
    ],
)
def test_without_a_backup_nothing_is_changed(
    upgraded, tmp_path, monkeypatch, prevent, why
):
    before = found()
    prevent(monkeypatch, tmp_path)
    with pytest.raises(SystemExit) as ended:
        prepare_installation.prepare(print)
    assert why in str(ended.value)
    assert "Nothing was changed." in str(ended.value)
    assert found() == before


def test_a_full_disk_stops_the_start_with_a_sentence(upgraded, monkeypatch):
    def full(self, *_migration: str) -> None:
        cause = sqlite3.OperationalError("database or disk is full")
        cause.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise DatabaseError("full") from cause

    before = found()
    monkeypatch.setattr(MigrationRecorder, "record_applied", full)
    with pytest.raises(SystemExit, match=r"cannot be written .* Nothing was changed"):
        prepare_installation.prepare(print)
    assert found() == before


def test_of_two_starts_one_waits_and_says_so(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    end_other = locked_file(tmp_path / "preparing")
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        end_other()

    with upgrade_database.in_one_transaction(say):
        assert said == [upgrade_database.WAITING]


def test_of_two_machines_one_waits_and_says_so(on_postgresql):
    if not on_postgresql:
        pytest.skip("several machines share a database of PostgreSQL only")
    other = connection.copy()
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        other.close()

    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [upgrade_database.LOCK])
    with upgrade_database.in_one_transaction(say):
        assert said == [upgrade_database.WAITING]


def test_the_next_migration_finds_no_foreign_keys_to_be_checked(upgraded):
    """No foreign keys remain to be checked when the next migration starts.

    PostgreSQL would refuse to alter the table: “pending trigger events”.
    """
    command = Migrate()
    command.verbosity = 0
    with upgrade_database.in_one_transaction(print), connection.cursor() as cursor:
        cursor.execute(
            'INSERT INTO account_emailaddress (user_id, email, verified, "primary") '
            "SELECT max(id), 'one@example.org', false, false FROM auth_user"
        )
        command.migration_progress_callback("apply_success")
        cursor.execute("ALTER TABLE account_emailaddress ADD COLUMN more integer")


def test_every_migration_can_be_part_of_one_transaction():
    migrations = MigrationLoader(None).disk_migrations.values()
    assert not [migration for migration in migrations if not migration.atomic]


def test_only_changes_of_columns_show_that_a_migration_was_committed():
    loader = MigrationLoader(connection)
    assert upgrade_database._is_committed(loader, ("tournaments", "0047_clock_steps"))
    words = ("tournaments", "0050_plain_labels")
    assert not upgrade_database._is_committed(loader, words)


def test_a_migration_that_is_missing_is_not_taken_for_committed(upgraded):
    loader = MigrationLoader(connection)
    assert not upgrade_database._is_committed(
        loader, ("tournaments", "0047_clock_steps")
    )
