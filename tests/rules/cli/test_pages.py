"""Generated pages: rule sheet and reference of patterns."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest

import rules
from rules.cli import answer, run
from rules.hand_notation import parse_hand
from rules.hand_score_and_patterns import Pattern
from rules.pattern_reference import every_pattern, pattern_pages, picture
from rules.rule_option_choice_words import CHOICE_WORDS
from rules.rule_sheet import in_words, rule_sheet, value_in_words
from rules.ruleset_registry import RULESETS

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "patterns.md"
PRESETS = [
    (name, preset)
    for name in RULESETS
    for preset in rules.ruleset(name).options.PRESETS
]


def printed(*arguments: str) -> str:
    sink = BytesIO()
    assert run(arguments, BytesIO(), sink) == 0
    return sink.getvalue().decode()


def test_the_document_of_patterns_is_what_the_command_prints():
    assert DOCUMENT.is_file(), "python -m rules patterns > docs/patterns.md"
    assert DOCUMENT.read_text() == printed("patterns"), (
        "docs/patterns.md is not up to date: python -m rules patterns > "
        "docs/patterns.md"
    )


@pytest.mark.parametrize("name", RULESETS)
def test_the_reference_has_every_pattern_of_every_preset(name):
    page = printed("patterns", name)
    assert page in pattern_pages()
    listed = dict.fromkeys(pattern.id for _preset, pattern in every_pattern(name))
    for preset in rules.ruleset(name).options.PRESETS:
        assert set(rules.ruleset(name, {"preset": preset}).patterns) <= set(listed)
    for _preset, pattern in every_pattern(name):
        assert pattern.name in page
        assert pattern.rule in page
        assert f"`{pattern.example}`" in page
        assert f"`{pattern.near_miss}`" in page


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_sheet_shows_every_option_and_every_pattern(name, preset):
    sheet = printed("sheet", name, "--preset", preset)
    ruleset = rules.ruleset(name, {"preset": preset})
    assert sheet == rule_sheet(RULESETS[name][0], ruleset)
    for option, kind in ruleset.options.declared():
        assert f"| `{option}` | {kind.text}" in sheet
    for pattern in ruleset.patterns.values():
        assert f"| {pattern.name} | {pattern.name_zh} |" in sheet
    assert "## Changed from the preset\n\nNothing." in sheet


def test_a_sheet_marks_what_differs_from_the_preset(tmp_path):
    file = tmp_path / "house.json"
    house = {"preset": "wmo2006", "minimum": 6, "penalties": {"misconduct": 80}}
    file.write_text(json.dumps(house, indent=2))
    sheet = printed("sheet", "mcr", "--options", str(file))
    assert "(`wmo2006`)" in sheet
    assert "- `minimum`: Minimum fan to win, without flowers **6** (the preset: 8)" in (
        sheet
    )
    assert "**misconduct: 80** (the preset: misconduct: 60)" in sheet
    assert "| `minimum` * |" in sheet
    assert "| `base` |" in sheet


def test_what_the_options_command_exports_is_a_file_for_the_sheet(tmp_path):
    row = {"ruleset": "classical", "preset": "bmja", "options": {"roof_off": True}}
    for exported in ("options", "changes"):
        file = tmp_path / f"{exported}.json"
        file.write_text(json.dumps(answer("options", row)[exported]))
        sheet = printed("sheet", "classical", "--options", str(file))
        assert "| `roof_off` * |" in sheet
        assert sheet.count(" * |") == 1


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (None, "Cannot read"),
        ("{", "Character 2 is not valid JSON."),
        ("[]", "Enter an object."),
        ('{"minimum": 900, "x": 1}', "options.minimum: 900 is out of range"),
        ('{"preset": "nobody"}', "options.preset: “nobody” is not one of"),
    ],
)
def test_a_file_that_is_no_options_is_refused_in_words(
    content, fault, tmp_path, capsys
):
    file = tmp_path / "house.json"
    if content is not None:
        file.write_text(content)
    sink = BytesIO()
    assert run(["sheet", "mcr", "--options", str(file)], BytesIO(), sink) == 1
    assert fault in capsys.readouterr().err
    assert sink.getvalue() == b""


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "yes"),
        (False, "no"),
        ("none", "none"),
        (None, "none"),
        ("discarder_alone", "discarder alone"),
        ([], "none"),
        (
            ["four_kongs", "nine_terminals"],
            "4 kongs by several players, 9 kinds of terminals and honors",
        ),
        ({"chow": 0, "last_tile": "limit"}, "chow: 0; last tile: limit"),
        (-30, "-30"),
        (0.5, "0.5"),
    ],
)
def test_values_are_read_out_in_words(value, words):
    assert in_words(value) == words


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (88, "fan", "88 fan"),
        (1, "fan", "1 fan"),
        (1, "doubles", "1 double"),
        (2, "doubles", "2 doubles"),
        (100, "limit", "the limit"),
        (40, "limit", "40 % of the limit"),
        (3, "", "3"),
    ],
)
def test_a_pattern_says_its_value_with_its_unit(value, unit, words):
    pattern = Pattern("x", "X", "某", value, "Rule.", "-", "-", unit=unit)
    assert value_in_words(pattern) == words


def test_a_hand_is_drawn_in_characters():
    hand = parse_hand("[123m](EEEE)0pCC*C S/E f1")
    assert picture(hand) == "[🀇🀈🀉] 🀫🀀🀀🀫 🀝🀄︎🀄︎ * 🀄︎ 🀢"
    assert picture(parse_hand("19m19p19sESWNCFP+P")).count("🀆") == 2


@pytest.mark.parametrize("name", RULESETS)
def test_every_choice_is_in_words(name):
    known = {*CHOICE_WORDS, *(each.id for _preset, each in every_pattern(name))}
    for option, kind in rules.ruleset(name).options.declared():
        if option not in {"round_winds", "rounding", "own_hands"}:
            assert set(kind.choices) <= known, option
