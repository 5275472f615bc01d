"""The pages of a table for a referee."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from rules.ruleset_and_table_state import Ending
from scoring.ledger import enter_hand
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict, LedgerEntry
from scoring.rounds.clock_tick import sweep
from tests.scoring.table_device import HTMX, device_at, kinds, text, undo_fields, win
from tournaments.models import Tournament
from tournaments.rounds import round_clock


def test_the_page_offers_the_first_hand(referee_client, at):
    response = referee_client.get(at())
    assert response.status_code == 200
    assert "Hand 1 · East round" in text(response)
    assert "Player 04" in text(response)


def test_staff_have_the_menu_of_the_tournament_and_devices_have_not(
    referee_client, at, game
):
    menu = 'id="side-all"'
    assert menu in text(referee_client.get(at("entries")))
    page = text(referee_client.get(at()))
    assert menu in page
    assert f'href="{reverse("director:check_in", args=["spring-cup"])}"' in page
    assert menu not in text(device_at(game).get(at()))


def test_a_hand_is_saved_and_answered_with_what_comes_next(referee_client, at, game):
    response = referee_client.post(at(), win(1, "a"), **HTMX)
    assert response.status_code == 200
    assert kinds(game) == ["win"]
    page = text(response)
    assert "Hand 1 is saved" in page
    assert "Next: hand 2, East round, dealer Player 02." in page
    assert "Hand 2 · East round" in page


def test_without_htmx_saving_leads_back_to_the_page(referee_client, at):
    response = referee_client.post(at(), win(1, "a"), follow=True)
    assert response.redirect_chain == [(f"{at()}?saved=1", 302)]
    assert "Hand 1 is saved" in text(response)


def test_the_payments_are_shown_before_saving_and_nothing_is_saved(
    referee_client, at, game
):
    response = referee_client.post(at("preview"), win(1, "a"), **HTMX)
    page = text(response)
    assert response.status_code == 200
    assert "Changes" in page
    assert "+36" in page
    assert "−20" in page
    assert page.count("−8") >= 2
    assert not game.ledger.exists()


def test_without_javascript_there_is_a_preview_button(referee_client, at, game):
    response = referee_client.post(at(), {**win(1, "a"), "preview": ""})
    assert "Changes" in text(response)
    assert not game.ledger.exists()


def test_every_refusal_is_a_sentence_and_saves_nothing(referee_client, at, game):
    for values, sentence in (
        ({"points": 7}, "7 fan is less than the minimum of 8."),
        ({"points": ""}, "Enter the fan."),
        ({"points": "x"}, "Enter a whole number."),
        ({"source": "E"}, "The winner cannot be the discarder."),
        ({"source": ""}, "Choose the discarder or self-draw."),
        ({"winner": ""}, "Choose the winner, or “Draw”."),
        ({"winner": "Q"}, "This choice is not available"),
        ({"hand": 5}, "The next hand here is hand 1, not hand 5."),
    ):
        response = referee_client.post(at(), win(1, "a") | values, **HTMX)
        assert response.status_code == 422, values
        assert sentence in text(response), values
    response = referee_client.post(at(), win(1, "a") | values)
    assert response.status_code == 422
    assert sentence in text(response)
    assert not game.ledger.exists()


def test_a_refusal_keeps_what_was_typed_and_stands_beside_its_field(referee_client, at):
    page = text(referee_client.post(at(), win(1, "a", points=7), **HTMX))
    assert re.search(r'<input type="number" name="points" value="7"', page)
    assert re.search(r'id="id_points_error"[^>]*> ?<li>7 fan is less', page)


def test_the_same_entry_twice_is_one_entry(referee_client, at, game):
    first = referee_client.post(at(), win(1, "a"), **HTMX)
    second = referee_client.post(at(), win(1, "a"), **HTMX)
    assert kinds(game) == ["win"]
    assert "Hand 1 is saved" in text(first)
    assert "Hand 1 is saved" in text(second)


def test_two_versions_of_a_hand_are_a_conflict_that_shows_both(
    referee_client, at, game
):
    referee_client.post(at(), win(1, "a"))
    for extra in ({}, HTMX):
        response = referee_client.post(at(), win(1, "b", points=20), **extra)
        page = text(response)
        assert response.status_code == 409
        assert response["HX-Trigger-After-Swap"] == "renew-sheet"
        assert "Hand 1 was already entered differently" in page
        assert "Player 01 wins 12 fan from Player 02." in page
        assert "Player 01 wins 20 fan from Player 02." in page
    assert kinds(game) == ["win"]


def test_after_the_gong_a_hand_needs_the_referees_word(
    referee_client, at, game, running_round
):
    sweep(running_round.ends_at)
    assert "Time is up." in text(referee_client.get(at()))
    refused = referee_client.post(at(), win(1, "a"), **HTMX)
    assert refused.status_code == 422
    assert "Did the hand start before the gong?" in text(refused)
    saved = referee_client.post(at(), win(1, "b", before_gong="on"), **HTMX)
    assert saved.status_code == 200
    assert TableLedger(game).state.over is Ending.TIME


def test_seat_changes_are_told_after_hand_four(referee_client, at):
    for hand in range(1, 5):
        response = referee_client.post(at(), win(hand, f"h{hand}"), **HTMX)
    page = text(response)
    assert "Change seats now" in page
    assert "Next: hand 5, South round, dealer Player 02." in page


def test_a_round_that_has_not_started_takes_nothing(referee_client, seated_round):
    address = reverse("table:session", args=["spring-cup", 1, 1])
    assert "has not started yet" in text(referee_client.get(address))
    response = referee_client.post(address, win(1, "a"))
    assert response.status_code == 422
    assert "Round 1 has not started yet." in text(response)


def test_a_draft_and_unknown_tables_are_not_there(referee_client, tournament, at):
    for address in (
        reverse("table:session", args=["spring-cup", 9, 1]),
        reverse("table:session", args=["spring-cup", 1, 9]),
        at("correct", 99),
    ):
        assert referee_client.get(address).status_code == 404


def test_the_hand_number_of_a_stale_page_is_noticed(referee_client, at, game):
    stale = win(1, "late", points=30)
    enter_hand.enter(game.pk, {"kind": "washout"}, device_key="x", by="other", hand=1)
    assert referee_client.post(at(), stale).status_code == 409
    assert LedgerEntry.objects.count() == 1


def test_a_paused_round_still_takes_the_hand_that_was_played(
    referee_client, at, game, running_round, noon
):
    round_clock.pause(running_round.pk, by="director", now=noon)
    assert referee_client.post(at(), win(1, "a"), **HTMX).status_code == 200


# --- the receipt ----------------------------------------------------------------


def test_after_a_save_the_next_question_says_who_has_which_wind(referee_client, at):
    page = text(referee_client.post(at(), win(1, "a"), **HTMX))
    question = page[page.index("Winner") : page.index("Discarder")]
    question = question.replace('</span><span class="visually-hidden"> ·', " ·")
    winds = re.findall(r"(Player \d\d).*?(East · dealer|South|West|North)", question)
    assert winds == [
        ("Player 01", "North"),
        ("Player 02", "East · dealer"),
        ("Player 03", "South"),
        ("Player 04", "West"),
    ]
    assert "Change seats now" not in page


@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        (4, {"01": "East seat to the South", "02": "South seat to the East"}),
        (8, {"01": "South seat to the North", "04": "West seat to the South"}),
        (12, {"01": "North seat to the West", "03": "East seat to the South"}),
    ],
)
def test_after_a_round_of_winds_the_receipt_says_who_moves_where(
    referee_client, at, game, hand, moves
):
    for number in range(1, hand):
        _washout(game, number)
    page = text(referee_client.post(at(), win(hand, "last"), **HTMX))
    assert "Change seats now" in page
    assert page.count(" seat</small>") == 4
    for player, places in moves.items():
        assert f"Player {player}</b></span> <small>moves from the {places} seat" in page


def test_after_the_sixteenth_hand_nothing_comes_next(referee_client, at, game):
    for number in range(1, 16):
        _washout(game, number)
    page = text(referee_client.post(at(), win(16, "last"), **HTMX))
    assert "Hand 16 is saved" in page
    assert "Next: hand" not in page
    assert "All hands are played." in page
    # The places are shown immediately.
    assert 'id="end-places"' in page
    assert "Save hand" not in page


def test_a_receipt_of_nothing_is_no_receipt(referee_client, at, game):
    for saved in ("9", "0", "²", "-1", "x", "9" * 5000):
        response = referee_client.get(at(), {"saved": saved})
        assert response.status_code == 200, saved
        assert "success receipt" not in text(response), saved


def test_a_receipt_looked_at_again_later_promises_nothing(referee_client, at, game):
    _washout(game, 1)
    _washout(game, 2)
    page = text(referee_client.get(at(), {"saved": "1"}))
    assert "Hand 1 is saved" in page
    assert "Next:" not in page


def test_the_first_faulty_field_gets_the_focus(referee_client, at):
    fields = win(1, "a", source="", points=7)
    page = text(referee_client.post(at(), fields, **HTMX))
    # A script moves the focus there; without one the browser does.
    found = re.findall(r"<input[^>]*data-first-fault[^>]*>", page)
    assert found
    assert all('name="source"' in field for field in found)
    page = text(referee_client.post(at(), fields | {"device_key": "b"}))
    assert re.search(r'<input[^>]*name="source"[^>]*autofocus', page)
    assert "autofocus" not in text(referee_client.get(at()))


# --- changes in the meantime ----------------------------------------------------


def test_the_renewed_sheet_says_when_the_page_fills_in_a_hand_that_is_entered(
    referee_client, at, game
):
    assert "already saved:" not in text(referee_client.get(at("sheet"), {"hand": "1"}))
    _washout(game, 1)
    page = text(referee_client.get(at("sheet"), {"hand": "1"}))
    assert "Hand 1, already saved:</b> Draw: no winner." in page
    assert 'hx-swap-oob="true"' in page


def test_the_sheet_minds_no_nonsense(referee_client, at):
    for hand in ("", "x", "²", "9" * 5000):
        response = referee_client.get(at("sheet"), {"hand": hand})
        assert response.status_code == 200, hand
        assert "already saved:" not in text(response), hand


def part_of(page: str, name: str) -> tuple[dict[str, str], str]:
    """Return the attributes and the contents of the part of a page with this id."""
    [start] = re.finditer(rf'<div id="{name}"([^>]*)>', page)
    depth = 1
    for tag in re.finditer(r"<(/?)div\b", page[start.end() :]):
        depth += -1 if tag[1] else 1
        if not depth:
            inside = page[start.end() : start.end() + tag.start()]
            inside = re.sub(r"\d+\.\d{6}", "seconds", inside)
            return dict(re.findall(r'([\w-]+)="([^"]*)"', start[1])), inside
    raise ValueError(f"{name} has no end")


def test_what_was_saved_brings_the_table_along(referee_client, at, tournament):
    before, _now = part_of(referee_client.get(at()).content.decode(), "table-now")
    assert before["data-revision"] == before["data-own"]
    saved = referee_client.post(at(), win(1, "a"), **HTMX).content.decode()
    told, now = part_of(saved, "table-now")
    tournament.refresh_from_db()
    assert told["data-revision"] == before["data-own"]
    assert told["data-own"] == str(tournament.revision)
    assert told["data-lines"] == "1"
    assert told["hx-swap-oob"] == "true"
    sheet = referee_client.get(at("sheet")).content.decode()
    assert now == part_of(sheet, "table-now")[1]
    told, lines = part_of(saved, "table-lines")
    assert told["hx-swap-oob"] == "true"
    assert lines == part_of(sheet, "table-lines")[1]


def test_the_same_outcome_from_another_device_is_a_receipt(referee_client, at, game):
    referee_client.post(at(), win(1, "a"))
    response = referee_client.post(at(), win(1, "b"), **HTMX)
    assert response.status_code == 200
    assert "Hand 1 is saved" in text(response)
    assert kinds(game) == ["win"]


def test_the_offered_version_of_a_conflict_can_be_chosen_with_a_reason(
    referee_client, at, game
):
    referee_client.post(at(), win(1, "a"))
    offered = win(1, "b", winner="W", source="self", points=20)
    for extra in (HTMX, {}):
        page = text(referee_client.post(at(), offered, **extra))
        assert page.count("Use the later version") == (0 if extra else 1)
    assert text(referee_client.get(at("sheet"))).count("Use the later version") == 1
    [conflict] = Conflict.objects.all()
    response = referee_client.post(
        at("settle_conflict", conflict.pk),
        {"choice": "offered", "reason": "misheard"},
        follow=True,
    )
    assert "Version chosen." in text(response)
    assert TableLedger(game).state.scores["W"] == 84


def test_a_page_without_its_key_is_refused_with_a_sentence(referee_client, at, game):
    for key in ("", "k" * 65):
        response = referee_client.post(at(), win(1, key), **HTMX)
        assert response.status_code == 422
        assert "This page is outdated" in text(response)
    response = referee_client.post(at(), win(1, "gong/1/1"), **HTMX)
    assert "This page has expired" in text(response)
    assert not game.ledger.exists()


def test_somebody_signed_out_meanwhile_is_told_where_it_destroys_nothing(client, at):
    for name in ("session", "preview"):
        response = client.post(at(name), win(1, "a"), **HTMX)
        assert response.status_code == 422
        assert "You are signed out" in text(response)
        assert response["HX-Retarget"] == "#table-notice"
    assert client.post(at("undo")).headers["Location"].endswith(f"?next={at()}")


# --- the gong -------------------------------------------------------------------


def test_the_word_about_the_gong_is_asked_for_only_after_it(
    referee_client, at, running_round
):
    assert "before the gong" not in text(referee_client.get(at()))
    sweep(running_round.ends_at)
    page = text(referee_client.get(at()))
    assert "Only a hand that started before the gong counts." in page
    assert "Hand 1, overdue" in page


def test_stopped_at_once_a_hand_that_had_ended_can_be_entered(
    referee_client, at, game, running_round
):
    Tournament.objects.update(end_policy="stop_at_once")
    sweep(running_round.ends_at)
    assert "Only hands that ended before" in text(referee_client.get(at()))
    referee_client.post(at(), win(1, "a", before_gong="on"))
    assert TableLedger(game).state.hands_played == 1


def test_stopped_at_once_a_hand_undone_since_needs_the_word_that_its_page_asks_for(
    referee_client, at, game, running_round
):
    Tournament.objects.update(end_policy="stop_at_once")
    referee_client.post(at(), win(1, "a"))
    sweep(running_round.ends_at)
    again = undo_fields(text(referee_client.get(at())))
    referee_client.post(at("undo"), again | {"reason": "misread"})
    assert TableLedger(game).state.hands_played == 0
    assert "Only hands that ended before" in text(referee_client.get(at()))
    refused = referee_client.post(at(), win(1, "b"), **HTMX)
    assert "Did the hand end before the gong?" in text(refused)
    referee_client.post(at(), win(1, "c", before_gong="on"))
    assert TableLedger(game).state.hands_played == 1


# --- cost -----------------------------------------------------------------------


def test_a_long_ledger_costs_no_more_queries_than_a_short_one(
    referee_client, at, game, django_assert_max_num_queries
):
    for number in range(1, 16):
        _washout(game, number)
    for name in ("session", "sheet", "entries"):
        with django_assert_max_num_queries(23):
            referee_client.get(at(name))


def test_a_preview_is_cheap(referee_client, at, game, django_assert_max_num_queries):
    with django_assert_max_num_queries(10):
        referee_client.post(at("preview"), win(1, "a"), **HTMX)


def _washout(game, hand: int) -> None:
    raw = {"kind": "washout"}
    key = f"w{hand}"
    enter_hand.enter(game.pk, raw, device_key=key, by="other", hand=hand)
