"""Tournaments from before missed rounds counted anything keep their standings."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from rules.absence_score_options import NOTHING_COUNTED
from scoring.standings.rank_players import ranking_of
from tests.scoring.absences import line_of
from tournaments.models import Round

MIGRATION = "tournaments.migrations.0022_rounds_not_played_count_as_before"


def upgrade():
    import_module(MIGRATION).keep_standings(apps, None)


@pytest.mark.parametrize("ruleset", ["mcr", "riichi", "hong_kong", "classical"])
def test_an_upgrade_moves_no_standing(one_left, ruleset):
    one_left.ruleset, one_left.options = ruleset, {}
    one_left.save()
    upgrade()
    one_left.refresh_from_db()
    assert one_left.options == NOTHING_COUNTED
    assert not any(line.absences for line in ranking_of(one_left).lines)
    assert line_of(one_left, 4).score == -50
    [stand_in] = ranking_of(one_left).unranked
    assert stand_in.score == -50


def test_what_was_chosen_stays(one_left):
    one_left.options = {"minimum": 6, "missed_score": -30}
    one_left.save()
    upgrade()
    one_left.refresh_from_db()
    assert one_left.options == {**NOTHING_COUNTED, "minimum": 6, "missed_score": -30}


@pytest.mark.parametrize("state", ["draft", "hall", "published", "closed"])
def test_an_event_that_has_not_begun_takes_the_new_rules(one_left, state):
    Round.objects.filter(tournament=one_left).update(state=state)
    upgrade()
    one_left.refresh_from_db()
    assert ("missed_score" in one_left.options) == (state == "closed")
