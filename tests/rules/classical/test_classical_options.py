"""Options: presets, contradictions, JSON."""

from __future__ import annotations

import pytest

from rules.classical import ClassicalOptions
from rules.classical.presets import PRESETS
from rules.faults import RuleError


def refusal(**options: object) -> list[tuple[str, str]]:
    with pytest.raises(RuleError) as caught:
        ClassicalOptions.read(options)
    return [(fault.code, fault.field) for fault in caught.value.faults]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_reads_back_to_itself(preset):
    options = ClassicalOptions.of(preset)
    assert ClassicalOptions.read(options.as_data()) == options
    assert options.differences() == ()


def test_the_default_preset_and_its_alias():
    assert ClassicalOptions.read({}).preset == "dmjl"
    assert ClassicalOptions.of("classical") == ClassicalOptions.of("dmjl")


def test_only_the_first_two_presets_are_tested():
    tested = [
        name for name, each in PRESETS.items() if "; tested against" in each.source
    ]
    assert tested == ["dmjl", "bmja"]
    assert all("not tested" in PRESETS[name].source for name in list(PRESETS)[2:])


@pytest.mark.parametrize(
    ("preset", "values"),
    [
        ("dmjl", {"limit": 500, "max_chows": 4, "east_wins_in_a_row": 9}),
        ("bmja", {"limit": 1000, "max_chows": 1, "east_wins_in_a_row": None}),
        ("millington", {"limit": 1000, "east_wins_in_a_row": 13}),
        ("babcock", {"limit": 300, "only_possible_tile_when": "drawn"}),
        ("four_winds", {"limit": 500}),
        ("wikidot", {"limit": 500, "discarder_pays": "discarder_alone"}),
    ],
)
def test_what_presets_say(preset, values):
    options = ClassicalOptions.of(preset)
    assert {name: getattr(options, name) for name in values} == values


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"rotation": "express", "deal_passes_after_washout": True}, "rotation"),
        ({"deal_passes_after_east_wins": True}, "rotation"),
        ({"limit": 501, "false_win_scale": "half_limit"}, "false_win_scale"),
        (
            {"preset": "babcock", "require_limit_hand": True},
            "require_limit_hand",
        ),
        ({"preset": "wikidot", "count_visible_tiles": True}, "count_visible_tiles"),
    ],
)
def test_options_that_contradict_each_other(options, field):
    assert refusal(**options) == [("contradiction", field)]


@pytest.mark.parametrize(
    "options",
    [
        {"limit": 0},
        {"max_chows": 5},
        {"points": {"mahjong": -1}},
        {"points": {"mahjongg": 20}},
        {"limit_hands": {"heavenly": 101}},
        {"rotation": "never"},
        {"rounds": 5},
        {"colour": "blue"},
    ],
)
def test_values_that_are_refused(options):
    assert len(refusal(**options)) == 1


def test_differences_from_the_preset():
    options = ClassicalOptions.read({"limit": 300, "points": {"mahjong": 10}})
    assert {each.name for each in options.differences()} == {"limit", "points"}
    assert options.points["flower"] == 4
