"""Removal of a hand between other hands, and insertion of a forgotten hand."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from rules.faults import RuleError
from scoring.corrections import (
    conflicting_hands,
    correct_and_undo,
    insert_and_remove_hands,
)
from scoring.ledger import enter_hand, rebuild_results_from_ledgers
from scoring.ledger.ledger_transaction import HandConflict
from scoring.ledger.table_ledger import TableLedger
from scoring.models import RETRACTION, LedgerEntry, Sheet
from scoring.rounds import end_and_close_round
from scoring.rounds.clock_tick import sweep
from tests.examples import examples
from tests.scoring.folders import there_and_back
from tests.scoring.table_device import HTMX, text, win
from tests.scoring.tables_of_rules import table_of

WASHOUT = {"kind": "washout"}
PENALTY = {"kind": "penalty", "seat": "N", "amount": -10}
DEAD = {"kind": "penalty", "seat": "W", "offender": "W", "offence": "dead_hand"}
TOTALS = {"kind": "totals", "scores": {"E": 40, "S": -10, "W": -10, "N": -20}}


def win_of(points: int, winner: str = "E", source: str | None = "S") -> dict:
    return {"kind": "win", "winner": winner, "from": source, "points": points}


def key() -> str:
    return f"key-{LedgerEntry.objects.count()}"


def enter(game, raw, hand=None, **more) -> LedgerEntry:
    given = {"device_key": key(), "by": "referee", "hand": hand, "reason": "ruling"}
    return enter_hand.enter(game.pk, raw, **(given | more)).entry


def play(game, *points: int) -> None:
    """Play hands with these values in fan; 0 is a draw."""
    for fan in points:
        hand = TableLedger(game).state.position.hand
        enter(game, win_of(fan) if fan else WASHOUT, hand, reason="")


def outcome(game, hand: int) -> LedgerEntry:
    return TableLedger(game).outcome(hand)


def remove(game, hand: int):
    line = outcome(game, hand)
    return correct_and_undo.retract(
        line.pk, device_key=key(), by="referee", reason="of another table"
    )


def insert(game, hand: int, raw, **more):
    """Insert an entry after hand `hand` (0: before the first). Return the result."""
    after = outcome(game, hand).sequence if hand else 0
    given = {"device_key": key(), "by": "referee", "reason": "was forgotten"}
    return insert_and_remove_hands.insert(game.pk, after, raw, **(given | more))


def told(game) -> list[tuple[int, str, int]]:
    """Return (hand, kind, points) of each valid entry in order."""
    return [
        (line.hand, line.kind, line.data.get("points", 0))
        for line in TableLedger(game).live
    ]


def hands(game) -> list[tuple[int, int]]:
    return [(hand, points) for hand, kind, points in told(game) if kind == "win"]


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


def game_page(game) -> str:
    round_ = game.round
    args = [round_.tournament.slug, round_.number, game.table]
    return reverse("public:session", args=args)


def is_sound(game) -> bool:
    """Return whether the stored results match the ledger."""
    return rebuild_results_from_ledgers.rebuild(game.round.tournament, check=True) == []


# --- removing -------------------------------------------------------------------


def test_the_hands_after_one_taken_out_move_up(game):
    play(game, 11, 12, 13, 14, 15)
    remove(game, 2)
    assert hands(game) == [(1, 11), (2, 13), (3, 14), (4, 15)]
    assert TableLedger(game).state.position.hand == 5
    assert is_sound(game)


def test_every_version_is_kept_and_says_why(game):
    play(game, 11, 12, 13)
    remove(game, 1)
    chain = list(game.ledger.filter(hand=2))
    assert [line.kind for line in chain] == ["win", RETRACTION, "win"]
    assert {line.reason for line in chain[1:]} == {"of another table"}
    assert {(line.reason_key, line.reason_values["hand"]) for line in chain[1:]} == {
        ("hand_removed", 1)
    }
    assert outcome(game, 3).kind == RETRACTION
    event = game.round.tournament.log.first()
    assert (event.kind, event.data["hand"]) == ("hand_removed", 1)


def test_the_hand_taken_out_takes_its_false_wins_along_but_no_penalty(game):
    play(game, 11)
    enter(game, PENALTY)
    enter(game, {"kind": "false_win", "seat": "W"})
    play(game, 12, 13)
    remove(game, 2)
    assert told(game) == [(1, "win", 11), (2, "penalty", 0), (2, "win", 13)]


def test_a_dead_hand_goes_with_the_hand_taken_out(game):
    play(game, 11)
    enter(game, DEAD)
    play(game, 12, 13)
    remove(game, 2)
    assert told(game) == [(1, "win", 11), (2, "win", 13)]


def test_penalties_go_with_the_hands_they_were_given_in(game):
    play(game, 11, 12)
    enter(game, PENALTY)
    enter(game, {"kind": "false_win", "seat": "W"})
    play(game, 13)
    enter(game, PENALTY | {"amount": -20})
    remove(game, 1)
    assert told(game) == [
        (1, "win", 12),
        (2, "penalty", 0),
        (2, "false_win", 0),
        (2, "win", 13),
        (3, "penalty", 0),
    ]
    assert is_sound(game)


def test_the_gong_moves_with_the_hands(game, running_round):
    play(game, 11, 12, 13)
    sweep(running_round.ends_at)
    remove(game, 1)
    gong = TableLedger(game).live[-1]
    assert (gong.kind, gong.hand) == ("gong", 3)
    assert Sheet.objects.get(game=game).is_last_hand


def test_after_sixteen_hands_play_goes_on_with_fifteen(game):
    play(game, *range(10, 26))
    assert TableLedger(game).state.over
    remove(game, 3)
    assert TableLedger(game).state.over is None
    assert TableLedger(game).state.position.hand == 16


def test_undo_after_it_takes_back_the_last_hand(game):
    play(game, 11, 12, 13)
    remove(game, 1)
    correct_and_undo.undo(game.pk, device_key="u", by="referee", reason="x")
    assert hands(game) == [(1, 12)]


def test_hands_of_which_there_are_two_versions_stay_where_they_are(game):
    play(game, 11, 12)
    with pytest.raises(HandConflict) as found:
        enter(game, WASHOUT, 2)
    conflicting_hands.note(found.value, device_key="d", by="table 1")
    with pytest.raises(RuleError) as caught:
        remove(game, 1)
    assert codes(caught) == ["versions_wait"]


def test_sent_twice_it_is_one(game):
    play(game, 11, 12, 13)
    line = outcome(game, 1)
    for _attempt in range(2):
        correct_and_undo.retract(line.pk, device_key="r", by="referee", reason="x")
    assert hands(game) == [(1, 12), (2, 13)]


# --- inserting ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("after", "now"),
    [
        (0, [(1, 50), (2, 11), (3, 12), (4, 13)]),
        (2, [(1, 11), (2, 12), (3, 50), (4, 13)]),
        (3, [(1, 11), (2, 12), (3, 13), (4, 50)]),
    ],
)
def test_the_hands_after_one_put_in_move_down(game, after, now):
    play(game, 11, 12, 13)
    receipt = insert(game, after, win_of(50))
    assert hands(game) == now
    assert (receipt.entry.hand, receipt.entry.by) == (after + 1, "referee")
    assert is_sound(game)


def test_the_same_hand_put_in_twice_is_one(game):
    play(game, 11, 12)
    for _attempt in range(2):
        receipt = insert(game, 0, win_of(50), device_key="i")
    assert receipt.repeated
    assert len(hands(game)) == 3


@pytest.mark.parametrize(
    ("raw", "reason", "code"),
    [
        (WASHOUT, " ", "no_reason"),
        (PENALTY, "x", "no_outcome"),
        (win_of(7), "x", "below_minimum"),
    ],
)
def test_what_cannot_be_put_in_is_refused(game, raw, reason, code):
    play(game, 11, 12)
    with pytest.raises(RuleError) as caught:
        insert(game, 1, raw, reason=reason)
    assert code in codes(caught)
    assert hands(game) == [(1, 11), (2, 12)]


def test_no_seventeenth_hand_comes_about(game):
    play(game, *range(10, 26))
    with pytest.raises(RuleError) as caught:
        insert(game, 4, WASHOUT)
    assert codes(caught) == ["play_is_over", "another_hand"]
    assert len(hands(game)) == 16


def test_after_a_hand_somebody_changed_nothing_is_put_in(game):
    play(game, 11, 12)
    seen = outcome(game, 1)
    correct_and_undo.correct(
        seen.pk, win_of(20), device_key="c", by="referee", reason="misread"
    )
    with pytest.raises(RuleError) as caught:
        insert_and_remove_hands.insert(
            game.pk, seen.sequence, WASHOUT, device_key="i", by="x", reason="x"
        )
    assert codes(caught) == ["superseded"]


# --- after the end --------------------------------------------------------------


def test_a_closed_round_takes_both_and_play_stays_over(game, running_round):
    play(game, 11, 12, 13)
    end_and_close_round.close(running_round.pk, by="director", reason="late")
    remove(game, 1)
    assert hands(game) == [(1, 12), (2, 13)]
    insert(game, 2, win_of(50))
    assert hands(game) == [(1, 12), (2, 13), (3, 50)]
    assert TableLedger(game).state.over == "ruling"
    remove(game, 3)
    assert TableLedger(game).state.over == "ruling"
    assert is_sound(game)


def test_hands_behind_totals_move_and_the_totals_stand(game):
    play(game, 11, 12)
    enter(game, PENALTY)
    play(game, 13)
    enter(game, TOTALS)
    remove(game, 1)
    ledger = TableLedger(game)
    assert list(ledger.state.scores.values()) == [40, -10, -10, -20]
    assert ledger.by_hands().hands_played == 2
    assert ledger.by_hands().scores["N"] == -16 - 10
    insert(game, 0, win_of(11))
    assert TableLedger(game).by_hands().scores["N"] == -24 - 10
    assert is_sound(game)


def test_in_riichi_honba_and_sticks_follow(director, noon):
    table = table_of(director, noon, "riichi")
    draw = {"kind": "exhaustive_draw", "tenpai": ["E"], "riichi": ["E"]}
    for hand in (1, 2):
        enter(table.game, draw, hand)
    won = {"kind": "win", "winner": "E", "from": "S", "han": 1, "fu": 30}
    enter(table.game, won, 3)
    with_two = table.ledger.state.scores["S"]
    remove(table.game, 1)
    assert table.ledger.state.lines[-1].before.repeats == 1
    assert table.ledger.state.lines[-1].before.sticks == 1
    assert with_two < table.ledger.state.scores["S"]
    insert(table.game, 0, draw)
    assert table.ledger.state.scores["S"] == with_two


def test_the_event_folder_keeps_what_moved(game, tournament):
    play(game, 11, 12)
    enter(game, PENALTY)
    play(game, 13)
    remove(game, 1)
    insert(game, 1, win_of(50))
    there_and_back(tournament)


# --- any hand -------------------------------------------------------------------

fans = st.one_of(st.just(0), st.integers(8, 60))


@examples(
    15,
    15,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    points=st.lists(fans, min_size=1, max_size=6),
    more=fans,
    place=st.integers(0, 6),
    penalty=st.booleans(),
)
def test_a_hand_put_in_and_taken_out_leaves_all_as_it_was(
    running_round, points, more, place, penalty
):
    game = running_round.games.get(table=1)
    with transaction.atomic():
        play(game, *points)
        if penalty:
            enter(game, PENALTY)
        before, scores = told(game), TableLedger(game).state.scores
        after = min(place, len(points))
        insert(game, after, win_of(more, "W") if more else WASHOUT)
        assert len(told(game)) == len(before) + 1
        assert is_sound(game)
        remove(game, after + 1)
        assert TableLedger(game).state.scores == scores
        assert told(game) == before
        assert is_sound(game)
        transaction.set_rollback(True)


# --- the pages ------------------------------------------------------------------


def test_the_page_shows_what_moves_and_takes_the_hand_out(referee_client, game, at):
    play(game, 11, 12, 13)
    page = text(referee_client.get(at("correct", 1)))
    assert "Remove this hand" in page
    assert "Hand 2 becomes hand 1.</b> Dealer: Player 01." in page
    assert "Hand 3 becomes hand 2." in page
    refused = referee_client.post(at("retract", 1), {"retract-device_key": "r"})
    assert "Enter a reason for undoing this entry." in text(refused)
    fields = {"retract-device_key": "r", "retract-reason": "of another table"}
    referee_client.post(at("retract", 1), fields)
    assert hands(game) == [(1, 12), (2, 13)]
    everybody = text(referee_client.get(game_page(game)))
    assert "hand 1 removed: of another table" in everybody


def said_back(page: str) -> list[str]:
    """Return the page's sentences about points that players get back or give back."""
    shown = page.partition("Returned:")[2].partition("</ul>")[0]
    items = re.findall(r"<li>(.*?)</li>", shown)
    return [" ".join(re.sub(r"<[^>]+>", " ", item).split()) for item in items]


