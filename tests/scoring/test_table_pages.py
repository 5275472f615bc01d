"""What a referee does at a table, through its pages."""

from __future__ import annotations

import random
import re

import pytest
from django.urls import reverse

from rules.table import Ending
from scoring import ledger, rebuild, round_end
from scoring.book import Book
from scoring.models import LedgerEntry
from tournaments import rounds

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def at(session):
    """Addresses of the pages of table 1."""

    def address(name: str = "session", *more: int) -> str:
        round_ = session.round
        return reverse(
            f"table:{name}",
            args=[round_.tournament.slug, round_.number, session.table, *more],
        )

    return address


def win(hand: int, key: str, **values: object) -> dict[str, object]:
    return {
        "hand": hand,
        "device_key": key,
        "winner": "E",
        "source": "S",
        "points": 12,
        **values,
    }


def kinds(session) -> list[str]:
    return [line.kind for line in session.ledger.all()]


def text(response) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def test_the_page_offers_the_first_hand(referee_client, at):
    response = referee_client.get(at())
    assert response.status_code == 200
    assert "Hand 1 · East round" in text(response)
    assert "Player 04" in text(response)


def test_a_hand_is_saved_and_answered_with_what_comes_next(referee_client, at, session):
    response = referee_client.post(at(), win(1, "a"), **HTMX)
    assert response.status_code == 200
    assert kinds(session) == ["win"]
    page = text(response)
    assert "Hand 1 is saved" in page
    assert "Next: hand 2, East round, Player 02 deals." in page
    assert "Hand 2 · East round" in page


def test_without_htmx_saving_leads_back_to_the_page(referee_client, at):
    response = referee_client.post(at(), win(1, "a"), follow=True)
    assert response.redirect_chain == [(f"{at()}?saved=1", 302)]
    assert "Hand 1 is saved" in text(response)


def test_the_payments_are_shown_before_saving_and_nothing_is_saved(
    referee_client, at, session
):
    response = referee_client.post(at("preview"), win(1, "a"), **HTMX)
    page = text(response)
    assert response.status_code == 200
    assert "Saving this will change" in page
    assert "+36" in page
    assert "−20" in page
    assert page.count("−8") >= 2
    assert not session.ledger.exists()


def test_without_javascript_there_is_a_preview_button(referee_client, at, session):
    response = referee_client.post(at(), {**win(1, "a"), "preview": ""})
    assert "Saving this will change" in text(response)
    assert not session.ledger.exists()


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"points": 7}, "7 fan is less than the minimum of 8."),
        ({"points": ""}, "Give the number of fan."),
        ({"points": "x"}, "Enter a whole number."),
        ({"source": "E"}, "The winner cannot have discarded the winning tile."),
        ({"source": ""}, "Say who discarded the winning tile, or self-drawn."),
        ({"winner": ""}, "Say who won, or that nobody did."),
        ({"winner": "Q"}, "Select a valid choice"),
        ({"hand": 5}, "Hand 1 comes next here, not hand 5."),
    ],
)
def test_every_refusal_is_a_sentence_and_saves_nothing(
    referee_client, at, session, values, sentence
):
    for extra in ({}, HTMX):
        response = referee_client.post(at(), win(1, "a") | values, **extra)
        assert response.status_code == 422
        assert sentence in text(response)
    assert not session.ledger.exists()


def test_a_refusal_keeps_what_was_typed_and_stands_beside_its_field(referee_client, at):
    page = text(referee_client.post(at(), win(1, "a", points=7), **HTMX))
    assert re.search(r'<input type="number" name="points" value="7"', page)
    assert re.search(r'id="id_points_error"[^>]*> ?<li>7 fan is less', page)


def test_the_same_entry_twice_is_one_entry(referee_client, at, session):
    first = referee_client.post(at(), win(1, "a"), **HTMX)
    second = referee_client.post(at(), win(1, "a"), **HTMX)
    assert kinds(session) == ["win"]
    assert "Hand 1 is saved" in text(first)
    assert "Hand 1 is saved" in text(second)


