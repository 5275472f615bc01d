"""The catalogue: every example scores its yaku, and its near miss does not."""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from rules.hand_notation import format_hand, parse_hand
from rules.riichi.options import RiichiOptions
from rules.riichi.patterns import HAN, PATTERNS, YAKUMAN, played
from rules.riichi.presets import PRESETS
from rules.riichi.score import score_hand

OPTIONS = {preset: RiichiOptions.of(preset) for preset in PRESETS}
PLAYED = [(preset, name) for preset in PRESETS for name in played(OPTIONS[preset])]

#: Examples of yaku that also count in an open hand, with their value there.
OPEN = {
    "sanshoku_doujun": "[234m]234p234s67s99m+8s",
    "ittsuu": "[123m]456789m67s99s+8s",
    "chanta": "[123m]789p12sEEECC+3s",
    "honitsu": "[123m]456m789mEECC+C",
    "junchan": "[123m]789p123s12p99m+3p",
    "chinitsu": "[123m]345m567m88m99m+9m",
    "tanyao": "[234m]567m345p67s88s+5s",
    "toitoi": "[222m][555p]33s888s99m+3s",
}


def scored(text: str, options: RiichiOptions) -> dict[str, int]:
    """Return the han that a hand scores, by the id of the yaku; {} if the hand is
    rejected.
    """
    try:
        score = score_hand(parse_hand(text), options)
    except RuleError:
        return {}
    return {pattern.pattern.id: pattern.value for pattern in score.patterns}


@pytest.mark.parametrize(("preset", "name"), PLAYED)
def test_the_example_scores_it_and_the_near_miss_does_not(preset, name):
    options = OPTIONS[preset]
    pattern = played(options)[name]
    is_open = parse_hand(pattern.example).exposed
    value = pattern.open_value if is_open else pattern.value
    assert scored(pattern.example, options).get(name) == value
    assert name not in scored(pattern.near_miss, options)


@pytest.mark.parametrize("name", OPEN)
def test_an_open_hand_counts_the_open_value(name):
    pattern = PATTERNS[name]
    assert scored(OPEN[name], OPTIONS["ema_2025"])[name] == pattern.open_value
    assert parse_hand(OPEN[name]).exposed


def test_every_yaku_is_played_by_some_preset():
    assert {name for _preset, name in PLAYED} == set(PATTERNS)


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_every_yaku_is_complete(pattern):
    assert pattern.rule.endswith(".")
    assert pattern.name
    assert pattern.name_zh
    assert pattern.source
    assert pattern.unit in (HAN, YAKUMAN)
    assert pattern.open_value <= pattern.value
    for text in (pattern.example, pattern.near_miss):
        assert parse_hand(format_hand(parse_hand(text))) == parse_hand(text)


def test_what_is_not_played_is_not_in_the_list():
    assert "ippatsu" not in played(OPTIONS["jpml_a"])
    assert "ura_dora" not in played(OPTIONS["jpml_a"])
    assert "renhou" not in played(OPTIONS["tenhou"])
    assert "aka_dora" not in played(OPTIONS["ema_2025"])


def test_values_are_those_of_the_options():
    house = RiichiOptions.read(
        {"double_yakuman": True, "kuitan": False, "renhou": "yakuman"}
    )
    assert played(house)["daisuushii"].value == 2
    assert played(house)["daisuushii"].open_value == 2
    assert played(house)["tanyao"].open_value == 0
    assert (played(house)["renhou"].value, played(house)["renhou"].unit) == (1, YAKUMAN)
