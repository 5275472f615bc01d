"""`python -m rules` as a program: it responds to any bytes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest

from rules.cli import COMMANDS, run
from rules.cli.json_lines_in_and_out import MOST_BYTES

HAND = {"ruleset": "mcr", "hand": "[EEE][SSS][WWW]NNN5m+5m S/E"}


def program(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "rules", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | environment,
    )


def answers(
    command: str, *lines: str | bytes, arguments: tuple[str, ...] = ()
) -> list[dict]:
    given = b"\n".join(x if isinstance(x, bytes) else x.encode() for x in lines)
    sink = io.BytesIO()
    assert run([command, *arguments], io.BytesIO(given), sink) == 0
    return [json.loads(line) for line in sink.getvalue().decode().splitlines()]


def codes(answer: dict) -> list[str]:
    assert answer["valid"] is False
    return [error["code"] for error in answer["errors"]]


def test_it_answers_line_by_line():
    entries = [
        {"kind": "win", "winner": "E", "from": "S", "points": 12},
        {"kind": "washout"},
        {"kind": "false_win", "seat": "W"},
        {"kind": "penalty", "seat": "N", "amount": -10},
    ]
    good, bad, broken = answers(
        "replay",
        json.dumps({"ruleset": "mcr", "entries": entries}),
        json.dumps({"ruleset": "mcr", "entries": [entries[0] | {"points": 7}]}),
        "{",
    )
    assert good["final_scores"] == {"E": 46, "S": -10, "W": -38, "N": -8}
    assert [hand["dealer"] for hand in good["hands"]] == ["E", "S", "W", "W"]
    assert bad["errors"] == [
        {
            "code": "below_minimum",
            "message": "7 fan is less than the minimum of 8.",
            "field": "entries[0].points",
        }
    ]
    assert broken["valid"] is False


def test_an_answer_comes_before_the_next_row_is_given():
    running = program("score")
    for _time in range(2):
        running.stdin.write(json.dumps(HAND).encode() + b"\n")
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["points"] == 95
    running.communicate(timeout=60)
    assert running.returncode == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_answers_whatever_comes_in_and_reads_on(command):
    unreadable = {
        "{": "not_json",
        '{"ruleset": "mcr"': "not_json",
        "nonsense": "not_json",
        "NaN": "not_finite",
        '{"ruleset": "mcr", "points": -Infinity}': "not_finite",
        '{"points": 1e999}': "not_finite",
        "9" * 5000: "number_too_long",
        "[" * 50_000: "too_deep",
        "[" * 40 + "]" * 40: "too_deep",
        '{"a":' * 40 + "1" + "}" * 40: "too_deep",
        '{"ruleset": "mcr", "id": "\\ud800"}': "half_a_character",
        '{"\\udc00": 1, "\\udc00": 2}': "given_twice",
        '{"ruleset": "mcr", "ruleset": "classical"}': "given_twice",
        "[]": "not_an_object",
        '"mcr"': "not_an_object",
        "null": "not_an_object",
        "{}": "missing_ruleset",
        '{"ruleset": ["mcr"]}': "missing_ruleset",
        '{"ruleset": "bridge"}': "unknown_ruleset",
        '{"ruleset": "mcr", "options": []}': "not_a_group",
        '{"ruleset": "mcr", "preset": {}}': "not_a_choice",
        " " * (MOST_BYTES + 7): "line_too_long",
        '"' + "x" * (3 * MOST_BYTES) + '"': "line_too_long",
    }
    latin = '{"ruleset": "größer"}'.encode("latin-1")
    given = answers(command, *unreadable, latin, b"\x00", b"", "  ", "{}")
    assert [codes(answer) for answer in given] == [
        *([code] for code in unreadable.values()),
        ["not_utf8"],
        ["not_json"],
        ["missing_ruleset"],
    ]


def test_a_byte_order_mark_and_windows_line_ends_are_passed_over():
    row = json.dumps(HAND).encode()
    first, second = answers("score", b"\xef\xbb\xbf" + row + b"\r", row)
    assert first == second
    assert first["valid"]


def test_the_last_line_needs_no_line_end():
    assert len(answers("score", json.dumps(HAND), json.dumps(HAND))) == 2
    assert answers("score") == []


def test_rows_without_a_ruleset_take_the_default_one():
    row = json.dumps({"entries": [{"kind": "win", "winner": "E", "points": 6}]})
    [refused] = answers("replay", row, arguments=("--ruleset", "mcr"))
    assert codes(refused) == ["below_minimum"]
    own = json.dumps(json.loads(row) | {"ruleset": "mcr", "options": {"minimum": 6}})
    [taken] = answers("replay", own, arguments=("--ruleset", "classical"))
    assert taken["valid"]
    [unknown] = answers("replay", row, arguments=("--ruleset", "bridge"))
    assert codes(unknown) == ["unknown_ruleset"]


@pytest.mark.parametrize(
    ("encoding", "arguments", "said"),
    [
        ("ascii", ("score",), "大四喜"),
        ("latin-1", ("patterns", "mcr"), "大四喜"),
        ("utf-16", ("score", "--help"), "…"),
    ],
)
def test_output_is_utf8_whatever_the_surroundings_say(encoding, arguments, said):
    locale = {"PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0"}
    running = program(*arguments, **locale)
    out, _errors = running.communicate(json.dumps(HAND).encode(), timeout=60)
    assert said in out.decode()


@pytest.mark.parametrize("arguments", [("score",), ("patterns",), ("score", "--help")])
def test_a_reader_who_leaves_early_ends_it_quietly(arguments):
    running = program(*arguments, PYTHONUNBUFFERED="")
    running.stdout.close()
    _out, errors = running.communicate(b"{}\n" * 1000, timeout=60)
    assert errors == b""
    assert running.returncode == 0


def test_a_wrong_command_says_which_there_are():
    running = program("juggle")
    _out, errors = running.communicate(timeout=60)
    assert running.returncode == 2
    assert b"score" in errors
    assert b"patterns" in errors
