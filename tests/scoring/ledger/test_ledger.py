"""Changes of the ledger: no entry is lost or counted twice, and the log has every
change.
"""

from __future__ import annotations

import threading

import pytest
from django.db import connections, transaction
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from rules.faults import RuleError
from rules.ledger_entries import Gong
from rules.ruleset_and_table_state import Ending
from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand, rebuild_results_from_ledgers
from scoring.ledger.ledger_transaction import HandConflict
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry, Result, Sheet
from scoring.rounds import end_and_close_round
from scoring.rounds.clock_tick import sweep
from tests.examples import examples
from tournaments.models import Tournament
from tournaments.rounds import (
    publish_seating,
    round_clock,
    seat_rounds_and_exchange_seats,
)

WASHOUT = {"kind": "washout"}


def win(winner: str = "E", source: str | None = "S", points: int = 12) -> dict:
    return {"kind": "win", "winner": winner, "from": source, "points": points}


def enter(game, raw, hand, key=None, **more):
    return enter_hand.enter(
        game.pk, raw, hand=hand, device_key=key or f"h{hand}", by="referee", **more
    )


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


def scores(game) -> dict[str, int]:
    stored = Result.objects.filter(seat__game=game)
    return {result.seat.wind: result.score for result in stored}


def test_an_entry_writes_the_line_the_projections_and_the_log(game, tournament):
    revision = game.round.tournament.revision
    receipt = enter(game, win(), 1)
    assert scores(game) == {"E": 36, "S": -20, "W": -8, "N": -8}
    sheet = Sheet.objects.get(game=game)
    assert (sheet.hands_played, sheet.hand, sheet.dealer) == (1, 2, "S")
    assert (receipt.entry.sequence, receipt.entry.by) == (1, "referee")
    event = tournament.log.first()
    assert event.revision == revision + 1
    assert (event.kind, event.by, event.data["hand"]) == ("entered", "referee", 1)


def test_one_entry_costs_at_most_fifteen_queries(game, django_assert_max_num_queries):
    for hand in range(1, 11):
        enter(game, win(), hand)
    with django_assert_max_num_queries(15):
        enter(game, WASHOUT, 11)


def test_the_same_key_answers_with_the_first_receipt(game):
    first = enter(game, win(), 1, "a")
    again = enter(game, win(), 1, "a")
    assert again.repeated
    assert again.entry == first.entry
    assert LedgerEntry.objects.count() == 1


def test_a_key_of_another_table_is_refused(game, running_round):
    enter(game, win(), 1, "a")
    other = running_round.games.get(table=2)
    with pytest.raises(RuleError) as caught:
        enter(other, win(), 1, "a")
    assert codes(caught) == ["key_used"]


def test_the_same_outcome_from_a_second_device_is_the_same_hand(game):
    first = enter(game, win(), 1, "a")
    assert enter(game, win(), 1, "b").entry == first.entry
    assert LedgerEntry.objects.count() == 1


def test_another_outcome_of_a_hand_is_a_conflict(game):
    first = enter(game, win(), 1, "a")
    with pytest.raises(HandConflict) as caught:
        enter(game, WASHOUT, 1, "b")
    assert caught.value.existing == first.entry
    assert caught.value.offered == WASHOUT
    assert LedgerEntry.objects.count() == 1


def test_hands_come_in_order(game):
    with pytest.raises(RuleError) as caught:
        enter(game, win(), 2)
    assert codes(caught) == ["out_of_order"]


def test_every_fault_is_reported_and_nothing_is_saved(game):
    with pytest.raises(RuleError) as caught:
        enter(game, win("E", "E", 7), 1)
    assert set(codes(caught)) == {"below_minimum", "winner_is_discarder"}
    assert not LedgerEntry.objects.exists()
    assert not Sheet.objects.exists()


def test_correcting_hand_3_recomputes_hands_4_to_16(game):
    for hand in range(1, 17):
        enter(game, win(), hand)
    before = TableLedger(game).state
    third = LedgerEntry.objects.get(hand=3)
    receipt = correct_and_undo.correct(
        third.pk, win("N", None, 8), device_key="c", by="referee", reason="misread"
    )
    after = receipt.state
    assert receipt.entry.supersedes == third
    assert receipt.entry.sequence == 17
    for hand in range(16):
        moved = after.lines[hand].scores["N"] - before.lines[hand].scores["N"]
        assert moved == (0 if hand < 2 else 48 + 8)
    assert scores(game)["N"] == after.scores["N"]
    assert after.over is Ending.ALL_HANDS


def test_a_correction_needs_a_reason(game):
    line = enter(game, win(), 1).entry
    with pytest.raises(RuleError) as caught:
        correct_and_undo.correct(
            line.pk, WASHOUT, device_key="c", by="referee", reason=" "
        )
    assert codes(caught) == ["no_reason"]


