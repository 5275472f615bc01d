"""Properties of every ledger, tested on many random ledgers."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.cli import answer
from rules.ledger_replay import follow, replay
from rules.ruleset_and_table_state import TableState
from rules.table_points import place_seats
from rules.winds import WINDS

MCR = rules.ruleset("mcr")

seats = st.sampled_from([str(wind) for wind in WINDS])
wins = st.builds(
    lambda winner, source, points: {
        "kind": "win",
        "winner": winner,
        "from": None if source == winner else source,
        "points": points,
    },
    seats,
    st.one_of(st.none(), seats),
    st.integers(8, 332),
)
others = st.one_of(
    st.just({"kind": "washout"}),
    st.builds(lambda seat: {"kind": "false_win", "seat": seat}, seats),
    st.builds(
        lambda seat, amount: {"kind": "penalty", "seat": seat, "amount": amount},
        seats,
        st.integers(-100, -1),
    ),
)
ledgers = st.lists(st.one_of(wins, others), max_size=16)


def played(entries) -> TableState:
    return replay(MCR, map(MCR.read_entry, entries))


@given(ledgers)
def test_scores_sum_to_what_penalties_took(entries):
    taken = sum(entry["amount"] for entry in entries if entry["kind"] == "penalty")
    assert sum(played(entries).scores.values()) == taken


@given(ledgers)
def test_scores_are_the_sum_of_the_changes(entries):
    state = played(entries)
    for seat in WINDS:
        changes = [line.settlement.changes[seat] for line in state.lines]
        assert state.scores[seat] == sum(changes)


@given(ledgers)
def test_a_replay_is_one_step_after_the_other(entries):
    state = TableState(MCR.opening())
    for entry in entries:
        state = follow(MCR, state, MCR.read_entry(entry))
    assert state == played(entries)


@given(ledgers)
def test_the_hand_number_is_one_more_than_the_hands_played(entries):
    state = played(entries)
    settled = sum(entry["kind"] in ("win", "washout") for entry in entries)
    assert state.hands_played == settled
    assert state.position.hand == settled + 1


@given(st.lists(wins, min_size=4, max_size=16), wins)
def test_a_corrected_hand_moves_all_later_scores_alike(entries, other):
    before = played(entries)
    after = played([*entries[:2], other, *entries[3:]])
    for seat in WINDS:
        moved = {
            after.lines[hand].scores[seat] - before.lines[hand].scores[seat]
            for hand in range(2, len(entries))
        }
        assert len(moved) == 1
        assert after.lines[1] == before.lines[1]


@given(st.tuples(*[st.integers(-500, 500)] * 4))
def test_table_points_always_sum_to_seven(scores):
    placings = place_seats(dict(zip(WINDS, scores, strict=True)))
    assert sum(placing.table_points for placing in placings.values()) == 7
    for one in placings.values():
        for other in placings.values():
            assert (one.score > other.score) == (one.place < other.place)
            assert (one.score > other.score) <= (one.table_points > other.table_points)


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)
    ),
    max_leaves=12,
)
entry_like = st.fixed_dictionaries(
    {"kind": st.sampled_from(["win", "washout", "penalty", "totals", "gong", "x"])},
    optional=dict.fromkeys(
        ("winner", "from", "points", "seat", "amounts", "scores", "policy"), json_values
    ),
)


@given(json_values)
def test_any_row_gets_an_answer(row):
    assert json.dumps(answer("replay", row))


@given(st.lists(st.one_of(entry_like, json_values), max_size=4), json_values)
def test_any_ledger_gets_an_answer(entries, options):
    row = {"ruleset": "mcr", "options": options, "entries": entries}
    replayed = answer("replay", row)
    assert replayed["valid"] or replayed["errors"]
    assert json.dumps(replayed)
