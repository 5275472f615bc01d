"""Exported CSV files.

Spreadsheets run no text as a formula, and imports restore each text.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from django.conf import settings as project
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.files.formula_safe_csv_writing import guarded, unguarded, written_csv
from tournaments.files.list_file_reader import read_sheet
from tournaments.files.strict_csv_reader import CsvFile
from tournaments.people.player_files import PLAYERS, players_in
from tournaments.seating.files.player_files import read_entries

#: First characters of formulas in spreadsheets.
DANGEROUS = "=+-@\t\r＝＋－＠"

#: Texts of the relevant characters, and some others.
TEXTS = st.text(alphabet="'=+-@＝＋－＠ \t\r\n\u200b,;\"0a雀", max_size=8) | st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=12
)


def looks_run(cell: str) -> bool:
    """Return whether a spreadsheet might run the cell.

    The check does not use the program's pattern, and first removes invisible characters
    at the start.
    """
    seen = cell.lstrip("".join(map(chr, range(33))) + "\xa0\u200b\u200e\ufeff\u3000")
    try:
        float(cell)
    except ValueError:
        return cell[:1] in tuple(DANGEROUS) or seen[:1] in tuple(DANGEROUS)
    return cell[:1] == "+"


@given(text=TEXTS)
@example("=1+1")
@example("'=1+1")
@example("''=1+1")
@example("'t Hart")
@example("-20")
@example("-20.5")
@example("-7/3")
@example("+46 70 123")
@example("＝SUM(A1)")
@example("\u3000=1")
@example("\u200b@x")
@example("'\t=")
def test_every_text_is_harmless_and_comes_back(text):
    assert not looks_run(guarded(text))
    assert unguarded(guarded(text)) == text
    assert guarded(text) != text or not looks_run(text)


@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1))
def test_files_come_back_cell_by_cell(rows):
    written = written_csv((("one", "other"), *rows))
    cells = [
        cell for row in csv.reader(io.StringIO(written, newline="")) for cell in row
    ]
    assert not [cell for cell in cells if looks_run(cell)]
    read = CsvFile("file", written, ("one", "other"))
    kept = [(row.raw("one"), row.raw("other")) for row in read.rows]
    due = [tuple(map(str.strip, row)) for row in rows]
    assert kept == [row for row in due if any(row)]
    assert read.faults == []


def test_numbers_stay_numbers_and_names_stay_as_they_are():
    row = [-20, "-20", "-1.5", 7, "7/3", "'t Hart", "Dupont-Aignan", "a=b", ""]
    assert written_csv([row]) == "-20,-20,-1.5,7,7/3,'t Hart,Dupont-Aignan,a=b,\r\n"


def test_what_others_wrote_without_guards_is_read_as_it_is():
    text = "first_name,last_name,club\n-,=Cmd,'s-Hertogenbosch\n"
    [row] = CsvFile("file", text, ("first_name", "last_name", "club")).rows
    assert (row.raw("first_name"), row.raw("last_name")) == ("-", "=Cmd")
    assert row.raw("club") == "'s-Hertogenbosch"


def test_players_are_read_alike_wherever_they_are_read():
    text = written_csv([("number", "last_name", "team"), (1, "=x", "+Team")])
    file = CsvFile("players.csv", text, PLAYERS, optional=PLAYERS)
    [(_line, player)] = players_in(file)
    assert (player.last_name, player.team) == ("=x", "+Team")
    assert read_sheet(text).rows[1] == (2, ["1", "=x", "+Team"])
    [entrant] = read_entries(text)
    assert entrant.team == "+Team"


def test_every_csv_file_is_written_in_one_place():
    rooms = ("rules", "tournaments", "scoring", "mahjong_site")
    root = Path(project.BASE_DIR)
    writers = [
        str(path.relative_to(root))
        for room in rooms
        for path in sorted((root / room).rglob("*.py"))
        if "csv.writer" in (text := path.read_text(encoding="utf-8"))
        or "DictWriter" in text
    ]
    assert writers == ["tournaments/files/formula_safe_csv_writing.py"]
