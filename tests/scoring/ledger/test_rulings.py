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


def play(game, *hands: int, points: int = 12, **more) -> None:
    raw = {"kind": "win", "winner": "E", "from": "S", "points": points}
    for hand in hands:
        enter_hand.enter(
            game.pk, raw, hand=hand, device_key=_key(), by="referee", **more
        )


def rule(game, raw) -> LedgerEntry:
    return enter_hand.enter(
        game.pk, raw, device_key=_key(), by="referee", reason="ruling"
    ).entry


def retract(line: LedgerEntry) -> ledger_transaction.Receipt:
    return correct_and_undo.retract(
        line.pk, device_key=_key(), by="referee", reason="wrong"
    )


def undo(game, **more) -> ledger_transaction.Receipt:
    return correct_and_undo.undo(
        game.pk, device_key=_key(), by="referee", reason="wrong", **more
    )


def _key() -> str:
    return f"key-{LedgerEntry.objects.count()}"


def scores(game) -> list[int]:
    return list(TableLedger(game).state.scores.values())


def kinds(game) -> list[str]:
    return [line.kind for line in TableLedger(game).live]


def refusal_of(act, *given, **more) -> str:
    with pytest.raises(RuleError) as caught:
        act(*given, **more)
    return caught.value.faults[0].code


# --- totals and penalties, in any order -----------------------------------------


def test_totals_stand_for_hands_that_were_all_played(game):
    play(game, *range(1, 17))
    rule(game, TOTALS)
    assert scores(game) == [40, -10, -10, -20]


def test_totals_stand_for_a_table_that_time_ended(game, running_round):
    Tournament.objects.update(end_policy="stop_at_once")
    play(game, 1, 2)
    sweep(running_round.ends_at)
    rule(game, TOTALS)
    assert scores(game) == [40, -10, -10, -20]
    assert TableLedger(game).state.over is Ending.TOTALS


def test_a_penalty_before_the_totals_is_in_them_and_one_after_is_not(game):
    play(game, 1, 2)
    rule(game, PENALTY)
    rule(game, TOTALS)
    assert scores(game) == [40, -10, -10, -20]
    rule(game, PENALTY)
    assert scores(game) == [40, -10, -10, -30]
    assert (
        list(rebuild_results_from_ledgers.rebuild(game.round.tournament, check=True))
        == []
    )


def test_newer_totals_stand_for_older_ones(game):
    play(game, 1)
    rule(game, TOTALS)
    rule(game, TOTALS | {"scores": {"E": 0, "S": 0, "W": 10, "N": -10}})
    assert scores(game) == [0, 0, 10, -10]


def test_hands_under_totals_can_be_corrected_and_change_nothing(game):
    play(game, 1, 2)
    rule(game, TOTALS)
    correct_and_undo.correct(
        game.ledger.get(hand=1).pk,
        {"kind": "washout"},
        device_key="c",
        by="referee",
        reason="misread",
    )
    assert scores(game) == [40, -10, -10, -20]


def test_a_penalty_counts_after_the_last_hand(game):
    play(game, *range(1, 17))
    before = scores(game)
    line = rule(game, PENALTY)
    assert line.hand == 16
    assert scores(game) == [*before[:3], before[3] - 10]


def test_a_false_win_of_the_last_hand_can_be_entered_late(game):
    play(game, *range(1, 17))
    before = scores(game)
    rule(game, FALSE_WIN)
    changes = [new - old for new, old in zip(scores(game), before, strict=True)]
    assert changes == [10, 10, -30, 10]


def test_a_penalty_is_corrected_to_another(game):
    line = rule(game, PENALTY)
    play(game, 1)
    correct_and_undo.correct(
        line.pk, PENALTY | {"amount": -20}, device_key="c", by="r", reason="misheard"
    )
    assert scores(game)[3] == -28


# --- the end of play ------------------------------------------------------------


def test_play_does_not_end_by_time_before_the_gong(game):
    assert refusal_of(rule, game, PLAY_ENDED) == "time_not_up"
    assert not game.ledger.exists()


def test_play_that_is_over_does_not_end_again(game, running_round):
    play(game, 1)
    sweep(running_round.ends_at)
    rule(game, PLAY_ENDED)
    assert refusal_of(rule, game, PLAY_ENDED) == "play_is_over"


def test_all_sixteen_hands_leave_no_end_to_enter(game, running_round):
    play(game, *range(1, 17))
    sweep(running_round.ends_at)
    assert refusal_of(rule, game, PLAY_ENDED) == "play_is_over"


def test_the_end_of_play_can_be_taken_back_and_the_hand_entered(game, running_round):
    play(game, 1)
    sweep(running_round.ends_at)
    ended = rule(game, PLAY_ENDED)
    retract(ended)
    play(game, 2, before_gong=True)
    state = TableLedger(game).state
    assert (state.hands_played, state.over) == (2, Ending.TIME)


def test_nobody_takes_back_the_gong(game, running_round):
    play(game, 1)
    sweep(running_round.ends_at)
    gong = game.ledger.get(kind=Gong.kind)
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


def test_only_the_clock_rings_the_gong(game):
    raw = {"kind": "gong", "policy": "stop_at_once"}
    assert refusal_of(rule, game, raw) == "gong"
    penalty = rule(game, PENALTY)
    correction = {"device_key": "c", "by": "referee", "reason": "wrong"}
    assert (
        refusal_of(correct_and_undo.correct, penalty.pk, raw, **correction)
        == "other_kind"
    )


