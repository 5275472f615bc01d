"""Undo and corrections through the table's pages."""

from __future__ import annotations

import re

import pytest

from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand
from scoring.ledger.ledger_transaction import append
from scoring.ledger.table_ledger import TableLedger
from scoring.rounds import end_and_close_round
from scoring.rounds.clock_tick import sweep
from tests.scoring.table_device import HTMX, kinds, text, undo_fields, win

PENALTY = {"kind": "penalty", "seat": "N", "amount": -10}
FALSE_WIN = {"kind": "false_win", "seat": "W"}
WHY = {"reason": "wrong winner"}
TOTALS = {"kind": "totals", "scores": {"E": 30, "S": -10, "W": -10, "N": -10}}


def rule(game, raw):
    return enter_hand.enter(
        game.pk, raw, device_key=f"r{raw['kind']}", by="referee", reason="ruling"
    ).entry


# --- undo -----------------------------------------------------------------------


def test_undo_says_what_it_takes_back_and_takes_it_back(referee_client, at, game):
    referee_client.post(at(), win(1, "a"))
    page = text(referee_client.get(at()))
    assert "Undo hand 1?</h2> <p>Player 01 wins 12 fan from Player 02." in page
    response = referee_client.post(at("undo"), undo_fields(page) | WHY, follow=True)
    assert "Last entry undone." in text(response)
    assert TableLedger(game).live == []
    assert game.ledger.last().reason == "wrong winner"


def test_undo_pressed_twice_takes_back_one_thing(referee_client, at, game):
    referee_client.post(at(), win(1, "a"))
    referee_client.post(at(), win(2, "b"))
    fields = undo_fields(text(referee_client.get(at()))) | WHY
    for _press in range(2):
        response = referee_client.post(at("undo"), fields, follow=True)
        assert "Last entry undone." in text(response)
    assert kinds(game) == ["win", "win", "retraction"]


def test_undo_from_an_old_page_does_not_take_back_what_it_did_not_show(
    referee_client, at, game
):
    referee_client.post(at(), win(1, "a"))
    fields = undo_fields(text(referee_client.get(at()))) | WHY
    referee_client.post(at(), win(2, "b"))
    response = referee_client.post(at("undo"), fields)
    assert response.status_code == 422
    assert "The last entry has changed" in text(response)
    assert kinds(game) == ["win", "win"]


@pytest.mark.parametrize(
    "fields", [{}, {"device_key": "u"}, {"device_key": "u", "sequence": "x"}]
)
def test_undo_without_its_fields_is_refused_with_a_sentence(
    referee_client, at, game, fields
):
    referee_client.post(at(), win(1, "a"))
    response = referee_client.post(at("undo"), fields)
    assert response.status_code == 422
    assert re.search("outdated|Enter a whole number", text(response))
    assert kinds(game) == ["win"]


def test_with_nothing_entered_there_is_no_undo(referee_client, at):
    assert 'id="undo-question"' not in text(referee_client.get(at()))
    response = referee_client.post(at("undo"), {"device_key": "u", "sequence": 1} | WHY)
    assert response.status_code == 422
    assert "There is nothing to undo." in text(response)


# --- corrections ----------------------------------------------------------------


def test_everything_that_can_be_corrected_is_listed_the_newest_first(
    referee_client, at, game, running_round
):
    referee_client.post(at(), win(1, "a"))
    rule(game, PENALTY)
    sweep(running_round.ends_at)
    page = text(referee_client.get(at("entries")))
    links = re.findall(r'href="([^"]+/entries/\d+/)"', page)
    assert links == [at("correct", 2), at("correct", 1)]


def test_a_correction_starts_from_what_was_entered(referee_client, at):
    referee_client.post(at(), win(1, "a", winner="S", source="self", points=24))
    page = text(referee_client.get(at("correct", 1)))
    assert re.search(r'name="winner" value="S"[^>]*checked', page)
    assert re.search(r'name="source" value="self"[^>]*checked', page)
    assert 'value="24"' in page


