"""Realistic tournaments that bots play completely through the table pages.

The results are compared with simple calculations, and with an import of the tournament
folder.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.exports.export_columns_and_values import Audience, Selection
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.standings import live_and_official_standings
from scoring.standings.rank_players import ranking_of
from scoring.standings.team_standings import teams_of
from scoring.tournament_folder.copy_tournament import settings_file
from tests.examples import how_many
from tests.scoring.folders import rows, there_and_back
from tests.scoring.played_events import DEMANDS
from tests.scoring.rehearsals import (
    ask_for,
    in_order,
    mcr_tables,
    play_whole,
    rehearsal,
    shared,
    summed,
    tables_of,
)
from tournaments.check_in import match_day_attendance
from tournaments.models import FineKind, Player, Team
from tournaments.people import team_deductions
from tournaments.refusals import Refused
from tournaments.rounds import match_day_fines
from tournaments.rounds.match_days import DayPlan, LeaguePlan, days_of, set_league
from tournaments.rounds.stages.stage_settings import (
    StagePlan,
    members_of,
    set_stages,
    stages_of,
)
from tournaments.seating.constraints import Apart, Strictness
from tournaments.seating.seating_request import Method

pytestmark = pytest.mark.django_db

UMA = (20_000, 10_000, -10_000, -20_000)
FIRST = date(2026, 1, 5)
#: A club's season: number of match days, best days that count, days needed for a place.
EVENINGS, BEST, LEAST = how_many(10, 4), how_many(6, 2), how_many(4, 2)


def shown(tournament) -> list[tuple[int, Fraction, Fraction]]:
    return [
        (row.line.player.number, row.line.table_points, Fraction(row.line.score))
        for row in ranking_of(tournament).placed
    ]


def agree(tournament, *blocks) -> None:
    """Assert that the standings consist of these blocks of (points, scores, player
    numbers). Players tied in both points and score may have any order.
    """
    left = shown(tournament)
    for points, scores, people in blocks:
        own, left = left[: len(people)], left[len(people) :]
        expected = [
            (points[who], scores[who]) for who in in_order(points, scores, people)
        ]
        assert [figures for _who, *figures in own] == list(map(list, expected))
        assert {who: tuple(figures) for who, *figures in own} == {
            who: (points[who], scores[who]) for who in people
        }
    assert not left


def test_riichi_league_with_swiss_a_cut_to_eight_and_halved_scores(director):
    """A riichi league with a special uma: 16 players play 2 Swiss rounds.

    A cut leaves 8 players, who carry half of points and scores into a final of 1 round.
    """
    league = rehearsal(
        "riichi",
        16,
        director,
        options={"preset": "wrc_2022", "uma": list(UMA), "tie": "split"},
        tie_breaks=["table_points", "score"],
    )
    qualifying = StagePlan("qualifying", 2, method="swiss")
    final = StagePlan(
        "final", 1, minutes=60, method="ranks", cut="top", cut_size=8, carry="fraction"
    )
    half = replace(final, carry_denominator=2)
    set_stages(league, [qualifying, half], by="director")
    ask_for(league, Method.SWISS)

    play_whole(league, hands=1)

    points, scores = [], []
    for number in range(1, 4):
        tables = tables_of(league, number)
        scores.append(summed(tables))
        points.append(
            summed(
                {
                    who: (brought[who] - 30_000 + uma) / Fraction(1000)
                    for who, uma in shared(brought, UMA).items()
                }
                for brought in tables
            )
        )
    before, total = summed(points[:2]), summed(scores[:2])
    order = in_order(before, total, range(1, 17))
    through, out = order[:8], order[8:]
    assert sorted(points[2]) == sorted(through)
    end = summed([{who: before[who] / 2 for who in through}, points[2]])
    end_scores = summed([{who: total[who] / 2 for who in through}, scores[2]])
    agree(league, (end, end_scores, through), (before, total, out))
    assert [league.rounds.get(number=n).minutes for n in (2, 3)] == [90, 60]
    files = there_and_back(league)
    assert len(rows(files, "stages.csv")) == 8


def test_championship_with_groups_and_a_final(director):
    """A championship of 2 days in MCR: 16 players in 2 groups by strength, with members
    of a club apart. The first 3 of each group and the best 2 of the others play the
    final, from zero except for table points and a bonus. The others play a consolation.
    """
    cup = rehearsal("mcr", 16, director)
    final = StagePlan(
        "final",
        1,
        cut="per_group",
        cut_size=3,
        cut_rest=2,
        carry="table_points",
        bonuses=("2", "1"),
        seats="rank",
        method="ranks",
    )
    set_stages(
        cup,
        [
            StagePlan("groups", 2, groups=2, apart="club", method="random"),
            final,
            StagePlan("consolation", 1, cut="rest", carry="nothing"),
        ],
        by="director",
    )
    ask_for(cup, Method.RANDOM)

    devices = play_whole(cup, hands=1)

    tables = {number: mcr_tables(cup, devices, number) for number in range(1, 4)}
    scores = [summed(tables[number]) for number in range(1, 4)]
    points = [
        summed(shared(brought, (4, 2, 1, 0)) for brought in tables[number])
        for number in range(1, 4)
    ]
    group_of = {p.player.number: p.group for p in members_of(stages_of(cup)[0])}
    assert Counter(group_of.values()) == {1: 8, 2: 8}
    clubs = Counter((group, who % 4) for who, group in group_of.items())
    assert set(clubs.values()) == {2}
    for number in (1, 2):
        for people in tables[number]:
            assert len({group_of[who] for who in people}) == 1

    before, total = summed(points[:2]), summed(scores[:2])
    order = in_order(before, total, group_of)
    best = {group: [who for who in order if group_of[who] == group] for group in (1, 2)}
    through = {*best[1][:3], *best[2][:3]}
    through.update([who for who in order if who not in through][:2])
    rest = set(group_of) - through
    assert through == {p.player.number for p in members_of(stages_of(cup)[1])}
    bonus = {best[group][place]: 2 - place for group in (1, 2) for place in (0, 1)}
    start = {who: before[who] + bonus.get(who, 0) for who in through}
    finals = [people for people in tables[3] if set(people) <= through]
    assert len(finals) == 2
    assert all(set(people) <= rest for people in tables[3] if people not in finals)
    end = summed([start, {who: points[2][who] for who in through}])
    agree(cup, (end, scores[2], through), (points[2], scores[2], rest))
    # The leader sits East, the second South …
    for game in cup.rounds.get(number=3).games.all():
        sits = {seat.wind: seat.player.number for seat in game.seats.all()}
        if set(sits.values()) <= through:
            ahead = [start[sits[wind]] for wind in "ESWN"]
            assert ahead == sorted(ahead, reverse=True)
    files = there_and_back(cup)
    assert len(rows(files, "stages.csv")) == 32


def weeks(days: int, rounds: int) -> tuple[DayPlan, ...]:
    return tuple(DayPlan(rounds, FIRST + timedelta(weeks=at)) for at in range(days))


def test_club_season_with_walk_ins(director, director_client):
    """A club's season in Hong Kong rules with 2 rounds on each match day.

    Only the best days count, and a player needs some days for a place. At least 8 of 12
    members come, sometimes with a new player.
    """
    season = rehearsal(
        "hong_kong", 12, director, planned_rounds=1, tie_breaks=["score"]
    )
    plan = LeaguePlan(
        weeks(EVENINGS, 2), best_days=BEST, least_days=LEAST, late_points=5
    )
    set_league(season, plan, by="director")
    season.refresh_from_db()
    ask_for(season, Method.RANDOM)

    play_whole(season, hands=1)

    brought: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for day in days_of(season):
        here = match_day_attendance.attendance_of(season, day).comers
        come = {comer.player.number for comer in here if comer.is_here}
        assert len(come) >= 8
        assert len(come) % 4 == 0
        for number in day.round_numbers:
            tables = tables_of(season, number)
            assert set().union(*tables) == come
            for table in tables:
                for who, score in table.items():
                    brought[who][day.number] += score
    guests = [who for who in brought if who > 12]
    assert guests
    late = min(brought)
    match_day_fines.fine(days_of(season)[-1], late, FineKind.LATE, by="desk")
    with pytest.raises(Refused):
        match_day_fines.fine(days_of(season)[-1], late, FineKind.LATE, by="desk")

    best = {
        who: sum(sorted(days.values())[-BEST:]) - 5 * (who == late)
        for who, days in brought.items()
    }
    ranked = {who for who in best if len(brought[who]) >= LEAST}
    assert {who: score for who, _points, score in shown(season)} == {
        who: best[who] for who in ranked
    }
    figures = [score for _who, _points, score in shown(season)]
    assert figures == sorted(figures, reverse=True)
    assert len(ranked) < len(best)

    board = live_and_official_standings.official_of(season)
    lots = next(row for row in board.rows if len(brought[row.number]) > BEST)
    worst = sorted(brought[lots.number].values())[:-BEST]
    dropped = [brought[lots.number][day] for day in lots.counted.dropped]
    assert sorted(dropped) == worst
    page = director_client.get(reverse("public:standings", args=[season.slug]))
    for words in (f"The best {BEST} of", "do not count", "too few days to be ranked"):
        assert words in page.content.decode()
    for number, said in ((lots.number, "not count because"), (late, "Late, −5")):
        own = reverse("public:player", args=[season.slug, number])
        assert said in director_client.get(own).content.decode()
    asked = Selection(season, Audience.DIRECTORS)
    export = EXPORTS["standings"]
    keys = [column.key for column in export.columns(season)]
    assert {"days", "dropped"} <= set(keys)
    assert len(list(export.rows(asked))) == len(best)

    files = there_and_back(season)
    assert f'"best_days": {BEST}'.encode() in files["event.json"]
    assert b'"fines"' not in settings_file(season)
    order = [row.number for row in board.ranked]
    finish_reopen_and_publish_results.finish(
        season, by="director", now=timezone.now(), reason=""
    )
    season.refresh_from_db()
    final = live_and_official_standings.official_of(season)
    assert [row.number for row in final.ranked] == order
    assert final.by_number[lots.number].counted.dropped == lots.counted.dropped
    there_and_back(season)


def test_team_league_of_four(director):
    """A league of 4 teams of four players, with 2 rounds on 2 days.

    Each table has a player of each team. Teams rank by table points, scores, then
    firsts, seconds, thirds. 2 players are late, and a team has a deduction.
    """
    league = rehearsal("mcr", 16, director)
    for number in range(1, 17):
        team, _new = Team.objects.get_or_create(
            tournament=league, name=f"Team {number % 4}"
        )
        Player.objects.filter(tournament=league, number=number).update(team=team)
    order = ["table_points", "score", "firsts", "seconds", "thirds", "lot"]
    league.team_tie_breaks = order
    league.save()
    plan = LeaguePlan(weeks(2, 1), late_points=1, forfeit_points=4)
    set_league(league, plan, by="director")
    apart = replace(DEMANDS, teams=Apart(Strictness.HARD))
    ask_for(league, Method.PLAN, apart)

    devices = play_whole(league, hands=1)

    points: dict[int, Fraction] = defaultdict(Fraction)
    total: dict[int, int] = defaultdict(int)
    places: dict[int, list[int]] = defaultdict(list)
    for number in range(1, 3):
        for brought in mcr_tables(league, devices, number):
            assert sorted(who % 4 for who in brought) == [0, 1, 2, 3]
            for who, share in shared(brought, (4, 2, 1, 0)).items():
                points[who % 4] += share
                total[who % 4] += brought[who]
                better = sum(other > brought[who] for other in brought.values())
                places[who % 4].append(better)
    unit = league.rules.catalogue.points_a_table_point
    for number, day in ((1, 0), (2, 1)):
        late = {"points": unit, "reason": "eight minutes", "by": "director"}
        match_day_fines.fine(days_of(league)[day], number, FineKind.LATE, **late)
        points[number % 4] -= 1
    third = Team.objects.get(tournament=league, name="Team 3")
    why = {"by": "director", "reason": "few came"}
    team_deductions.deduct(league, third, 2 * unit, "table_points", **why)
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
    found = teams_of(live_and_official_standings.official_of(league))
    assert [(row.line.name, row.line.table_points) for row in found] == [
        (f"Team {team}", points[team]) for team in expected
    ]
    assert rebuild(league, check=True) == []
    there_and_back(league)
