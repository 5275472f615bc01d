"""Sentences about events at a table."""

from __future__ import annotations

import pytest

import rules
from rules.ruleset_and_table_state import Ending
from rules.winds import WINDS
from scoring.wording import ledger_entry_wording, next_hand_and_seat_wording

NAMES = dict(zip(WINDS, ("Ann", "Bo", "Cy", "Di"), strict=True))


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_has_a_sentence(ending):
    assert ledger_entry_wording.of_ending(ending).endswith(".")


SENTENCES = [
    (
        "mcr",
        {"kind": "win", "winner": "E", "from": "S", "points": 10, "chicken": True},
        "Ann wins 10 fan from Bo. Chicken Hand.",
    ),
    (
        "mcr",
        {"kind": "win", "winner": "E", "from": None, "points": 12, "flowers": 3},
        "Ann wins 12 fan (9, flowers 3), self-drawn.",
    ),
    (
        "hong_kong",
        {"kind": "win", "winner": "E", "from": None, "faan": 4, "guarantor": "S"},
        "Ann wins 4 faan, self-drawn. Bo pays for all.",
    ),
    (
        "hong_kong",
        {"kind": "win", "winner": "E", "from": "S", "faan": 4, "robbed_kong": True},
        "Ann wins 4 faan from Bo. The tile was robbed from a kong.",
    ),
    ("hong_kong", {"kind": "false_win", "seat": "N"}, "False win by Di."),
    (
        "zung_jung",
        {"kind": "win", "winner": "E", "from": "S", "points": 1, "responsible": "N"},
        "Ann wins 1 point from Bo. Di is responsible.",
    ),
    (
        "zung_jung",
        {"kind": "win", "winner": "E", "from": "S", "points": 70}
        | {"responsible": "none"},
        "Ann wins 70 points from Bo. No one is responsible: all pay the same.",
    ),
    (
        "classical",
        {
            "kind": "win",
            "winner": "E",
            "from": "S",
            "values": {"E": 40, "S": 2, "W": 0, "N": 8},
        },
        "Ann wins 40 points from Bo. Other hands: Bo 2, Cy 0, Di 8.",
    ),
    (
        "classical",
        {"kind": "win", "winner": "E", "pay_for_all": "S", "values": {"E": 40}},
        "Ann wins 40 points from Bo. Bo pays for all.",
    ),
    (
        "classical",
        {"kind": "false_win", "seats": ["E", "S"]},
        "False mahjong by Ann, Bo.",
    ),
    (
        "classical",
        {"kind": "misnamed", "seat": "E", "to": "S", "claimed_for": "pung"},
        "Ann misnamed a discard. Bo claimed it for a pung.",
    ),
    (
        "mcr",
        {
            "kind": "win",
            "from": "S",
            "winners": [{"winner": "E", "points": 8}, {"winner": "N", "points": 24}],
        },
        "Ann wins 8 fan from Bo. Di wins 24 fan from Bo.",
    ),
    (
        "classical",
        {
            "kind": "win",
            "from": "S",
            "winners": [{"winner": "E"}, {"winner": "N"}],
            "values": {"E": 40, "S": 2, "W": 0, "N": 8},
        },
        (
            "Ann wins 40 points from Bo. Di wins 8 points from Bo. "
            "Other hands: Bo 2, Cy 0."
        ),
    ),
    ("classical", {"kind": "ready", "seat": "S"}, "Bo declares ready."),
    (
        "classical",
        {"kind": "abortive_draw", "reason": "four_kongs"},
        "Abortive draw: Four kongs.",
    ),
    (
        "riichi",
        {
            "kind": "win",
            "from": "S",
            "winners": [
                {"winner": "E", "han": 3, "fu": 40},
                {"winner": "N", "limit": "yakuman", "pao": "W"},
            ],
            "riichi": ["E", "N"],
        },
        "Ann wins 3 han 40 fu from Bo. Di wins yakuman from Bo. Cy is liable (pao). "
        "Riichi: Ann, Di.",
    ),
    (
        "riichi",
        {"kind": "win", "winner": "E", "from": None, "points": 3900},
        "Ann wins 3,900 points, self-drawn.",
    ),
    (
        "riichi",
        {"kind": "exhaustive_draw", "tenpai": ["E", "W"], "nagashi": ["N"]},
        "Exhaustive draw; tenpai: Ann, Cy. Nagashi: Di.",
    ),
    (
        "riichi",
        {"kind": "abortive_draw", "reason": "four_kans", "riichi": ["E"]},
        "Abortive draw: Four kongs. Riichi: Ann.",
    ),
    ("riichi", {"kind": "chombo", "seat": "S"}, "Chombo by Bo."),
]


OPTIONS = {
    "riichi": {"preset": "tenhou"},
    "classical": {
        "multiple_winners": "all",
        "abortive_draws": ["four_kongs"],
        "must_declare_ready": True,
    },
}


@pytest.mark.parametrize(("ruleset", "raw", "sentence"), SENTENCES)
def test_what_happened_is_said_with_the_players_names(ruleset, raw, sentence):
    entry = rules.ruleset(ruleset, OPTIONS.get(ruleset)).read_entry(raw)
    assert ledger_entry_wording.of_entry(entry, NAMES) == sentence


def test_a_hand_by_its_tiles_is_told_before_it_is_counted():
    by = rules.ruleset("mcr")
    raw = {"kind": "win", "winner": "E", "from": "S", "hand": "123456789m123p5s+5s"}
    entry = by.read_entry(raw)
    assert ledger_entry_wording.of_entry(entry, NAMES) == "Ann wins from Bo."


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ((0, 0, 0, 0), ("", "", "", "")),
        (
            (10, 4, -4, -10),
            (
                "leads by 6",
                "6 behind",
                "14 behind",
                "20 behind",
            ),
        ),
        (
            (10, 10, -10, -10),
            (
                "tied for the lead",
                "tied for the lead",
                "20 behind",
                "20 behind",
            ),
        ),
    ],
)
def test_gaps_are_counted_from_the_first(scores, said):
    gaps = next_hand_and_seat_wording.gaps(dict(zip(WINDS, scores, strict=True)))
    assert tuple(gaps[seat] for seat in WINDS) == said
