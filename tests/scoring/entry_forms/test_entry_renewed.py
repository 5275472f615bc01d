"""The entry form of a table's page is updated with the score sheet, with notices for a
partly filled form."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from scoring.ledger import enter_hand
from scoring.rounds import clock_tick, end_and_close_round, extra_time
from tests.scoring.table_device import HTMX, text, win
from tournaments.models import Tournament
from tournaments.rounds import round_clock

RENEWED = 'aria-label="Enter a hand" hx-swap-oob="true"'
NO_NEWS = '<div id="form-news" role="alert" data-follows> </div>'
BEHIND = "has changed since you opened this page"
SHOW = "Reload this table"


def stage_of(page: str) -> str:
    return re.findall(r'name="stage" value="([^"]+)"', page)[0]


def key_of(page: str) -> str:
    return re.findall(r'name="device_key" value="([^"]+)"', page)[0]


@pytest.fixture
def renewed(referee_client, at):
    def ask(stage: str, **more: object) -> str:
        return text(referee_client.get(at("sheet"), {"stage": stage, **more}))

    return ask


@pytest.fixture
def shown(referee_client, at) -> str:
    return text(referee_client.get(at()))


def test_a_form_that_is_up_to_date_hears_nothing(shown, renewed):
    page = renewed(stage_of(shown), hand=1)
    assert RENEWED in page
    assert NO_NEWS in page
    assert stage_of(page) == stage_of(shown)


def test_a_pause_changes_nothing_to_enter(shown, renewed, running_round, noon):
    round_clock.pause(running_round.pk, by="director", reason="tea", now=noon)
    page = renewed(stage_of(shown), hand=1)
    assert NO_NEWS in page
    assert stage_of(page) == stage_of(shown)


def test_saving_leaves_the_page_up_to_date(referee_client, at, renewed):
    saved = text(referee_client.post(at(), win(1, "a"), **HTMX))
    page = renewed(stage_of(saved), hand=2)
    assert NO_NEWS in page
    assert stage_of(page) == stage_of(saved)


def test_the_next_hand_comes_under_a_key_of_its_own(shown, renewed, game):
    enter_hand.enter(game.pk, {"kind": "washout"}, hand=1, device_key="w", by="x")
    page = renewed(stage_of(shown), hand=1)
    assert RENEWED in page
    assert "Hand 2 · East round" in page
    assert key_of(page) != key_of(shown)


def test_the_receipt_stays_with_a_form_that_comes_anew(
    referee_client, at, renewed, game
):
    saved = text(referee_client.post(at(), win(1, "a"), **HTMX))
    assert 'data-saved="1"' in saved
    page = renewed("", hand=2, saved="1")
    assert "Hand 1 is saved" in page
    for gone in ("", "9", "x"):
        page = renewed("", hand=2, saved=gone)
        assert "success receipt" not in page
    enter_hand.enter(game.pk, {"kind": "washout"}, hand=2, device_key="w", by="x")
    page = renewed(stage_of(saved), hand=2, saved="1")
    assert "Hand 3 · East round" in page
    assert "success receipt" not in page


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        ("finish_hand", "Only a hand that started before the gong counts."),
        ("finish_hand_plus_one", "Only a hand that started before the gong"),
        ("stop_at_once", "Only hands that ended before the gong count."),
    ],
)
def test_the_gong_brings_what_still_counts_and_more_time_takes_it_away(
    shown, renewed, running_round, game, policy, sentence
):
    Tournament.objects.update(end_policy=policy)
    clock_tick.sweep(running_round.ends_at)
    page = renewed(stage_of(shown), hand=1)
    assert RENEWED in page
    assert sentence in page
    now = running_round.ends_at + timedelta(minutes=1)
    extra_time.extend_table(game.pk, minutes=5, by="d", reason="r", now=now)
    again = renewed(stage_of(page), hand=1)
    assert RENEWED in again
    assert sentence not in again


def test_a_form_that_is_being_filled_in_hears_at_the_gong_what_still_counts(
    shown, renewed, running_round, game
):
    clock_tick.sweep(running_round.ends_at)
    page = renewed(stage_of(shown), hand=1)
    assert NO_NEWS in page
    assert "Only a hand that started before the gong counts." in page
    now = running_round.ends_at + timedelta(minutes=1)
    extra_time.extend_table(game.pk, minutes=5, by="d", reason="r", now=now)
    again = renewed(stage_of(page), hand=1)
    assert "started before the gong" not in again
    assert stage_of(again) == stage_of(shown)
    assert NO_NEWS in again


def test_or_that_its_hand_was_entered_elsewhere(shown, renewed, running_round, game):
    enter_hand.enter(game.pk, {"kind": "washout"}, hand=1, device_key="w", by="x")
    clock_tick.sweep(running_round.ends_at)
    assert "Hand 1, already saved:" in renewed(stage_of(shown), hand=1)


def test_where_only_hands_count_the_gong_changes_nothing(shown, renewed, running_round):
    Tournament.objects.update(end_policy="hands_only")
    clock_tick.sweep(running_round.ends_at)
    page = renewed(stage_of(shown), hand=1)
    assert NO_NEWS in page
    assert stage_of(page) == stage_of(shown)


def test_a_closed_round_takes_the_form_away(shown, renewed, running_round, game):
    for table in running_round.games.all():
        over = {"kind": "play_ended", "why": "ruling"}
        enter_hand.enter(table.pk, over, device_key=f"over{table.pk}", by="director")
    over = renewed(stage_of(shown), hand=1)
    assert RENEWED in over
    assert 'id="hand-form"' not in over
    end_and_close_round.close(running_round.pk, by="director", reason="done")
    closed = renewed(stage_of(over))
    assert RENEWED in closed
    assert "This round is closed." in closed


def test_what_was_typed_stays_beside_one_button(shown, renewed, game):
    over = {"kind": "play_ended", "why": "ruling"}
    enter_hand.enter(game.pk, over, device_key="over", by="director")
    page = renewed(stage_of(shown), hand=1)
    assert BEHIND in page
    assert page.count(SHOW) == 1


def test_a_form_hears_that_its_hand_is_in_before_it_is_saved(
    referee_client, at, shown, renewed, game
):
    other = {"kind": "win", "winner": "E", "from": "S", "points": 18}
    enter_hand.enter(game.pk, other, hand=1, device_key="w", by="x")
    page = renewed(stage_of(shown), hand=1)
    news = page[page.index('id="form-news"') : page.index('id="preview"')]
    assert "Hand 1, already saved:" in news
    assert "18 fan" in news
    assert "Is this the same hand?" in news
    assert "Hand 2 · East round" in page
    # Also if the page was not updated: the server reports it when the hand is sent.
    lacking = {"hand": 1, "device_key": "b", "winner": "E", "source": "S"}
    for how in ({}, HTMX):
        refused = referee_client.post(at(), lacking, **how)
        assert refused.status_code == 422
        assert "Hand 1, already saved:" in text(refused)


def test_a_form_for_a_hand_further_on_is_as_it_should_be_where_hands_wait(
    shown, renewed, game
):
    stage = stage_of(shown)
    assert NO_NEWS in renewed(stage, hand=3, ahead="yes")
    assert "table was changed on another device" in renewed(stage, hand=3)
    for hand in (1, 2, 3):
        raw, key = {"kind": "washout"}, f"w{hand}"
        enter_hand.enter(game.pk, raw, hand=hand, device_key=key, by="x")
    assert "Hand 3, already saved:" in renewed(stage, hand=3, ahead="yes")
    over = {"kind": "play_ended", "why": "ruling"}
    enter_hand.enter(game.pk, over, device_key="over", by="director")
    assert BEHIND in renewed(stage, hand=5, ahead="yes")


def test_what_was_refused_counts_as_typed(referee_client, at, shown):
    assert "data-begun" not in shown
    refused = text(referee_client.post(at(), win(1, "a", points=7), **HTMX))
    assert "data-begun" in refused
