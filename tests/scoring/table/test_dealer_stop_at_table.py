"""The table's page asks the dealer whether the game ends."""

from __future__ import annotations

import pytest

import rules
from rules.ledger_replay import follow, replay
from scoring.ledger import enter_hand
from scoring.ledger.replay_with_unsaved_entry import Preview
from scoring.ledger.table_ledger import TableLedger
from scoring.table.ask_dealer_to_stop import question_to_dealer
from tests.rules.riichi.ledgers import draw, win
from tests.scoring.table_device import HTMX, text
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

QUESTION = "The dealer leads and may end the game."


@pytest.fixture
def last_hand(game):
    """Return table 1 in the last hand. Its dealer leads."""
    tournament = Tournament.objects.get(pk=game.round.tournament_id)
    tournament.ruleset = "riichi"
    tournament.options = {
        "preset": "tenhou",
        "dealer_stop": "win_or_tenpai",
        "dealer_stop_asked": True,
    }
    tournament.save()
    entries = [win("N", "S", limit="mangan"), *[draw()] * 6]
    for number, raw in enumerate(entries, start=1):
        key = f"k{number}"
        enter_hand.enter(game.pk, raw, device_key=key, by="table 1", hand=number)
    return game


def test_the_dealer_is_asked_and_ends_the_game(last_hand, referee_client, at):
    hand = {"hand": 8, "device_key": "last", "winner": "N", "source": "E"}
    hand["value"] = "1-30"
    page = text(referee_client.post(at("preview"), hand, **HTMX))
    assert QUESTION in page
    stopped = {**hand, "dealer_stops": "on"}
    page = text(referee_client.post(at("preview"), stopped, **HTMX))
    assert QUESTION not in page
    assert referee_client.post(at(), stopped, **HTMX).status_code == 200
    state = TableLedger.as_now(last_hand).state
    assert state.over == "dealer_stop"
    assert "the dealer leads and ends the game" in text(referee_client.get(at()))


@pytest.mark.parametrize(
    ("policy", "is_asked"), [("finish_hand", False), ("finish_hand_plus_one", True)]
)
def test_after_the_gong_the_dealer_is_asked_if_another_hand_would_follow(
    policy, is_asked
):
    options = {"dealer_stop": "win_or_tenpai", "dealer_stop_asked": True}
    played = rules.ruleset("riichi", {"preset": "tenhou", **options})
    gong = {"kind": "gong", "policy": policy}
    entries = [win("N", "S", limit="mangan"), *[draw()] * 6, gong]
    before = replay(played, map(played.read_entry, entries))

    def preview(raw):
        after = follow(played, before, played.read_entry(raw))
        return Preview(before, after, None)

    raw = win("N", "E", han=1, fu=30)
    asked = question_to_dealer(played, raw, preview(raw), preview)
    assert asked.startswith(QUESTION if is_asked else "")
    assert bool(asked) == is_asked


def test_another_players_win_asks_nothing_and_cannot_stop(
    last_hand, referee_client, at
):
    hand = {"hand": 8, "device_key": "last", "winner": "E", "source": "N"}
    hand["value"] = "1-30"
    assert QUESTION not in text(referee_client.post(at("preview"), hand, **HTMX))
    refused = referee_client.post(at(), {**hand, "dealer_stops": "on"}, **HTMX)
    assert refused.status_code == 422
    assert "The dealer cannot end the game now." in text(refused)
