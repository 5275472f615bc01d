"""The part of a table's page where hands are entered comes along with the sheet once it
is for something else than the page shows."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from scoring import ledger, round_end, sweep
from tests.scoring.table_device import HTMX, text, win
from tournaments import clock
from tournaments.models import Tournament

RENEWED = 'aria-label="Enter a hand" hx-swap-oob="true"'
BEHIND = "has changed since this page was filled in"
SHOW = "Show the table as it is now"


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


def test_a_page_that_is_up_to_date_keeps_its_form(shown, renewed):
    page = renewed(stage_of(shown), hand=1, untouched="yes")
    assert RENEWED not in page
    assert SHOW not in page


def test_a_pause_changes_nothing_to_enter(shown, renewed, running_round, noon):
    clock.pause(running_round.pk, by="director", reason="tea", now=noon)
    assert RENEWED not in renewed(stage_of(shown), hand=1, untouched="yes")


def test_saving_leaves_the_page_up_to_date(referee_client, at, renewed):
    saved = text(referee_client.post(at(), win(1, "a"), **HTMX))
    assert RENEWED not in renewed(stage_of(saved), hand=2, untouched="yes")


def test_the_next_hand_comes_under_a_key_of_its_own(shown, renewed, session):
    ledger.enter(session.pk, {"kind": "washout"}, hand=1, device_key="w", by="x")
    page = renewed(stage_of(shown), hand=1, untouched="yes")
    assert RENEWED in page
    assert "Hand 2 · East round" in page
    assert "moved on" not in page
    assert key_of(page) != key_of(shown)


def test_the_receipt_stays_with_a_form_that_comes_anew(
    referee_client, at, renewed, session
):
    saved = text(referee_client.post(at(), win(1, "a"), **HTMX))
    assert 'data-saved="1"' in saved
    page = renewed("", hand=2, untouched="yes", saved="1")
    assert "Hand 1 is saved" in page
    assert 'data-newest="1"' in page
    for gone in ("", "9", "x"):
        page = renewed("", hand=2, untouched="yes", saved=gone)
        assert "success receipt" not in page
    ledger.enter(session.pk, {"kind": "washout"}, hand=2, device_key="w", by="x")
    page = renewed(stage_of(saved), hand=2, untouched="yes", saved="1")
    assert "Hand 3 · East round" in page
    assert "success receipt" not in page
    assert 'data-newest="2"' in page


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        ("finish_hand", "Only the hand that had begun before the gong still counts."),
        ("finish_hand_plus_one", "Only the hand that had begun before the gong"),
        ("stop_at_once", "Only a hand that had ended before the gong still counts."),
    ],
)
def test_the_gong_brings_what_still_counts_and_more_time_takes_it_away(
    shown, renewed, running_round, session, policy, sentence
):
    Tournament.objects.update(end_policy=policy)
    sweep.sweep(running_round.ends_at)
    page = renewed(stage_of(shown), hand=1, untouched="yes")
    assert RENEWED in page
    assert sentence in page
    now = running_round.ends_at + timedelta(minutes=1)
    round_end.extend_table(session.pk, minutes=5, by="d", reason="r", now=now)
    again = renewed(stage_of(page), hand=1, untouched="yes")
    assert RENEWED in again
    assert sentence not in again


def test_a_form_that_is_being_filled_in_hears_at_the_gong_what_still_counts(
    shown, renewed, running_round, session
):
    sweep.sweep(running_round.ends_at)
    page = renewed(stage_of(shown), hand=1)
    assert RENEWED not in page
    assert SHOW not in page
    assert "Only the hand that had begun before the gong still counts." in page
    assert 'name="before_gong"' in page
    assert page.count('hx-swap-oob="true"') >= 3
    now = running_round.ends_at + timedelta(minutes=1)
    round_end.extend_table(session.pk, minutes=5, by="d", reason="r", now=now)
    again = renewed(stage_of(page), hand=1)
    assert 'name="before_gong"' not in again
    assert stage_of(again) == stage_of(shown)
    assert SHOW not in again


def test_but_not_if_its_hand_was_entered_elsewhere(
    shown, renewed, running_round, session
):
    ledger.enter(session.pk, {"kind": "washout"}, hand=1, device_key="w", by="x")
    sweep.sweep(running_round.ends_at)
    page = renewed(stage_of(shown), hand=1)
    assert SHOW in page
    assert 'name="before_gong"' not in page


def test_where_only_hands_count_the_gong_changes_nothing(shown, renewed, running_round):
    Tournament.objects.update(end_policy="hands_only")
    sweep.sweep(running_round.ends_at)
    assert RENEWED not in renewed(stage_of(shown), hand=1, untouched="yes")


def test_a_closed_round_takes_the_form_away(shown, renewed, running_round, session):
    for table in running_round.sessions.all():
        over = {"kind": "play_ended", "why": "ruling"}
        ledger.enter(table.pk, over, device_key=f"over{table.pk}", by="director")
    over = renewed(stage_of(shown), hand=1, untouched="yes")
    assert RENEWED in over
    assert 'id="hand-form"' not in over
    round_end.close(running_round.pk, by="director", reason="done")
    closed = renewed(stage_of(over), untouched="yes")
    assert RENEWED in closed
    assert "This round is closed." in closed


def test_what_was_typed_stays_beside_one_button(shown, renewed, session):
    over = {"kind": "play_ended", "why": "ruling"}
    ledger.enter(session.pk, over, device_key="over", by="director")
    page = renewed(stage_of(shown), hand=1)
    assert RENEWED not in page
    assert BEHIND in page
    assert page.count(SHOW) == 1


def test_and_so_it_does_once_the_table_has_moved_on(shown, renewed, session):
    ledger.enter(session.pk, {"kind": "washout"}, hand=1, device_key="w", by="x")
    page = renewed(stage_of(shown), hand=1)
    assert "was filling in hand 1, but the table has moved on" in page
    assert BEHIND not in page
    assert page.count(SHOW) == 1


def test_what_was_refused_counts_as_typed(referee_client, at, shown):
    assert "data-begun" not in shown
    refused = text(referee_client.post(at(), win(1, "a", points=7), **HTMX))
    assert "data-begun" in refused
