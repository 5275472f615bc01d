"""Late hands confirmed by the table.

The page asks one question, the hand counts immediately, and a referee can remove it.
"""

from __future__ import annotations

import pytest
from django.urls import reverse

from rules.ruleset_and_table_state import Ending
from scoring.corrections import correct_and_undo
from scoring.ledger import decide_late_hand, late_hands, rebuild_results_from_ledgers
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LateHand
from scoring.tournament_log import log_in_words_and_groups
from tests.scoring.folders import there_and_back
from tests.scoring.ledger.test_late_hands import device, played
from tests.scoring.table_device import HTMX, device_at, text, win
from tournaments.models import LateWord, LogEvent, Round, RoundState, Tournament

__all__ = ["device"]

QUESTION = "Did the hand start before the gong?"


@pytest.fixture(autouse=True)
def by_tables(tournament):
    Tournament.objects.update(late_word=LateWord.TABLE)


@pytest.fixture
def flagged(device, at) -> LateHand:
    device.post(at(), win(2, "late", before_gong="on"), **HTMX)
    return LateHand.objects.get()


def test_new_events_let_the_table_say_it():
    assert Tournament().late_word == LateWord.TABLE


def test_the_hand_asks_one_question_with_two_equal_buttons(device, at, game):
    before = text(device.get(at()))
    assert 'id="gong-asks"' not in before
    assert "before_gong" not in before
    asked = device.post(at(), win(2, "late"), **HTMX)
    assert asked.status_code == 422
    page = text(asked)
    assert QUESTION in page
    assert 'id="gong-asks"' in page
    for name in ("after_gong", "before_gong"):
        assert f'<button class="button" name="{name}" value="on">' in page
    assert 'value="12"' in page
    assert played(game) == 1
    assert not LateHand.objects.exists()
    no = text(device.post(at(), win(2, "late", after_gong="on"), **HTMX))
    assert "Not entered: the hand started after the gong." in no
    assert played(game) == 1
    # The log records a hand that was left out; answering again changes nothing.
    device.post(at(), win(2, "late", after_gong="on"), **HTMX)
    device.post(f"{at()}tiles/", {"after_gong": "on"}, **HTMX)
    logged = LogEvent.objects.filter(kind="hand_left_out").order_by("pk")
    names = {1: "Player 01", 2: "Player 02"}
    assert [log_in_words_and_groups.of_event(event, names) for event in logged] == [
        "Round 1, table 1, hand 2 came after the gong and was not entered: "
        "1 Player 01 wins 12 fan from 2 Player 02.",
        "Round 1, table 1, hand 2 came after the gong and was not entered.",
    ]


def test_it_counts_at_once_and_is_flagged(device, at, game, flagged):
    assert played(game) == 2
    assert TableLedger.as_now(game).state.over == Ending.TIME
    assert (flagged.decision, flagged.line) == (
        "",
        TableLedger.as_now(game).outcome(2),
    )
    page = text(device.get(at()))
    assert (
        "Hand 2 was entered after the gong. It counts because the "
        "players confirmed it." in page
    )
    assert 'id="hand-form"' not in page
    kinds = [event.kind for event in LogEvent.objects.order_by("pk")]
    assert kinds[-1] == "hand_flagged"
    # Sending it again changes nothing.
    device.post(at(), win(2, "late", before_gong="on"), **HTMX)
    assert LateHand.objects.count() == 1


def test_what_was_saved_brings_the_flag_along(device, at):
    """The response to a saved hand contains the mark for a late hand, so that no later
    update moves the seats while a player taps.
    """
    saved = device.post(at(), win(2, "late", before_gong="on"), **HTMX)
    page = text(saved)
    assert 'id="end-places"' in page
    assert (
        "Hand 2 was entered after the gong. It counts because the "
        "players confirmed it." in page
    )
    assert "HX-Trigger-After-Swap" not in saved


def test_no_word_is_needed_before_the_gong(game, running_round, at):
    device_at(game).post(at(), win(1, "early", before_gong="on"), **HTMX)
    assert played(game) == 1
    assert not LateHand.objects.exists()


def test_a_referee_leaves_it_in(referee_client, at, game, flagged):
    hall = text(
        referee_client.get(reverse("director:hall", args=[game.round.tournament.slug]))
    )
    assert "counts unless a referee removes it" in hall
    assert ">Late hand<" not in hall
    page = text(referee_client.get(at("late_hand", flagged.pk)))
    assert "Changes if the hand is removed" in page
    referee_client.post(at("late_hand", flagged.pk), {"word": "counts"})
    flagged.refresh_from_db()
    assert (flagged.decision, flagged.decided_by) == ("counts", "referee")
    assert played(game) == 2
    assert not late_hands.unsettled_in(game.round.tournament).exists()


def test_closing_the_round_accepts_it(game, flagged, referee_client, at):
    tournament = game.round.tournament
    assert late_hands.unsettled_in(tournament).get() == flagged
    assert "It counts because the players confirmed it." in text(
        referee_client.get(at())
    )
    Round.objects.update(state=RoundState.CLOSED)
    assert not late_hands.unsettled_in(tournament).exists()
    assert "It counts because the players confirmed it." not in text(
        referee_client.get(at())
    )


@pytest.mark.parametrize(("word", "over"), [("refused", None), ("over", Ending.TIME)])
def test_a_referee_takes_it_out_and_may_think_better(
    referee_client, at, game, flagged, word, over
):
    given = {"word": word}
    assert referee_client.post(at("late_hand", flagged.pk), given).status_code == 422
    given["reason"] = "the wall was not built"
    referee_client.post(at("late_hand", flagged.pk), given)
    flagged.refresh_from_db()
    assert (flagged.decision, flagged.line) == ("refused", None)
    assert played(game) == 1
    assert TableLedger.as_now(game).state.over is over
    assert not rebuild_results_from_ledgers.rebuild(game.round.tournament, check=True)
    if over is None:
        decide_late_hand.decide(flagged.pk, counts=True, by="director")
        assert played(game) == 2


def test_whoever_takes_it_back_needs_no_referee(device, at, game, flagged):
    line = TableLedger.as_now(game).outcome(2)
    given = {"device_key": "back", "by": "table 1", "reason": "misread"}
    correct_and_undo.undo(game.pk, sequence=line.sequence, **given)
    assert not late_hands.unsettled_in(game.round.tournament).exists()


def test_the_folder_carries_the_setting_and_the_flag(game, flagged):
    files = there_and_back(game.round.tournament)
    assert b'"late_word": "table"' in files["event.json"]
    brought = Tournament.objects.exclude(pk=game.round.tournament_id).get()
    again = late_hands.unsettled_in(brought).get()
    assert (again.hand, again.line.hand) == (2, 2)
