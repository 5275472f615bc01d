"""Event folders for tests: the practice event, with something changed in it."""

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

#: The project's own small event.
PRACTICE = settings.BASE_DIR / "practice"

#: A real championship's data; it lies beside the project where there is one.
CHAMPIONSHIP = PRACTICE.parents[1] / "shared" / "events" / "somc2017"
NO_CHAMPIONSHIP = "the data of the championship is not beside the project"


class Folder:
    """A copy of the practice event that can be spoiled."""

    def __init__(self, path: Path) -> None:
        self.path = path
        shutil.copytree(PRACTICE, path)

    def change(self, name: str, where: Mapping[str, object], **cells: object) -> int:
        """Change cells of the one row that is so; its line."""
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
        """Add a row at the end; its line."""
        rows = [*self._rows(name), [str(cell) for cell in cells]]
        self._write(name, rows)
        return len(rows)

    def remove(self, name: str, **where: object) -> None:
        """Remove every row that is so."""
        header, *rows = self._rows(name)
        wanted = {column: str(cell) for column, cell in where.items()}
        kept = [
            row
            for row in rows
            if not wanted.items() <= dict(zip(header, row, strict=True)).items()
        ]
        self._write(name, [header, *kept])

    def replace(self, name: str, old: str, new: str) -> None:
        """Replace the first `old` in the file's text."""
        text = (self.path / name).read_bytes().decode()
        assert old in text
        (self.path / name).write_bytes(text.replace(old, new, 1).encode())

    def faults(self, *, accept_flagged: bool = False) -> list[tuple[str, int, str]]:
        """(file, line, code) of everything that is wrong, said with all its names."""
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
        """Import it with flags."""
        files = tournament_folder.from_path(self.path)
        return import_files(files, director=None, accept_flagged=True)

    def _rows(self, name: str) -> list[list[str]]:
        text = (self.path / name).read_bytes().decode()
        return list(csv.reader(io.StringIO(text, newline="")))

    def _write(self, name: str, rows: list[list[str]]) -> None:
        with (self.path / name).open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)


def refuse_placeholders(error: RuleError) -> None:
    """No sentence that the error says has a name in it that was not filled in."""
    assert not [said for said in map(located, error.faults) if "%(" in said]


def at(round_: int, table: int, hand: int | None = None) -> dict[str, str]:
    """The cells that tell a row of a table or of a hand."""
    cells = {"round": str(round_), "table": str(table)}
    return cells if hand is None else {**cells, "hand": str(hand)}


def zipped(files: Mapping[str, bytes | str], folder: str = "") -> bytes:
    """A zip of the files, at its top or in a folder."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"{folder}{name}", content)
    return data.getvalue()


def practice_to_play(director: User) -> Tournament:
    """The project's small event with its last round still to be played, hidden."""
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


def there_and_back(tournament: Tournament) -> Mapping[str, bytes]:
    """The tournament's files, which are those of the tournament made from them; that
    one stands as the first does."""
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
    """Every player's place with all figures that stand behind it."""
    figures = ("table_points", "score", "hands_won", "firsts", "best", "penalties")
    return [
        (
            placed.place,
            placed.line.entry.number,
            *(getattr(placed.line, figure) for figure in figures),
        )
        for placed in standings(tournament)
    ]


def rows(files: Mapping[str, bytes], name: str) -> list[dict[str, str]]:
    """The rows of a CSV file by column."""
    text = io.StringIO(files[name].decode(), newline="")
    return list(csv.DictReader(text))
