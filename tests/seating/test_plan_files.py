"""Plans and players as text."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from tournaments.seating.constraints import SeatingPlayer
from tournaments.seating.files.plan_files import read_entries, read_plan, write_plan
from tournaments.seating.seating_plan import as_data

TWO_ROUNDS = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, None)))


@st.composite
def plans(draw):
    """Generate plans of one to four rounds with some empty seats and byes."""
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        numbers = draw(st.permutations([*range(1, 14), 999_999]))
        tables = draw(st.integers(1, 3))
        empty = draw(st.sets(st.integers(0, 4 * tables - 1)))
        chairs = [None if i in empty else numbers[i] for i in range(4 * tables)]
        rounds.append(tuple(tuple(chairs[i : i + 4]) for i in range(0, 4 * tables, 4)))
    return tuple(rounds)


def faults(read, text):
    with pytest.raises(RuleError) as refused:
        read(text)
    return [(fault.field, fault.code) for fault in refused.value.faults]


@given(plans())
def test_what_is_written_is_read_again(plan):
    assert read_plan(write_plan(plan)) == plan
    assert read_plan(json.dumps(as_data(plan))) == plan
    assert read_plan(json.dumps({"rounds": as_data(plan), "report": {}})) == plan


@given(plans(), st.randoms(use_true_random=False), st.sampled_from(",;\t"))
def test_a_seat_a_line_in_any_order_is_the_same_plan(plan, chance, delimiter):
    lines = [
        (seat, number or chance.choice(["", "-", "0"]), round_, table)
        for round_, tables in enumerate(plan, 1)
        for table, chairs in enumerate(tables, 1)
        for seat, number in zip(("E", "south", "West", "n"), chairs, strict=True)
    ]
    chance.shuffle(lines)
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerows([("Wind", "Player", "Round", "TABLE"), *lines])
    assert read_plan(text.getvalue()) == plan


@pytest.mark.parametrize(
    "text",
    [
        "round,table,E,S,W,N\n1,1,1,2,3,4\n1,2,5,6,7,8\n2,1,1,5,2,6\n2,2,3,7,4,\n",
        "\ufeffNote;North;West;South;East;Table;Round\r\n"
        ";8;7;6;5;2;1\r\nx;4;3;2;1;1;1\r\n;0;4;7;3;2;2\r\n;6;2;5;1;1;2\r\n",
        "1\t1\t1\t2\t3\t4\n1\t2\t5\t6\t7\t8\n2\t1\t1\t5\t2\t6\n2\t2\t3\t7\t4\t\n",
        "1 2 3 4\n5 6 7 8\n\n\n1 5 2 6\n3  7  4  -\n",
        "\n1, 2, 3, 4\n5, 6, 7, 8\n,,,\n1, 5, 2, 6\n3, 7, 4,\n",
        "round table E S W N\n1 1 1 2 3 4\n1 2 5 6 7 8\n2 1 1 5 2 6\n2 2 3 7 4 –",
    ],
    ids=["named", "any order", "bare with tables", "spaces", "blank lines", "names"],
)
def test_ways_to_write_a_plan(text):
    assert read_plan(text) == TWO_ROUNDS


def test_an_order_of_lines_other_than_by_table_is_fine():
    assert read_plan("2,1,8,7,6,5\n1,2,5,6,7,8\n1,1,1,2,3,4") == (
        ((1, 2, 3, 4), (5, 6, 7, 8)),
        ((8, 7, 6, 5),),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("", "no_rounds")]),
        (" \n ,, \n", [("", "no_rounds")]),
        ("round,table,E,S,W,N\n", [("", "no_rounds")]),
        ("round,table,E,S,W\n1,1,1,2,3\n", [("lines.1", "column_missing")]),
        ("round,table,E,S,W,N,east\n1,1,1,2,3,4,1\n", [("lines.1", "column_twice")]),
        ("round,table,E,S,W,N\n1,1,1,2,3,4,5\n", [("lines.2", "too_many_cells")]),
        ("1,1,1,2,3,4,5\n", [("lines.1", "too_many_cells")]),
        ("1,1,1,2,3,4\n1,3,5,6,7,8\n", [("", "table_missing")]),
        ("1,1,1,2,3,4\n3,1,5,6,7,8\n", [("", "round_missing")]),
        ("1,1,1,2,3,4\n1,1,5,6,7,8\n", [("lines.2", "given_twice")]),
        ("1,1,1,2,3,4\n1,2,5,6,2,8\n", [("lines.2", "seated_twice")]),
        ("1,1,1,2,3,3\n", [("lines.1", "seated_twice")]),
        ("round,table,seat,no\n1,1,X,2\n", [("lines.2", "not_a_seat")]),
        ("round,table,seat,no\n1,1,E,2\n1,1,e,3\n", [("lines.3", "given_twice")]),
        ('1,1,1,2,3,"4\n', [("lines.1", "not_csv")]),
        ("1,1,1,2,3,\0\n", [("lines.1", "not_text")]),
        ("{]", [("", "not_json")]),
        ("[" * 100_000, [("", "not_json")]),
        ('{"tables": []}', [("rounds", "no_rounds")]),
        ("[[[1, 2, 3, 3]]]", [("rounds.1", "seated_twice")]),
        ("1," * 600_000, [("", "too_long")]),
    ],
)
def test_what_is_no_plan_is_refused_by_line(text, expected):
    assert faults(read_plan, text) == expected


def test_all_faults_of_a_plan_come_at_once():
    text = "1,1,1,2,3,4\n\n1,x,1,6,seven,8\n301,1,1,2,3,4\n,2,2,1000000,-3,5.5\n"
    assert faults(read_plan, text) == [
        ("lines.3", "not_a_number"),
        ("lines.3", "not_a_number"),
        ("lines.4", "out_of_range"),
        ("lines.5", "missing"),
        ("lines.5", "out_of_range"),
        ("lines.5", "not_a_number"),
        ("lines.5", "not_a_number"),
    ]


def test_missing_tables_are_named():
    with pytest.raises(RuleError, match="Tables of round 1 are missing: 1, 3–9998"):
        read_plan("1,2,1,2,3,4\n1,9999,5,6,7,8\n")


def test_a_fault_says_where_it_was_first():
    with pytest.raises(RuleError) as refused:
        read_plan("1,1,1,2,3,4\n1,2,5,6,2,8\n")
    assert str(refused.value) == (
        "Line 2: player 2 already sits at table 1 of round 1 in line 1."
    )


_PIECES = st.lists(
    st.sampled_from([*'0123456789,;\t\n\r "-{}[]', "round", "table", "E,S,W,N", "seat"])
)


@given(st.one_of(st.text(), _PIECES.map("".join)))
def test_any_text_is_read_or_refused(text):
    for read in (read_plan, read_entries):
        try:
            found = read(text)
        except RuleError as refused:
            found = [fault.sentence for fault in refused.faults]
        assert found


def test_entrants_with_everything():
    text = (
        "Number;First name;Last name;Team;Country;Club;Group;Table;First;Last;Hat\n"
        "7;Ann;Lee;Lyon;FRA;;North;3;2;6;red\n"
        "\n"
        "2; Bob ;;;;Dragons;;;;;\n"
    )
    assert read_entries(text) == [
        SeatingPlayer(7, "Ann Lee", "Lyon", "FRA", "", "North", 3, 2, 6),
        SeatingPlayer(2, "Bob", club="Dragons"),
    ]


@pytest.mark.parametrize("text", ["name\nAnn\nBob\n", "number,name\n,Ann\n,Bob\n"])
def test_entrants_without_numbers_are_numbered(text):
    assert read_entries(text) == [SeatingPlayer(1, "Ann"), SeatingPlayer(2, "Bob")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("", "no_columns")]),
        ("Ann,Lyon\nBob,Paris\n", [("", "no_columns")]),
        ("name,team\n\n", [("", "no_entrants")]),
        ('"name\nAnn\n', [("lines.1", "not_csv")]),
        ("name,name\nAnn,Bob\n", [("lines.1", "column_twice")]),
        ("number,name\n1,Ann\n,Bob\n", [("lines.3", "missing")]),
        ("number,name\n1,Ann\n1,Bob\n", [("lines.3", "given_twice")]),
        ("number,first,last\n1,3,2\n", [("lines.2", "last_before_first")]),
        ("number,team\n1," + "x" * 201, [("lines.2", "too_long")]),
        (
            "number,table,first\nx,0,1.5\n1,2,3,4\n",
            [
                ("lines.2", "not_a_number"),
                ("lines.2", "out_of_range"),
                ("lines.2", "not_a_number"),
                ("lines.3", "too_many_cells"),
            ],
        ),
    ],
)
def test_what_are_no_entrants_is_refused_by_line(text, expected):
    assert faults(read_entries, text) == expected
