"""Missed rounds: their points, and the ranking of players who missed rounds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.urls import reverse

from rules.absence_score_options import Absence
from scoring.models import Result
from scoring.standings.absence_results import in_words
from scoring.standings.live_and_official_standings import official_of
from scoring.standings.rank_players import ranking_of
from scoring.standings.team_standings import teams_of
from scoring.standings.who_sees_hidden_results import EVERYTHING
from tests.scoring.absences import SCORES, line_of, played, player_numbered
from tests.scoring.results import crowd, paper
from tournaments.models import Round, RoundState, Seat
from tournaments.people import player_changes, register_players, substitutes
from tournaments.people.substitutes import substitute
from tournaments.rounds import seat_rounds_and_exchange_seats


def with_options(tournament, ruleset, **options):
    tournament.ruleset, tournament.options = ruleset, options
    tournament.save()
    return tournament


def cells_of_missed(tournament):
    """Return the standings' cells for rounds that player 4 missed."""
    rows = official_of(tournament, visible=EVERYTHING).rows
    [four] = [row for row in rows if row.line.player.number == 4]
    return [cell.points for cell in four.form if cell.absent]


def test_a_substitute_has_no_place_and_keeps_what_was_played(one_left):
    ranking = ranking_of(one_left)
    [stand_in] = ranking.unranked
    assert stand_in.player.person.last_name == "Stand-In"
    assert (stand_in.score, stand_in.table_points) == (-50, 0)
    assert stand_in.player.number not in [r.line.player.number for r in ranking.placed]


def test_whoever_has_played_before_keeps_the_place(one_left):
    seat_rounds_and_exchange_seats.seat_rounds(
        one_left,
        [seat_rounds_and_exchange_seats.TableRow(3, 1, (1, 2, 5, 6))],
        by="director",
    )
    old, new = player_numbered(one_left, 6), player_numbered(one_left, 3)
    substitute(one_left, old, new, 3, by="director", reason="left")
    assert not player_numbered(one_left, 3).is_substitute


def test_missed_rounds_of_mcr_cost_points_and_no_table_points(one_left):
    left = line_of(one_left, 4)
    assert (left.score, left.table_points) == (-50 - 500, 0)
    assert left.marks == ["1 missed round counted"]
    assert line_of(one_left, 6).marks == []


def test_missed_rounds_of_ema_riichi_cost_30_000(one_left):
    with_options(one_left, "riichi", preset="ema_2025")
    before = line_of(one_left, 4)
    assert before.table_points == Fraction(-30)
    [stand_in] = ranking_of(one_left).unranked
    assert (stand_in.table_points, stand_in.score) == (Fraction(-30), 15_000)
    assert stand_in.marks == ["1 round as substitute with a fixed result"]
    with_options(one_left, "riichi", preset="m_league")
    assert line_of(one_left, 4).table_points == 0


def test_a_round_not_played_that_counts_nothing_is_a_dash(one_left):
    with_options(one_left, "riichi", preset="m_league")
    assert cells_of_missed(one_left) == ["–"]
    with_options(one_left, "riichi", preset="ema_2025")
    assert cells_of_missed(one_left) == ["−30.0"]


def test_who_sat_out_gets_what_the_event_gives(one_left):
    with_options(one_left, "mcr", sit_out_points=2, sit_out_score=5, missed_score=0)
    six = line_of(one_left, 6)
    assert (six.table_points, six.score) == (4, 10)
    assert six.marks == ["2 byes counted"]
    assert "A bye counts as 2 table points and a score of +5." in in_words(one_left)


def test_a_substitutes_points_count_for_the_team(one_left):
    newcomer = ranking_of(one_left).unranked[0].player
    newcomer.team = one_left.teams.create(name="Away")
    newcomer.save()
    board = official_of(one_left, visible=EVERYTHING)
    teams = {row.line.name: row.line for row in teams_of(board)}
    assert teams["Away"].score == -50


def test_many_players_with_rounds_missed_are_three_queries(
    one_left, django_assert_num_queries
):
    with django_assert_num_queries(3):
        ranking_of(one_left)
    crowd(one_left, 40)
    with django_assert_num_queries(3):
        assert len(ranking_of(one_left).lines) == 49


def test_the_pages_mark_it(one_left, client):
    url = f"/t/{one_left.slug}/"
    page = client.get(f"{url}standings/").content.decode()
    assert "1 missed round counted" in page
    assert "Substitute" in page
    assert "Stand-In" in page
    own = client.get(f"{url}players/4/").content.decode()
    assert "1 missed round counted" in own
    number = ranking_of(one_left).unranked[0].player.number
    own = client.get(f"{url}players/{number}/").content.decode()
    assert "not ranked (substitute)" in own


def test_a_penalty_is_not_lost_in_a_fixed_round(one_left):
    """The substitute's team gets the penalty, whatever a missed round counts."""
    with_options(one_left, "riichi", preset="ema_2025")
    [stand_in] = ranking_of(one_left).unranked
    Result.objects.filter(seat__player=stand_in.player).update(overall=-20_000)
    [stand_in] = ranking_of(one_left).unranked
    assert stand_in.penalties == -20_000
    assert stand_in.table_points == Fraction(-30 - 20)


