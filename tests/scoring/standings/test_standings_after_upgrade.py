"""Tournaments from times in which missed rounds did not count keep their standings."""

from __future__ import annotations

import pytest

from rules.absence_score_options import NOTHING_COUNTED
from scoring.standings.rank_players import ranking_of
from tests.scoring.absences import line_of


@pytest.mark.parametrize("ruleset", ["mcr", "riichi", "hong_kong", "classical"])
def test_the_options_of_that_time_count_no_absences(one_left, ruleset):
    one_left.ruleset, one_left.options = ruleset, dict(NOTHING_COUNTED)
    one_left.save()
    assert not any(line.absences for line in ranking_of(one_left).lines)
    assert line_of(one_left, 4).score == -50
    [stand_in] = ranking_of(one_left).unranked
    assert stand_in.score == -50
