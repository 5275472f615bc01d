"""Rulings in the ledger: penalties, paper totals, end of play, undo."""

from __future__ import annotations

import pytest

from rules.faults import RuleError
from rules.ledger_entries import Gong
from rules.ruleset_and_table_state import Ending
from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand, ledger_transaction, rebuild_results_from_ledgers
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry, Sheet
from scoring.rounds import end_and_close_round
from scoring.rounds.clock_tick import sweep
from tournaments.models import Tournament

TOTALS = {"kind": "totals", "scores": {"E": 40, "S": -10, "W": -10, "N": -20}}
PENALTY = {"kind": "penalty", "seat": "N", "amount": -10}
FALSE_WIN = {"kind": "false_win", "seat": "W"}
PLAY_ENDED = {"kind": "play_ended", "why": "time"}


def play(session, *hands: int, points: int = 12, **more) -> None:
    raw = {"kind": "win", "winner": "E", "from": "S", "points": points}
    for hand in hands:
        enter_hand.enter(
            session.pk, raw, hand=hand, device_key=_key(), by="referee", **more
        )


def rule(session, raw) -> LedgerEntry:
    return enter_hand.enter(
        session.pk, raw, device_key=_key(), by="referee", reason="ruling"
    ).entry


def retract(line: LedgerEntry) -> ledger_transaction.Receipt:
    return correct_and_undo.retract(
        line.pk, device_key=_key(), by="referee", reason="wrong"
    )


def undo(session, **more) -> ledger_transaction.Receipt:
    return correct_and_undo.undo(
        session.pk, device_key=_key(), by="referee", reason="wrong", **more
    )


def _key() -> str:
    return f"key-{LedgerEntry.objects.count()}"


def scores(session) -> list[int]:
    return list(TableLedger(session).state.scores.values())


def kinds(session) -> list[str]:
    return [line.kind for line in TableLedger(session).live]


def refusal_of(act, *given, **more) -> str:
    with pytest.raises(RuleError) as caught:
        act(*given, **more)
    return caught.value.faults[0].code


# --- totals and penalties, in any order -----------------------------------------


def test_totals_stand_for_hands_that_were_all_played(session):
    play(session, *range(1, 17))
    rule(session, TOTALS)
    assert scores(session) == [40, -10, -10, -20]


def test_totals_stand_for_a_table_that_time_ended(session, running_round):
    Tournament.objects.update(end_policy="stop_at_once")
    play(session, 1, 2)
    sweep(running_round.ends_at)
    rule(session, TOTALS)
    assert scores(session) == [40, -10, -10, -20]
    assert TableLedger(session).state.over is Ending.TOTALS


def test_a_penalty_before_the_totals_is_in_them_and_one_after_is_not(session):
    play(session, 1, 2)
    rule(session, PENALTY)
    rule(session, TOTALS)
    assert scores(session) == [40, -10, -10, -20]
    rule(session, PENALTY)
    assert scores(session) == [40, -10, -10, -30]
    assert (
        list(rebuild_results_from_ledgers.rebuild(session.round.tournament, check=True))
        == []
    )


def test_newer_totals_stand_for_older_ones(session):
    play(session, 1)
    rule(session, TOTALS)
    rule(session, TOTALS | {"scores": {"E": 0, "S": 0, "W": 10, "N": -10}})
    assert scores(session) == [0, 0, 10, -10]


def test_hands_under_totals_can_be_corrected_and_change_nothing(session):
    play(session, 1, 2)
    rule(session, TOTALS)
    correct_and_undo.correct(
        session.ledger.get(hand=1).pk,
        {"kind": "washout"},
        device_key="c",
        by="referee",
        reason="misread",
    )
    assert scores(session) == [40, -10, -10, -20]


def test_a_penalty_counts_after_the_last_hand(session):
    play(session, *range(1, 17))
    before = scores(session)
    line = rule(session, PENALTY)
    assert line.hand == 16
    assert scores(session) == [*before[:3], before[3] - 10]