def test_a_correction_needs_a_reason_and_replays_what_follows(referee_client, at, game):
    for hand in range(1, 5):
        referee_client.post(at(), win(hand, f"h{hand}"))
    fields = win(1, "c", points=20)
    refused = referee_client.post(at("correct", 1), fields)
    assert refused.status_code == 422
    assert "Enter a reason for the correction." in text(refused)
    shown = text(referee_client.post(at("preview_correction", 1), fields, **HTMX))
    assert "Player 02</span> <span" in shown
    assert '<span class="amount">28</span>' in shown
    assert "+144" in shown
    assert "+152" in shown
    saved = referee_client.post(
        at("correct", 1), fields | {"reason": "misread"}, follow=True
    )
    assert "Hand 1 corrected." in text(saved)
    assert TableLedger(game).state.scores["E"] == 152


def test_a_correction_keeps_the_flowers(referee_client, at, game):
    referee_client.post(at(), win(1, "a", points=24, flowers=3))
    page = text(referee_client.get(at("correct", 1)))
    assert re.search(r'<option value="3" selected', page)
    fields = win(1, "c", points=20, flowers=3, reason="misread")
    referee_client.post(at("correct", 1), fields)
    assert game.ledger.last().data["flowers"] == 3


def test_a_refused_correction_keeps_what_was_typed(referee_client, at, game):
    referee_client.post(at(), win(1, "a"))
    response = referee_client.post(
        at("correct", 1), win(1, "c", points=7, reason="misread")
    )
    page = text(response)
    assert response.status_code == 422
    assert "7 fan is less than the minimum of 8." in page
    assert 'value="7"' in page
    assert 'value="misread"' in page
    assert kinds(game) == ["win"]


CHICKEN = {"winner": "E", "source": "self", "points": 8, "chicken": "on"}


def test_a_value_no_hand_has_is_entered_nowhere(referee_client, at, game):
    """A self-drawn Chicken Hand, which has an impossible value, is rejected on the
    table page, as a correction, and as an inserted hand.
    """
    referee_client.post(at(), win(1, "a"))
    for place, fields in (
        (at(), win(2, "b", **CHICKEN)),
        (at("correct", 1), win(1, "c", **CHICKEN, reason="misread")),
        (at("insert", 1), win(1, "d", **CHICKEN, reason="left out")),
    ):
        refused = referee_client.post(place, fields)
        assert refused.status_code == 422
        assert "so it cannot be a Chicken Hand." in text(refused)
    assert kinds(game) == ["win"]


def test_a_value_of_before_it_was_refused_still_counts(game):
    """A ledger keeps values that the program accepted when they were entered and would
    reject now.
    """
    raw = {"kind": "win", "winner": "E", "from": None, "points": 8, "chicken": True}
    entry = game.rules.read_entry(raw)
    ledger = TableLedger.locked(game.pk)
    append(ledger, ledger.draft(entry), device_key="old", by="referee")
    assert TableLedger(game).state.scores["E"] == 48


def test_the_same_correction_twice_is_one(referee_client, at, game):
    referee_client.post(at(), win(1, "a"))
    fields = win(1, "c", points=20, reason="misread")
    for _press in range(2):
        response = referee_client.post(at("correct", 1), fields, follow=True)
        assert "Hand 1 corrected." in text(response)
    assert game.ledger.count() == 2


def test_an_entry_somebody_changed_is_not_corrected_again(referee_client, at, game):
    referee_client.post(at(), win(1, "a"))
    referee_client.post(at("correct", 1), win(1, "b", points=20, reason="misread"))
    late = referee_client.post(
        at("correct", 1), win(1, "c", points=30, reason="misread")
    )
    assert late.status_code == 422
    assert "Someone else has changed this entry." in text(late)
    assert TableLedger(game).state.scores["E"] == 44


def test_a_hand_between_others_can_become_a_washout(referee_client, at, game):
    for hand in range(1, 4):
        referee_client.post(at(), win(hand, f"h{hand}"))
    referee_client.post(
        at("correct", 2), win(2, "c", winner="washout", source="", reason="no win")
    )
    assert [line.kind for line in TableLedger(game).live] == [
        "win",
        "washout",
        "win",
    ]


