"""Pages for false wins that do not end their hand, and for the dead hands
that follow.
"""

from __future__ import annotations

import pytest
from django.urls import reverse

from rules.faults import RuleError
from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.rounds import end_and_close_round
from tests.scoring.table_device import HTMX, at_table, device_at, kinds, text, win
from tests.scoring.tables_of_rules import table_of

FALSE_WIN = {"kind": "false_win", "seat": "E"}
DEAD = {"kind": "penalty", "seat": "E", "offender": "E", "offence": "dead_hand"}


def enter(game, raw, **more):
    given = {"device_key": f"k{game.ledger.count()}", "by": "referee"}
    return enter_hand.enter(game.pk, raw, reason="ruling", **given, **more).entry


# --- entering a false win -------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [("mcr", {"preset": "wmo2006"}), ("hong_kong", {"false_win_then": "may_not_win"})],
)
def test_the_device_of_a_table_enters_a_false_win(director, noon, ruleset, options):
    table = table_of(director, noon, ruleset, **options)
    device = device_at(table.game)
    assert table.at("false_win") in text(device.get(table.at()))
    fields = {"device_key": "f", "seat": "S", "reason": ""}
    assert "How far" not in text(device.get(table.at("false_win")))
    shown = device.post(table.at("preview_false_win"), fields, **HTMX)
    assert "Player 02" in text(shown)
    saved = device.post(table.at("false_win"), fields, follow=True)
    assert "Player 02" in text(saved)
    line = table.game.ledger.get()
    assert (line.kind, line.data["seat"], at_table(line.by)) == (
        "false_win",
        "S",
        "table 1",
    )


@pytest.mark.parametrize("ruleset", ["riichi", "classical"])
def test_where_it_ends_the_hand_the_form_of_the_hand_asks_for_it(
    director, noon, ruleset
):
    table = table_of(director, noon, ruleset)
    device = device_at(table.game)
    page = text(device.get(table.at()))
    asks = 'value="false_win"' in page
    assert asks != (table.at("false_win") in page)
    assert device.get(table.at("false_win")).status_code == (404 if asks else 200)


def test_what_is_wrong_with_it_is_said(game, at):
    device = device_at(game)
    response = device.post(at("false_win"), {"device_key": "f", "seat": "X"})
    assert response.status_code == 422
    assert "This choice is not available" in text(response)
    assert kinds(game) == []


def test_a_hand_that_was_not_even_ready_costs_more_where_the_option_says_so(
    director, noon
):
    table = table_of(director, noon, "mcr")
    page = text(table.client.get(table.at("false_win")))
    assert "State of the hand" in page
    fields = {"device_key": "f", "seat": "S", "lacked": "not_ready", "reason": ""}
    table.client.post(table.at("false_win"), fields)
    assert table.ledger.state.scores["S"] == -60
    page = text(table.client.get(table.at("correct", 1)))
    assert 'value="not_ready"' in page
    fields = {"device_key": "c", "seat": "S", "lacked": "ready", "reason": "one tile"}
    table.client.post(table.at("correct", 1), fields)
    assert table.ledger.state.scores["S"] == -30


@pytest.mark.parametrize(
    ("ruleset", "options", "dead"),
    [
        ("mcr", {}, True),
        ("hong_kong", {"false_win_then": "may_not_win"}, True),
        ("hong_kong", {"false_win_then": "open_hand"}, False),
    ],
)
def test_the_sheet_says_whose_hand_is_dead_by_it(
    director, noon, ruleset, options, dead
):
    table = table_of(director, noon, ruleset, **options)
    enter(table.game, FALSE_WIN | {"seat": "W"})
    said = "False win by Player 03."
    assert said in text(table.client.get(table.at()))
    for address in (table.at("sheet"), f"{table.at()}?saved=1", table.at("entries")):
        page = text(table.client.get(address))
        assert (f"{said} Dead hand: Player 03." in page) == dead, address


# --- dead hands -----------------------------------------------------------------


@pytest.mark.parametrize("raw", [FALSE_WIN, DEAD], ids=["false win", "ruling"])
def test_whoever_has_a_dead_hand_wins_the_next_one_only(referee_client, game, at, raw):
    enter(game, raw)
    page = text(referee_client.get(at()))
    assert "Player 01 has a dead hand and cannot win hand 1." in page
    for address in ("session", "preview"):
        refused = referee_client.post(at(address), win(1, "a"), **HTMX)
        assert refused.status_code == 422
        said = "Player 01 has a dead hand and cannot win hand 1."
        assert said in text(refused)
    referee_client.post(at(), win(1, "b", winner="S", source="E"))
    assert "dead hand and cannot" not in text(referee_client.get(at()))
    referee_client.post(at(), win(2, "c"))
    assert TableLedger(game).state.hands_played == 2


def test_no_correction_lets_a_dead_hand_win(game):
    enter(game, FALSE_WIN)
    line = enter(game, {"kind": "washout"}, hand=1)
    raw = {"kind": "win", "winner": "E", "from": "S", "points": 12}
    with pytest.raises(RuleError) as caught:
        correct_and_undo.correct(
            line.pk, raw, device_key="c", by="referee", reason="misread"
        )
    assert [fault.code for fault in caught.value.faults] == ["dead_hand_won"]


def test_a_dead_hand_is_in_the_catalogue_of_rulings(referee_client, game, at):
    page = text(referee_client.get(at("ruling") + "?offence=dead_hand&times=1"))
    assert "Dead hand: it cannot win" in page
    fields = {
        "kind": "fine",
        "fine-device_key": "d",
        "fine-offence": "dead_hand",
        "fine-times": "1",
        "fine-offender": "W",
        "fine-points": "20",
        "fine-gain": "nobody",
        "fine-target": "score",
        "fine-reason": "fifteen tiles",
    }
    referee_client.post(at("ruling"), fields)
    state = TableLedger(game).state
    assert (state.position.dead, state.scores["W"]) == (("W",), -20)


def test_once_play_is_over_nobody_is_told_of_a_dead_hand(
    referee_client, client, game, at
):
    enter(game, DEAD)
    everybody = reverse(
        "public:session", args=[game.round.tournament.slug, 1, game.table]
    )
    assert "dead hand</span>" in text(client.get(everybody))
    end_and_close_round.close(game.round_id, by="director", reason="it is late")
    assert TableLedger(game).state.over
    assert "dead hand</span>" not in text(client.get(everybody))
    assert "dead hand and cannot" not in text(referee_client.get(at()))
