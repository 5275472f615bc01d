"""Forecast of a tournament's stages on the director's pages.

Also opponents from the qualifying who meet again in the final.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from itertools import combinations

import pytest
from django.urls import reverse

from scoring.standings.make_cut import make_cut
from tests.scoring.played_events import draw, event, play, scores_by_chance
from tournaments.director.seating_drafts.draft_tables_and_players import DrawnPlan
from tournaments.director.seating_drafts.repeat_opponents import rematches
from tournaments.rounds.stages import stage_and_group_players
from tournaments.rounds.stages.stage_outlook import outlook
from tournaments.rounds.stages.stage_settings import (
    StagePlan,
    as_stages,
    set_stages,
    stages_of,
)
from tournaments.seating.seating_plan import meetings
from tournaments.seating.seating_request import Method
from tournaments.seating_drafts.seating_request_data import seated_plan

pytestmark = pytest.mark.django_db

QUALIFYING = StagePlan("qualifying", 3, method="random")
FINAL = StagePlan("final", 2, minutes=60, cut="top", cut_size=8, carry="nothing")


def told(tournament, *plans: StagePlan) -> tuple[list[str], list[str]]:
    """Return the sentences of the good and of the bad findings about these stages."""
    found = outlook(tournament, as_stages(tournament, plans))
    return (
        [finding.sentence for finding in found.findings if finding.fine],
        [finding.sentence for finding in found.findings if not finding.fine],
    )


def words_of(response) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", response.content.decode())).split())


def test_a_plan_with_a_cut_is_told_as_a_whole(director):
    league = event("mcr", 16, director)
    fine, unfine = told(
        league, QUALIFYING, FINAL, StagePlan("consolation", 2, cut="rest")
    )
    assert not unfine
    # 72 of 120 pairs meet in 3 rounds; of the 28 pairs of 8 players, 28 * 72 / 120.
    assert any("about 16.8 of " in said for said in fine)
    assert any("12 to 28 are possible" in said for said in fine)
    assert "Games per player: 5. The rounds last 6 h 30 min in total." in fine
    stages = as_stages(league, [QUALIFYING, FINAL])
    assert [
        (stage.players, stage.tables, stage.games, stage.minutes)
        for stage in outlook(league, stages).stages
    ] == [(16, 4, 3, 270), (8, 2, 5, 120)]
    fine, _unfine = told(league, QUALIFYING, FINAL)
    assert any(said.startswith("Players play 3 to 5 games") for said in fine)


def test_what_does_not_fit_tables_or_groups_is_said(director):
    league = event("mcr", 18, director)
    groups = StagePlan("groups", 4, groups=3)
    ten = StagePlan("final", 1, cut="per_group", cut_size=3, cut_rest=1)
    _fine, unfine = told(league, groups, ten)
    assert any("a group of 6 has 2 too many" in s for s in unfine)
    assert any("10 players are 2 too many" in s for s in unfine)
    assert any("4 rounds" in s and "the same 4 players" in s for s in _fine)
    _fine, unfine = told(league, groups, StagePlan("final", 1, cut="top", cut_size=20))
    assert any("takes 20 of 18 players, so there is no cut" in s for s in unfine)
    five = StagePlan("final", 1, cut="per_group", cut_size=5)
    _fine, unfine = told(league, groups, five)
    assert any(
        "needs 15 players, but the previous groups can provide only 14" in said
        for said in unfine
    )
    _fine, unfine = told(league, StagePlan("groups", 3, groups=2))
    assert any("repeat meetings are unavoidable" in said for said in unfine)


def test_the_page_of_the_stages_says_it_of_those_offered_and_stored(director, client):
    league = event("mcr", 16, director)
    client.force_login(director)
    address = reverse("director:stages", args=[league.slug])
    assert "Overview" not in words_of(client.get(address))
    assert "Overview" in words_of(client.get(address, {"as": "final"}))
    set_stages(league, [QUALIFYING, FINAL], by="director")
    assert "about 16.8 of " in words_of(client.get(address))


def test_a_final_is_judged_by_whom_its_players_met_before(director, client):
    league = event("mcr", 16, director)
    client.force_login(director)
    set_stages(league, [QUALIFYING, FINAL], by="director")
    scores = scores_by_chance("rematches", 0, 1)
    for number in (1, 2):
        play(league, number, Method.RANDOM, scores)
    last = draw(league, 3, Method.RANDOM)
    page = client.get(reverse("director:draw", args=[league.slug, last.number]))
    assert "pairs would have met before (" in words_of(page)
    play(league, 3, Method.RANDOM, scores)
    make_cut(league, 2, by="director")
    final = stages_of(league)[1]
    own = sorted(place.player.number for place in final.places.select_related("player"))
    met = meetings(seated_plan(league, [1, 2, 3]))
    before = sum(two in met for two in combinations(own, 2))
    for name, args in (("stage", [league.slug, 2]), ("stages", [league.slug])):
        page = words_of(client.get(reverse(f"director:{name}", args=args)))
        assert f"“Final”: {before} of 28 pairs have met before" in page

    for method in (Method.PLAN, Method.RANKS):
        drawn = draw(league, 4, method)
        [found] = rematches(DrawnPlan(drawn), stages_of(league))
        [plan] = DrawnPlan(drawn).drawn
        again = [two in met for t in plan for two in combinations(sorted(t), 2)]
        assert (found.meetings, found.again) == (12, sum(again))
        # Every way to divide eight players between two tables.
        first, *others = own
        assert found.least == min(
            sum(
                two in met
                for table in ((first, *three), sorted(set(others) - set(three)))
                for two in combinations(table, 2)
            )
            for three in combinations(others, 3)
        )
        assert found.is_fine == (method == Method.RANKS or sum(again) == found.least)
        address = reverse("director:draw", args=[league.slug, drawn.number])
        said = f"{found.again} of 12 meetings are repeats"
        assert said in words_of(client.get(address))
        drawn.delete()


def test_a_draw_of_stages_that_are_others_now_is_still_shown(director, client):
    league = event("mcr", 16, director)
    client.force_login(director)
    one = StagePlan("qualifying", 1)
    final = StagePlan("final", 1, cut="top", cut_size=8)
    set_stages(league, [one, final, StagePlan("consolation", 1, cut="rest")], by="d")
    play(league, 1, Method.RANDOM, scores_by_chance("others", 0, 1))
    make_cut(league, 2, by="director")
    drawn = draw(league, 2, Method.RANDOM)
    address = reverse("director:draw", args=[league.slug, drawn.number])
    names = [each.name for each in rematches(DrawnPlan(drawn), stages_of(league))]
    assert names == ["Final", "Consolation"]
    stage_and_group_players.take_back(
        stages_of(league)[1], by="director", reason="a mistake"
    )
    for plans in ([one, final], [replace(one, rounds=2)]):
        set_stages(league, plans, by="director")
        assert client.get(address).status_code == 200


def test_groups_are_judged_each_by_itself(director):
    league = event("mcr", 16, director)
    groups = StagePlan("groups", 1, groups=2, method="random")
    set_stages(league, [QUALIFYING, groups], by="director")
    scores = scores_by_chance("groups", 0, 1)
    for number in (1, 2, 3):
        play(league, number, Method.RANDOM, scores)
    make_cut(league, 2, seed="groups", by="director")
    found = rematches(DrawnPlan(draw(league, 4, Method.RANDOM)), stages_of(league))
    assert [each.name for each in found] == ["Groups, group 1", "Groups, group 2"]
    assert {each.meetings for each in found} == {12}