def test_a_correction_changes_the_entry(game):
    line = enter(game, win(), 1).entry
    with pytest.raises(RuleError) as caught:
        correct_and_undo.correct(
            line.pk, win(), device_key="c", by="referee", reason="x"
        )
    assert codes(caught) == ["unchanged"]
    assert game.ledger.count() == 1


def test_a_line_is_corrected_once(game):
    line = enter(game, win(), 1).entry
    correct_and_undo.correct(line.pk, WASHOUT, device_key="c", by="referee", reason="x")
    with pytest.raises(RuleError) as caught:
        correct_and_undo.correct(
            line.pk, win(), device_key="d", by="referee", reason="x"
        )
    assert codes(caught) == ["superseded"]


def test_a_penalty_cannot_become_a_hand(game):
    line = enter_hand.enter(
        game.pk,
        {"kind": "penalty", "seat": "N", "amount": -10},
        device_key="p",
        by="referee",
    ).entry
    with pytest.raises(RuleError) as caught:
        correct_and_undo.correct(
            line.pk, win(), device_key="c", by="referee", reason="x"
        )
    assert codes(caught) == ["other_kind"]


def test_undo_and_entering_again_keep_one_chain(game):
    enter(game, win(), 1, "a")
    correct_and_undo.undo(game.pk, device_key="u1", by="referee", reason="wrong")
    assert scores(game) == {}
    enter(game, WASHOUT, 1, "b")
    correct_and_undo.undo(game.pk, device_key="u2", by="referee", reason="wrong")
    enter(game, win(points=20), 1, "c")
    assert scores(game)["E"] == 44
    lines = list(game.ledger.all())
    assert [line.kind for line in lines] == [
        "win",
        "retraction",
        "washout",
        "retraction",
        "win",
    ]
    assert [line.supersedes for line in lines[1:]] == lines[:-1]


def test_undo_passes_over_the_gong(game, running_round):
    enter(game, win(), 1)
    sweep(running_round.ends_at)
    correct_and_undo.undo(game.pk, device_key="u", by="referee", reason="wrong")
    assert [line.kind for line in TableLedger(game).live] == [Gong.kind]


def test_there_may_be_nothing_to_undo(game):
    with pytest.raises(RuleError) as caught:
        correct_and_undo.undo(game.pk, device_key="u", by="referee", reason="x")
    assert codes(caught) == ["nothing_to_undo"]


def test_a_penalty_is_taken_back_whenever_it_was_given(game):
    penalty = enter_hand.enter(
        game.pk,
        {"kind": "penalty", "seat": "N", "amount": -10},
        device_key="p",
        by="referee",
        reason="late",
    ).entry
    enter(game, win(), 1)
    enter(game, win(), 2)
    correct_and_undo.retract(
        penalty.pk, device_key="s", by="referee", reason="not late"
    )
    assert scores(game)["N"] == -16


def test_a_false_win_stands_before_the_outcome_of_its_hand(game):
    enter(game, win(), 1)
    false_win = {"kind": "false_win", "seat": "W"}
    enter_hand.enter(game.pk, false_win, device_key="f", by="referee")
    enter(game, win(), 2)
    live = TableLedger(game).live
    assert [(line.hand, line.kind) for line in live] == [
        (1, "win"),
        (2, "false_win"),
        (2, "win"),
    ]


def test_a_round_that_does_not_play_takes_nothing(seated_round):
    game = seated_round.games.get(table=1)
    with pytest.raises(RuleError) as caught:
        enter(game, win(), 1)
    assert codes(caught) == ["round_not_open"]


def test_finish_hand_lets_one_more_hand_count_on_the_referees_word(game, running_round):
    enter(game, win(), 1)
    sweep(running_round.ends_at)
    with pytest.raises(RuleError) as caught:
        enter(game, win(), 2)
    assert codes(caught) == ["after_time"]
    receipt = enter(game, win(), 2, before_gong=True)
    assert receipt.state.over is Ending.TIME
    with pytest.raises(RuleError) as caught:
        enter(game, win(), 3, before_gong=True)
    assert codes(caught) == ["play_is_over"]


def test_stop_at_once_voids_the_running_hand_but_not_one_that_had_ended(
    game, running_round
):
    Tournament.objects.update(end_policy="stop_at_once")
    enter(game, win(), 1)
    sweep(running_round.ends_at)
    assert TableLedger(game).state.over is Ending.TIME
    with pytest.raises(RuleError) as caught:
        enter(game, win(), 2)
    assert codes(caught) == ["after_time"]
    state = enter(game, win(), 2, before_gong=True).state
    assert state.hands_played == 2
    assert state.over is Ending.TIME
    assert scores(game)["E"] == 72


