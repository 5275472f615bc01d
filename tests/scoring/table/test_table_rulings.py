"""False wins, penalties, totals and end of play through the table's pages."""

from __future__ import annotations

import pytest

from rules.ruleset_and_table_state import Ending
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.rounds import end_and_close_round
from scoring.rounds.clock_tick import sweep
from tests.scoring.table_device import HTMX, text, win


def fields(kind: str, **values: object) -> dict[str, object]:
    """Return the form data of a ruling of this kind."""
    sent = {"device_key": kind} | values
    return {"kind": kind} | {f"{kind}-{name}": value for name, value in sent.items()}


def test_a_false_win_costs_30_and_the_hand_goes_on(referee_client, at, game):
    response = referee_client.post(
        at("ruling"), fields("false_win", seat="W"), follow=True
    )
    state = TableLedger(game).state
    assert list(state.scores.values()) == [10, 10, -30, 10]
    assert state.position.hand == 1
    page = text(response)
    assert "False win by Player 03." in page
    assert "Next: hand 1, East round, dealer Player 01." in page


def test_a_saved_ruling_is_said_beside_the_next_question(referee_client, at, game):
    response = referee_client.post(
        at("ruling"), fields("penalty", north=-10, reason="late"), follow=True
    )
    asked = text(response).partition('id="ask"')[2].partition('id="preview"')[0]
    assert '<p class="news" role="status">Saved. ' in asked
    assert "−10" in asked


def test_a_ruling_is_shown_before_it_is_saved(referee_client, at, game):
    shown = referee_client.post(
        at("preview_ruling"), fields("false_win", seat="W"), **HTMX
    )
    assert "Changes" in text(shown)
    assert "−30" in text(shown)
    shown = referee_client.post(at("preview_ruling"), fields("penalty"), **HTMX)
    assert "Payments appear here before" in text(shown)
    assert not game.ledger.exists()


def test_a_penalty_needs_a_reason(referee_client, at, game):
    refused = referee_client.post(at("ruling"), fields("penalty", north=-10))
    assert refused.status_code == 422
    assert "Enter a reason." in text(refused)
    assert 'value="-10"' in text(refused)
    referee_client.post(at("ruling"), fields("penalty", north=-10, reason="late"))
    assert TableLedger(game).state.scores["N"] == -10
    assert game.ledger.get().reason == "late"


def test_a_penalty_may_change_all_four_scores(referee_client, at, game):
    referee_client.post(
        at("ruling"),
        fields("penalty", east=-30, south=10, west=10, north=10, reason="abuse"),
    )
    assert list(TableLedger(game).state.scores.values()) == [-30, 10, 10, 10]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "Enter points gained or lost for at least 1 player."),
        ({"north": 0}, "Enter points gained or lost for at least 1 player."),
        ({"north": "x"}, "Enter a whole number."),
        ({"north": 10**9}, "less than or equal to 100000"),
    ],
)
def test_a_penalty_of_nothing_is_refused(referee_client, at, game, values, sentence):
    response = referee_client.post(
        at("ruling"), fields("penalty", reason="late", **values)
    )
    assert response.status_code == 422
    assert sentence in text(response)
    assert not game.ledger.exists()


TOTALS = {"east": 50, "south": -20, "west": -20, "north": -10}


def test_totals_must_balance(referee_client, at, game):
    values = TOTALS | {"north": -20, "reason": "paper"}
    refused = referee_client.post(at("ruling"), fields("totals", **values))
    assert refused.status_code == 422
    assert "add up to -10. They must add up to 0" in text(refused)
    referee_client.post(at("ruling"), fields("totals", **TOTALS, reason="paper"))
    assert TableLedger(game).state.over is Ending.TOTALS


def test_totals_with_penalties_on_paper_say_what_they_sum_to(referee_client, at, game):
    values = TOTALS | {"north": -20, "reason": "paper", "penalties": -10}
    referee_client.post(at("ruling"), fields("totals", **values))
    assert list(TableLedger(game).state.scores.values()) == [50, -20, -20, -20]


def test_totals_need_four_scores_and_a_reason(referee_client, at, game):
    refused = referee_client.post(at("ruling"), fields("totals", east=0, south=0))
    page = text(refused)
    assert refused.status_code == 422
    assert page.count("Enter this player&#x27;s score.") == 2
    assert "Enter a reason." in page
    assert not game.ledger.exists()


def test_a_table_without_a_running_hand_is_over(
    referee_client, at, game, running_round
):
    referee_client.post(at(), win(1, "a"))
    assert "No hand in progress at the gong" not in text(
        referee_client.get(at("ruling"))
    )
    early = referee_client.post(at("ruling"), fields("play_ended"))
    assert early.status_code == 422
    assert "The time is not up yet." in text(early)
    sweep(running_round.ends_at)
    assert "No hand in progress at the gong" in text(referee_client.get(at("ruling")))
    referee_client.post(at("ruling"), fields("play_ended", device_key="e"))
    state = TableLedger(game).state
    assert (state.over, state.hands_played) == (Ending.TIME, 1)


@pytest.mark.parametrize("kind", ["", "gong", "win", "retraction"])
def test_only_rulings_are_rulings(referee_client, at, game, kind):
    for name in ("ruling", "preview_ruling"):
        response = referee_client.post(at(name), fields(kind, policy="stop_at_once"))
        assert response.status_code == 422
        assert "Choose a ruling." in text(response)
    assert not game.ledger.exists()


def test_a_ruling_sent_twice_counts_once(referee_client, at, game):
    for _press in range(2):
        referee_client.post(at("ruling"), fields("false_win", seat="W"))
    assert game.ledger.count() == 1


def test_a_round_that_has_not_started_takes_no_ruling(referee_client, seated_round):
    game = seated_round.games.get(table=1)
    address = f"/table/{seated_round.tournament.slug}/1/1/ruling/"
    response = referee_client.post(address, fields("false_win", seat="W"))
    assert response.status_code == 422
    assert "has not started yet" in text(response)
    assert not game.ledger.exists()


def test_a_closed_round_takes_a_penalty_only(referee_client, at, game, running_round):
    enter_hand.enter(game.pk, {"kind": "washout"}, device_key="a", by="referee", hand=1)
    end_and_close_round.close(running_round.pk, by="director", reason="late")
    page = text(referee_client.get(at("ruling")))
    assert "Penalty" in page
    assert "Paper totals" not in page
    refused = referee_client.post(at("ruling"), fields("false_win", seat="W"))
    assert refused.status_code == 422
    referee_client.post(at("ruling"), fields("penalty", north=-10, reason="appeal"))
    assert TableLedger(game).state.scores["N"] == -10
