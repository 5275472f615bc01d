"""The page on which a hand is entered by its tiles follows the clock and the table:
what was tapped so far stays."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from scoring import ledger, round_end, sweep
from tests.scoring.halls import device_at
from tests.scoring.table_device import text

ANEW = 'aria-label="Enter a hand by its tiles" hx-swap-oob="true"'
WORD = '<div id="hand-word" aria-live="polite" hx-swap-oob="true">'
BEHIND = "has changed since this page was filled in"
TICK = "This hand had begun before the gong"
WAITS = "this hand is kept, and waits until a referee says that it counts"


def stage_of(page: str) -> str:
    return re.findall(r'name="stage" value="([^"]+)"', page)[-1]


@pytest.fixture(params=["referee", "device"])
def visitor(request, referee_client, session):
    if request.param == "referee":
        return referee_client, TICK
    return device_at(session), WAITS


@pytest.fixture
def renewed(visitor, at):
    def ask(stage: str, **more: object) -> str:
        asked = {"hand": 1, "stage": stage, **more}
        return text(visitor[0].get(at("renew_tiles"), asked))

    return ask


@pytest.fixture
def shown(visitor, at) -> str:
    return text(visitor[0].get(at("tiles")))


def test_while_nothing_changes_the_form_is_left_alone(shown, renewed):
    page = renewed(stage_of(shown))
    for sentence in (ANEW, WORD, BEHIND, "moved on"):
        assert sentence not in page
    assert 'id="standing-E" hx-swap-oob="true"' in page


def test_the_gong_asks_for_the_word_and_more_time_takes_that_back(
    visitor, shown, renewed, running_round, session
):
    asks = visitor[1]
    assert asks not in shown
    sweep.sweep(running_round.ends_at)
    page = renewed(stage_of(shown))
    assert WORD in page
    assert asks in page
    for sentence in (ANEW, BEHIND, "moved on", 'name="tiles_E"'):
        assert sentence not in page
    assert WORD not in renewed(stage_of(page))
    now = running_round.ends_at + timedelta(minutes=1)
    round_end.extend_table(session.pk, minutes=5, by="d", reason="r", now=now)
    again = renewed(stage_of(page))
    assert WORD in again
    assert asks not in again


def test_a_form_that_nobody_has_touched_becomes_that_of_the_next_hand(
    shown, renewed, session
):
    ledger.enter(session.pk, {"kind": "washout"}, hand=1, device_key="w", by="x")
    page = renewed(stage_of(shown), untouched="yes")
    assert ANEW in page
    assert '<div id="tiles-head" class="entry-head" hx-swap-oob="true">' in page
    assert "Hand 2 by its tiles" in page
    assert page.count('name="stage"') == 1
    assert ANEW not in renewed(stage_of(page), hand=2, untouched="yes")


def test_tapped_tiles_stay_once_the_table_has_moved_on(shown, renewed, session):
    ledger.enter(session.pk, {"kind": "washout"}, hand=1, device_key="w", by="x")
    page = renewed(stage_of(shown))
    assert ANEW not in page
    assert "was filling in hand 1, but the table has moved on" in page


def test_the_end_of_play_is_said(shown, renewed, running_round, session):
    sweep.sweep(running_round.ends_at)
    page = renewed(stage_of(shown))
    assert WORD in page
    over = {"kind": "play_ended", "why": "ruling"}
    ledger.enter(session.pk, over, device_key="o", by="director")
    page = renewed(stage_of(page))
    assert WORD not in page
    assert BEHIND in page


def test_a_hand_that_was_refused_for_the_word_keeps_its_tiles(
    referee_client, at, running_round
):
    sweep.sweep(running_round.ends_at)
    form = {"hand": 1, "device_key": "a", "winner": "E", "source": "S"}
    refused = referee_client.post(at("tiles"), form | {"tiles_E": "123456789mEEEC+C"})
    assert refused.status_code == 422
    assert 'value="123456789mEEEC+C"' in text(refused)
    assert 'id="id_before_gong_error"' in text(refused)
    assert "data-begun" in text(refused)
    assert "data-begun" not in text(referee_client.get(at("tiles")))