def test_a_hand_taken_back_after_the_gong_can_be_entered_again(game, running_round):
    enter(game, win(), 1)
    sweep(running_round.ends_at)
    correct_and_undo.undo(game.pk, device_key="u", by="referee", reason="misread")
    enter(game, win(points=20), 1, "again", before_gong=True)
    assert scores(game)["E"] == 44
    assert TableLedger(game).state.hands_played == 1


def test_totals_stand_for_the_hands(game):
    enter(game, win(), 1)
    totals = {"kind": "totals", "scores": {"E": -30, "S": 10, "W": 10, "N": 10}}
    enter_hand.enter(game.pk, totals, device_key="t", by="referee", reason="paper")
    assert scores(game) == {"E": -30, "S": 10, "W": 10, "N": 10}
    assert Sheet.objects.get(game=game).over == "totals"


@pytest.mark.parametrize("places", [[4, 2, 1, 0]])
def test_table_points_are_kept_exactly(game, places):
    totals = {"kind": "totals", "scores": {"E": 10, "S": 10, "W": 10, "N": -30}}
    enter_hand.enter(game.pk, totals, device_key="t", by="referee", reason="paper")
    stored = Result.objects.filter(seat__game=game).order_by("-score", "pk")
    assert [result.parts for result in stored] == [28_000, 28_000, 28_000, 0]
    assert [result.place for result in stored] == [1, 1, 1, 4]
    assert sum(result.table_points for result in stored) == sum(places)


KINDS = [
    "win",
    "win",
    "washout",
    "false",
    "penalty",
    "totals",
    "undo",
    "correct",
    "retract",
]
acts = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.sampled_from("ESWN"),
        st.sampled_from(["E", "S", "W", "N", None]),
        st.integers(8, 88),
    ),
    max_size=25,
)


@examples(
    25,
    10,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(acts=acts)
def test_whatever_happens_the_projections_are_the_replayed_ledger(running_round, acts):
    game = running_round.games.get(table=1)
    with transaction.atomic():
        for count, act in enumerate(acts):
            _do(game, f"act-{count}", act)
        assert (
            list(
                rebuild_results_from_ledgers.rebuild(
                    running_round.tournament, check=True
                )
            )
            == []
        )
        outcomes = [line.hand for line in TableLedger(game).live if line.settles_hand]
        assert outcomes == list(range(1, len(outcomes) + 1))
        transaction.set_rollback(True)


def _do(game, key: str, act: tuple) -> None:
    kind, seat, other, points = act
    state = TableLedger(game).state
    live = TableLedger(game).live
    settled = [line for line in live if line.settles_hand]
    try:
        match kind:
            case "win":
                enter(game, win(seat, other, points), state.position.hand, key)
            case "washout":
                enter(game, WASHOUT, state.position.hand, key)
            case "undo":
                correct_and_undo.undo(game.pk, device_key=key, by="x", reason="x")
            case "correct" if settled:
                line = settled[points % len(settled)]
                correct_and_undo.correct(
                    line.pk,
                    win(seat, other, points),
                    device_key=key,
                    by="x",
                    reason="x",
                )
            case "retract" if live:
                line = live[points % len(live)]
                correct_and_undo.retract(line.pk, device_key=key, by="x", reason="x")
            case "totals":
                scores = {"E": points, "S": -points, "W": 0, "N": 0}
                raw = {"kind": "totals", "scores": scores}
                enter_hand.enter(game.pk, raw, device_key=key, by="x", reason="x")
            case _:
                raw = {"kind": "false_win", "seat": seat}
                if kind == "penalty":
                    raw = {"kind": "penalty", "seat": seat, "amount": -points}
                enter_hand.enter(game.pk, raw, device_key=key, by="x")
    except RuleError:
        pass


@pytest.mark.django_db(transaction=True)
def test_two_devices_at_the_same_moment_enter_one_hand(game):
    answers: list[str] = []
    start = threading.Barrier(2)

    def device(key: str, points: int) -> None:
        start.wait()
        try:
            enter(game, win(points=points), 1, key)
            answers.append("saved")
        except HandConflict:
            answers.append("conflict")
        finally:
            connections.close_all()

    threads = [
        threading.Thread(target=device, args=(f"d{points}", points))
        for points in (12, 20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["conflict", "saved"]
    assert LedgerEntry.objects.count() == 1


def test_a_player_sits_at_one_open_table_only(running_round, tournament, noon):
    [second] = seat_rounds_and_exchange_seats.seat_rounds(
        tournament,
        [seat_rounds_and_exchange_seats.TableRow(2, 1, (1, 5, 2, 6))],
        by="director",
    )
    publish_seating.publish(second.pk, by="director")
    with pytest.raises(RuleError) as caught:
        round_clock.start(second.pk, by="director", now=noon)
    assert codes(caught) == ["player_elsewhere"]
    end_and_close_round.close(running_round.pk, by="director", reason="test")
    round_clock.start(second.pk, by="director", now=noon)
