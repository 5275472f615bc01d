"""Places that players can still reach, compared with the real outcome.

No player ends outside the calculated range, and the number of points called a guarantee
is enough. In small tournaments, best and worst place match an enumeration of all
results.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from random import Random

import pytest
from django.db.models import F
from django.utils import timezone

from scoring.ledger import enter_hand
from scoring.practice.practice_players_and_formats import Format
from scoring.public.player_place_and_rounds import followed
from scoring.standings import live_and_official_standings, standings_cache
from scoring.standings.make_cut import make_cut
from scoring.standings.proposed_cut import proposed_cut
from scoring.standings.rank_players import ranking_of, standings
from scoring.standings.where_player_can_finish import (
    Prospects,
    prospects_of,
    race_of,
    why_uncounted,
)
from scoring.standings.who_sees_hidden_results import EVERYTHING
from tests.examples import how_many
from tests.rules.test_reach import all_ends, seatings
from tests.scoring.played_events import event, play, scores_by_chance
from tests.scoring.practice.test_practice_event import made
from tests.scoring.results import paper
from tests.scoring.seated_rounds import FOUR_PLACES, seat
from tests.scoring.two_rounds import LATER_FOUR, close
from tournaments.models import Tournament
from tournaments.people import register_players
from tournaments.rounds import round_clock
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages, stages_of
from tournaments.seating.seating_request import Method

pytestmark = pytest.mark.django_db

#: Scores of a table with every kind of tie.
SCORES = (
    (40, 10, -10, -40),
    (20, 20, -10, -30),
    (30, 0, 0, -30),
    (30, 10, -20, -20),
    (10, 10, 10, -30),
    (30, -10, -10, -10),
    (20, 20, -20, -20),
    (0, 0, 0, 0),
)


def claims(tournament: Tournament) -> dict[int, Prospects]:
    """Return the prospects of each ranked player that has any, by player number."""
    source = standings_cache.source_of(tournament, visible=EVERYTHING)
    board = live_and_official_standings.official(source)
    said = {row.number: prospects_of(source, board, row.number) for row in board.ranked}
    return {number: each for number, each in said.items() if each}


def by_chance(seed: int):
    def scores(number: int, table: int) -> list[int]:
        chance = Random(f"{seed}/{number}/{table}")
        return chance.sample(chance.choice(SCORES), 4)

    return scores


@pytest.mark.parametrize("seed", range(how_many(4, 2)))
def test_nobody_ends_outside_what_was_said_of_them(director, seed):
    """12 players play 2 rounds before a cut to 4.

    No player ends outside the ranges calculated before and after the second round is
    seated.
    """
    cup = event("mcr", 12, director)
    plans = [StagePlan("qualifying", 2), StagePlan("final", 1, cut="top", cut_size=4)]
    set_stages(cup, plans, by="director")
    scores, said = by_chance(seed), {}
    play(cup, 1, Method.RANDOM, scores)
    before = {row.line.player.number: row.line for row in ranking_of(cup).placed}
    without_seats = claims(cup)
    assert not any(without_seat.seats_known for without_seat in without_seats.values())

    def after_seats(number: int, table: int) -> list[int]:
        said.update(said or claims(cup))
        return scores(number, table)

    play(cup, 2, Method.RANDOM, after_seats)
    assert len(without_seats) == len(said) == 12
    through = set(proposed_cut(cup, stages_of(cup)[1]).qualified.through)
    for row in ranking_of(cup).placed:
        number = row.line.player.number
        gained = row.line.table_points - before[number].table_points
        for told in (without_seats[number], said[number]):
            assert told.best is None or told.best <= row.place
            assert told.worst is None or row.place <= told.worst
            if told.goal and told.goal.points is None:
                assert number not in through
            elif told.goal and gained >= told.goal.points:
                assert number in through
        assert {told.goal.stage for told in said.values() if told.goal} <= {"Final"}
    assert any(told.goal and told.goal.points for told in said.values())


@pytest.fixture
def two_rounds(tournament):
    """Return a tournament with round 1 of 2 closed. Player 9 sat out."""
    register_players.register(
        tournament, [register_players.PlayerRow(last_name="Nine")], by="director"
    )
    tournament.planned_rounds = 2
    tournament.save(update_fields=["planned_rounds"])
    first = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(first, 1, FOUR_PLACES)
    paper(first, 2, {"E": 20, "S": 20, "W": -10, "N": -30})
    close(first)
    return tournament


#: Points after round 1, in twelfths.
HAD = {1: 48, 2: 24, 3: 12, 4: 0, 5: 36, 6: 36, 7: 12, 8: 0, 9: 0}
AGAIN = ((1, 5, 2, 6), (3, 7, 4, 9))


def reached(points, rounds):
    """Return best and worst place of each player, by enumerating all outcomes."""
    names = sorted(points)
    ends = {tuple(end[name] for name in names) for end in all_ends(points, rounds)}
    found = dict.fromkeys(names, (len(names), 1))
    for end in ends:
        ranked = sorted(end)
        for name, total in zip(names, end, strict=True):
            above = len(ranked) - bisect_right(ranked, total)
            level = len(ranked) - bisect_left(ranked, total)
            best, worst = found[name]
            found[name] = (min(best, 1 + above), max(worst, level))
    return found


def assert_all_counted(tournament, points, rounds):
    """Assert that best and worst places match the enumeration."""
    said = {
        number: (told.best, told.worst) for number, told in claims(tournament).items()
    }
    assert said == reached(points, rounds)


def test_who_sits_out_stays_with_what_they_have(two_rounds):
    seat(two_rounds, 2, *AGAIN)
    assert_all_counted(two_rounds, HAD, [[AGAIN]])


def test_a_table_that_is_over_is_certain_and_penalties_count_at_once(two_rounds):
    round_ = seat(two_rounds, 2, *AGAIN)
    round_clock.start(round_.pk, by="director", now=timezone.now())
    paper(round_, 1, FOUR_PLACES)
    table = round_.games.get(table=2)
    enter_hand.enter(
        table.pk,
        {"kind": "penalty", "amounts": {"E": -2}, "target": "overall"},
        device_key="fine",
        by="referee",
        before_gong=True,
    )
    points = HAD | {1: 96, 5: 60, 2: 36, 6: 36, 3: 12 - 24}
    assert_all_counted(two_rounds, points, [[AGAIN[1:]]])


def test_before_seats_are_told_every_seating_is_counted(two_rounds):
    two_rounds.players.filter(number=9).update(last_round=1)
    expected = reached(HAD, [seatings(tuple(range(1, 9)))])
    said = claims(two_rounds)
    assert sorted(said) == sorted(HAD)
    for number, told in said.items():
        best, worst = expected[number]
        assert told.best in (None, best)
        assert told.worst in (None, worst)
    assert any(told.best for told in said.values())


def test_where_nobody_knows_who_sits_out_that_is_said(two_rounds):
    assert claims(two_rounds) == {}
    source = standings_cache.source_of(two_rounds, visible=EVERYTHING)
    words = why_uncounted(source, live_and_official_standings.official(source), 1)
    assert "until the byes are decided" in words
    seat(two_rounds, 2, *AGAIN)
    source = standings_cache.source_of(two_rounds, visible=EVERYTHING)
    assert why_uncounted(source, live_and_official_standings.official(source), 1) == ""


def test_a_secret_round_tells_nothing_of_its_tables(two_rounds):
    round_ = seat(two_rounds, 2, *AGAIN)
    round_clock.start(round_.pk, by="director", now=timezone.now())
    paper(round_, 1, FOUR_PLACES)
    two_rounds.secret_rounds = 1
    two_rounds.save(update_fields=["secret_rounds"])
    source = standings_cache.source_of(two_rounds)
    race = race_of(source, live_and_official_standings.official(source))
    assert race.points == {number: parts * 1000 for number, parts in HAD.items()}
    assert [set(table) for table in race.rounds[0].tables] == list(map(set, AGAIN))


@pytest.fixture
def before_the_cut(director):
    """Return a tournament of 8 players after one of two rounds.

    The first 4 will qualify.
    """
    cup = event("mcr", 8, director)
    plans = [StagePlan("qualifying", 2), StagePlan("final", 1, cut="top", cut_size=4)]
    set_stages(cup, plans, by="director")
    first = seat(cup, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    for table in (1, 2):
        paper(first, table, FOUR_PLACES)
    close(first)
    seat(cup, 2, (1, 3, 4, 7), (5, 2, 6, 8))
    return cup


def goal_words(cup, number):
    Tournament.objects.update(revision=F("revision") + 1)
    cup.refresh_from_db()
    player = cup.players.select_related("person", "team").get(number=number)
    return followed(cup, player).goal_in_words


def test_what_is_enough_for_the_final_is_told(before_the_cut):
    """Player 1 has 4 points and needs 2 more to qualify.

    With 1 more point, five other players might have 5 or more: 3 or 7, then 5, and 2
    and 6, who share points. With 2 more points, only 5 and one of 2 and 6 might have as
    many.
    """
    cup = before_the_cut
    said = claims(cup)
    assert {told.goal.stage for told in said.values() if told.goal} == {"Final"}
    assert goal_words(cup, 1) == ("2 more table points guarantee a spot in “Final”.")
    cup.stages.filter(number=2).update(cut_size=5)
    assert goal_words(cup, 1) == ("1 more table point guarantees a spot in “Final”.")
    cup.stages.filter(number=2).update(cut_size=8)
    assert goal_words(cup, 4) == "Qualified for “Final”."


def test_what_is_out_of_reach_is_told(before_the_cut):
    cup = before_the_cut
    cup.stages.filter(number=2).update(cut_size=1)
    assert goal_words(cup, 4) == ""
    second = cup.rounds.get(number=2)
    round_clock.start(second.pk, by="director", now=timezone.now())
    paper(second, 2, FOUR_PLACES)
    assert goal_words(cup, 4) == "Can no longer qualify for “Final”."


def test_who_leaves_before_the_final_takes_nobodys_place_in_it(before_the_cut):
    cup = before_the_cut
    cup.stages.filter(number=2).update(cut_size=1)
    cup.players.filter(number=5).update(last_round=2)
    assert claims(cup)[5].goal is None
    assert goal_words(cup, 1) == ("4 more table points guarantee a spot in “Final”.")


def test_before_the_cut_is_made_nothing_is_to_be_reached_but_to_go_on(
    client, before_the_cut
):
    cup = before_the_cut
    second = cup.rounds.get(number=2)
    paper(second, 1, FOUR_PLACES)
    paper(second, 2, LATER_FOUR)
    close(second)
    page = client.get(f"/t/{cup.slug}/players/3/").content.decode()
    assert "Final: the first 4 qualify." in page
    assert "Next place above" in page
    assert "Possible final places" not in page


def test_after_the_cut_places_are_played_for(client, before_the_cut):
    cup = before_the_cut
    second = cup.rounds.get(number=2)
    paper(second, 1, FOUR_PLACES)
    paper(second, 2, LATER_FOUR)
    close(second)
    pages = [f"/t/{cup.slug}/", f"/t/{cup.slug}/standings/"]
    above = "Players of “Final” rank above all others."
    assert not any(above in client.get(page).content.decode() for page in pages)
    make_cut(cup, 2, by="director")
    assert all(above in client.get(page).content.decode() for page in pages)
    goals = [told.goal for told in claims(cup).values() if told.goal]
    assert goals
    assert not any(goal.stage for goal in goals)


def test_no_gap_is_named_to_who_stands_above_for_having_gone_on(client, before_the_cut):
    """The cut puts the fourth player above the fifth, so the page shows no gap in
    points between the two.
    """
    cup = before_the_cut
    second = cup.rounds.get(number=2)
    paper(second, 1, FOUR_PLACES)
    paper(second, 2, LATER_FOUR)
    close(second)
    make_cut(cup, 2, by="director")
    fifth = next(row.line.player for row in standings(cup) if row.place == 5)
    page = client.get(f"/t/{cup.slug}/players/{fifth.number}/").content.decode()
    assert "</bdi></a>, place 4<" in page
    assert "()" not in page


def test_nobody_wins_in_a_stage_after_which_all_play_on_in_groups(director):
    """No place can be guaranteed before the next groups are known."""
    cup = event("mcr", 8, director)
    plans = [StagePlan("qualifying", 2), StagePlan("groups", 1, groups=2)]
    set_stages(cup, plans, by="director")
    first = seat(cup, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(first, 1, FOUR_PLACES)
    paper(first, 2, LATER_FOUR)
    close(first)
    seat(cup, 2, (1, 3, 4, 7), (5, 2, 6, 8))
    said = claims(cup)
    assert {told.stage for told in said.values()} == {"Qualifying"}
    assert [told.goal for told in said.values()] == [None] * 8


@pytest.mark.parametrize("round_", [2, 3, 4])
def test_the_best_of_each_group_play_for_their_own_cut(director, round_):
    """There are two groups of 8 players. The first 4 of each group qualify."""
    cup = made(
        director, "mcr", players=16, rounds=4, round=round_, format=Format.GROUPS
    )
    said = claims(cup)
    assert len(said) == 16 if round_ < 4 else 8
    named = {told.goal.stage for told in said.values() if told.goal}
    assert named == ({"Final"} if round_ < 4 else {""})
    for told in said.values():
        assert told.goal is None or round_ == 4 or told.goal.places == 4


@pytest.mark.parametrize("seed", range(how_many(3, 1)))
def test_the_best_of_the_others_of_all_groups_go_on_as_it_was_said(director, seed):
    """There are two groups of 8 players. The first of each group and the best 2 of the
    others qualify.

    The ranges are calculated before the last round of the groups, with and without its
    seating.
    """
    cup, said = event("mcr", 16, director), {}
    scores = scores_by_chance(str(seed), 0, 1)
    cut = {"cut": "per_group", "cut_size": 1, "cut_rest": 2}
    plans = [StagePlan("groups", 2, groups=2), StagePlan("final", 1, **cut)]
    set_stages(cup, plans, by="director")
    make_cut(cup, 1, seed="groups", by="director")
    play(cup, 1, Method.RANDOM, scores)
    before = {row.line.player.number: row.line for row in standings(cup)}
    without_seats = claims(cup)

    def after_seats(number: int, table: int) -> list[int]:
        said.update(said or claims(cup))
        return scores(number, table)

    play(cup, 2, Method.RANDOM, after_seats)
    found = proposed_cut(cup, stages_of(cup)[1]).qualified
    assert not found.ties
    assert len(said) == len(without_seats) == 16
    for row in standings(cup):
        number = row.line.player.number
        gained = row.line.table_points - before[number].table_points
        for told in (without_seats[number].goal, said[number].goal):
            if told and told.points is None:
                assert number not in found.through
            elif told and gained >= told.points:
                assert number in found.through
    goals = [told.goal.points for told in said.values() if told.goal]
    assert any(goals)


def why(cup, number):
    Tournament.objects.update(revision=F("revision") + 1)
    cup.refresh_from_db()
    source = standings_cache.source_of(cup, visible=EVERYTHING)
    return why_uncounted(source, live_and_official_standings.official(source), number)


@pytest.mark.parametrize("rule", ["even", "half"])
def test_what_the_tables_of_who_leaves_count_is_known_when_they_have_left(
    director, rule
):
    """Player 5 withdraws after round 2.

    Until round 2 is closed, the results of players 2, 6 and 8 in it are unknown. It is
    also unknown whether 6, 7 and 8 keep their results of round 1.
    """
    cup = event("mcr", 9, director)
    plans = [
        StagePlan("qualifying", 3, leavers=rule),
        StagePlan("final", 1, cut="top", cut_size=4),
    ]
    set_stages(cup, plans, by="director")
    first = seat(cup, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(first, 1, FOUR_PLACES)
    paper(first, 2, FOUR_PLACES)
    close(first)
    second = seat(cup, 2, (1, 3, 4, 7), (5, 2, 6, 8))
    seat(cup, 3, (1, 2, 3, 6), (4, 7, 8, 9))
    assert len(claims(cup)) == 9
    cup.players.filter(number=5).update(last_round=2)
    assert "of a withdrawing player" in why(cup, 2)
    assert claims(cup) == {}
    paper(second, 1, FOUR_PLACES)
    paper(second, 2, FOUR_PLACES)
    close(second)
    assert why(cup, 2) == ""
    assert len(claims(cup)) == 9


def test_a_final_and_its_consolation_are_counted_apart(director):
    cup = event("mcr", 8, director)
    plans = [
        StagePlan("qualifying", 1),
        StagePlan("final", 1, cut="top", cut_size=4),
        StagePlan("consolation", 1, cut="rest"),
    ]
    set_stages(cup, plans, by="director")
    first = seat(cup, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(first, 1, FOUR_PLACES)
    paper(first, 2, LATER_FOUR)
    close(first)
    cut = make_cut(cup, 2, by="director")
    through = {place.player.number for place in cut.places.all()}
    rest = set(range(1, 9)) - through
    seat(cup, 2, tuple(sorted(through)), tuple(sorted(rest)))
    said = claims(cup)
    assert {number for number in said if said[number].stage == "Final"} == through
    assert {number for number in said if said[number].stage == "Consolation"} == rest
    assert {told.worst for told in said.values()} <= {1, 2, 3, 4}
