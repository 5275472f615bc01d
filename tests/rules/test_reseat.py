"""Reseats: the program replays the whole ledger with the real seats."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.entries_with_seats_exchanged import (
    AS_RECORDED,
    exchanged,
    one_after_the_other,
)
from rules.faults import RuleError
from rules.ledger_entries import Entry, Follow, Reseat
from rules.ledger_replay import follow, placings, replay, replay_seated
from rules.ruleset_and_table_state import Ruleset, TableState
from rules.ruleset_registry import ruleset
from rules.winds import WINDS, Wind

E, S, W, N = WINDS
SWAPPED = {"E": "S", "S": "E"}

#: Entries by ruleset; each can follow any other.
HANDS = {
    "mcr": [
        {"kind": "win", "winner": "E", "from": "S", "points": 12},
        {"kind": "win", "winner": "N", "from": None, "points": 9, "chicken": True},
        {"kind": "false_win", "seat": "W"},
        {"kind": "penalty", "seat": "S", "amount": -10},
        {"kind": "washout"},
    ],
    "hong_kong": [
        {"kind": "win", "winner": "E", "from": "S", "faan": 4},
        {"kind": "win", "winner": "W", "from": None, "faan": 8, "guarantor": "E"},
        {"kind": "penalty", "amounts": {"E": -30, "N": 30}, "offender": "E"},
        {"kind": "washout"},
    ],
    "classical": [
        {
            "kind": "win",
            "winner": "E",
            "from": "S",
            "values": {"E": 40, "S": 8, "W": 16, "N": 2},
        },
        {
            "kind": "win",
            "winner": "W",
            "from": None,
            "values": {"E": 4, "S": 8, "W": 60, "N": 0},
        },
        {"kind": "misnamed", "seat": "N", "to": "E", "claimed_for": "chow"},
        {"kind": "washout"},
    ],
    "riichi": [
        {"kind": "win", "winner": "E", "from": "S", "han": 3, "fu": 40},
        {"kind": "win", "winner": "N", "from": None, "han": 2, "fu": 30},
        {"kind": "exhaustive_draw", "tenpai": ["E", "W"], "riichi": ["W"]},
        {
            "kind": "win",
            "from": "W",
            "winners": [
                {"winner": "S", "han": 1, "fu": 30},
                {"winner": "N", "han": 2, "fu": 30},
            ],
            "riichi": ["S"],
        },
        {"kind": "chombo", "seat": "E"},
    ],
    "zung_jung": [
        {"kind": "win", "winner": "E", "from": "S", "points": 70, "responsible": "N"},
        {"kind": "win", "winner": "N", "from": None, "points": 25},
        {"kind": "false_win", "seat": "W"},
        {"kind": "washout"},
    ],
}
RULESETS = sorted(HANDS)


def rules_of(name: str) -> Ruleset:
    return ruleset(name, {})


def reseat(seats: dict[str, str], follow: str = "players") -> dict[str, object]:
    return {"kind": "reseat", "seats": seats, "follow": follow}


def played(name: str, *raw: dict) -> TableState:
    rules = rules_of(name)
    return replay(rules, map(rules.read_entry, raw))


@st.composite
def tables(draw) -> tuple[str, list[dict], dict[str, str]]:
    """Return a ruleset, a few of its hands, and a reseat."""
    name = draw(st.sampled_from(RULESETS))
    hands = draw(st.lists(st.sampled_from(HANDS[name]), max_size=6))
    seats = draw(st.permutations("ESWN").filter(lambda p: "".join(p) != "ESWN"))
    return name, hands, dict(zip("ESWN", seats, strict=True))


def back(seats: dict[str, str]) -> dict[str, str]:
    return {new: seat for seat, new in seats.items()}


@given(tables(), st.sampled_from(["players", "seats"]))
def test_seated_elsewhere_and_back_everything_is_as_it_was(table, mode):
    name, hands, seats = table
    before = played(name, *hands)
    after = played(name, *hands, reseat(seats, mode), reseat(back(seats), mode))
    assert after.scores == before.scores
    assert after.position == before.position
    assert after.over == before.over
    rules = rules_of(name)
    assert placings(rules, after) == placings(rules, before)


@given(tables())
def test_every_entry_is_about_the_seats_where_people_sat(table):
    """Replaying after a reseat gives the same scores as replaying entries with
    exchanged seats.
    """
    name, hands, seats = table
    letters = str.maketrans(seats)
    by_hand = [translated(raw, letters) for raw in hands]
    after = played(name, *hands, reseat(seats))
    assert after.scores == played(name, *by_hand).scores


def translated(value, letters):
    """Return an entry's JSON with the seats exchanged.

    `letters`: translation table of the seats' letters.
    """
    if isinstance(value, str):
        return value.translate(letters) if value in tuple("ESWN") else value
    if isinstance(value, list):
        return [translated(each, letters) for each in value]
    if isinstance(value, dict):
        return {
            translated(key, letters): translated(each, letters)
            for key, each in value.items()
        }
    return value


@given(tables())
def test_where_the_seats_were_meant_nothing_changes_for_them(table):
    name, hands, seats = table
    before, after = played(name, *hands), played(name, *hands, reseat(seats, "seats"))
    assert after.scores == before.scores
    assert after.position == before.position


@pytest.mark.parametrize("name", RULESETS)
def test_an_entry_exchanged_reads_as_written(name):
    """The ruleset can read every entry that a reseat has changed."""
    rules = rules_of(name)
    chance = Random(5)
    for raw in HANDS[name]:
        seats = dict(zip(WINDS, chance.sample(WINDS, 4), strict=True))
        entry = exchanged(rules.read_entry(raw), seats)
        data = {"kind": entry.kind, **entry.as_data()}
        assert rules.read_entry(data) == entry


def test_in_mcr_the_scores_move_with_the_players():
    hands = HANDS["mcr"][:1] * 4
    before = played("mcr", *hands)
    after = played("mcr", *hands, reseat(SWAPPED))
    assert (after.scores[S], after.scores[E]) == (before.scores[E], before.scores[S])
    assert after.position.hand == 5


def test_where_the_dealer_pays_double_the_scores_change():
    """A reseat changes the scores if the dealer pays double: South won from East in
    Classical.
    """
    [hand] = HANDS["classical"][:1]
    before = played("classical", hand)
    after = played("classical", hand, reseat(SWAPPED))
    start = 2000
    assert before.scores[E] - start == 3 * 2 * 40
    assert after.scores[S] - start == 40 * (2 + 1 + 1)
    assert before.position.dealer is E
    assert after.position.dealer is S  # East did not win: the dealer changes


def test_a_hand_of_tiles_is_counted_with_the_winds_of_the_real_seat():
    """A hand by tiles is scored with the winds of the real seat: a pung of east winds
    is worth more to East in the East round.
    """
    pung = {"kind": "win", "winner": "E", "from": "S"}
    pung["hand"] = "[EEE][CCC]222p333s5m+5m E/E"
    before = played("mcr", pung)
    after = played("mcr", pung, reseat(SWAPPED))
    assert (
        before.lines[0].entry.claims[0].points
        > after.lines[0].entry.claims[0].points
        >= 8
    )


def test_a_hand_worth_too_little_in_the_real_seat_is_refused():
    hand = {"kind": "win", "winner": "E", "from": "S"}
    hand["hand"] = "[EEE][CCC]123m456m5s+5s"
    rules = rules_of("mcr")
    state = played("mcr", hand)
    assert state.lines[0].entry.claims[0].points == 9
    with pytest.raises(RuleError, match="less than the minimum"):
        follow(rules, state, rules.read_entry(reseat(SWAPPED)))


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ({}, "nobody_moves"),
        ({"E": "E"}, "nobody_moves"),
        ({"E": "S"}, "two_in_a_seat"),
        ({"E": "X"}, "not_a_seat"),
        ({"X": "E"}, "unknown"),
        ("E", "not_a_group"),
    ],
)
@pytest.mark.parametrize("name", RULESETS)
def test_a_reseat_that_says_nothing_or_too_much_is_refused(name, seats, code):
    with pytest.raises(RuleError) as refused:
        rules_of(name).read_entry(reseat(seats))
    assert refused.value.faults[0].code == code


def test_a_reseat_says_whether_names_or_seats_were_meant():
    with pytest.raises(RuleError) as refused:
        rules_of("mcr").read_entry({"kind": "reseat", "seats": SWAPPED})
    assert refused.value.faults[0].field == "follow"


def test_a_reseat_is_written_short_and_read_back():
    rules = rules_of("mcr")
    entry = rules.read_entry(reseat({"E": "S", "S": "W", "W": "E"}))
    assert isinstance(entry, Reseat)
    assert entry.as_data() == {
        "seats": {"E": "S", "S": "W", "W": "E"},
        "follow": "players",
    }
    assert rules.read_entry({"kind": "reseat", **entry.as_data()}) == entry
    assert one_after_the_other(entry.seats, entry.back.seats) == AS_RECORDED


def test_of_two_reseats_the_first_is_not_moved_by_the_second():
    """A second reseat does not change the meaning of the first, because each reseat
    names the seats at its time.
    """
    hand = HANDS["mcr"][0]
    state = played("mcr", hand, reseat(SWAPPED), hand, reseat({"E": "W", "W": "E"}))
    first, _second = (line.entry for line in state.lines if line.entry.kind == "reseat")
    assert first == Reseat({E: S, S: E, W: W, N: N}, Follow.PLAYERS)
    # The first hand's winner moved E, S, S; the second's E, W.
    winners = [line.settlement.winners for line in state.lines]
    assert winners == [(S,), (), (W,), ()]


def test_entries_that_are_seated_already_stay():
    rules = rules_of("mcr")
    entries: list[Entry] = [
        rules.read_entry(raw) for raw in (HANDS["mcr"][0], reseat(SWAPPED))
    ]
    state = replay_seated(rules, entries)
    assert state.scores[Wind.EAST] > 0
