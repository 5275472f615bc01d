"""The tile entry page follows the clock and the table without losing tapped tiles."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from scoring.ledger import enter_hand
from scoring.rounds import clock_tick, extra_time
from tests.scoring.table_device import device_at, text

ANEW = 'aria-label="Enter a hand by its tiles" hx-swap-oob="true"'
NO_NEWS = '<div id="form-news" role="alert" data-follows> </div>'
BEHIND = "has changed since you opened this page"
ASKS = "When you save, answer whether this hand started before the gong."
WAITS = "this hand counts if a referee confirms it"


def stage_of(page: str) -> str:
    return re.findall(r'name="stage" value="([^"]+)"', page)[-1]


@pytest.fixture(params=["referee", "device"])
def visitor(request, referee_client, game):
    if request.param == "referee":
        return referee_client, ASKS
    return device_at(game), WAITS


@pytest.fixture
def renewed(visitor, at):
    def ask(stage: str, **more: object) -> str:
        asked = {"hand": 1, "stage": stage, **more}
        return text(visitor[0].get(at("renew_tiles"), asked))

    return ask


@pytest.fixture
def shown(visitor, at) -> str:
    return text(visitor[0].get(at("tiles")))


def test_while_nothing_changes_a_form_hears_nothing(shown, renewed):
    page = renewed(stage_of(shown))
    assert ANEW in page
    assert NO_NEWS in page
    assert page.count('name="stage"') == 1
    assert stage_of(page) == stage_of(shown)


def test_the_gong_asks_for_the_word_and_more_time_takes_that_back(
    visitor, shown, renewed, running_round, game
):
    asks = visitor[1]
    assert asks not in shown
    clock_tick.sweep(running_round.ends_at)
    page = renewed(stage_of(shown))
    assert asks in page
    assert NO_NEWS in page
    now = running_round.ends_at + timedelta(minutes=1)
    extra_time.extend_table(game.pk, minutes=5, by="d", reason="r", now=now)
    again = renewed(stage_of(page))
    assert asks not in again
    assert NO_NEWS in again


def test_the_form_of_the_next_hand_comes_along(shown, renewed, game):
    enter_hand.enter(game.pk, {"kind": "washout"}, hand=1, device_key="w", by="x")
    page = renewed(stage_of(shown))
    assert '<div id="tiles-head" class="entry-head" hx-swap-oob="true">' in page
    assert ">Hand 2</h2>" in page
    assert NO_NEWS in renewed(stage_of(page), hand=2)


def test_tapped_tiles_hear_that_their_hand_is_in(visitor, at, shown, renewed, game):
    enter_hand.enter(game.pk, {"kind": "washout"}, hand=1, device_key="w", by="x")
    page = renewed(stage_of(shown))
    assert "Hand 1, already saved:" in page
    assert f'<a class="button" href="{at("tiles")}" data-do="same">' in page
    sent = {"hand": 1, "device_key": "a", "winner": "E", "source": "S"}
    refused = visitor[0].post(at("tiles"), sent)
    assert refused.status_code == 422
    assert "Hand 1, already saved:" in text(refused)


def test_the_end_of_play_is_said(shown, renewed, running_round, game):
    clock_tick.sweep(running_round.ends_at)
    page = renewed(stage_of(shown))
    over = {"kind": "play_ended", "why": "ruling"}
    enter_hand.enter(game.pk, over, device_key="o", by="director")
    page = renewed(stage_of(page))
    assert 'id="hand-word"' not in page
    assert BEHIND in page


def test_a_hand_that_was_refused_for_the_word_keeps_its_tiles(
    referee_client, at, running_round
):
    clock_tick.sweep(running_round.ends_at)
    form = {"hand": 1, "device_key": "a", "winner": "E", "source": "S"}
    refused = referee_client.post(at("tiles"), form | {"tiles_E": "123456789mEEEC+C"})
    assert refused.status_code == 422
    assert 'value="123456789mEEEC+C"' in text(refused)
    assert 'id="gong-question"' in text(refused)
    assert "data-begun" in text(refused)
    assert "data-begun" not in text(referee_client.get(at("tiles")))
