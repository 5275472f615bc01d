"""Players and seatings from CSV files, with all errors by line."""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from tournaments.files.file_faults import located
from tournaments.files.strict_csv_reader import CsvFile
from tournaments.people.player_files import PLAYERS, players_in
from tournaments.people.register_players import PlayerRow
from tournaments.rounds.seating_files import TableRow, read_seating

SEATING = "round,table,east,south,west,north\n"


def faults(read, text) -> list[tuple[str, int]]:
    with pytest.raises(RuleError) as caught:
        read(text)
    return [(fault.code, fault.line) for fault in caught.value.faults]


def read_players(text, file="") -> list[PlayerRow]:
    """Return the players in a CSV text, read like in the folder import.

    Raises RuleError if there are errors.
    """
    table = CsvFile(file, text, PLAYERS, optional=set(PLAYERS) - {"last_name"})
    players = players_in(table)
    if table.faults:
        raise RuleError(*sorted(table.faults, key=lambda fault: fault.line))
    return [player for _line, player in players]


def test_it_reads_players_with_columns_in_any_order():
    text = "last_name,number,country\nBerg,7,Denmark\nÅström,,\n"
    assert read_players(text) == [
        PlayerRow(last_name="Berg", number=7, country="Denmark"),
        PlayerRow(last_name="Åström"),
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_it_reads_what_spreadsheets_write(delimiter, line_end, bom):
    lines = ["Number{0}Last Name", '1{0}"Berg{0} ""Jo"""', "2{0}Li", "{0}"]
    text = bom + line_end.join(line.format(delimiter) for line in lines)
    expected = [
        PlayerRow(last_name=f'Berg{delimiter} "Jo"', number=1),
        PlayerRow(last_name="Li", number=2),
    ]
    assert read_players(text) == expected
    assert read_players(text.encode()) == expected


def test_pasted_seats_need_no_column_names():
    assert read_seating("1;2;5;6;7;8") == [TableRow(1, 2, (5, 6, 7, 8))]


def test_under_named_columns_a_name_is_no_number():
    text = "number,last_name\nAda Lind,\n"
    assert ("not_a_number", 2) in faults(read_players, text)


def test_it_names_every_fault_by_line():
    text = (
        "number,last_name,ema_number\n"
        "1,Berg,042\n"
        "one,Li,\n"
        "3,,\n"
        '4,"Two\nlines",042\n'
        "1,Sato,\n"
        "0,Kim,\n"
        "8,Ito,,Japan\n"
        f"9,{'x' * 101},\n"
    )
    assert faults(read_players, text) == [
        ("not_a_number", 3),
        ("missing", 4),
        ("given_twice", 5),
        ("given_twice", 7),
        ("out_of_range", 8),
        ("too_many_cells", 9),
        ("too_long", 10),
    ]


@pytest.mark.parametrize("number", ["1.5", "1_0", "१२", "0x1", "1e3", "9" * 10])
def test_only_plain_whole_numbers_are_numbers(number):
    assert faults(read_seating, f"{SEATING}1,1,{number},2,3,4") == [("not_a_number", 2)]


def test_it_says_where_a_file_stops_being_text_or_csv():
    assert faults(read_players, b"last_name\nBerg\nS\xf8rensen\n") == [("not_utf8", 3)]
    assert faults(read_players, 'last_name\n"Berg\nLi\n') == [("not_csv", 2)]
    assert faults(read_players, 'last_name\n"Berg" Li\n') == [("not_csv", 2)]
    assert faults(read_players, "last_name\nA\0B\n") == [("not_text", 2)]


def test_it_refuses_an_empty_file_and_missing_or_doubled_columns():
    assert faults(read_players, "") == [("empty", 0)]
    assert faults(read_players, "number,first_name\n1,Anna\n") == [
        ("column_missing", 1)
    ]
    assert faults(read_players, "last_name,last_name\nA,B\n") == [("column_twice", 1)]


def test_it_refuses_a_table_or_a_player_twice_in_a_round():
    text = f"{SEATING}1,1,1,2,3,4\n1,1,5,6,7,8\n1,2,9,10,11,1\n2,1,1,2,3,3\n"
    assert faults(read_seating, text) == [
        ("given_twice", 3),
        ("seated_twice", 4),
        ("seated_twice", 5),
    ]


def test_a_fault_can_be_told_with_its_line():
    with pytest.raises(RuleError) as caught:
        read_seating(f"{SEATING}1,1,,2,3,4")
    assert located(caught.value.faults[0]) == "line 2: east is empty."
