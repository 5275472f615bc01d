"""Forms for hands by points: from field values to entries of the rules."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.faults import RuleError
from rules.riichi.entries import ABORTIVE_REASONS
from rules.winds import WINDS
from scoring.entry_forms.form_by_ruleset import hand_form
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import false_win_ends_hand
from scoring.rulesets.presenter_registry import presenter_of
from scoring.rulesets.riichi.outcome_and_value_words import ABORTIVE_DRAW_NAMES

NAMES = dict(zip(WINDS, ("Ann", "Bo", "Cy", "Di"), strict=True))
EMA = {"preset": "ema_2025"}
TENHOU = {"preset": "tenhou", "pao_composite": "part"}
ALL_WIN = {"multiple_winners": "all"}
GUARANTEED = {"responsibility": ["ruling", "nine_piece", "twelve_piece"]}


def sent(values: dict[str, object]) -> QueryDict:
    """Return the values as form data."""
    data = QueryDict(mutable=True)
    for name, value in values.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return data


def filled(ruleset: str, options: dict[str, object], values: dict[str, object]):
    """Return the form with these values, a key and a hand.

    Its errors include the errors of the rules.
    """
    by = rules.ruleset(ruleset, options)
    data = sent({"hand": 1, "device_key": "k", **values})
    form = hand_form(by, data, names=NAMES)
    if form.is_valid():
        try:
            by.settle(by.read_entry(form.raw()), by.opening(), by.opening_scores())
        except RuleError as error:
            form.add_faults(error)
    return form


# --- field values and their entries ---------------------------------------------

ENTRIES = [
    (
        "mcr",
        {},
        {"winner": "E", "source": "S", "points": 12},
        {"kind": "win", "from": "S", "winner": "E", "points": 12},
    ),
    (
        "mcr",
        {},
        {"winner": "E", "source": "self", "points": 8, "chicken": True},
        {"kind": "win", "from": None, "winner": "E", "points": 8, "chicken": True},
    ),
    (
        "mcr",
        {},
        {"winner": "E", "source": "S", "points": 12, "flowers": "3"},
        {"kind": "win", "from": "S", "winner": "E", "points": 12, "flowers": 3},
    ),
    (
        "mcr",
        {},
        {"winner": "E", "source": "S", "points": 12, "flowers": "0"},
        {"kind": "win", "from": "S", "winner": "E", "points": 12},
    ),
    ("mcr", {}, {"winner": "washout"}, {"kind": "washout"}),
    (
        "hong_kong",
        {},
        {"winner": "S", "source": "W", "faan": "4"},
        {"kind": "win", "from": "W", "winner": "S", "faan": 4},
    ),
    (
        "hong_kong",
        {},
        {
            "winner": "S",
            "source": "self",
            "faan": "13",
            "guarantor": "N",
            "guarantee": "ruling",
        },
        {
            "kind": "win",
            "from": None,
            "winner": "S",
            "faan": 13,
            "guarantor": "N",
            "guarantee": "ruling",
        },
    ),
    ("hong_kong", {}, {"winner": "washout"}, {"kind": "washout"}),
    (
        "hong_kong",
        {},
        {"winner": "false_win", "offender": "W"},
        {"kind": "false_win", "seat": "W"},
    ),
    (
        "hong_kong",
        ALL_WIN,
        {
            "winner": "several",
            "source": "E",
            "winners": ["S", "N"],
            "faan_S": "3",
            "faan_N": "10",
        },
        {
            "kind": "win",
            "from": "E",
            "winners": [{"winner": "S", "faan": 3}, {"winner": "N", "faan": 10}],
        },
    ),
    (
        "hong_kong",
        ALL_WIN | GUARANTEED,
        {
            "winner": "several",
            "source": "E",
            "winners": ["S", "N"],
            "faan_S": "3",
            "faan_N": "10",
            "guarantor_N": "E",
            "guarantee_N": "nine_piece",
            "guarantee_S": "ruling",
        },
        {
            "kind": "win",
            "from": "E",
            "winners": [
                {"winner": "S", "faan": 3},
                {
                    "winner": "N",
                    "faan": 10,
                    "guarantor": "E",
                    "guarantee": "nine_piece",
                },
            ],
        },
    ),
    (
        "hong_kong",
        {},
        {"winner": "S", "source": "W", "faan": "5", "bonus_faan": "2"},
        {"kind": "win", "from": "W", "winner": "S", "faan": 5, "bonus_faan": 2},
    ),
    (
        "hong_kong",
        {"preset": "yahoo_hk"},
        {"winner": "S", "source": "W", "faan": "5", "robbed_kong": True},
        {"kind": "win", "from": "W", "winner": "S", "faan": 5, "robbed_kong": True},
    ),
    (
        "classical",
        {},
        {
            "winner": "S",
            "source": "W",
            "points_E": 4,
            "doubles_E": "0",
            "points_S": 20,
            "doubles_S": "2",
            "points_W": 0,
            "doubles_W": "0",
            "points_N": "",
            "doubles_N": "limit",
        },
        {
            "kind": "win",
            "from": "W",
            "winner": "S",
            "values": {"E": 4, "S": 80, "W": 0, "N": 500},
        },
    ),
    (
        "classical",
        {},
        {
            "winner": "S",
            "source": "W",
            "pays_for_all": True,
            "points_S": 40,
            "doubles_S": "9",
        },
        {
            "kind": "win",
            "from": "W",
            "winner": "S",
            "values": {"S": 500},
            "pay_for_all": "W",
        },
    ),
    ("classical", {}, {"winner": "washout"}, {"kind": "washout"}),
    (
        "classical",
        {},
        {"winner": "false_win", "offender": "E"},
        {"kind": "false_win", "seat": "E"},
    ),
    (
        "riichi",
        EMA,
        {"winner": "S", "source": "W", "value": "3-40", "riichi": ["S"]},
        {
            "kind": "win",
            "from": "W",
            "winner": "S",
            "han": 3,
            "fu": 40,
            "riichi": ["S"],
        },
    ),
    (
        "riichi",
        EMA,
        {"winner": "E", "source": "self", "value": "haneman"},
        {"kind": "win", "from": None, "winner": "E", "limit": "haneman"},
    ),
    (
        "riichi",
        TENHOU,
        {
            "winner": "E",
            "source": "N",
            "value": "yakuman-2",
            "pao": "W",
            "pao_yakuman": "2",
        },
        {
            "kind": "win",
            "from": "N",
            "winner": "E",
            "yakuman": 2,
            "pao": "W",
            "pao_yakuman": 2,
        },
    ),
    (
        "riichi",
        EMA,
        {
            "winner": "several",
            "source": "E",
            "winners": ["S", "N"],
            "value_S": "1-30",
            "value_N": "yakuman",
            "pao_N": "W",
        },
        {
            "kind": "win",
            "from": "E",
            "winners": [
                {"winner": "S", "han": 1, "fu": 30},
                {"winner": "N", "limit": "yakuman", "pao": "W"},
            ],
        },
    ),
    (
        "riichi",
        TENHOU,
        {
            "winner": "several",
            "source": "E",
            "winners": ["S", "N"],
            "value_S": "1-30",
            "value_N": "yakuman-3",
            "pao_N": "W",
            "pao_yakuman_N": "2",
        },
        {
            "kind": "win",
            "from": "E",
            "winners": [
                {"winner": "S", "han": 1, "fu": 30},
                {"winner": "N", "yakuman": 3, "pao": "W", "pao_yakuman": 2},
            ],
        },
    ),
    (
        "riichi",
        EMA,
        {"winner": "draw", "tenpai": ["E", "W"], "riichi": ["W"]},
        {"kind": "exhaustive_draw", "tenpai": ["E", "W"], "riichi": ["W"]},
    ),
    ("riichi", EMA, {"winner": "draw"}, {"kind": "exhaustive_draw", "tenpai": []}),
    (
        "riichi",
        TENHOU,
        {"winner": "draw", "nagashi": ["N"]},
        {"kind": "exhaustive_draw", "tenpai": [], "nagashi": ["N"]},
    ),
    (
        "riichi",
        TENHOU,
        {"winner": "abortive", "abort": "four_winds"},
        {"kind": "abortive_draw", "reason": "four_winds"},
    ),
    (
        "mcr",
        ALL_WIN,
        {
            "winner": "several",
            "source": "E",
            "winners": ["S", "N"],
            "points_S": 8,
            "chicken_S": True,
            "points_N": 24,
            "flowers_N": "2",
        },
        {
            "kind": "win",
            "from": "E",
            "winners": [
                {"winner": "S", "points": 8, "chicken": True},
                {"winner": "N", "points": 24, "flowers": 2},
            ],
        },
    ),
    (
        "classical",
        ALL_WIN,
        {
            "winner": "several",
            "source": "E",
            "winners": ["S", "N"],
            **{f"points_{seat}": 10 for seat in "ESW"},
            "points_N": 30,
            "doubles_N": "1",
        },
        {
            "kind": "win",
            "from": "E",
            "winners": [{"winner": "S"}, {"winner": "N"}],
            "values": {"E": 10, "S": 10, "W": 10, "N": 60},
        },
    ),
    (
        "classical",
        ALL_WIN | {"losers_settle": False},
        {
            "winner": "several",
            "source": "E",
            "winners": ["S", "N"],
            "points_S": 10,
            "points_N": 30,
        },
        {
            "kind": "win",
            "from": "E",
            "winners": [{"winner": "S"}, {"winner": "N"}],
            "values": {"S": 10, "N": 30},
        },
    ),
    (
        "hong_kong",
        {"kitty": 100},
        {"winner": "S", "source": "W", "faan": "5", "no_chows": True},
        {"kind": "win", "from": "W", "winner": "S", "faan": 5, "no_chows": True},
    ),
    (
        "hong_kong",
        ALL_WIN | {"kitty": 100},
        {
            "winner": "several",
            "source": "E",
            "winners": ["S", "N"],
            "faan_S": "3",
            "faan_N": "10",
            "no_chows_N": True,
        },
        {
            "kind": "win",
            "from": "E",
            "winners": [
                {"winner": "S", "faan": 3},
                {"winner": "N", "faan": 10, "no_chows": True},
            ],
        },
    ),
    (
        "classical",
        {"kitty": 100, "losers_settle": False},
        {"winner": "S", "source": "W", "points_S": 40, "no_chows": True},
        {
            "kind": "win",
            "from": "W",
            "winner": "S",
            "values": {"S": 40},
            "no_chows": True,
        },
    ),
    (
        "classical",
        ALL_WIN | {"losers_settle": False, "kitty": 100},
        {
            "winner": "several",
            "source": "E",
            "winners": ["S", "N"],
            "points_S": 10,
            "points_N": 30,
            "without_chows": ["N"],
        },
        {
            "kind": "win",
            "from": "E",
            "winners": [{"winner": "S"}, {"winner": "N"}],
            "values": {"S": 10, "N": 30},
            "no_chows": ["N"],
        },
    ),
    (
        "classical",
        {"abortive_draws": ["four_kongs", "ruling"]},
        {"winner": "abortive", "abort": "ruling"},
        {"kind": "abortive_draw", "reason": "ruling"},
    ),
    (
        "riichi",
        EMA,
        {"winner": "false_win", "offender": "W", "riichi": ["W", "N"]},
        {"kind": "false_win", "seat": "W", "riichi": ["W", "N"]},
    ),
]


@pytest.mark.parametrize(("ruleset", "options", "values", "raw"), ENTRIES)
def test_what_is_tapped_is_what_the_rules_read(ruleset, options, values, raw):
    form = filled(ruleset, options, values)
    assert form.errors == {}
    assert form.raw() == raw


def test_three_winners_are_an_abortive_draw_where_they_are_no_win():
    values = {"winner": "several", "winners": ["S", "W", "N"], "riichi": ["S"]}
    raw = filled("riichi", TENHOU, values).raw()
    assert raw["kind"] == "abortive_draw"
    assert (raw["reason"], raw["riichi"]) == ("three_ron", ["S"])


@pytest.mark.parametrize(("ruleset", "options", "values", "raw"), ENTRIES)
def test_a_correction_starts_from_what_was_entered(ruleset, options, values, raw):
    """A stored entry that is loaded into the form and sent unchanged gives the same
    entry.
    """
    by = rules.ruleset(ruleset, options)
    entry = by.read_entry(raw)
    kept = {"kind": entry.kind, **entry.as_data()}
    initial = presenter_of(ruleset).points_form.initial_of(kept, by)
    again = filled(
        ruleset, options, {k: v for k, v in initial.items() if v is not False}
    )
    assert again.errors == {}
    assert by.read_entry(again.raw()) == entry


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ({"han": 4, "fu": 40}, "mangan"),
        ({"han": 7}, "haneman"),
        ({"points": 3900}, "points-3900"),
    ],
)
def test_values_written_otherwise_can_be_corrected_too(raw, value):
    by = rules.ruleset("riichi", TENHOU)
    kept = {"kind": "win", "winner": "S", "from": "W", **raw}
    initial = presenter_of("riichi").points_form.initial_of(kept, by)
    assert initial["value"] == value
    form = filled("riichi", TENHOU, initial)
    assert form.errors == {}
    if "points" in raw:
        assert form.raw()["points"] == raw["points"]


# --- choices --------------------------------------------------------------------


def choices(form, name: str) -> list[str]:
    return [str(radio.data["value"]) for radio in form[name].subwidgets]


def blank(ruleset: str, **options: object):
    return hand_form(rules.ruleset(ruleset, options), names=NAMES)


def test_only_faan_between_the_minimum_and_the_limit_are_offered():
    form = blank("hong_kong", preset="parlour_10")
    assert choices(form, "faan") == [str(faan) for faan in range(3, 11)]
    assert "winners" not in form.fields
    assert "robbed_kong" not in form.fields


def test_a_fan_below_the_minimum_has_no_button():
    assert blank("mcr").often[0] == 8
    assert blank("mcr", minimum=0).often[0] == 0


def test_only_values_a_hand_can_have_are_offered():
    values = choices(blank("riichi", preset="ema_2025"), "value")
    for impossible in ("1-20", "1-25", "3-70", "4-30", "4-40", "5-30", "yakuman-2"):
        assert impossible not in values
    for possible in ("1-30", "2-20", "2-25", "4-25", "3-50", "mangan", "yakuman"):
        assert possible in values
    assert "4-30" in choices(blank("riichi", preset="tenhou"), "value")
    assert "yakuman-2" in choices(blank("riichi", preset="tenhou"), "value")


@pytest.mark.parametrize("preset", rules.ruleset("riichi").options.PRESETS)
@pytest.mark.parametrize("source", ["self", "W"])
def test_every_value_that_is_offered_can_be_entered(preset, source):
    """Every value that has a button can be entered, except for values that the page
    hides: 20 fu without a self-draw, and 2 han 25 fu with one.
    """
    offered = choices(blank("riichi", preset=preset), "value")
    drawn = source == "self"
    for value in offered:
        hidden = (value.endswith("-20") and not drawn) or (value == "2-25" and drawn)
        values = {"winner": "S", "source": source, "value": value}
        assert bool(filled("riichi", {"preset": preset}, values).errors) is hidden, (
            value
        )


def test_the_keys_of_a_classical_winner_begin_with_the_points_for_mahjong():
    keys = blank("classical").winner_keys
    assert list(keys)[:3] == [20, 22, 24]
    assert len(keys) == 11
    assert blank("classical", points={"mahjong": 10}).winner_keys[0] == 10


def test_what_is_not_played_is_not_asked():
    ema, tenhou = blank("riichi", preset="ema_2025"), blank("riichi", preset="tenhou")
    assert "nagashi" not in ema.fields
    assert "abort" not in ema.fields
    assert "abortive" not in choices(ema, "winner")
    assert {"nagashi", "abort"} <= tenhou.fields.keys()
    assert "several" not in choices(blank("riichi", preset="wrc_2022"), "winner")
    assert "pays_for_all" not in blank("classical", dangerous_game=False).fields


def test_a_false_win_that_ends_the_hand_is_an_outcome_of_it():
    ending = {
        ("mcr", ""): False,
        ("hong_kong", "hk_old_style"): True,
        ("hong_kong", "tvb_2026"): False,
        ("classical", "dmjl"): True,
        ("classical", "millington"): False,
        ("riichi", "ema_2025"): True,
        ("riichi", "ema_2016"): False,
    }
    for (ruleset, preset), ends in ending.items():
        options = {"preset": preset} if preset else {}
        by = rules.ruleset(ruleset, options)
        assert false_win_ends_hand(by) is ends
        offered = choices(blank(ruleset, **options), "winner")
        assert ("false_win" in offered) is ends


def test_every_reason_of_an_abortive_draw_has_words():
    assert set(ABORTIVE_DRAW_NAMES) == set(ABORTIVE_REASONS)


# --- errors ---------------------------------------------------------------------

TWO_WIN = {
    "winner": "several",
    "source": "E",
    "winners": ["S", "N"],
    "faan_S": "3",
    "faan_N": "3",
}
REFUSED = [
    (
        "mcr",
        {},
        {"winner": "E", "source": "S", "points": 24, "chicken": True},
        "points",
        "A Chicken Hand is worth 8 fan plus 1 for each flower",
    ),
    (
        "mcr",
        {},
        {"winner": "E", "source": "S", "points": 501},
        "points",
        "501 is out of range. Enter a number from 0 to 332.",
    ),
    ("mcr", {}, {}, "winner", "Choose the winner"),
    ("mcr", {}, {"winner": "E", "points": 8}, "source", "Choose the discarder"),
    ("mcr", {}, {"winner": "E", "source": "S"}, "points", "Enter the fan"),
    (
        "hong_kong",
        {},
        {"winner": "E", "source": "E", "faan": "3"},
        "winner",
        "cannot be the discarder",
    ),
    ("hong_kong", {}, {"winner": "E", "source": "S"}, "faan", "Enter the faan"),
    (
        "hong_kong",
        {},
        {"winner": "E", "source": "S", "faan": "2"},
        "faan",
        "not available",
    ),
    ("hong_kong", {}, {"winner": "false_win"}, "offender", "Choose the player"),
    (
        "hong_kong",
        {},
        {"winner": "E", "source": "S", "faan": "3", "guarantor": "E"},
        "guarantor",
        "winner cannot pay",
    ),
    ("hong_kong", ALL_WIN, {"winner": "several"}, "winners", "Choose the winner"),
    (
        "hong_kong",
        ALL_WIN | GUARANTEED,
        TWO_WIN | {"guarantor_N": "W", "guarantee_N": "twelve_piece"},
        "winners",
        "a player pays for all only on a self-draw",
    ),
    (
        "hong_kong",
        ALL_WIN | GUARANTEED,
        TWO_WIN | {"guarantor_N": "S"},
        "winners",
        "The winner cannot pay for all.",
    ),
    (
        "hong_kong",
        ALL_WIN,
        {"winner": "several", "source": "self", "winners": ["S"]},
        "source",
        "Only a win on a discard",
    ),
    (
        "hong_kong",
        ALL_WIN,
        {"winner": "several", "source": "E", "winners": ["S"]},
        "faan_S",
        "Enter the faan of Bo's hand.",
    ),
    (
        "hong_kong",
        ALL_WIN,
        {"winner": "several", "source": "S", "winners": ["S"], "faan_S": "3"},
        "winners",
        "cannot be the discarder",
    ),
    (
        "classical",
        {},
        {"winner": "E", "source": "S", "points_E": 20},
        "points_W",
        "Enter the points of Cy's hand.",
    ),
    (
        "classical",
        {},
        {
            "winner": "E",
            "source": "self",
            "pays_for_all": True,
            "points_E": 20,
        },
        "pays_for_all",
        "was not discarded",
    ),
    (
        "classical",
        {},
        {f"points_{seat}": 501 for seat in WINDS} | {"winner": "E", "source": "S"},
        "points_N",
        "501 is above the limit of 500.",
    ),
    ("riichi", EMA, {"winner": "E", "source": "S"}, "value", "hand value"),
    (
        "riichi",
        EMA,
        {"winner": "E", "source": "S", "value": "2-20"},
        "value",
        "Only a self-drawn pinfu",
    ),
    (
        "riichi",
        EMA,
        {"winner": "draw", "tenpai": ["E"], "riichi": ["S"]},
        "tenpai",
        "Bo declared riichi and must be tenpai.",
    ),
    ("riichi", TENHOU, {"winner": "abortive"}, "abort", "Choose the reason"),
    (
        "riichi",
        TENHOU,
        {"winner": "abortive", "abort": "four_riichi", "riichi": ["E"]},
        "riichi",
        "Players entered: 1.",
    ),
    (
        "riichi",
        TENHOU,
        {"winner": "several", "source": "E", "winners": ["S", "W"]},
        "value_S",
        "Enter the value of Bo's hand.",
    ),
    (
        "riichi",
        EMA,
        {"winner": "several", "source": "E", "winners": ["S", "W"], "value_S": "1-30"},
        "value_W",
        "Enter the value of Cy's hand.",
    ),
    (
        "riichi",
        EMA,
        {"winner": "E", "source": "S", "value": "yakuman", "pao": "E"},
        "pao",
        "cannot be the liable player",
    ),
    ("riichi", EMA, {"winner": "false_win"}, "offender", "Choose the player"),
]


@pytest.mark.parametrize(("ruleset", "options", "values", "field", "words"), REFUSED)
def test_a_refusal_is_a_sentence_beside_its_field(
    ruleset, options, values, field, words
):
    errors = filled(ruleset, options, values).errors
    assert any(words in sentence for sentence in errors.get(field, [])), errors


NONSENSE = [
    "",
    " ",
    "x",
    "-1",
    "\x00",
    "²",
    "9" * 30,
    "E",
    "self",
    "points-",
    "3-",
    "-",
]


@given(st.data())
def test_nothing_sent_makes_a_form_fall_over(data):
    ruleset, options, values, _raw = data.draw(st.sampled_from(ENTRIES))
    fields = [*values, "winner", "source", "riichi", "value", "faan_S", "points_E"]
    for name in data.draw(st.lists(st.sampled_from(fields), max_size=4)):
        strange = data.draw(st.sampled_from([*NONSENSE, "several", "draw", "W"]))
        values = values | {name: [strange] if data.draw(st.booleans()) else strange}
    form = filled(ruleset, options, values)
    str(form)
    for errors in form.errors.values():
        assert all(str(error).strip().endswith((".", ")")) for error in errors)
