"""Tables in JSON.

The program reads the tables that it writes, and reports errors in other input.
"""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from tournaments.files.csv_and_json_parsing import NoTable, as_csv
from tournaments.files.list_file_reader import read_sheet
from tournaments.refusals import sentence
from tournaments.rounds.seating_files import TableRow, read_seating
from tournaments.seating.files.plan_files import read_plan

SEATS = (
    '{"event": "x", "rows": [{"round": 2, "table": 1, "east": 1, "south": 2,'
    ' "west": 3, "north": 4, "east_name": "=A1"}]}'
)


def test_rows_are_read_as_their_csv():
    assert read_seating(SEATS.encode()) == [TableRow(2, 1, (1, 2, 3, 4))]
    assert read_plan(SEATS, 2) == (((1, 2, 3, 4),),)
    people = '[{"last_name": "=A1", "club": null}, {"team": "B", "last_name": "Ö"}]'
    sheet = read_sheet(people.encode())
    assert sheet.rows == [
        (1, ["last_name", "club", "team"]),
        (2, ["=A1", "", ""]),
        (3, ["Ö", "", "B"]),
    ]


@pytest.mark.parametrize("text", ["[Name],Club\nA,B", "{", "[" * 100_000, "[1" * 9])
def test_what_only_begins_like_json_is_none(text):
    assert as_csv(text) is None


@pytest.mark.parametrize("text", ["[1]", "{}", '{"rows": 1}', '[{"a": {}}]', "[[1]]"])
def test_json_of_another_kind_is_said(text):
    with pytest.raises(NoTable):
        as_csv(text)
    for read in (read_sheet, read_seating):
        with pytest.raises(RuleError) as caught:
            read(text)
        assert "This JSON is not a list of" in sentence(caught.value.faults[0])