def test_a_correction_without_a_change_is_refused(referee_client, at, game):
    referee_client.post(at(), win(1, "a"))
    response = referee_client.post(at("correct", 1), win(1, "c", reason="looked"))
    assert response.status_code == 422
    assert "Nothing has changed. Change an entry, or go back." in text(response)
    assert "Reason for the correction (required)" in text(response)
    assert kinds(game) == ["win"]


@pytest.mark.parametrize("is_public", [True, False])
def test_the_page_says_that_the_public_sees_reasons(
    referee_client, at, game, is_public
):
    tournament = game.round.tournament
    tournament.is_public = is_public
    tournament.save()
    for hand in (1, 2):
        referee_client.post(at(), win(hand, f"h{hand}"))
    page = text(referee_client.get(at("correct", 1)))
    words = "The table&#x27;s public page shows the reason and your account name."
    assert page.count(words) == (2 if is_public else 0)
    assert "Reason for removing the hand (required)" in page
    insertion = text(referee_client.get(at("insert", 0)))
    assert insertion.count(words) == int(is_public)


@pytest.mark.parametrize(
    ("raw", "fields", "scores"),
    [
        (PENALTY, {"north": -20}, [0, 0, 0, -20]),
        (FALSE_WIN, {"seat": "S"}, [10, -30, 10, 10]),
        (
            TOTALS,
            {"east": 0, "south": 0, "west": 9, "north": -9},
            [0, 0, 9, -9],
        ),
    ],
    ids=["penalty", "false win", "totals"],
)
def test_a_ruling_is_corrected_too(referee_client, at, game, raw, fields, scores):
    rule(game, raw)
    page = referee_client.get(at("correct", 1))
    assert "Reason for the correction (required)" in text(page)
    assert "Reason for undoing the entry (required)" in text(page)
    fields = fields | {"device_key": "c", "reason": "misheard"}
    shown = referee_client.post(at("preview_correction", 1), fields, **HTMX)
    assert shown.status_code == 200
    response = referee_client.post(at("correct", 1), fields, follow=True)
    assert "Entry in hand 1 corrected." in text(response)
    assert list(TableLedger(game).state.scores.values()) == scores
    assert game.ledger.last().reason == "misheard"


def test_a_closed_round_can_still_be_corrected(
    director_client, at, game, running_round
):
    director_client.post(at(), win(1, "a"))
    end_and_close_round.close(running_round.pk, by="director", reason="power cut")
    page = text(director_client.get(at()))
    assert "This round is closed." in page
    assert "Back to round 1" in page
    refused = director_client.post(at(), win(2, "b"))
    assert refused.status_code == 422
    assert "Round 1 is closed" in text(refused)
    director_client.post(at("correct", 1), win(1, "c", points=20, reason="misread"))
    assert TableLedger(game).state.scores["E"] == 44


# --- undo of a ruling -----------------------------------------------------------


def test_a_ruling_is_taken_back_with_a_reason(referee_client, at, game):
    rule(game, PENALTY)
    refused = referee_client.post(at("retract", 1), {"retract-device_key": "r"})
    assert refused.status_code == 422
    assert "Enter a reason for undoing this entry." in text(refused)
    referee_client.post(
        at("retract", 1), {"retract-device_key": "r", "retract-reason": "not late"}
    )
    assert kinds(game) == ["penalty", "retraction"]


@pytest.mark.parametrize("name", ["correct", "preview_correction", "retract"])
def test_the_gong_and_what_was_taken_back_are_no_pages(
    referee_client, at, game, running_round, name
):
    referee_client.post(at(), win(1, "a"))
    correct_and_undo.undo(game.pk, device_key="u", by="referee", reason="wrong")
    sweep(running_round.ends_at)
    assert kinds(game) == ["win", "retraction", "gong"]
    for sequence in (2, 3, 4, 10**20):
        assert referee_client.post(at(name, sequence), {}).status_code == 404


def test_the_end_of_play_is_only_taken_back(referee_client, at, game, running_round):
    sweep(running_round.ends_at)
    ended = rule(game, {"kind": "play_ended", "why": "time"})
    page = text(referee_client.get(at("correct", ended.sequence)))
    assert "Undo" in page
    assert "Save correction" not in page
    for name in ("correct", "preview_correction"):
        response = referee_client.post(at(name, ended.sequence), {"reason": "x"})
        assert response.status_code == 404
