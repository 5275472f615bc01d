"""MCR play by points: payments, order of hands, seat changes, ties."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rules
from rules.faults import RuleError
from rules.ledger_replay import replay
from rules.mcr import McrOptions
from rules.ruleset_and_table_state import Ending
from rules.table_points import place_seats, places
from rules.winds import WINDS, Wind

E, S, W, N = WINDS

WASHOUT = {"kind": "washout"}
FALSE_WIN = {"kind": "false_win", "seat": "W"}


def win(winner: str = "E", source: str | None = "S", points: int = 12) -> dict:
    return {"kind": "win", "winner": winner, "from": source, "points": points}


def played(*entries: dict, **options: object):
    ruleset = rules.ruleset("mcr", options)
    return replay(ruleset, map(ruleset.read_entry, entries))


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("entry", "scores"),
    [
        (win("E", "S", 12), (36, -20, -8, -8)),
        (win("N", "W", 8), (-8, -8, -16, 32)),
        (win("S", None, 12), (-20, 60, -20, -20)),
        (WASHOUT, (0, 0, 0, 0)),
        (FALSE_WIN, (10, 10, -30, 10)),
        ({"kind": "penalty", "seat": "N", "amount": -10}, (0, 0, 0, -10)),
        ({"kind": "penalty", "amounts": {"E": -60, "S": 20}}, (-60, 20, 0, 0)),
    ],
)
def test_what_an_entry_does_to_the_scores(entry, scores):
    assert tuple(played(entry).scores[seat] for seat in WINDS) == scores


def test_flowers_of_a_win_change_no_points():
    told = win(points=12) | {"flowers": 3}
    assert played(told).scores == played(win(points=12)).scores
    entry = rules.ruleset("mcr").read_entry(told)
    assert entry.as_data() == {
        "winner": "E",
        "from": "S",
        "points": 12,
        "flowers": 3,
    }
    none = rules.ruleset("mcr").read_entry(told | {"flowers": 0})
    assert "flowers" not in none.as_data()


def test_who_pays_whom_is_told():
    [line] = played(win("E", "S", 12)).lines
    assert [
        (p.payer, p.payee, p.amount, p.reason) for p in line.settlement.payments
    ] == [
        (S, E, 20, "discard"),
        (W, E, 8, "base"),
        (N, E, 8, "base"),
    ]


def test_a_false_win_that_costs_more_than_it_gives():
    state = played(FALSE_WIN, false_win={"offender": -40, "others": 10})
    assert state.scores == {E: 10, S: 10, W: -40, N: 10}


def test_the_official_seat_changes():
    """The wind of each seat in all 16 hands matches the official chart, which gives
    each seat's wind in the first hand of each round.
    """
    chart = {E: "ESNW", S: "SEWN", W: "WNES", N: "NWSE"}
    state = played(*[WASHOUT] * 16)
    for index, line in enumerate(state.lines):
        wind_round, deal = divmod(index, 4)
        for seat in WINDS:
            first = Wind(chart[seat][wind_round])
            assert line.before.winds[seat] is first.after(-deal)
        assert line.before.prevailing is WINDS[wind_round]


def test_everybody_deals_once_a_round_of_winds_and_has_every_wind_in_it():
    state = played(*[WASHOUT] * 16)
    for start in range(0, 16, 4):
        hands = state.lines[start : start + 4]
        assert {line.before.dealer for line in hands} == set(WINDS)
        for seat in WINDS:
            assert {line.before.winds[seat] for line in hands} == set(WINDS)


def test_without_seat_changes_the_first_east_starts_every_round():
    state = played(*[WASHOUT] * 16, seat_change=False)
    assert {line.before.dealer for line in state.lines[::4]} == {E}


@pytest.mark.parametrize("entry", [win(), win("S", None), WASHOUT])
def test_the_deal_passes_after_every_hand(entry):
    assert played(entry).position.dealer is S


def test_a_false_win_does_not_end_the_hand():
    assert played(FALSE_WIN).position.hand == 1


def test_play_is_over_after_16_hands_and_takes_no_more():
    assert played(*[WASHOUT] * 15).over is None
    assert played(*[WASHOUT] * 16).over is Ending.ALL_HANDS
    with pytest.raises(RuleError) as caught:
        played(*[WASHOUT] * 17)
    assert codes(caught) == ["play_is_over"]


def test_an_event_may_play_fewer_hands():
    assert played(*[WASHOUT] * 8, hands_limit=8).over is Ending.ALL_HANDS


@pytest.mark.parametrize(
    ("policy", "more"),
    [("stop_at_once", 0), ("finish_hand", 1), ("finish_hand_plus_one", 2)],
)
def test_how_many_hands_count_after_the_gong(policy, more):
    gong = {"kind": "gong", "policy": policy}
    hands = [WASHOUT] * more
    state = played(WASHOUT, gong, *hands)
    assert state.over is Ending.TIME
    assert state.hands_played == 1 + more
    for fewer in range(more):
        assert played(WASHOUT, gong, *hands[:fewer]).over is None
    with pytest.raises(RuleError):
        played(WASHOUT, gong, *hands, WASHOUT)


def test_a_penalty_may_follow_the_end_of_play():
    penalty = {"kind": "penalty", "seat": "E", "amount": -10}
    assert played(*[WASHOUT] * 16, penalty).scores[E] == -10


def test_totals_stand_for_what_came_before():
    totals = {"kind": "totals", "scores": {"E": 5, "S": -5}}
    state = played(win(), totals)
    assert state.scores == {E: 5, S: -5, W: 0, N: 0}
    assert state.over is Ending.TOTALS


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (win(points=7), ["below_minimum"]),
        (win("E", "E"), ["winner_is_discarder"]),
        (win("E", "E", 7), ["below_minimum", "winner_is_discarder"]),
        (win("Q", "R", 8), ["not_a_seat", "not_a_seat"]),
        ({"kind": "win"}, ["missing", "not_a_number"]),
        (win(points=333), ["out_of_range"]),
        (win(points=7) | {"chicken": True}, ["below_minimum"]),
        (win(points=17) | {"chicken": True}, ["not_a_chicken"]),
        (win(points=9) | {"flowers": 2}, ["below_minimum"]),
        (win(points=7) | {"flowers": 2}, ["below_minimum"]),
        (win(points=30) | {"flowers": 9}, ["out_of_range"]),
        (win(points=30) | {"flowers": True}, ["not_a_number"]),
        (win(points=9) | {"chicken": True, "flowers": 2}, ["below_minimum"]),
        (win(points=11) | {"chicken": True, "flowers": 2}, ["not_a_chicken"]),
        (win() | {"points": True}, ["not_a_number"]),
        (win() | {"points": "12"}, ["not_a_number"]),
        (win() | {"fan": 12}, ["unknown"]),
        ({"kind": "win", "winner": None, "from": "S", "points": 8}, ["missing"]),
        ({"kind": "dance"}, ["unknown_kind"]),
        ({}, ["unknown_kind"]),
        ({"kind": "false_win"}, ["missing"]),
        ({"kind": "penalty"}, ["no_penalty"]),
        ({"kind": "penalty", "seat": "N", "amount": 0}, ["no_penalty"]),
        ({"kind": "penalty", "amounts": {"X": 5}}, ["unknown"]),
        ({"kind": "penalty", "amounts": 7}, ["not_a_group"]),
        ({"kind": "totals", "scores": {"E": 1}}, ["unbalanced"]),
        ({"kind": "gong", "policy": "later"}, ["not_a_choice"]),
        ({"kind": "play_ended", "why": "tired"}, ["not_a_choice"]),
    ],
)
def test_every_refusal_has_a_code_a_sentence_and_a_field(entry, expected):
    with pytest.raises(RuleError) as caught:
        played(entry)
    assert codes(caught) == expected
    for fault in caught.value.faults:
        assert fault.sentence.endswith(".")
        assert "%(" not in fault.sentence
        assert fault.field


def test_totals_may_lack_what_penalties_took():
    scores = {"E": 5, "S": -15}
    totals = {"kind": "totals", "scores": scores, "penalties": -10}
    assert played(totals).scores[S] == -15


def test_entries_survive_being_written_down():
    ruleset = rules.ruleset("mcr")
    for raw in (
        win(),
        win("S", None, points=16) | {"chicken": True},
        win(points=10) | {"chicken": True, "flowers": 2},
        win(points=24) | {"flowers": 3},
        WASHOUT,
        FALSE_WIN,
        {"kind": "penalty", "seat": "N", "amount": -10},
        {"kind": "totals", "scores": {"E": 5, "S": -5}},
        {"kind": "gong", "policy": "finish_hand"},
        {"kind": "play_ended", "why": "ruling"},
    ):
        entry = ruleset.read_entry(raw)
        assert ruleset.read_entry({"kind": entry.kind, **entry.as_data()}) == entry


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((4, 3, 2, 1), "4 2 1 0"),
        ((3, 3, 2, 1), "3 3 1 0"),
        ((4, 2, 2, 1), "4 3/2 3/2 0"),
        ((4, 3, 1, 1), "4 2 1/2 1/2"),
        ((3, 3, 3, 1), "7/3 7/3 7/3 0"),
        ((4, 2, 2, 2), "4 1 1 1"),
        ((3, 3, 1, 1), "3 3 1/2 1/2"),
        ((0, 0, 0, 0), "7/4 7/4 7/4 7/4"),
    ],
)
def test_ties_share_table_points_exactly(scores, points):
    placings = place_seats(dict(zip(WINDS, scores, strict=True)))
    expected = [Fraction(text) for text in points.split()]
    assert [placings[seat].table_points for seat in WINDS] == expected


def test_equal_marks_share_a_place_and_the_next_is_skipped():
    marks = [("a", 5), ("b", 9), ("c", 5), ("d", 7), ("e", 1), ("f", 5)]
    assert places(marks) == [
        (1, "b"),
        (2, "d"),
        (3, "a"),
        (3, "c"),
        (3, "f"),
        (6, "e"),
    ]


def test_options_are_written_out_and_read_back():
    options = McrOptions(minimum=6, hands_limit=8, false_win_others=0)
    assert McrOptions.read(options.as_data()) == options


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ({"hands_limit": 17}, "hands_limit"),
        ({"minimum": "8"}, "minimum"),
        ({"seat_change": 1}, "seat_change"),
        ({"false_win": {"offender": 30}}, "false_win.offender"),
        ({"false_win": {"offer": 30}}, "false_win.offer"),
        ({"false_win": {"offender": -20, "others": 10}}, "false_win.others"),
        ({"flowers": 1}, "flowers"),
    ],
)
def test_options_that_are_none_are_refused_by_name(raw, field):
    with pytest.raises(RuleError) as caught:
        rules.ruleset("mcr", raw)
    assert field in [fault.field for fault in caught.value.faults]


def test_an_unknown_ruleset_is_refused():
    with pytest.raises(RuleError) as caught:
        rules.ruleset("poker")
    assert codes(caught) == ["unknown_ruleset"]