def test_a_false_win_of_the_last_hand_can_be_entered_late(session):
    play(session, *range(1, 17))
    before = scores(session)
    rule(session, FALSE_WIN)
    changes = [new - old for new, old in zip(scores(session), before, strict=True)]
    assert changes == [10, 10, -30, 10]


def test_a_penalty_is_corrected_to_another(session):
    line = rule(session, PENALTY)
    play(session, 1)
    correct_and_undo.correct(
        line.pk, PENALTY | {"amount": -20}, device_key="c", by="r", reason="misheard"
    )
    assert scores(session)[3] == -28


# --- the end of play ------------------------------------------------------------


def test_play_does_not_end_by_time_before_the_gong(session):
    assert refusal_of(rule, session, PLAY_ENDED) == "time_not_up"
    assert not session.ledger.exists()


def test_play_that_is_over_does_not_end_again(session, running_round):
    play(session, 1)
    sweep(running_round.ends_at)
    rule(session, PLAY_ENDED)
    assert refusal_of(rule, session, PLAY_ENDED) == "play_is_over"


def test_all_sixteen_hands_leave_no_end_to_enter(session, running_round):
    play(session, *range(1, 17))
    sweep(running_round.ends_at)
    assert refusal_of(rule, session, PLAY_ENDED) == "play_is_over"


def test_the_end_of_play_can_be_taken_back_and_the_hand_entered(session, running_round):
    play(session, 1)
    sweep(running_round.ends_at)
    ended = rule(session, PLAY_ENDED)
    retract(ended)
    play(session, 2, before_gong=True)
    state = TableLedger(session).state
    assert (state.hands_played, state.over) == (2, Ending.TIME)


def test_nobody_takes_back_the_gong(session, running_round):
    play(session, 1)
    sweep(running_round.ends_at)
    gong = session.ledger.get(kind=Gong.kind)
    assert refusal_of(retract, gong) == "gong"
    assert (
        refusal_of(
            correct_and_undo.correct,
            gong.pk,
            PENALTY,
            device_key="c",
            by="referee",
            reason="wrong",
        )
        == "gong"
    )


def test_only_the_clock_rings_the_gong(session):
    raw = {"kind": "gong", "policy": "stop_at_once"}
    assert refusal_of(rule, session, raw) == "gong"
    penalty = rule(session, PENALTY)
    correction = {"device_key": "c", "by": "referee", "reason": "wrong"}
    assert (
        refusal_of(correct_and_undo.correct, penalty.pk, raw, **correction)
        == "other_kind"
    )


def test_a_table_that_plays_on_after_time_hears_the_gong_then(session, running_round):
    """Play was over when the gong sounded; the entry that ended it is undone."""
    play(session, 1)
    totals = rule(session, TOTALS)
    sweep(running_round.ends_at)
    retract(totals)
    assert Sheet.objects.get(session=session).is_last_hand
    assert kinds(session) == ["win", "gong"]
    assert refusal_of(play, session, 2) == "after_time"


def test_the_sixteenth_hand_taken_back_after_time_needs_the_word(
    session, running_round
):
    play(session, *range(1, 17))
    sweep(running_round.ends_at)
    undo(session)
    assert Sheet.objects.get(session=session).is_last_hand
    play(session, 16, before_gong=True)
    assert TableLedger(session).state.hands_played == 16


# --- undo -----------------------------------------------------------------------


def test_undo_after_a_correction_takes_back_the_last_hand(session):
    play(session, 1, 2, 3)
    first = session.ledger.get(hand=1)
    correct_and_undo.correct(
        first.pk, {"kind": "washout"}, device_key="c", by="referee", reason="misread"
    )
    undo(session)
    live = TableLedger(session).live
    assert [(line.hand, line.kind) for line in live] == [(1, "washout"), (2, "win")]


def test_undo_takes_back_one_thing_after_the_other(session):
    play(session, 1)
    rule(session, PENALTY)
    play(session, 2)
    rule(session, FALSE_WIN)
    left = []
    for _step in range(4):
        undo(session)
        left.append(kinds(session))
    assert left == [["win", "penalty", "win"], ["win", "penalty"], ["win"], []]


