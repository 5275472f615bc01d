"""Standings: exact sums, shared places, and the director's order of criteria."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from django.utils import timezone

from scoring.corrections import correct_and_undo
from scoring.rounds import end_and_close_round
from scoring.standings.compare_by_criteria import Field
from scoring.standings.criteria_and_tie_breaks import MEASURES
from scoring.standings.rank_players import in_words, ranking_of, standings
from scoring.standings.read_standings_records import records_of
from scoring.standings.team_standings import team_order, teams_in
from scoring.wording.stored_reasons import NONE
from tests.scoring.results import append_all, crowd, paper
from tests.scoring.seated_rounds import FOUR_PLACES, seat, win
from tournaments.people import register_players
from tournaments.rounds import seat_rounds_and_exchange_seats

THREE_FIRST = {"E": 10, "S": 10, "W": 10, "N": -30}


def order(tournament):
    """Return (place, shared, player number) of each row, best first."""
    return [
        (row.place, row.shared, row.line.player.number) for row in standings(tournament)
    ]


def of_player(tournament, number):
    [row] = [r for r in standings(tournament) if r.line.player.number == number]
    return row


@pytest.fixture
def two_rounds(tournament):
    """Return a tournament after two rounds.

    In round 1 players 1 to 4 have a three-way tie; in round 2 all places differ.
    """
    first = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(first, 1, THREE_FIRST)
    paper(first, 2, FOUR_PLACES)
    second = seat(tournament, 2, (1, 5, 2, 6), (3, 7, 4, 8))
    paper(second, 1, FOUR_PLACES)
    paper(second, 2, FOUR_PLACES)
    return tournament


def test_table_points_of_a_three_way_tie_add_up_exactly(two_rounds):
    line = of_player(two_rounds, 2).line
    assert line.table_points == Fraction(7, 3) + 1
    assert isinstance(line.table_points, Fraction)
    assert (line.score, line.tables, line.firsts, line.best) == (0, 2, 1, 10)


def test_three_thirds_are_one(tournament):
    for number in (1, 2, 3):
        round_ = seat(tournament, number, (1, 2, 3, 4))
        paper(round_, 1, THREE_FIRST)
    assert of_player(tournament, 1).line.table_points == 7


def test_places_follow_table_points_then_score(two_rounds):
    points = [str(row.line.table_points) for row in standings(two_rounds)]
    assert points == ["19/3", "19/3", "6", "10/3", "3", "2", "1", "0"]
    assert order(two_rounds)[:4] == [
        (1, True, 1),
        (1, True, 3),
        (3, False, 5),
        (4, False, 2),
    ]


def test_players_equal_in_everything_share_a_place_and_the_next_is_skipped(tournament):
    round_ = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(round_, 1, FOUR_PLACES)
    paper(round_, 2, {"E": 60, "S": 20, "W": -30, "N": -50})
    assert order(tournament) == [
        (1, False, 5),
        (2, False, 1),
        (3, True, 2),
        (3, True, 6),
        (5, False, 3),
        (6, False, 7),
        (7, True, 4),
        (7, True, 8),
    ]


def test_before_any_table_is_played_everybody_shares_the_first_place(tournament):
    assert {(row.place, row.shared) for row in standings(tournament)} == {(1, True)}


def test_the_order_of_measures_is_the_tournaments_own(two_rounds):
    def leader(*tie_breaks):
        two_rounds.tie_breaks = list(tie_breaks)
        return order(two_rounds)[0]

    round_ = seat(two_rounds, 3, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(round_, 2, {"E": -300, "S": 500, "W": -100, "N": -100})
    assert leader("score", "table_points") == (1, False, 6)
    assert leader("best", "score") == (1, False, 6)
    assert leader("table_points", "score") == (1, True, 1)
    assert leader("table_points", "best", "firsts") == (1, True, 1)
    assert leader("hands_won", "score") == (1, False, 6)


def test_a_tie_is_broken_by_the_next_measure_of_the_chain_only(tournament):
    round_ = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(round_, 1, FOUR_PLACES)
    paper(round_, 2, {"E": 60, "S": 20, "W": -30, "N": -50})
    tournament.tie_breaks = ["table_points"]
    assert order(tournament)[:3] == [(1, True, 1), (1, True, 5), (3, True, 2)]
    tournament.tie_breaks = ["table_points", "hands_won", "score"]
    assert order(tournament)[:2] == [(1, False, 5), (2, False, 1)]


def test_hands_won_count_wins_and_can_break_ties(game):
    tournament = game.round.tournament
    win(game, 1, "S", "W")
    win(game, 2, "S", "W")
    win(game, 3, "E", None, 100)
    assert [of_player(tournament, n).line.hands_won for n in (1, 2, 3)] == [1, 2, 0]
    tournament.tie_breaks = ["hands_won", "score"]
    assert order(tournament)[0] == (1, False, 2)


def test_every_measure_can_lead_the_chain(two_rounds):
    for measure in MEASURES:
        two_rounds.tie_breaks = [measure]
        rows = standings(two_rounds)
        values = [row.line.value(measure) for row in rows]
        lowest_first = MEASURES[measure].lowest_first
        assert values == sorted(values, reverse=not lowest_first), measure
        assert len(rows) == 8


def test_the_chain_is_told_in_words(tournament):
    tournament.tie_breaks = ["table_points", "score", "firsts"]
    assert in_words(tournament) == (
        "Ranked by total table points, then by total score, "
        "then by number of first places. Players who are still tied share a place."
    )
    tournament.tie_breaks = ["score"]
    assert "Ranked by total score. Players" in in_words(tournament)


def test_places_count_how_many_are_strictly_better(tournament):
    chance = Random(7)
    for number in range(1, 7):
        seated = chance.sample(range(1, 9), 8)
        round_ = seat(tournament, number, tuple(seated[:4]), tuple(seated[4:]))
        for table in (1, 2):
            three = [chance.choice([-20, 0, 20]) for _ in range(3)]
            paper(round_, table, dict(zip("ESWN", [*three, -sum(three)], strict=True)))
    rows = standings(tournament)
    marks = [(row.line.table_points, row.line.score) for row in rows]
    for row, mark in zip(rows, marks, strict=True):
        assert row.place == 1 + sum(other > mark for other in marks)
        assert row.shared == (marks.count(mark) > 1)
    assert sum(mark[0] for mark in marks) == 6 * 2 * 7
    assert sum(mark[1] for mark in marks) == 0


def test_a_draft_round_counts_nothing(tournament):
    rows = [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))]
    seat_rounds_and_exchange_seats.seat_rounds(tournament, rows, by="director")
    assert all(not row.line.tables for row in standings(tournament))


def test_a_correction_moves_the_standings(game):
    tournament = game.round.tournament
    receipt = win(game, 1, "E", "S", 30)
    assert order(tournament)[0] == (1, False, 1)
    correct_and_undo.correct(
        receipt.entry.pk,
        {"kind": "win", "winner": "N", "from": "S", "points": 30},
        device_key="mend",
        by="director",
        reason="wrong winner",
    )
    assert order(tournament)[0] == (1, False, 4)
    assert of_player(tournament, 4).line.score == 54


# --- provisional figures ------------------------------------------------------
def test_a_standing_is_provisional_while_its_table_is_in_play(game):
    tournament = game.round.tournament
    assert not of_player(tournament, 1).line.playing  # nothing counts yet
    win(game, 1)
    assert of_player(tournament, 1).line.playing
    assert not of_player(tournament, 5).line.playing


def test_a_standing_is_settled_when_its_table_has_played_all_hands(game):
    tournament = game.round.tournament
    for hand in range(1, 17):
        win(game, hand)
    assert not of_player(tournament, 1).line.playing


def test_a_standing_stays_provisional_while_the_last_hand_is_played(game):
    tournament = game.round.tournament
    win(game, 1)
    end_and_close_round.end_now(
        game.round_id, by="director", reason="lunch", now=timezone.now()
    )
    assert of_player(tournament, 1).line.playing
    win(game, 2)
    assert not of_player(tournament, 1).line.playing


def test_a_standing_is_settled_when_the_round_is_closed(game):
    tournament = game.round.tournament
    win(game, 1)
    end_and_close_round.close(game.round_id, by="director", reason="lunch")
    assert not of_player(tournament, 1).line.playing


# --- teams --------------------------------------------------------------------
def teams(tournament):
    records = records_of(tournament)
    field = Field(records, frozenset(records.rounds))
    lines = ranking_of(tournament).lines
    return teams_in(field, lines, team_order(tournament), {})


def test_teams_add_up_their_members_exactly(two_rounds):
    [first, second] = teams(two_rounds)
    assert {first.line.name, second.line.name} == {"Team 1", "Team 2"}
    by_name = {team.line.name: team.line for team in (first, second)}
    assert by_name["Team 1"].table_points == 7 + (4 + 1) + (4 + 1)
    assert by_name["Team 2"].table_points == 7 + (2 + 0) + (2 + 0)
    assert [m.player.number for m in by_name["Team 1"].members] == [1, 3, 2, 4]


def test_equal_teams_share_a_place(tournament):
    round_ = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(round_, 1, FOUR_PLACES)
    paper(round_, 2, FOUR_PLACES)
    assert [(t.place, t.shared, t.line.name) for t in teams(tournament)] == [
        (1, True, "Team 1"),
        (1, True, "Team 2"),
    ]


def test_teams_with_equal_table_points_are_parted_by_their_scores(tournament):
    round_ = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(round_, 1, FOUR_PLACES)
    game = round_.games.select_related("round__tournament").get(table=2)
    append_all(
        game,
        [
            (1, {"kind": "totals", "scores": FOUR_PLACES}, NONE),
            (1, {"kind": "penalty", "seat": "N", "amount": -5}, NONE),
        ],
        by="director",
    )
    assert [(t.place, t.line.name, t.line.score) for t in teams(tournament)] == [
        (1, "Team 1", 0),
        (2, "Team 2", -5),
    ]


def test_players_without_a_team_are_in_no_team(tournament):
    register_players.register(
        tournament, [register_players.PlayerRow("Alone")], by="director"
    )
    members = [m.player.number for team in teams(tournament) for m in team.line.members]
    assert sorted(members) == list(range(1, 9))


def test_a_team_is_provisional_while_one_of_its_members_plays(game):
    tournament = game.round.tournament
    win(game, 1)
    assert {t.line.name: t.line.playing for t in teams(tournament)} == {
        "Team 1": True,
        "Team 2": False,
    }


# --- a big event --------------------------------------------------------------
def test_standings_of_many_players_are_three_queries(
    two_rounds, django_assert_num_queries
):
    with django_assert_num_queries(3):
        assert len(standings(two_rounds)) == 8
    crowd(two_rounds, 40)
    with django_assert_num_queries(3):
        rows = standings(two_rounds)
    assert len(rows) == 48
    assert len(teams(two_rounds)) == 2