def test_a_substitution_taken_back_leaves_who_had_withdrawn_withdrawn(tournament):
    """A player who had already withdrawn stays withdrawn after the substitution is
    undone, even if the substitution page was opened before the withdrawal.
    """
    rows = [
        seat_rounds_and_exchange_seats.TableRow(number, 1, (1, 2, 3, 4))
        for number in (1, 2, 3)
    ]
    seat_rounds_and_exchange_seats.seat_rounds(tournament, rows, by="director")
    old, new = player_numbered(tournament, 4), player_numbered(tournament, 5)
    player_changes.withdraw(
        player_numbered(tournament, 4), 1, by="director", reason="ill"
    )
    substitute(tournament, old, new, 2, by="director", reason="ill")
    substitutes.take_back(tournament, old, by="director", reason="the wrong one")
    assert player_numbered(tournament, 4).last_round == 1
    now = player_numbered(tournament, 5)
    assert (now.first_round, now.last_round, now.is_substitute) == (1, None, False)


def substitutes_of(tournament):
    return tournament.players.filter(is_substitute=True)


class TestTeamsWithSubstitutes:
    """Player 4 of a team left after round 1, and a substitute took over the seat in
    round 2. A missed round costs 500 points (MCR) or 30 final points (EMA riichi).
    """

    @pytest.fixture
    def team(self, one_left):
        four = player_numbered(one_left, 4)
        four.team = one_left.teams.create(name="Home")
        four.save()
        return four.team

    def of_team(self, tournament):
        board = official_of(tournament, visible=EVERYTHING)
        [team] = [row.line for row in teams_of(board) if row.line.name == "Home"]
        return team

    def test_a_substitute_of_the_team_counts_instead_of_the_missed_round(
        self, one_left, team
    ):
        substitutes_of(one_left).update(team=team)
        played = Result.objects.filter(seat__player__team=team)
        assert self.of_team(one_left).score == sum(row.score for row in played)
        assert self.of_team(one_left).covered == 1
        # The standings of players are unchanged.
        assert line_of(one_left, 4).score == -50 - 500

    def test_a_substitute_of_no_team_counts_nothing_and_the_missed_round_does(
        self, one_left, team
    ):
        assert self.of_team(one_left).score == -50 - 500
        assert self.of_team(one_left).covered == 0

    def test_fixed_points_of_a_substitute_are_charged_once(self, one_left, team):
        with_options(one_left, "riichi", preset="ema_2025")
        substitutes_of(one_left).update(team=team)
        member = line_of(one_left, 4)
        [substitute] = ranking_of(one_left).unranked
        both = member.table_points + substitute.table_points
        assert self.of_team(one_left).table_points == both + 30
        assert substitute.table_points == -30

    def test_who_takes_over_with_a_place_covers_both(self, one_left, team):
        """The substitute is ranked too.

        The player and the substitute each missed the round that the other played, so
        the team loses no points for missed rounds.
        """
        number = substitutes_of(one_left).get().number
        substitutes_of(one_left).update(team=team, is_substitute=False, first_round=2)
        one, other = (line_of(one_left, number) for number in (4, number))
        assert one.absences == other.absences == {Absence.MISSED: 1}
        assert self.of_team(one_left).score == one.score + other.score + 2 * 500

    def test_a_round_that_nobody_played_for_the_team_counts_once(self, one_left, team):
        substitutes_of(one_left).update(team=team)
        played(one_left, 3, (1, 2, 3, 6))
        line = self.of_team(one_left)
        assert line.covered == 1
        assert line.score == -50 + -50 - 500

    def test_who_left_and_a_substitute_elsewhere_are_not_one_seat(self, one_left, team):
        away = one_left.teams.create(name="Away")
        substitutes_of(one_left).update(team=away)
        assert self.of_team(one_left).score == -50 - 500

    @pytest.mark.parametrize("replaced", [True, False])
    def test_a_substitute_plays_for_who_did_not_come(self, tournament, replaced):
        """Player 4 does not come. Without a substitute, the missed round counts."""
        seat_rounds_and_exchange_seats.seat_rounds(
            tournament,
            [seat_rounds_and_exchange_seats.TableRow(1, 1, (1, 2, 3, 4))],
            by="director",
        )
        home = tournament.teams.create(name="Home")
        tournament.players.filter(number__in=(3, 4)).update(team=home)
        four = player_numbered(tournament, 4)
        if replaced:
            row = register_players.PlayerRow(last_name="Stand-In", team="Home")
            player_changes.substitute_newcomer(
                tournament, four, row, 1, by="director", reason="ill", ranked=True
            )
        else:
            player_changes.withdraw(four, 0, by="director", reason="ill")
            new = player_numbered(tournament, 5)
            Seat.objects.filter(player=four).update(player=new)
        [round_] = tournament.rounds.all()
        paper(round_, 1, SCORES)
        Round.objects.update(state=RoundState.CLOSED)
        played_for = Result.objects.filter(seat__player__team=home)
        score = sum(row.score for row in played_for)
        line = self.of_team(tournament)
        assert line.covered == int(replaced)
        assert line.score == score - (0 if replaced else 500)

    def test_the_page_says_what_is_not_counted(self, one_left, team, client):
        substitutes_of(one_left).update(team=team)
        one_left.is_public = True
        one_left.save()
        page = client.get(reverse("public:teams", args=[one_left.slug])).content
        assert b"1 missed round not counted (played by a substitute)" in page