def test_a_table_that_plays_on_after_time_hears_the_gong_then(game, running_round):
    """If play was over when the gong sounded, and the entry that ended play is undone
    later, the gong is added then.
    """
    play(game, 1)
    totals = rule(game, TOTALS)
    sweep(running_round.ends_at)
    retract(totals)
    assert Sheet.objects.get(game=game).is_last_hand
    assert kinds(game) == ["win", "gong"]
    assert refusal_of(play, game, 2) == "after_time"


def test_the_sixteenth_hand_taken_back_after_time_needs_the_word(game, running_round):
    play(game, *range(1, 17))
    sweep(running_round.ends_at)
    undo(game)
    assert Sheet.objects.get(game=game).is_last_hand
    play(game, 16, before_gong=True)
    assert TableLedger(game).state.hands_played == 16


# --- undo -----------------------------------------------------------------------


def test_undo_after_a_correction_takes_back_the_last_hand(game):
    play(game, 1, 2, 3)
    first = game.ledger.get(hand=1)
    correct_and_undo.correct(
        first.pk, {"kind": "washout"}, device_key="c", by="referee", reason="misread"
    )
    undo(game)
    live = TableLedger(game).live
    assert [(line.hand, line.kind) for line in live] == [(1, "washout"), (2, "win")]


def test_undo_takes_back_one_thing_after_the_other(game):
    play(game, 1)
    rule(game, PENALTY)
    play(game, 2)
    rule(game, FALSE_WIN)
    left = []
    for _step in range(4):
        undo(game)
        left.append(kinds(game))
    assert left == [["win", "penalty", "win"], ["win", "penalty"], ["win"], []]


def test_undo_takes_back_a_penalty_given_after_the_last_hand(game):
    play(game, *range(1, 17))
    rule(game, PENALTY)
    undo(game)
    assert kinds(game) == ["win"] * 16


def test_undo_takes_back_a_hand_entered_again_after_a_penalty(game):
    play(game, 1)
    undo(game)
    rule(game, PENALTY)
    play(game, 1)
    undo(game)
    assert kinds(game) == ["penalty"]


def test_undo_means_the_entry_that_was_seen(game):
    play(game, 1)
    seen = game.ledger.get()
    play(game, 2)
    assert refusal_of(undo, game, sequence=seen.sequence) == "not_the_last"
    assert kinds(game) == ["win", "win"]
    undo(game, sequence=game.ledger.get(hand=2).sequence)
    assert kinds(game) == ["win"]


def test_an_undo_sent_twice_takes_back_one_thing(game):
    play(game, 1, 2)
    seen = game.ledger.get(hand=2)
    for _attempt in range(2):
        correct_and_undo.undo(
            game.pk,
            device_key="u",
            by="referee",
            reason="wrong",
            sequence=seen.sequence,
        )
    assert kinds(game) == ["win"]


def test_a_closed_round_loses_its_last_hand_and_stays_over(game, running_round):
    play(game, *range(1, 17))
    penalty = rule(game, PENALTY)
    end_and_close_round.close(running_round.pk, by="director", reason="late")
    retract(game.ledger.get(hand=16, settles_hand=True))
    retract(penalty)
    assert kinds(game) == ["win"] * 15 + ["play_ended"]
    assert TableLedger(game).state.over is Ending.RULING


def test_nothing_is_taken_back_that_a_closed_round_could_not_enter_again(
    game, running_round
):
    play(game, 1)
    totals = rule(game, TOTALS)
    end_and_close_round.close(running_round.pk, by="director", reason="late")
    assert refusal_of(retract, totals) == "round_closed"
    assert refusal_of(undo, game) == "round_closed"
    assert kinds(game) == ["win", "totals"]


def test_a_table_ended_by_ruling_stays_so_in_a_closed_round(game, running_round):
    play(game, 1)
    end_and_close_round.close(running_round.pk, by="director", reason="late")
    ended = game.ledger.get(kind="play_ended")
    assert refusal_of(retract, ended) == "round_closed"


def test_a_closed_round_takes_a_penalty_decided_later_and_nothing_else(
    game, running_round
):
    play(game, *range(1, 17))
    end_and_close_round.close(running_round.pk, by="director", reason="late")
    before = scores(game)
    rule(game, PENALTY)
    assert scores(game) == [*before[:3], before[3] - 10]
    assert refusal_of(rule, game, FALSE_WIN) == "round_not_open"
    assert refusal_of(rule, game, TOTALS) == "round_not_open"


def test_stopped_at_once_only_the_hand_that_comes_next_may_have_ended_before(
    game, running_round
):
    Tournament.objects.update(end_policy="stop_at_once")
    play(game, 1)
    sweep(running_round.ends_at)
    assert refusal_of(play, game, 5, before_gong=True) == "out_of_order"
    play(game, 2, before_gong=True)
    play(game, 3, before_gong=True)
    assert [line.hand for line in TableLedger(game).live] == [1, 2, 3, 4]


# --- keys -----------------------------------------------------------------------


@pytest.mark.parametrize("key", ["", "gong/1/2", "k" * 65, "import/1/1", "\0"])
def test_a_device_cannot_take_the_clocks_keys(game, key):
    raw = {"kind": "washout"}
    given = {"device_key": key, "by": "referee", "hand": 1}
    assert refusal_of(enter_hand.enter, game.pk, raw, **given) == "bad_key"


def test_the_longest_key_leaves_room_for_what_belongs_to_it(game, running_round):
    Tournament.objects.update(end_policy="stop_at_once")
    play(game, 1)
    sweep(running_round.ends_at)
    enter_hand.enter(
        game.pk,
        {"kind": "washout"},
        device_key="k" * 64,
        by="referee",
        hand=2,
        before_gong=True,
    )
    assert TableLedger(game).state.hands_played == 2
