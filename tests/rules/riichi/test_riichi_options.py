"""Presets compared with their rule books, and contradictory choices."""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from rules.riichi.floating_uma import FloatingUma
from rules.riichi.options import RiichiOptions

NAMES = tuple(RiichiOptions.PRESETS)


def test_the_default_is_the_newest_ema_edition():
    assert RiichiOptions.read({}) == RiichiOptions.of("ema_2025")


@pytest.mark.parametrize(
    ("alias", "preset"),
    [("tenhou_hanchan", "tenhou"), ("ema", "ema_2025"), ("wrc", "wrc_2022")],
)
def test_other_names_of_presets(alias, preset):
    assert RiichiOptions.of(alias) == RiichiOptions.of(preset)


def test_the_two_ema_editions_differ_in_these():
    new, old = RiichiOptions.of("ema_2025"), RiichiOptions.of("ema_2016")
    assert (new.kiriage, old.kiriage) == (True, False)
    assert (new.double_wind_pair_fu, old.double_wind_pair_fu) == (2, 4)
    assert (new.chombo_last_hand, old.chombo_last_hand) == ("ends", "again")


def test_tenhou_of_one_round_has_half_the_uma_and_is_tenhou_otherwise():
    one = RiichiOptions.of("tenhou_tonpuu").as_data()
    two = RiichiOptions.of("tenhou").as_data()
    differing = {name for name in two if one[name] != two[name]}
    assert differing == {"preset", "rounds", "uma"}
    assert [2 * each for each in one["uma"]] == two["uma"]


@pytest.mark.parametrize("name", NAMES)
def test_options_read_back_what_they_write(name):
    options = RiichiOptions.of(name)
    assert RiichiOptions.read(options.as_data()) == options
    assert options.changes() == {"preset": name}
    assert not options.differences()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_a_preset_contradicts(name):
    options = RiichiOptions.of(name)
    assert not list(options.contradictions())
    assert sum(options.uma) == 0


def test_jpml_has_an_uma_by_the_number_of_players_above():
    options = RiichiOptions.of("jpml_a")
    one, three = (12_000, -1_000, -3_000, -8_000), (8_000, 3_000, 1_000, -12_000)
    assert options.uma_by_floating == FloatingUma(one, three)
    assert options.as_data()["uma_by_floating"] == {"1": list(one), "3": list(three)}


def test_an_uma_by_the_number_above_can_be_switched_off():
    options = RiichiOptions.read({"preset": "jpml_a", "uma_by_floating": "none"})
    assert options.uma_by_floating is None
    assert options.changes() == {"preset": "jpml_a", "uma_by_floating": "none"}
    assert RiichiOptions.read(options.changes()) == options


def test_tie_breaks_keep_their_order():
    options = RiichiOptions.read({"tie_breaks": ["best_session", "raw_score"]})
    assert options.tie_breaks == ("best_session", "raw_score")
    assert RiichiOptions.read(options.changes()) == options


@pytest.mark.parametrize("none", [None, "none"])
def test_null_and_the_word_none_switch_off(none):
    options = RiichiOptions.read({"preset": "wrc_2022", "time_minutes": none})
    assert options.time_minutes is None
    assert RiichiOptions.read(options.as_data()) == options
    floating = RiichiOptions.read({"preset": "jpml_a", "uma_by_floating": none})
    assert floating.uma_by_floating is None


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ({"uma": [15_000, 5_000, -5_000, -10_000]}, "uma"),
        ({"uma_by_floating": {"1": [1, 1, 1, 1], "3": [0] * 4}}, "uma_by_floating.1"),
        ({"uma_by_floating": {"1": [0] * 4, "3": [1, 1, 1, 1]}}, "uma_by_floating.3"),
        ({"double_wind_pair_fu": 3}, "double_wind_pair_fu"),
        ({"honba_value": 100}, "honba_value"),
        ({"noten_pool": 1_000}, "noten_pool"),
        ({"bankrupt_below": 40_000}, "bankrupt_below"),
        ({"dealer_stop": "auto_if_leading", "renchan": "never"}, "dealer_stop"),
    ],
)
def test_choices_that_cannot_both_hold_are_named(raw, field):
    with pytest.raises(RuleError) as refused:
        RiichiOptions.read(raw)
    (fault,) = refused.value.faults
    assert (fault.code, fault.field) == ("contradiction", field)
    assert fault.sentence.endswith(".")


@pytest.mark.parametrize(
    "raw",
    [
        {"uma": [1, 2]},
        {"uma_by_floating": {"1": [0] * 4}},
        {"uma_by_floating": {"1": [0] * 4, "3": [0] * 4, "2": [0] * 4}},
        {"uma_by_floating": 3},
        {"tie_breaks": ["raw_score", "raw_score"]},
        {"tie_breaks": [[], {}]},
        {"tie_breaks": "raw_score"},
        {"pao": ["tenhou"]},
        {"renhou": "always"},
        {"kazoe": None, "surprise": 1},
    ],
)
def test_what_is_no_choice_is_refused(raw):
    with pytest.raises(RuleError):
        RiichiOptions.read(raw)


@pytest.mark.parametrize(
    "kind", list(RiichiOptions.declared()), ids=lambda each: each[0]
)
def test_every_option_says_what_it_means(kind):
    assert kind[1].text[0].isupper()
    assert kind[1].shape
