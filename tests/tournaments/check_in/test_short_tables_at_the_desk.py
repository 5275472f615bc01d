"""The number of players at a table, under rules that allow 3 or 2 players."""

from __future__ import annotations

import pytest

from tests.scoring.played_events import event
from tournaments.check_in.match_day_attendance import MatchDayAttendance
from tournaments.rounds.stages.stage_outlook import outlook
from tournaments.rounds.stages.stage_settings import StagePlan, as_stages
from tournaments.rounds.tournament_table_sizes import short_in_words, sizes_of


@pytest.mark.parametrize(
    ("players", "fewest", "sizes"),
    [
        (0, 4, ()),
        (3, 4, ()),
        (7, 4, (4,)),
        (8, 4, (4, 4)),
        (2, 3, ()),
        (3, 3, (3,)),
        (5, 3, (4,)),
        (6, 3, (3, 3)),
        (7, 3, (4, 3)),
        (11, 3, (4, 4, 3)),
        (2, 2, (2,)),
        (5, 2, (3, 2)),
        (6, 2, (3, 3)),
        (9, 2, (3, 3, 3)),
    ],
)
def test_as_few_tables_as_can_be(players, fewest, sizes):
    assert sizes_of(players, fewest) == sizes


def test_only_short_tables_are_worth_a_word():
    assert short_in_words((4, 4)) == ""
    assert short_in_words((4, 3)) == "Some tables have fewer players: 4 + 3."


def test_nobody_is_over_tonight_where_three_may_sit(league_of_seven):
    assert (league_of_seven(4).over, league_of_seven(3).over) == (3, 0)
    assert league_of_seven(3).short_tables == "Some tables have fewer players: 4 + 3."


@pytest.fixture
def league_of_seven(monkeypatch):
    monkeypatch.setattr(MatchDayAttendance, "here", 7)
    return lambda fewest: MatchDayAttendance(None, (), (), (), 0, fewest, most=4)


@pytest.mark.django_db
def test_stages_leave_nobody_over_where_three_may_sit(director):
    club = event("hong_kong", 7, director)
    stages = as_stages(club, [StagePlan("qualifying", 2)])
    of_four = outlook(club, stages)
    assert any("3 too many" in finding.sentence for finding in of_four.findings)
    club.options = {**club.options, "fewest_players": 3}
    short = outlook(club, stages)
    assert short.stages[0].tables == 2
    assert any(
        "Some tables have fewer players: 4 + 3." in finding.sentence
        for finding in short.findings
    )
    assert not any("too many" in finding.sentence for finding in short.findings)
