"""Random changes in tournament folders.

Each changed folder is either rejected with errors or imported. An imported tournament
can be exported and imported again without errors.
"""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.faults import Fault, RuleError
from scoring import tournament_folder
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.tournament_folder.import_tournament import import_files
from tests.examples import examples
from tests.scoring.folders import practice_files
from tournaments.files.file_faults import FileFault, located
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

CSV_FILES = sorted(name for name in practice_files() if name.endswith(".csv"))
#: Longer than quotes in sentences.
LONG = "x" * 81
CELLS = st.one_of(
    st.sampled_from([LONG, f"{LONG}%", "9" * 100]),
    st.sampled_from(["", "1_0", "2.33", "7/3", "1.5", "x", "é雀", '"', "a,b", "\0"]),
    st.sampled_from([0, 1, 5, 7, 8, 13, 17, -30, 77, 10**11, -(10**5)]).map(str),
    st.integers(-200, 200).map(str),
)
KEYS = st.sampled_from([*json.loads(practice_files()["event.json"]), "drafts", "other"])
CHANGES = st.lists(
    st.tuples(st.sampled_from(CSV_FILES), st.integers(0), st.integers(0), CELLS),
    max_size=6,
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-50, 1000)
    | st.text(max_size=5)
    | st.just(LONG)
    | st.just(10**100),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


often = examples(50, 10)


def spoiled(changes: list[tuple[str, int, int, str]]) -> dict[str, bytes]:
    """Return the files of the practice folder with changed cells.

    `changes`: (file, line, column, new cell).
    """
    files = practice_files()
    for name, line, column, cell in changes:
        text = io.StringIO(files[name].decode(), newline="")
        rows = list(csv.reader(text))
        row = rows[line % len(rows)]
        row[column % len(row)] = cell
        out = io.StringIO(newline="")
        csv.writer(out).writerows(rows)
        files[name] = out.getvalue().encode()
    return files


def imported_or_refused(files: dict[str, bytes]) -> Tournament | tuple[Fault, ...]:
    """Import the files.

    Return the tournament, or the errors if the files are rejected.
    """
    try:
        return import_files(files, director=None, accept_flagged=True).tournament
    except RuleError as error:
        return error.faults


def check(files: dict[str, bytes]) -> None:
    met = imported_or_refused(files)
    if isinstance(met, Tournament):
        assert rebuild(met, check=True) == []
        written = tournament_folder.files_of(met)
        copy = import_files(written, director=None).tournament
        assert tournament_folder.files_of(copy) == written
    else:
        assert all(isinstance(fault, FileFault) for fault in met)
        assert not all(fault.acceptable for fault in met)
        sentences = list(map(located, met))
        assert all(map(str.startswith, sentences, (fault.file for fault in met)))
        assert not [said for said in sentences if "%(" in said or LONG in said]


@often
@given(changes=CHANGES)
def test_whatever_the_cells_say(changes):
    check(spoiled(changes))


@often
@example(key="drafts", value=[10**70])
@given(key=KEYS, value=VALUES)
def test_whatever_the_settings_say(key, value):
    files = practice_files()
    event = json.loads(files["event.json"]) | {key: value}
    check(files | {"event.json": json.dumps(event).encode()})


@often
@given(name=st.sampled_from(sorted(practice_files())), content=st.binary(max_size=300))
def test_whatever_the_bytes_are(name, content):
    check(practice_files() | {name: content})
