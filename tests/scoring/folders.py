"""Tournament folders for tests: the practice folder with changes."""

from __future__ import annotations

import csv
import io
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User

from rules.faults import RuleError
from scoring import tournament_folder
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.standings.rank_players import standings
from scoring.tournament_folder.import_tournament import Imported, import_files
from tournaments.files.file_faults import located
from tournaments.models import Tournament

#: The project's own small tournament.
PRACTICE = settings.BASE_DIR / "practice"

#: Data of a real championship, next to the project where available.
CHAMPIONSHIP = PRACTICE.parents[1] / "shared" / "events" / "somc2017"
NO_CHAMPIONSHIP = "the data of the championship is not beside the project"


class Folder:
    """A copy of the practice folder that tests can change."""

    def __init__(self, path: Path) -> None:
        self.path = path
        shutil.copytree(PRACTICE, path)

    def keep_first_round(self) -> None:
        """Remove all data of later rounds than the first."""
        (self.path / "standings.csv").unlink()
        for name, content in first_round().items():
            (self.path / name).write_bytes(content)

    def change(self, name: str, where: Mapping[str, object], **cells: object) -> int:
        """Change cells of the only row that matches `where`. Return its line number."""
        header, *rows = self._rows(name)
        [index] = [
            index
            for index, row in enumerate(rows)
            if where.items() <= dict(zip(header, row, strict=True)).items()
        ]
        for column, cell in cells.items():
            rows[index][header.index(column)] = str(cell)
        self._write(name, [header, *rows])
        return index + 2

    def add(self, name: str, *cells: object) -> int:
        """Add a row at the end of a file. Return its line number."""
        rows = [*self._rows(name), [str(cell) for cell in cells]]
        self._write(name, rows)
        return len(rows)

    def remove(self, name: str, **where: object) -> None:
        """Remove every row with these cells."""
        header, *rows = self._rows(name)
        wanted = {column: str(cell) for column, cell in where.items()}
        kept = [
            row
            for row in rows
            if not wanted.items() <= dict(zip(header, row, strict=True)).items()
        ]
        self._write(name, [header, *kept])

    def replace(self, name: str, old: str, new: str) -> None:
        """Replace the first occurrence of `old` in the file's text."""
        text = (self.path / name).read_bytes().decode()
        assert old in text
        (self.path / name).write_bytes(text.replace(old, new, 1).encode())

    def faults(self, *, accept_flagged: bool = False) -> list[tuple[str, int, str]]:
        """Return (file, line, code) of each error when the folder is read; [] if there
        is none. Asserts that placeholders in messages are filled in.
        """
        try:
            files = tournament_folder.from_path(self.path)
            tournament_folder.open_files(files, accept_flagged=accept_flagged)
        except RuleError as error:
            refuse_placeholders(error)
            return [
                (getattr(fault, "file", ""), getattr(fault, "line", 0), fault.code)
                for fault in error.faults
            ]
        return []

    def accept(self) -> Imported:
        """Import the folder, including rows with flags. Return the result."""
        files = tournament_folder.from_path(self.path)
        return import_files(files, director=None, accept_flagged=True)

    def _rows(self, name: str) -> list[list[str]]:
        text = (self.path / name).read_bytes().decode()
        return list(csv.reader(io.StringIO(text, newline="")))

    def _write(self, name: str, rows: list[list[str]]) -> None:
        with (self.path / name).open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)


def refuse_placeholders(error: RuleError) -> None:
    """Assert that no sentence of the error has an unfilled placeholder."""
    assert not [said for said in map(located, error.faults) if "%(" in said]


def at(round_: int, table: int, hand: int | None = None) -> dict[str, str]:
    """Return the cells that identify a row of a table or of a hand."""
    cells = {"round": str(round_), "table": str(table)}
    return cells if hand is None else {**cells, "hand": str(hand)}


def zipped(files: Mapping[str, bytes | str], folder: str = "") -> bytes:
    """Return a zip file with these files, at its top level or below `folder`."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"{folder}{name}", content)
    return data.getvalue()


def practice_to_play(director: User) -> Tournament:
    """Return the practice tournament with a hidden last round that is not played."""
    files = practice_files()
    for name in ("hands.csv", "totals.csv"):
        lines = files[name].decode().splitlines(keepends=True)
        kept = (line for line in lines if not line.startswith("4,"))
        files[name] = "".join(kept).encode()
    del files["standings.csv"]
    tournament = import_files(files, director=director).tournament
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    tournament.refresh_from_db()
    return tournament


def practice_files() -> dict[str, bytes]:
    return dict(tournament_folder.from_path(PRACTICE))


def first_round() -> dict[str, bytes]:
    """Return the files of the practice tournament with its first round only."""
    files = practice_files()
    for name in ("seating.csv", "hands.csv", "totals.csv"):
        head, *lines = files[name].decode().splitlines(keepends=True)
        kept = [line for line in lines if line.startswith("1,")]
        files[name] = "".join([head, *kept]).encode()
    del files["standings.csv"]
    return files


def there_and_back(tournament: Tournament) -> Mapping[str, bytes]:
    """Return the files of the tournament.

    Asserts that an import gives the same files and the same standings.
    """
    files = tournament_folder.files_of(tournament)
    copy = import_files(files, director=None)
    assert all(finding.agrees for finding in copy.findings)
    assert rebuild(copy.tournament, check=True) == []
    again = tournament_folder.files_of(copy.tournament)
    assert list(again) == list(files)
    for name, content in files.items():
        assert again[name] == content, name
    assert _standing(copy.tournament) == _standing(tournament)
    return files


def _standing(tournament: Tournament) -> list[tuple[object, ...]]:
    """Return each player's place and number, with all figures that decide the place."""
    figures = ("table_points", "score", "hands_won", "firsts", "best", "penalties")
    return [
        (
            placed.place,
            placed.line.player.number,
            *(getattr(placed.line, figure) for figure in figures),
        )
        for placed in standings(tournament)
    ]


def rows(files: Mapping[str, bytes], name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file, each as cells by column."""
    text = io.StringIO(files[name].decode(), newline="")
    return list(csv.DictReader(text))