def test_what_is_given_back_is_said_seat_by_seat(referee_client, game, at):
    play(game, 11, 12)
    enter(game, WASHOUT, 3)
    enter(game, PENALTY)

    page = text(referee_client.get(at("correct", 2)))
    assert "No payments." not in page
    back = "Player 01 −36, Player 02 +20, Player 03 +8, Player 04 +8"
    assert ", ".join(said_back(page)) == back
    assert said_back(text(referee_client.get(at("correct", 4)))) == ["Player 04 +10"]
    page = text(referee_client.get(at("correct", 3)))
    assert "No points are returned." in page


def test_the_page_puts_a_hand_in(referee_client, game, at):
    play(game, 11, 12)
    assert at("insert", 1) in text(referee_client.get(at("correct", 1)))
    assert at("insert", 0) in text(referee_client.get(at("entries")))
    assert "Insert hand 2" in text(referee_client.get(at("insert", 1)))
    fields = win(1, "i", winner="S", source="self", points=30)
    shown = text(referee_client.post(at("preview_insertion", 1), fields, **HTMX))
    assert "Hand 2 becomes hand 3." in shown
    refused = referee_client.post(at("insert", 1), fields)
    assert refused.status_code == 422
    assert "Enter a reason for the correction." in text(refused)
    saved = referee_client.post(
        at("insert", 1), fields | {"reason": "forgotten"}, follow=True
    )
    assert "Hand 2 inserted." in text(saved)
    assert hands(game) == [(1, 11), (2, 30), (3, 12)]


def test_there_is_no_page_for_a_hand_after_one_that_is_gone(referee_client, game, at):
    play(game, 11)
    assert referee_client.get(at("insert", 9)).status_code == 404
    fields = win(1, "i", reason="forgotten")
    response = referee_client.post(at("insert", 9), fields)
    assert response.status_code == 422
    assert "Someone else has changed this entry" in text(response)
