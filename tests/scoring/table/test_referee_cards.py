"""A referee's change appears as a notice at the table until the device dismisses it."""

from __future__ import annotations

import html

import pytest
from django.test import Client
from django.urls import reverse

from rules.ledger_entries import Follow
from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.corrections import correct_and_undo
from scoring.ledger.table_ledger import TableLedger
from scoring.table.change_notice_cards import DismissedCards, cards_of
from tests.scoring.confirming_and_finishing.test_changed_since import (
    PENALTY,
    SWAP,
    correct,
)
from tests.scoring.corrections.test_reseat_and_rulings import reseat
from tests.scoring.ledger.test_hand_order import (
    enter,
    insert,
    key,
    outcome,
    remove,
    win_of,
)
from tests.scoring.table_device import HTMX, device_at, text, win
from tournaments.models import Tournament


@pytest.fixture
def page(game) -> str:
    round_ = game.round
    return reverse(
        "table:session", args=[round_.tournament.slug, round_.number, game.table]
    )


@pytest.fixture
def device(game, page) -> Client:
    """Return a device that opened the table link and entered three hands."""
    client = device_at(game)
    for hand in (1, 2, 3):
        client.post(page, win(hand, f"{hand:032}", points=10 + hand), **HTMX)
    assert TableLedger.as_now(game).state.position.hand == 4
    return client


def card(response) -> str:
    """Return the notice's text; "" if there is no notice."""
    _before, found, rest = html.unescape(text(response)).partition("data-card=")
    return rest.partition("</form>")[0].partition('class="answers"')[0] if found else ""


def titles(game, put_away: DismissedCards | None = None) -> list[str]:
    ledger = TableLedger.as_now(game)
    return [each.title for each in cards_of(ledger, put_away or DismissedCards())]


def test_a_correction_says_what_was_and_what_is_until_it_is_put_away(
    device, game, page
):
    assert card(device.get(page)) == ""
    correct(game, 2, 23)
    shown = card(device.get(page))
    assert "Hand 2 was changed" in shown
    assert "Before: Player 01 wins 12 fan from Player 02." in shown
    assert "<b>Player 01 wins 23 fan from Player 02.</b>" in shown
    paid = "Player 01 +47, Player 03 −8, Player 04 −8, Player 02 −31"
    assert f'<p class="paid">{paid}</p>' in shown
    assert "By referee" in shown
    assert ": was misread" in shown
    # The stream contains it, and so does the answer to a save.
    assert card(device.get(f"{page}sheet/", **HTMX)) == shown
    # The card mentions the saved hand, because it covers that notice.
    saved = card(device.post(page, win(4, "4" * 32), **HTMX))
    assert "Hand 2 was changed" in saved
    assert '<p class="soft done">Hand 4 is saved. Player 01 wins 12 fan' in saved
    mark = str(TableLedger.as_now(game).outcome(2).sequence)
    gone = device.post(f"{page}put-away/", {"card": f"{mark}.0"})
    assert gone.url == page
    assert gone.cookies["put_away"]["path"] == page
    assert card(device.get(page)) == ""
    correct(game, 1, 40)
    assert "Hand 1 was changed" in card(device.get(page))


def test_every_kind_of_change_has_its_words(device, game):
    remove(game, 2)
    insert(game, 0, win_of(30))
    enter(game, PENALTY)
    reseat(game, SWAP, Follow.SEATS)
    assert titles(game) == [
        "Hand 2 was undone",
        "Hand 1 was inserted",
        "A referee's entry, hand 4",
        "Players were reseated",
    ]
    ledger = TableLedger.as_now(game)
    *_others, seats = cards_of(ledger, DismissedCards())
    assert [player.moved for player in seats.sits].count(True) == 2
    assert seats.moved == set("ES")


def test_a_hand_that_the_referee_enters_in_turn_is_no_change(device, game):
    enter(game, win_of(16), 4)
    assert titles(game) == []
    correct_and_undo.undo(
        game.pk,
        device_key=key(),
        by="referee",
        reason="misheard",
        sequence=outcome(game, 4).sequence,
    )
    assert titles(game) == ["Hand 4 was undone"]


def test_the_answer_to_a_dispute_is_a_card(device, game, page):
    enter(game, {"kind": "play_ended", "why": "ruling"})
    Tournament.objects.update(confirmation="players")
    sequence = game.ledger.count()
    who = game.seats.get(wind="W").player
    said = confirm_and_dispute.dispute(
        game.pk, who, sequence=sequence, text="Hand 2 was not mine."
    )
    assert card(device.get(page)) == ""
    confirm_and_dispute.settle(said.pk, by="referee", answer="The sheet says it was.")
    shown = card(device.get(page))
    assert "Dispute by Player 03 resolved" in shown
    # A player's dispute is not struck through, because nothing replaces it.
    assert '<p class="soft said">Hand 2 was not mine.</p>' in shown
    assert "<s " not in shown
    assert "<b>The sheet says it was.</b>" in shown
    # The answer is also shown if play continues because of it.
    ended = TableLedger.as_now(game).last_entered
    correct_and_undo.undo(
        game.pk,
        device_key=key(),
        by="referee",
        reason="too early",
        sequence=ended.sequence if ended else game.ledger.count(),
    )
    assert TableLedger.as_now(game).state.over is None
    assert "Dispute by Player 03 resolved" in titles(game)
    device.post(f"{page}put-away/", {"card": f"99.{said.pk}"})
    assert card(device.get(page)) == ""


def test_a_referees_own_page_has_no_cards(device, game, page, referee_client):
    correct(game, 2, 23)
    assert card(referee_client.get(page)) == ""


@pytest.mark.parametrize("cookie", ["", "x", "1", "1.2.3", "-1.0", "9" * 99, "²." * 2])
def test_a_cookie_that_says_nothing_puts_nothing_away(cookie):
    assert DismissedCards.read(cookie) == DismissedCards()


def test_putting_away_never_goes_back():
    assert str(DismissedCards(7, 2).with_(DismissedCards.read("3.5"))) == "7.5"
