"""Another program opens workbooks of a real championship and finds the same figures."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from scoring import tournament_folder
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.exports.export_columns_and_values import Audience, Selection
from scoring.exports.export_files_csv_json_xlsx import WHOLE_EVENT, write_workbook
from scoring.exports.federation_workbook_and_layouts import layouts, report_of, written
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.folders import CHAMPIONSHIP, NO_CHAMPIONSHIP

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not CHAMPIONSHIP.is_dir(), reason=NO_CHAMPIONSHIP),
    pytest.mark.skipif(
        shutil.which("soffice") is None, reason="LibreOffice (soffice) is not installed"
    ),
]

PLAYERS, TABLES = 72, 108
#: Export each sheet as CSV: commas, quotation marks, UTF-8, values rather than
#: displayed text.
EACH_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,,-1"


def opened(content: bytes, folder: Path) -> Mapping[str, list[list[str]]]:
    """Return the rows of each sheet by its title, as LibreOffice reads the workbook."""
    folder.mkdir()
    (folder / "book.xlsx").write_bytes(content)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    convert = ["--headless", "--convert-to", EACH_SHEET, "--outdir", folder]
    subprocess.run(
        ["soffice", profile, *convert, folder / "book.xlsx"],
        check=True,
        capture_output=True,
        timeout=180,
    )
    return {
        file.stem.removeprefix("book-"): _rows(file) for file in folder.glob("*.csv")
    }


def _rows(file: Path) -> list[list[str]]:
    with file.open(newline="", encoding="utf-8") as lines:
        return list(csv.reader(lines))


def recorded(name: str) -> list[dict[str, str]]:
    with (CHAMPIONSHIP / name).open(newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def test_another_program_reads_the_same_figures(tmp_path):
    """Both workbooks have the same place, table points and score of each player, and
    the same score of each player at every table.
    """
    imported = import_files(tournament_folder.from_path(CHAMPIONSHIP), director=None)
    final = {
        int(row["number"]): (
            int(row["place"]),
            Fraction(row["table_points"]),
            int(row["score"]),
        )
        for row in recorded("standings.csv")
    }
    assert len(final) == PLAYERS

    book = io.BytesIO()
    asked = Selection(imported.tournament, Audience.DIRECTORS)
    write_workbook([EXPORTS[key] for key in WHOLE_EVENT], asked, book)
    sheets = opened(book.getvalue(), tmp_path / "event")
    head, *rows = sheets["Standings (provisional)"]
    place, number, points, score = map(
        head.index, ("Place", "Number", "Table points", "Score")
    )
    read = {
        int(row[number]): (int(row[place]), Fraction(row[points]), int(row[score]))
        for row in rows
    }
    assert len(rows) == PLAYERS
    assert read == final
    assert len(sheets["Players"]) == 1 + PLAYERS

    head, *rows = sheets["Results"]
    assert len(rows) == 4 * TABLES
    where = [head.index(name) for name in ("Round", "Table", "Seat", "Score")]
    scored = {tuple(row[column] for column in where) for row in rows}
    seats = {"E": "east", "S": "south", "W": "west", "N": "north"}
    assert scored == {
        (row["round"], row["table"], seat, row[f"{name}_score"])
        for row in recorded("totals.csv")
        for seat, name in seats.items()
    }

    report = report_of(imported.tournament)
    for layout in layouts().values():
        [rows] = opened(written(report, layout), tmp_path / layout.key).values()
        head, *rows = rows
        assert len(rows) == PLAYERS
        names = {name: ord(column) - ord("A") for column, name in layout.player.items()}
        figures = [names[name] for name in ("place", "table_points", "score")]
        read = [
            tuple(Fraction(row[column].replace(",", ".")) for column in figures)
            for row in rows
        ]
        assert sorted(read) == sorted(final.values())
