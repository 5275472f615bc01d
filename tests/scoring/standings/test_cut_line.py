"""The next cut: the players who would qualify, and the distance of each player from the
line.
"""

from __future__ import annotations

import pytest

from scoring.standings import live_and_official_standings
from scoring.standings.cut_line import FromLine
from scoring.standings.gaps_to_next_place import Gap
from scoring.standings.make_cut import make_cut
from tests.scoring.played_events import event, play
from tests.scoring.public.test_public_pages import text
from tests.scoring.public.test_standings_pages import row_of
from tournaments.models import Player, Tournament
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages
from tournaments.seating.seating_request import Method

pytestmark = pytest.mark.django_db

#: The scores of four players, by table.
SCORES = ([40, 10, -10, -40], [30, 10, -10, -30])


def played(director, **final) -> Tournament:
    """Return a tournament of eight players after a qualifying round, before a final
    with this cut.
    """
    tournament = event("mcr", 8, director)
    groups = {"groups": 2} if final["cut"] == "per_group" else {}
    stages = [
        StagePlan("groups" if groups else "qualifying", 1, **groups),
        StagePlan("final", 1, carry="nothing", **final),
    ]
    set_stages(tournament, stages, by="director")
    if groups:
        make_cut(tournament, 1, seed="groups", by="director")
    play(tournament, 1, Method.RANDOM, lambda _number, table: SCORES[table - 1])
    Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
    tournament.refresh_from_db()
    return tournament


def test_how_far_everybody_is_from_the_line(director, client):
    tournament = played(director, cut="top", cut_size=3)
    board = live_and_official_standings.official_of(tournament)
    order = [row.number for row in board.rows]
    assert board.cut.last_in == order[2]
    points = "table_points"
    assert [board.cut.places[number] for number in order] == [
        FromLine(True, Gap(points, 2)),
        FromLine(True, Gap(points, 2)),
        FromLine(True, None),
        FromLine(False, None),
        FromLine(False, Gap(points, 1)),
        FromLine(False, Gap(points, 1)),
        FromLine(False, Gap(points, 2)),
        FromLine(False, Gap(points, 2)),
    ]
    here = f"/t/{tournament.slug}/standings/"
    shown = client.get(here)
    assert "Final: the first 3 qualify." in text(shown)
    assert shown.content.decode().count("last-in") == 1
    assert "2 above the cut" in row_of(shown, order[0])
    assert "tied at the cut" in row_of(shown, order[2])
    assert "1 below the cut" in row_of(shown, order[4])
    Player.objects.filter(tournament=tournament, number=order[0]).update(last_round=1)
    board = live_and_official_standings.official_of(tournament)
    assert order[0] not in board.cut.places
    assert board.cut.places[order[3]] == FromLine(True, Gap(points, 1))


def test_a_line_in_each_group(director, client):
    tournament = played(director, cut="per_group", cut_size=2)
    board = live_and_official_standings.official_of(tournament)
    assert board.cut.last_in is None
    ins = [row for row in board.rows if board.cut.places[row.number].is_in]
    assert sorted(row.line.group for row in ins) == [1, 1, 2, 2]
    assert "Final: the first 2 of each group qualify." in text(
        client.get(f"/t/{tournament.slug}/standings/stage-1-group-1/")
    )


def test_once_the_cut_is_made_the_line_is_in_the_standings_before_it_only(director):
    tournament = played(director, cut="top", cut_size=4)
    assert live_and_official_standings.official_of(tournament).cut
    make_cut(tournament, 2, by="director")
    assert live_and_official_standings.official_of(tournament).cut is None
    assert live_and_official_standings.official_of(tournament, 1).cut