def test_two_versions_of_a_hand_are_a_conflict_that_shows_both(
    referee_client, at, session
):
    referee_client.post(at(), win(1, "a"))
    for extra in ({}, HTMX):
        response = referee_client.post(at(), win(1, "b", points=20), **extra)
        page = text(response)
        assert response.status_code == 409
        assert "Hand 1 is already entered differently" in page
        assert "Player 01 wins 12 fan from Player 02." in page
        assert "Player 01 wins 20 fan from Player 02." in page
    assert kinds(session) == ["win"]


def test_undo_takes_back_the_last_entry(referee_client, at, session):
    referee_client.post(at(), win(1, "a"))
    response = referee_client.post(at("undo"), {"device_key": "u"}, follow=True)
    assert "The last entry was taken back." in text(response)
    assert Book(session).live == []
    again = referee_client.post(at("undo"), {"device_key": "v"}, follow=True)
    assert "There is nothing to take back." in text(again)


def test_a_correction_needs_a_reason_and_replays_what_follows(
    referee_client, at, session
):
    for hand in range(1, 5):
        referee_client.post(at(), win(hand, f"h{hand}"))
    fields = win(1, "c", points=20)
    refused = referee_client.post(at("correct", 1), fields)
    assert refused.status_code == 422
    assert "Give the reason for the correction." in text(refused)
    shown = referee_client.post(at("preview_correction", 1), fields, **HTMX)
    assert "+152" in text(shown)
    saved = referee_client.post(
        at("correct", 1), fields | {"reason": "misread"}, follow=True
    )
    assert "Hand 1 is corrected." in text(saved)
    assert Book(session).state.scores["E"] == 152


def test_an_entry_somebody_changed_is_not_corrected_again(referee_client, at, session):
    referee_client.post(at(), win(1, "a"))
    referee_client.post(at("correct", 1), win(1, "b", points=20, reason="misread"))
    late = referee_client.post(
        at("correct", 1), win(1, "c", points=30, reason="misread")
    )
    assert late.status_code == 422
    assert Book(session).state.scores["E"] == 44


def test_an_earlier_hand_is_not_taken_back(referee_client, at, session):
    referee_client.post(at(), win(1, "a"))
    referee_client.post(at(), win(2, "b"))
    response = referee_client.post(
        at("retract", 1), {"retract-device_key": "r", "retract-reason": "wrong"}
    )
    assert response.status_code == 422
    assert "Hand 1 has hands after it: correct it instead." in text(response)


def test_a_false_win_costs_30_and_the_hand_goes_on(referee_client, at, session):
    referee_client.post(
        at("ruling"),
        {"kind": "false_win", "false_win-seat": "W", "false_win-device_key": "f"},
    )
    state = Book(session).state
    assert dict(state.scores) == {"E": 10, "S": 10, "W": -30, "N": 10}
    assert state.position.hand == 1


def test_a_penalty_needs_a_reason(referee_client, at, session):
    fields = {
        "kind": "penalty",
        "penalty-north": -10,
        "penalty-device_key": "p",
    }
    refused = referee_client.post(at("ruling"), fields)
    assert refused.status_code == 422
    assert "Give the reason." in text(refused)
    referee_client.post(at("ruling"), fields | {"penalty-reason": "late"})
    assert Book(session).state.scores["N"] == -10
    assert session.ledger.get().reason == "late"


def test_totals_must_balance(referee_client, at, session):
    fields = {
        "kind": "totals",
        "totals-device_key": "t",
        "totals-reason": "paper",
        "totals-east": 50,
        "totals-south": -20,
        "totals-west": -20,
        "totals-north": -20,
    }
    refused = referee_client.post(at("ruling"), fields)
    assert refused.status_code == 422
    assert "sum to -10; they should sum to 0" in text(refused)
    referee_client.post(at("ruling"), fields | {"totals-north": -10})
    assert Book(session).state.over is Ending.TOTALS


