"""Leagues: match days, attendance, late penalties, team matches, and divisions. Whole
seasons are in test_played_by_bots."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain, combinations

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from scoring.standings import live_and_official_standings
from scoring.standings.make_cut import make_cut
from scoring.standings.proposed_cut import proposed_cut
from scoring.standings.rank_players import ranking_of
from scoring.standings.team_standings import teams_of
from tests.scoring.folders import there_and_back
from tests.scoring.played_events import event, play, scores_by_chance
from tournaments.check_in import match_day_attendance
from tournaments.models import FineKind, LeagueFine, Player, Team
from tournaments.refusals import Refused
from tournaments.rounds import match_day_fines
from tournaments.rounds.match_days import DayPlan, LeaguePlan, days_of, set_league
from tournaments.rounds.stages.group_forming import promoted
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages, stages_of
from tournaments.seating.seating_request import Method

FIRST = date(2026, 1, 5)


def weeks(days: int, rounds: int) -> tuple[DayPlan, ...]:
    return tuple(DayPlan(rounds, FIRST + timedelta(weeks=at)) for at in range(days))


@pytest.mark.django_db
class TestRefusals:
    def test_what_does_not_fit_is_refused(self, director):
        season = event("mcr", 8, director)
        for bad in (
            LeaguePlan(weeks(2, 2), best_days=3),
            LeaguePlan(weeks(2, 2), least_days=3),
            LeaguePlan(weeks(151, 2)),
            LeaguePlan(tuple(reversed(weeks(2, 2)))),
        ):
            with pytest.raises(RuleError):
                set_league(season, bad, by="director")
        set_league(season, LeaguePlan(weeks(3, 1)), by="director")
        play(season, 1, Method.RANDOM, scores_by_chance("unfit", 0, 1))
        match_day_fines.fine(days_of(season)[1], 3, FineKind.FORFEIT, by="desk")
        for late in (LeaguePlan(()), LeaguePlan(weeks(1, 1)), LeaguePlan(weeks(2, 2))):
            with pytest.raises(Refused):
                set_league(season, late, by="director")
        with pytest.raises(Refused):
            match_day_attendance.set_attendance(season, 1, 3, here=False, by="desk")
        with pytest.raises(Refused):
            match_day_attendance.set_attendance(season, 4, 3, here=True, by="desk")
        match_day_fines.take_back(season, LeagueFine.objects.get().pk, by="desk")
        set_league(season, LeaguePlan(weeks(4, 1)), by="director")
        season.refresh_from_db()
        assert season.planned_rounds == 4


@pytest.mark.django_db
def test_whoever_left_or_comes_late_is_there_on_the_day_they_come(director):
    season = event("mcr", 8, director)
    set_league(season, LeaguePlan(weeks(3, 2)), by="director")
    Player.objects.filter(tournament=season, number=1).update(last_round=1)
    Player.objects.filter(tournament=season, number=2).update(first_round=5)
    for number in (1, 2):
        player = match_day_attendance.set_attendance(
            season, 2, number, here=True, by="desk"
        )
        there = [round_ for round_ in range(1, 7) if player.plays(round_)]
        assert there == ([1, 3, 4, 5, 6] if number == 1 else [3, 4, 5, 6])


@pytest.mark.django_db
class TestPages:
    def test_a_director_makes_a_league_and_checks_people_in(self, director, client):
        season = event("mcr", 8, director)
        client.force_login(director)
        address = reverse("director:league", args=[season.slug])
        said = {
            "best_days": 2,
            "least_days": 1,
            "late_points": 1,
            "forfeit_points": 2,
            "day-TOTAL_FORMS": 3,
            "day-INITIAL_FORMS": 0,
            "day-0-date": "2026-03-02",
            "day-0-rounds": 1,
            "day-1-rounds": 1,
        }
        assert client.get(address).status_code == 200
        assert client.post(address, said | {"best_days": 9}).status_code == 422
        assert client.post(address, said).status_code == 302
        assert "2026-03-02" in client.get(address).content.decode()
        tonight = reverse("director:tonight", args=[season.slug])
        page = client.get(tonight).url
        assert page == reverse("director:evening", args=[season.slug, 1])
        client.post(page, {"open": 1})
        for number in (1, 2, 3):
            client.post(page, {"here": number})
        client.post(page, {"away": 3})
        client.post(page, {"late": 2})
        client.post(page, {"forfeit": 4})
        client.post(page, {"last_name": "Guest"})
        assert client.post(page, {"last_name": ""}).status_code == 422
        assert client.post(page, {"here": "x" * 50}).status_code == 404
        shown = client.get(page, {"q": "guest"}).content.decode()
        assert "3 players checked in" in shown
        assert shown.count('aria-pressed="true"') == 1
        fine = LeagueFine.objects.get(kind=FineKind.FORFEIT)
        client.post(page, {"give_back": fine.pk})
        assert LeagueFine.objects.count() == 1
        log = client.get(reverse("director:log", args=[season.slug])).content.decode()
        assert "deduction of 2 from player" in log
        draw = reverse("director:draw_new", args=[season.slug])
        assert client.get(draw, {"method": "ranks"}).context["form"]["method"].value()


@pytest.mark.django_db
def test_the_dates_of_ten_match_days_follow_from_four(director, client):
    season = event("mcr", 8, director)
    client.force_login(director)
    address = reverse("director:league", args=[season.slug])
    sent = {
        **dict.fromkeys(("best_days", "least_days"), 0),
        **dict.fromkeys(("late_points", "forfeit_points"), 1),
        "day-TOTAL_FORMS": 6,
        "day-INITIAL_FORMS": 0,
        **{f"day-{at}-rounds": 2 for at in range(6)},
        **{f"day-{at}-date": date(2026, 9, 7 + 7 * at) for at in range(3)},
        "count": 10,
        "fill": "yes",
    }
    shown = client.post(address, sent)
    assert shown.status_code == 200
    forms = shown.context["days"].initial_forms
    assert [one["rounds"].value() for one in forms] == [2] * 10
    assert forms[-1]["date"].value() == date(2026, 11, 9)
    assert "Check the dates, then save the league." in shown.content.decode()
    assert not days_of(season)
    sent["day-2-date"] = date(2026, 9, 1)
    refused = client.post(address, sent)
    assert refused.status_code == 422
    assert "Enter the match days in order of date." in refused.content.decode()


@pytest.mark.django_db
def test_matches_of_four_teams_where_there_are_more(director):
    """8 teams of four play 2 matches on each of 2 match days.

    Every table has a player of each of four teams.
    """
    league = event("mcr", 32, director)
    teams = [Team.objects.create(tournament=league, name=f"Team {n}") for n in range(8)]
    day = StagePlan("groups", 1, groups=2, grouping="teams")
    set_stages(league, [day, day], by="director")
    with pytest.raises(Refused, match="have no team"):
        make_cut(league, 1, by="director")
    for player in league.players.all():
        player.team = teams[player.number % 8]
        player.save()
    scores = scores_by_chance("matches", 0, 1)
    points: Counter[int] = Counter()
    met: Counter[frozenset[int]] = Counter()
    for number, stage in enumerate(stages_of(league), 1):
        make_cut(league, stage.number, seed=f"day {number}", by="director")
        matches = {
            frozenset(p.player.number % 8 for p in stage.places.filter(group=group))
            for group in (1, 2)
        }
        assert sorted(map(len, matches)) == [4, 4]
        for match in matches:
            met.update(map(frozenset, combinations(match, 2)))
        for people, four in play(league, number, Method.RANDOM, scores, teams=True):
            assert frozenset(who % 8 for who in people) in matches
            best_first = sorted(four, reverse=True)
            for who, score in zip(people, four, strict=True):
                points[who % 8] += (4, 2, 1, 0)[best_first.index(score)]
    # Of four teams that met, at best two are in each new match: four pairs meet again.
    assert sum(count - 1 for count in met.values()) == 4
    found = teams_of(live_and_official_standings.official_of(league))
    assert {row.line.name: row.line.table_points for row in found} == {
        f"Team {team}": points[team] for team in range(8)
    }
    there_and_back(league)
    three = replace(day, groups=3)
    set_stages(league, [day, day, three], by="director")
    with pytest.raises(Refused, match=r"A match needs 4 teams\. 8 teams"):
        make_cut(league, 3, by="director")


@pytest.mark.django_db
def test_divisions_send_two_up_and_two_down(director):
    league = event("mcr", 16, director)
    spring = StagePlan("groups", 2, groups=2, grouping="divisions")
    autumn = StagePlan(
        "groups", 1, groups=2, grouping="divisions", movers=2, carry="nothing"
    )
    set_stages(league, [spring, autumn], by="director")
    set_league(league, LeaguePlan(weeks(3, 1), best_days=1), by="director")
    make_cut(league, 1, by="director")
    first, second = stages_of(league)
    assert [p.player.number for p in first.places.filter(group=1)] == list(range(1, 9))
    scores = scores_by_chance("divisions", 0, 1)
    for number in (1, 2):
        play(league, number, Method.RANDOM, scores)
    of_group = {
        group: [
            row.line.player.number
            for row in ranking_of(league).placed
            if row.line.group == group
        ]
        for group in (1, 2)
    }
    assert not proposed_cut(league, second).ties
    make_cut(league, 2, by="director")
    now = {p.player.number for p in stages_of(league)[1].places.filter(group=1)}
    assert now == {*of_group[1][:6], *of_group[2][:2]}
    guest = match_day_attendance.walk_in(
        league, 3, first_name="", last_name="Guest", group=2, by="desk"
    )
    with pytest.raises(Refused):
        match_day_attendance.walk_in(
            league, 3, first_name="", last_name="Who", group=3, by="desk"
        )
    assert guest.stage_places.get().group == 2
    there_and_back(league)


@pytest.mark.django_db
def test_who_is_equal_where_divisions_part_is_decided_by_the_director(director):
    league = event("mcr", 8, director)
    kind = {"groups": 2, "grouping": "divisions"}
    autumn = StagePlan("groups", 1, movers=1, **kind)
    set_stages(league, [StagePlan("groups", 1, **kind), autumn], by="director")
    make_cut(league, 1, by="director")
    play(league, 1, Method.RANDOM, lambda _round, _table: [5, 5, -5, -5])
    second = stages_of(league)[1]
    ties = proposed_cut(league, second).ties
    assert [(tie.seats, len(tie.numbers), tie.group) for tie in ties] == [
        (1, 2, 1),
        (1, 2, 2),
    ]
    with pytest.raises(Refused):
        make_cut(league, 2, by="director")
    stays, rises = ties[0].numbers[1], ties[1].numbers[1]
    with pytest.raises(Refused):
        make_cut(league, 2, decided=[stays, rises], by="director")
    make_cut(league, 2, decided=[stays, rises], by="director", reason="a play-off")
    now = {p.player.number for p in stages_of(league)[1].places.filter(group=1)}
    assert {stays, rises} <= now
    assert ties[0].numbers[0] not in now


@given(
    st.lists(st.integers(0, 9), min_size=2, max_size=5), st.integers(1, 4), st.data()
)
def test_divisions_keep_everybody_once(sizes, movers, data):
    numbers = iter(range(100))
    before = [[next(numbers) for _player in range(size)] for size in sizes]
    after = promoted(before, movers)
    assert sorted(chain(*after)) == sorted(chain(*before))
    for at, own in enumerate(after):
        near = chain(*before[max(at - 1, 0) : at + 2])
        assert set(own) <= set(near)
    if min(sizes) >= 2 * movers:
        assert [len(own) for own in after] == sizes
