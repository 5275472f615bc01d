"""Leagues played whole: a club's season of ten evenings with whoever comes, and teams
of four; what they come to is told by a few lines of plain arithmetic."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import chain, combinations
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from scoring.event_folder.copying import settings_file
from scoring.exports.catalogue import EXPORTS
from scoring.exports.export import Asked, Audience
from scoring.signoff.finishing import finishing
from scoring.standings import boards
from scoring.standings.ranking import ranking_of
from scoring.standings.stages.cutting import make_cut, proposed_cut
from scoring.standings.teams import teams_of
from tests.scoring.folders import there_and_back
from tests.scoring.played_events import event, play, scores_by_chance
from tournaments.models import Entry, FineKind, LeagueFine, Team
from tournaments.people import team_deductions
from tournaments.people.check_in import evening
from tournaments.refusals import Refused
from tournaments.rounds.league import fines
from tournaments.rounds.league.days import DayPlan, LeaguePlan, days_of, set_league
from tournaments.rounds.stages.groups import promoted
from tournaments.rounds.stages.stage_list import StagePlan, set_stages, stages_of
from tournaments.seating.requests import Method

FIRST = date(2026, 1, 5)
WAYS = (Method.RANDOM, Method.PLAN, Method.RANKS)


def weeks(days: int, rounds: int) -> tuple[DayPlan, ...]:
    return tuple(DayPlan(rounds, FIRST + timedelta(weeks=at)) for at in range(days))


def shown(tournament) -> list[tuple[int, Fraction, int]]:
    return [
        (row.line.entry.number, row.line.table_points, row.line.score)
        for row in ranking_of(tournament).placed
    ]


@pytest.mark.django_db
class TestClubSeason:
    """Ten evenings of two rounds of Hong Kong, the best six count, four are needed for
    a place; twelve members of whom eight or more come, and somebody walks in."""

    def test_played_whole(self, director, client):
        season = event(
            "hong_kong", 12, director, planned_rounds=1, tie_breaks=["score"]
        )
        plan = LeaguePlan(weeks(10, 2), best_days=6, least_days=4, late_points=5)
        set_league(season, plan, by="director")
        season.refresh_from_db()
        assert season.planned_rounds == 20
        chance = Random("season")
        scores = scores_by_chance("season", 0, 1)
        brought: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        members = list(range(1, 13))
        for day in days_of(season):
            opened = evening.open_day(season, day.number, by="desk")
            come = set(chance.sample(members, 8 if day.number % 3 else 12))
            if day.number in (3, 7):
                guest = evening.walk_in(
                    season, day.number, first_name="", last_name="Guest", by="desk"
                )
                come = {*sorted(come)[:7], guest.number}
                members.append(guest.number)
            for number in come:
                evening.say(season, day.number, number, here=True, by="desk")
            found = evening.evening_of(season, opened)
            assert {c.entry.number for c in found.comers if c.is_here} == come
            for round_ in day.round_numbers:
                way = WAYS[(day.number + round_) % 3]
                for people, four in play(season, round_, way, scores):
                    assert set(people) <= come
                    for who, score in zip(people, four, strict=True):
                        brought[who][day.number] += score
        late = min(brought)
        fines.fine(days_of(season)[4], late, FineKind.LATE, by="desk")
        with pytest.raises(Refused):
            fines.fine(days_of(season)[4], late, FineKind.LATE, by="desk")

        best = {
            who: sum(sorted(days.values())[-6:]) - 5 * (who == late)
            for who, days in brought.items()
        }
        ranked = [who for who in best if len(brought[who]) >= 4]
        expected = sorted(ranked, key=lambda who: best[who], reverse=True)
        assert [(who, s) for who, _p, s in shown(season)] == [
            (who, best[who]) for who in expected
        ]
        assert len(expected) < len(best)

        board = boards.official_of(season)
        lots = next(row for row in board.rows if len(brought[row.number]) > 6)
        worst = sorted(brought[lots.number], key=lambda d: brought[lots.number][d])
        dropped = set(worst[: len(worst) - 6])
        assert set(lots.counted.dropped) == dropped
        assert {cell.round for cell in lots.form if cell.dropped} == {
            n
            for day in days_of(season)
            if day.number in dropped
            for n in day.round_numbers
            if n > 11
        }
        page = client.get(reverse("public:standings", args=[season.slug])).content
        for words in (b"best 6 count", b"do not count", b"too few for a place"):
            assert words in page
        for number, said in ((lots.number, "not count: others"), (late, "Late, −5")):
            own = reverse("public:player", args=[season.slug, number])
            assert said in client.get(own).content.decode()
        asked = Asked(season, Audience.DIRECTORS)
        export = EXPORTS["standings"]
        keys = [column.key for column in export.columns(season)]
        assert {"days", "dropped"} <= set(keys)
        assert len(list(export.rows(asked))) == len(best)

        files = there_and_back(season)
        assert b'"best_days": 6' in files["event.json"]
        assert b'"fines"' not in settings_file(season)
        finishing.finish(season, by="director", now=timezone.now(), reason="")
        season.refresh_from_db()
        final = boards.official_of(season)
        assert [row.number for row in final.ranked] == expected
        assert final.by_number[lots.number].counted.dropped == lots.counted.dropped
        there_and_back(season)

    def test_what_does_not_fit_is_refused(self, director):
        season = event("mcr", 8, director)
        for bad in (
            LeaguePlan(weeks(2, 2), best_days=3),
            LeaguePlan(weeks(2, 2), least_days=3),
            LeaguePlan(weeks(50, 2)),
            LeaguePlan(tuple(reversed(weeks(2, 2)))),
        ):
            with pytest.raises(RuleError):
                set_league(season, bad, by="director")
        set_league(season, LeaguePlan(weeks(3, 1)), by="director")
        play(season, 1, Method.RANDOM, scores_by_chance("unfit", 0, 1))
        fines.fine(days_of(season)[1], 3, FineKind.FORFEIT, by="desk")
        for late in (LeaguePlan(()), LeaguePlan(weeks(1, 1)), LeaguePlan(weeks(2, 2))):
            with pytest.raises(Refused):
                set_league(season, late, by="director")
        with pytest.raises(Refused):
            evening.say(season, 1, 3, here=False, by="desk")
        with pytest.raises(Refused):
            evening.say(season, 4, 3, here=True, by="desk")
        fines.take_back(season, LeagueFine.objects.get().pk, by="desk")
        set_league(season, LeaguePlan(weeks(4, 1)), by="director")
        season.refresh_from_db()
        assert season.planned_rounds == 4


@pytest.mark.django_db
def test_whoever_left_or_comes_late_is_there_on_the_day_they_come(director):
    season = event("mcr", 8, director)
    set_league(season, LeaguePlan(weeks(3, 2)), by="director")
    Entry.objects.filter(tournament=season, number=1).update(last_round=1)
    Entry.objects.filter(tournament=season, number=2).update(first_round=5)
    for number in (1, 2):
        entry = evening.say(season, 2, number, here=True, by="desk")
        there = [round_ for round_ in range(1, 7) if entry.plays(round_)]
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
        assert "3 players are here" in shown
        assert shown.count('aria-pressed="true"') == 1
        fine = LeagueFine.objects.get(kind=FineKind.FORFEIT)
        client.post(page, {"give_back": fine.pk})
        assert LeagueFine.objects.count() == 1
        log = client.get(reverse("director:log", args=[season.slug])).content.decode()
        assert "got back 2 of match day 1" in log
        draw = reverse("director:draw_new", args=[season.slug])
        assert client.get(draw, {"method": "ranks"}).context["form"]["method"].value()


@pytest.mark.django_db
class TestTeamLeague:
    """Four teams of four with a player of each at every table, four rounds on two days;
    order by table points, scores, then firsts, seconds, thirds; two are late, a team
    loses points as such."""

    def test_played_whole(self, director):
        order = ["table_points", "score", "firsts", "seconds", "thirds", "lot"]
        league = event("mcr", 16, director)
        for number in range(1, 17):
            team, _new = Team.objects.get_or_create(
                tournament=league, name=f"Team {number % 4}"
            )
            Entry.objects.filter(tournament=league, number=number).update(team=team)
        league.team_tie_breaks = order
        league.save()
        plan = LeaguePlan(weeks(2, 2), late_points=1, forfeit_points=4)
        set_league(league, plan, by="director")
        scores = scores_by_chance("teams", 0, 1)
        points: dict[int, Fraction] = defaultdict(Fraction)
        total: dict[int, int] = defaultdict(int)
        places: dict[int, list[int]] = defaultdict(list)
        for number in range(1, 5):
            for people, four in play(league, number, Method.PLAN, scores, teams=True):
                assert sorted(who % 4 for who in people) == [0, 1, 2, 3]
                best_first = sorted(four, reverse=True)
                for who, score in zip(people, four, strict=True):
                    place = best_first.index(score)
                    points[who % 4] += (4, 2, 1, 0)[place]
                    total[who % 4] += score
                    places[who % 4].append(place)
        unit = league.rules.catalogue.points_a_table_point
        for number, day in ((1, 0), (2, 1)):
            fines.fine(
                days_of(league)[day],
                number,
                FineKind.LATE,
                points=unit,
                reason="eight minutes",
                by="director",
            )
            points[number % 4] -= 1
        third = Team.objects.get(tournament=league, name="Team 3")
        team_deductions.deduct(
            league, third, 2 * unit, "table_points", by="director", reason="few came"
        )
        points[3] -= 2
        expected = sorted(
            range(4),
            key=lambda team: (
                points[team],
                total[team],
                *(places[team].count(place) for place in range(3)),
            ),
            reverse=True,
        )
        found = teams_of(boards.official_of(league))
        assert [(row.line.name, row.line.table_points) for row in found] == [
            (f"Team {team}", points[team]) for team in expected
        ]
        there_and_back(league)


@pytest.mark.django_db
def test_matches_of_four_teams_where_there_are_more(director):
    """Eight teams of four, two match days of two matches each: at every table one of
    each of the four teams that were drawn against each other."""
    league = event("mcr", 32, director)
    teams = [Team.objects.create(tournament=league, name=f"Team {n}") for n in range(8)]
    day = StagePlan("groups", 1, groups=2, grouping="teams")
    set_stages(league, [day, day], by="director")
    with pytest.raises(Refused, match="in no team"):
        make_cut(league, 1, by="director")
    for entry in league.entries.all():
        entry.team = teams[entry.number % 8]
        entry.save()
    scores = scores_by_chance("matches", 0, 1)
    points: Counter[int] = Counter()
    met: Counter[frozenset[int]] = Counter()
    for number, stage in enumerate(stages_of(league), 1):
        make_cut(league, stage.number, seed=f"day {number}", by="director")
        matches = {
            frozenset(p.entry.number % 8 for p in stage.places.filter(group=group))
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
    # Of four who met, two at best are in each of the new matches: four pairs again.
    assert sum(count - 1 for count in met.values()) == 4
    found = teams_of(boards.official_of(league))
    assert {row.line.name: row.line.table_points for row in found} == {
        f"Team {team}": points[team] for team in range(8)
    }
    there_and_back(league)
    three = replace(day, groups=3)
    set_stages(league, [day, day, three], by="director")
    with pytest.raises(Refused, match="A match is of four teams: 8 teams"):
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
    assert [p.entry.number for p in first.places.filter(group=1)] == list(range(1, 9))
    scores = scores_by_chance("divisions", 0, 1)
    for number in (1, 2):
        play(league, number, Method.RANDOM, scores)
    of_group = {
        group: [
            row.line.entry.number
            for row in ranking_of(league).placed
            if row.line.group == group
        ]
        for group in (1, 2)
    }
    assert not proposed_cut(league, second).ties
    make_cut(league, 2, by="director")
    now = {p.entry.number for p in stages_of(league)[1].places.filter(group=1)}
    assert now == {*of_group[1][:6], *of_group[2][:2]}
    guest = evening.walk_in(
        league, 3, first_name="", last_name="Guest", group=2, by="desk"
    )
    with pytest.raises(Refused):
        evening.walk_in(league, 3, first_name="", last_name="Who", group=3, by="desk")
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
    now = {p.entry.number for p in stages_of(league)[1].places.filter(group=1)}
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
