"""Options: presets, contradictions, JSON."""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from rules.hand_notation import parse_hand
from rules.hong_kong import HongKong, HongKongOptions
from rules.hong_kong.patterns import DEFAULT_VALUES, OFF
from rules.hong_kong.presets import PRESETS

ODD = list(range(1, 15))


def refusal(**options: object) -> list[tuple[str, str]]:
    with pytest.raises(RuleError) as caught:
        HongKong.from_options(options)
    assert all(fault.sentence for fault in caught.value.faults)
    return [(fault.code, fault.field) for fault in caught.value.faults]


def counted(preset: str, text: str) -> dict[str, int]:
    score = HongKong.from_options({"preset": preset}).score(parse_hand(text))
    return {pattern.pattern.id: pattern.total for pattern in score.patterns}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_reads_back_to_itself(preset):
    options = HongKongOptions.of(preset)
    assert HongKongOptions.read(options.as_data()) == options
    assert options.differences() == ()
    assert PRESETS[preset].source


def test_the_default_preset_and_its_alias():
    assert HongKongOptions.read({}).preset == "hk_old_style"
    assert HongKongOptions.of("hong_kong") == HongKongOptions.of("hk_old_style")
    assert HongKongOptions.of("tvb") == HongKongOptions.of("tvb_2026")


@pytest.mark.parametrize(
    ("preset", "minimum", "limit", "bonus_counts"),
    [
        ("hk_old_style", 3, 13, False),
        ("hkmj_cheat_sheet", 3, 13, False),
        ("mahjonggame_hk", 3, 13, True),
        ("hk_modern_13f", 3, 13, True),
        ("hk_nyc_social", 3, 10, False),
        ("parlour_10", 3, 10, False),
        ("tvb_2026", 1, 10, False),
        ("yahoo_hk", 3, 13, False),
    ],
)
def test_minimum_and_limit_of_the_presets(preset, minimum, limit, bonus_counts):
    options = HongKongOptions.of(preset)
    assert (options.min_faan, options.limit_faan) == (minimum, limit)
    assert options.bonus_counts_for_minimum is bonus_counts


@pytest.mark.parametrize(
    ("preset", "values"),
    [
        ("hkmj_cheat_sheet", {"all_terminals": 13, "seven_pairs": 4, "humanly": 13}),
        ("mahjonggame_hk", {"small_winds": 8, "great_winds": 10, "nine_gates": OFF}),
        ("hk_modern_13f", {"four_concealed": 10, "seven_pairs": 4}),
        ("hk_nyc_social", {"small_dragons": 4, "all_one_suit": 6}),
        ("tvb_2026", {"small_winds": 5, "concealed_hand": OFF, "thirteen_orphans": 10}),
        ("yahoo_hk", {"small_winds": 13, "great_dragons": 8, "all_terminals": 13}),
    ],
)
def test_the_tables_of_the_presets(preset, values):
    patterns = HongKongOptions.of(preset).patterns
    assert {name: patterns[name] for name in values} == values


def test_tvb_recognises_sixteen_patterns():
    played = HongKong.from_options({"preset": "tvb_2026"}).patterns
    assert len(played) == 16
    assert set(played) < set(DEFAULT_VALUES)


@pytest.mark.parametrize(
    ("preset", "text", "patterns"),
    [
        (
            "tvb_2026",
            "123456789m23p55p*1p S/E",
            {"all_chows": 1, "self_draw": 1},
        ),
        (
            "tvb_2026",
            "[CCC][FFF]12m456mPP+3m S/W",
            {"small_dragons": 4, "mixed_one_suit": 3},
        ),
        (
            "mahjonggame_hk",
            "123456789m23pEE*1p S/E f1f2f3f4",
            {"all_chows": 1, "self_draw": 1, "own_flower": 1, "all_flowers": 2},
        ),
        (
            "mahjonggame_hk",
            "123456789m23p55p*1p S/E earthly",
            {"earthly": 13},
        ),
        (
            "hk_modern_13f",
            "1133m2244p6688sE*E S/E f3 flower_replacement",
            {
                "seven_pairs": 4,
                "self_draw": 1,
                "concealed_hand": 1,
                "flower_replacement": 1,
            },
        ),
        (
            "hkmj_cheat_sheet",
            "123456789m23p55p*1p S/E earthly",
            {"humanly": 13},
        ),
        (
            "hk_nyc_social",
            "[222s][FFF]444s66s88s+6s S/E f3",
            {"jade_dragon": 10, "all_triplets": 3},
        ),
        (
            "yahoo_hk",
            "[EEE][SSS]WWW12mNN+3m S/W",
            {"small_winds": 13, "mixed_one_suit": 3},
        ),
    ],
)
def test_hands_by_the_presets(preset, text, patterns):
    assert counted(preset, text) == patterns


