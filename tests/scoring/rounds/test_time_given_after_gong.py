"""Extra time added after the gong."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scoring.confirming_and_finishing.tables_still_playing import progress_at
from scoring.rounds import clock_tick, extra_time
from tournaments.models import Game, Round

MINUTE = timedelta(minutes=1)


def read(game: Game) -> Game:
    related = ("extension", "round__tournament", "sheet")
    return Game.objects.select_related(*related).get(pk=game.pk)


@pytest.fixture
def late(game, running_round):
    """Return the time half a minute after the gong.

    At this time a table got 5 minutes of extra time.
    """
    end = running_round.ends_at
    clock_tick.sweep(end)
    now = end + MINUTE / 2
    extra_time.extend_table(game.pk, minutes=5, by="d", reason="a fall", now=now)
    return now


def test_the_minutes_told_are_those_that_were_given(game, late):
    own = read(game)
    assert own.time_left(late) == 5 * MINUTE
    assert progress_at([own], now=late)[game.pk].extra == 5


def test_what_has_run_out_is_not_added_when_all_get_time(game, late):
    now = late + 5 * MINUTE
    clock_tick.sweep(now)
    extra_time.extend(game.round_id, minutes=10, by="d", reason="noise", now=now)
    assert read(game).time_left(now) == 10 * MINUTE
    assert Round.objects.get(pk=game.round_id).time_left(now) == 10 * MINUTE


def test_it_is_late_only_after_its_own_end(game, late):
    now = late + 5 * MINUTE
    clock_tick.sweep(now)
    assert progress_at([read(game)], now=now + 9 * MINUTE)[game.pk].key != "late"
    assert progress_at([read(game)], now=now + 11 * MINUTE)[game.pk].key == "late"