def test_undo_takes_back_a_penalty_given_after_the_last_hand(session):
    play(session, *range(1, 17))
    rule(session, PENALTY)
    undo(session)
    assert kinds(session) == ["win"] * 16


def test_undo_takes_back_a_hand_entered_again_after_a_penalty(session):
    play(session, 1)
    undo(session)
    rule(session, PENALTY)
    play(session, 1)
    undo(session)
    assert kinds(session) == ["penalty"]


def test_undo_means_the_entry_that_was_seen(session):
    play(session, 1)
    seen = session.ledger.get()
    play(session, 2)
    assert refusal_of(undo, session, sequence=seen.sequence) == "not_the_last"
    assert kinds(session) == ["win", "win"]
    undo(session, sequence=session.ledger.get(hand=2).sequence)
    assert kinds(session) == ["win"]


def test_an_undo_sent_twice_takes_back_one_thing(session):
    play(session, 1, 2)
    seen = session.ledger.get(hand=2)
    for _attempt in range(2):
        correct_and_undo.undo(
            session.pk,
            device_key="u",
            by="referee",
            reason="wrong",
            sequence=seen.sequence,
        )
    assert kinds(session) == ["win"]


def test_a_closed_round_loses_its_last_hand_and_stays_over(session, running_round):
    play(session, *range(1, 17))
    penalty = rule(session, PENALTY)
    end_and_close_round.close(running_round.pk, by="director", reason="late")
    retract(session.ledger.get(hand=16, settles_hand=True))
    retract(penalty)
    assert kinds(session) == ["win"] * 15 + ["play_ended"]
    assert TableLedger(session).state.over is Ending.RULING


def test_nothing_is_taken_back_that_a_closed_round_could_not_enter_again(
    session, running_round
):
    play(session, 1)
    totals = rule(session, TOTALS)
    end_and_close_round.close(running_round.pk, by="director", reason="late")
    assert refusal_of(retract, totals) == "round_closed"
    assert refusal_of(undo, session) == "round_closed"
    assert kinds(session) == ["win", "totals"]


def test_a_table_ended_by_ruling_stays_so_in_a_closed_round(session, running_round):
    play(session, 1)
    end_and_close_round.close(running_round.pk, by="director", reason="late")
    ended = session.ledger.get(kind="play_ended")
    assert refusal_of(retract, ended) == "round_closed"


def test_a_closed_round_takes_a_penalty_decided_later_and_nothing_else(
    session, running_round
):
    play(session, *range(1, 17))
    end_and_close_round.close(running_round.pk, by="director", reason="late")
    before = scores(session)
    rule(session, PENALTY)
    assert scores(session) == [*before[:3], before[3] - 10]
    assert refusal_of(rule, session, FALSE_WIN) == "round_not_open"
    assert refusal_of(rule, session, TOTALS) == "round_not_open"


def test_stopped_at_once_only_the_hand_that_comes_next_may_have_ended_before(
    session, running_round
):
    Tournament.objects.update(end_policy="stop_at_once")
    play(session, 1)
    sweep(running_round.ends_at)
    assert refusal_of(play, session, 5, before_gong=True) == "out_of_order"
    play(session, 2, before_gong=True)
    play(session, 3, before_gong=True)
    assert [line.hand for line in TableLedger(session).live] == [1, 2, 3, 4]


# --- keys -----------------------------------------------------------------------


@pytest.mark.parametrize("key", ["", "gong/1/2", "k" * 65, "import/1/1", "\0"])
def test_a_device_cannot_take_the_clocks_keys(session, key):
    raw = {"kind": "washout"}
    given = {"device_key": key, "by": "referee", "hand": 1}
    assert refusal_of(enter_hand.enter, session.pk, raw, **given) == "bad_key"


def test_the_longest_key_leaves_room_for_what_belongs_to_it(session, running_round):
    Tournament.objects.update(end_policy="stop_at_once")
    play(session, 1)
    sweep(running_round.ends_at)
    enter_hand.enter(
        session.pk,
        {"kind": "washout"},
        device_key="k" * 64,
        by="referee",
        hand=2,
        before_gong=True,
    )
    assert TableLedger(session).state.hands_played == 2