def test_a_hand_of_tvb_and_of_a_parlour_is_paid_up_to_ten_faan():
    for preset in ("tvb_2026", "parlour_10", "hk_nyc_social"):
        rules = HongKong.from_options({"preset": preset})
        assert rules.score(parse_hand("19m19p19sESWNCFP+1m S/E")).faan_capped == 10


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"min_faan": 5, "limit_faan": 4}, "min_faan"),
        ({"limit_faan": "none", "require_limit_hand": True}, "require_limit_hand"),
        ({"robbing": False, "rob_concealed_kong": "any"}, "rob_concealed_kong"),
        ({"payment": "matrix", "dealer_doubles": True}, "dealer_doubles"),
        ({"winners_settle": True}, "winners_settle"),
        ({"limit_faan": "none", "goulash_carry_as": "faan"}, "goulash_carry_as"),
        ({"custom_table": list(range(2, 16))}, "custom_table"),
        ({"self_draw_multiplier": 3}, "self_draw_multiplier"),
        ({"payment": "full", "discarder_multiplier": 3}, "discarder_multiplier"),
        ({"payment": "single", "other_multiplier": 3}, "other_multiplier"),
        ({"faan_table": "simplified", "min_faan": 2}, "faan_table"),
        ({"faan_table": "linear", "min_faan": 0}, "faan_table"),
        ({"faan_table": "custom", "custom_table": ODD, "payment": "half"}, "payment"),
        ({"base_unit": 0.5, "min_faan": 0}, "base_unit"),
        ({"base_unit": 0.25, "payment": "half", "min_faan": 2}, "payment"),
        ({"base_unit": 0.25, "payment": "half", "min_faan": 1}, "base_unit"),
        (
            {"payment": "custom", "self_draw_multiplier": 1.25, "min_faan": 1},
            "payment",
        ),
        (
            {
                "faan_table": "custom",
                "custom_table": list(range(2, 16)),
                "payment": "full",
                "false_win_policy": "half_max_self_draw_to_each",
            },
            "false_win_policy",
        ),
    ],
)
def test_options_that_contradict_each_other(options, field):
    assert ("contradiction", field) in refusal(**options)


@pytest.mark.parametrize(
    "options",
    [
        {"base_unit": 0.5},
        {"base_unit": 0.25, "payment": "half"},
        {"limit_faan": "none", "base_unit": 0.5},
        {"faan_table": "simplified"},
        {"min_faan": 0},
        {"payment": "custom", "self_draw_multiplier": 1.5},
    ],
)
def test_options_of_which_the_ledger_stays_whole(options):
    assert HongKong.from_options(options).options.differences()


@pytest.mark.parametrize(
    "options",
    [
        {"min_faan": 14},
        {"limit_faan": 0},
        {"patterns": {"all_chows": -1}},
        {"patterns": {"all_chows": "max"}},
        {"patterns": {"all_chaws": 1}},
        {"payment": "barter"},
        {"custom_table": [1, 2, 3]},
        {"base_unit": 0},
        {"responsibility": ["fate"]},
        {"rounds": 5},
        {"colour": "blue"},
        {"preset": "kowloon"},
        {"table": "quarter"},
        {"table": 3},
    ],
)
def test_options_that_are_refused(options):
    assert refusal(**options)


def test_a_changed_pattern_is_a_difference():
    options = HongKongOptions.read({"patterns": {"small_winds": 8}})
    (difference,) = options.differences()
    assert difference.name == "patterns"
    assert HongKongOptions.read(options.changes()) == options
    assert options.patterns["great_winds"] == 13


def test_the_shorter_names_that_rows_use():
    options = HongKong.from_options(
        {"table": "full", "cap": 8, "mode": "half", "policy": "deduction"}
    ).options
    assert options.faan_table == "full_spicy"
    assert (options.limit_faan, options.payment) == (8, "half")
    assert options.false_win_policy == "deduction"
    own = HongKong.from_options({"table": ODD, "mode": "half"}).options
    assert own.custom_table == tuple(ODD)