def test_after_the_gong_a_hand_needs_the_referees_word(
    referee_client, at, session, running_round
):
    round_end.end_due_rounds(running_round.ends_at)
    assert "Time is up." in text(referee_client.get(at()))
    refused = referee_client.post(at(), win(1, "a"), **HTMX)
    assert refused.status_code == 422
    assert "Time is up. Confirm that this hand counts" in text(refused)
    saved = referee_client.post(at(), win(1, "b", before_gong="on"), **HTMX)
    assert saved.status_code == 200
    assert Book(session).state.over is Ending.TIME


def test_a_table_without_a_running_hand_is_over_by_ruling(
    referee_client, at, session, running_round
):
    referee_client.post(at(), win(1, "a"))
    round_end.end_due_rounds(running_round.ends_at)
    referee_client.post(
        at("ruling"), {"kind": "play_ended", "play_ended-device_key": "e"}
    )
    assert Book(session).state.over is Ending.TIME
    assert Book(session).state.hands_played == 1


def test_seat_changes_are_told_after_hand_four(referee_client, at):
    for hand in range(1, 5):
        response = referee_client.post(at(), win(hand, f"h{hand}"), **HTMX)
    page = text(response)
    assert "Change seats now" in page
    assert "Next: hand 5, South round, Player 02 deals." in page


def test_a_round_that_has_not_started_takes_nothing(referee_client, seated_round):
    address = reverse("table:session", args=["spring-cup", 1, 1])
    assert "has not started yet" in text(referee_client.get(address))
    response = referee_client.post(address, win(1, "a"))
    assert response.status_code == 422
    assert "Round 1 has not started yet." in text(response)


def test_a_closed_round_can_still_be_corrected(
    director_client, at, session, running_round
):
    director_client.post(at(), win(1, "a"))
    round_end.close(running_round.pk, by="director", reason="power cut")
    refused = director_client.post(at(), win(2, "b"))
    assert refused.status_code == 422
    assert "Round 1 is closed" in text(refused)
    director_client.post(at("correct", 1), win(1, "c", points=20, reason="misread"))
    assert Book(session).state.scores["E"] == 44


def test_a_draft_and_unknown_tables_are_not_there(referee_client, tournament, at):
    for address in (
        reverse("table:session", args=["spring-cup", 9, 1]),
        reverse("table:session", args=["spring-cup", 1, 9]),
        at("correct", 99),
    ):
        assert referee_client.get(address).status_code == 404


def test_nonsense_gets_no_500_and_leaves_the_ledger_sound(
    referee_client, at, session, running_round
):
    chance = random.Random(7)
    values = ["", "E", "S", "Q", "self", "washout", "8", "-3", "99999999", "x", "é\x00"]
    fields = ["hand", "winner", "source", "points", "chicken", "before_gong", "kind"]
    fields += ["device_key", "reason", "false_win-seat", "totals-east", "penalty-west"]
    names = ["session", "preview", "ruling", "undo"]
    for count in range(400):
        data = {name: chance.choice(values) for name in fields}
        if chance.random() < 0.7:
            data |= win(chance.randint(1, 4), f"k{chance.randint(1, 300)}")
            data["points"] = chance.choice([8, 12, 7, "x"])
        address = at(chance.choice(names))
        if chance.random() < 0.2 and session.ledger.exists():
            address = at("correct", chance.randint(1, session.ledger.count()))
        response = referee_client.post(address, data)
        assert response.status_code < 500, (count, address, data)
    assert list(rebuild.rebuild(running_round.tournament, check=True)) == []
    sequences = session.ledger.values_list("sequence", flat=True)
    assert list(sequences) == list(range(1, len(sequences) + 1))


def test_the_hand_number_of_a_stale_page_is_noticed(referee_client, at, session):
    stale = win(1, "late", points=30)
    ledger.enter(session.pk, {"kind": "washout"}, device_key="x", by="other", hand=1)
    assert referee_client.post(at(), stale).status_code == 409
    assert LedgerEntry.objects.count() == 1


def test_a_paused_round_still_takes_the_hand_that_was_played(
    referee_client, at, session, running_round, noon
):
    rounds.pause(running_round.pk, by="director", now=noon)
    assert referee_client.post(at(), win(1, "a"), **HTMX).status_code == 200
