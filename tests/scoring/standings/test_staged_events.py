"""The cut between stages.

There is no seating before the cut, and the director decides ties at the line.
Tournaments with stages that are played to the end are in test_played_by_bots.
"""

from __future__ import annotations

import pytest

from scoring.standings.make_cut import make_cut
from scoring.standings.proposed_cut import proposed_cut
from scoring.standings.rank_players import ranking_of
from tests.scoring.played_events import draw, event, play, scores_by_chance
from tournaments.refusals import Refused
from tournaments.rounds.stages import stage_and_group_players
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages, stages_of
from tournaments.seating.seating_request import Method

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("stage", [1, 2])
def test_nothing_is_drawn_of_a_stage_before_its_players_are_known(director, stage):
    tournament = event("mcr", 16, director)
    groups = {"groups": 2} if stage == 1 else {}
    set_stages(
        tournament,
        [
            StagePlan("groups" if groups else "qualifying", 1, **groups),
            StagePlan("final", 1, cut="top", cut_size=8),
        ],
        by="director",
    )
    if stage == 2:
        play(tournament, 1, Method.RANDOM, scores_by_chance("before", 0, 1))
    with pytest.raises(Refused, match="not chosen yet"):
        draw(tournament, stage, Method.RANKS)
    make_cut(tournament, stage, seed="groups", by="director")
    assert draw(tournament, stage, Method.RANKS).plan


def test_a_tie_at_the_line_is_for_the_director_to_decide(director):
    tournament = event("mcr", 8, director)
    set_stages(
        tournament,
        [
            StagePlan("qualifying", 1),
            StagePlan("final", 1, cut="top", cut_size=4, carry="nothing"),
        ],
        by="director",
    )
    play(tournament, 1, Method.RANDOM, lambda number, table: [40, 10, -10, -40])
    order = [row.line.player.number for row in ranking_of(tournament).placed]
    final = stages_of(tournament)[1]
    assert not proposed_cut(tournament, final).ties
    set_stages(
        tournament,
        [
            StagePlan("qualifying", 1),
            StagePlan("final", 1, cut="top", cut_size=5, carry="nothing"),
        ],
        by="director",
    )
    final = stages_of(tournament)[1]
    [tie] = proposed_cut(tournament, final).ties
    assert (set(tie.numbers), tie.seats) == (set(order[4:6]), 1)
    with pytest.raises(Refused, match="Tied on every criterion"):
        make_cut(tournament, 2, by="director")
    with pytest.raises(Refused, match="Enter why these players qualify"):
        make_cut(tournament, 2, decided=[order[5]], by="director")
    with pytest.raises(Refused, match="not tied at the cut"):
        make_cut(
            tournament, 2, decided=[order[5], order[0]], by="director", reason="lots"
        )
    make_cut(tournament, 2, decided=[order[5]], by="director", reason="drew East")
    out = tournament.players.get(number=order[4])
    assert (out.cut_after, out.plays(1), out.plays(2)) == (1, True, False)
    stage_and_group_players.take_back(final, by="director", reason="a wrong score")
    out.refresh_from_db()
    assert out.plays(2)
    assert tournament.log.first().kind == "stage_taken_back"
