"""The commands `import_event` and `export_event`."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.executor import MigrationExecutor

from tests.scoring.folders import PRACTICE, Folder, at, practice_files, zipped
from tournaments.models import Membership, Tournament
from tournaments.upkeep.data_commands import DataCommand

pytestmark = pytest.mark.django_db


def run(*arguments: Any, **options: Any) -> tuple[str, str]:
    """Run a command. Return its output and its error output."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*map(str, arguments), stdout=out, stderr=err, **options)
    except CommandError as error:
        err.write(f"{error} (exit {error.returncode})\n")
    return out.getvalue(), err.getvalue()


def test_it_imports_a_folder_and_prints_the_comparison():
    out, err = run("import_event", PRACTICE)
    assert err == ""
    assert out.splitlines() == [
        "Imported: Practice event, at /t/practice-event/",
        "Tables whose hands match the recorded scores: 16 of 16.",
        "Tables ended by the clock: 1 (round.table, with number of hands: 2.3 (14)).",
        "Tables with matching table points: 16 of 16.",
        "Matching places of standings.csv: 16 of 16.",
    ]


def test_it_imports_a_zip(tmp_path):
    archive = tmp_path / "event.zip"
    archive.write_bytes(zipped(practice_files()))
    run("import_event", archive)
    assert Tournament.objects.get().slug == "practice-event"


def test_it_refuses_with_every_fault_by_file_and_line(tmp_path):
    folder = Folder(tmp_path / "event")
    folder.change("hands.csv", at(1, 1, 5), points=7)
    folder.change("totals.csv", at(1, 2), east_table_points=4)
    out, err = run("import_event", folder.path)
    assert out == ""
    assert err.splitlines() == [
        "hands.csv line 6: 7 fan is less than the minimum of 8.",
        "totals.csv line 3: According to the scores, east has 1 table points, not 4.",
        "Nothing was imported. Errors: 2. Use --accept-flagged to import it with "
        "flags. (exit 1)",
    ]
    assert not Tournament.objects.exists()
    out, err = run("import_event", folder.path, "--accept-flagged")
    assert "FLAG: hands.csv line 6: 7 fan is less than the minimum of 8." in out
    assert "DIFFERS: Table 1.2: the table points calculated here are 1 4 0 2." in out
    assert err == ""


def test_it_says_that_a_folder_is_not_there_or_not_one(tmp_path):
    assert "does not exist" in run("import_event", tmp_path / "nothing")[1]
    file = tmp_path / "hands.csv"
    file.write_text("round,table\n")
    assert "This is not a valid zip file" in run("import_event", file)[1]


def test_the_first_superuser_directs_unless_somebody_is_named(director, owner):
    run("import_event", PRACTICE)
    run("import_event", PRACTICE, "--director", "director")
    found = Membership.objects.order_by("pk").values_list("user__username", "role")
    assert list(found) == [("owner", "owner"), ("director", "owner")]
    out, err = run("import_event", PRACTICE, "--director", "nobody")
    assert (out, err) == ("", "No account has the user name “nobody”. (exit 1)\n")


def test_without_accounts_nobody_is_named():
    run("import_event", PRACTICE)
    assert not Membership.objects.exists()
    assert set(Tournament.objects.get().log.values_list("by", flat=True)) == {"import"}


def test_it_exports_a_folder_that_can_be_written_over(tmp_path):
    run("import_event", PRACTICE)
    folder = tmp_path / "new" / "event"
    for _time in "12":
        out, err = run("export_event", "practice-event", folder)
        assert (out, err) == (f"Exported: Practice event, to {folder}\n", "")
    written = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert written == practice_files()


def test_it_says_what_cannot_be_exported(tmp_path):
    err = run("export_event", "no-such-event", tmp_path)[1]
    assert err == "The tournament “no-such-event” does not exist. (exit 1)\n"
    run("import_event", PRACTICE)
    (tmp_path / "file").touch()
    err = run("export_event", "practice-event", tmp_path / "file")[1]
    assert err.startswith("The folder cannot be written:")


@pytest.mark.parametrize(
    "command",
    [
        ["import_event", PRACTICE],
        ["export_event", "some", "/nowhere"],
        ["rebuild_results"],
        ["make_owner", "someone"],
    ],
)
def test_a_database_that_was_never_prepared_is_named_in_a_sentence(
    command, monkeypatch
):
    """A command with an unprepared database ends with a sentence, for example if it
    runs without DATA_DIR and therefore finds an empty database.
    """
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: ["0001"])
    monkeypatch.setattr(DataCommand, "requires_migrations_checks", True)
    out, err = run(*command, skip_checks=False)
    assert out == ""
    assert "is not prepared for this version. Start the program once" in err
