"""A series of games at one table, and results of players whose opponent withdrew;
compared with simple calculations."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from django.test import Client

from scoring.confirming_and_finishing.missing_before_finishing import missing
from scoring.models import PARTS
from scoring.standings.live_and_official_standings import official_of, source_of
from scoring.standings.make_cut import make_cut
from scoring.standings.rank_players import ranking_of
from scoring.standings.series_of_games import series_on
from scoring.standings.where_player_can_finish import prospects_of
from scoring.standings.who_sees_hidden_results import EVERYTHING
from tests.scoring.folders import rows, there_and_back
from tests.scoring.played_events import event, play, scores_by_chance
from tournaments.models import Game
from tournaments.refusals import Refused
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages
from tournaments.seating.seating_request import Method

pytestmark = pytest.mark.django_db

FINAL = {"cut": "top", "cut_size": 4, "carry": "nothing"}


def staged(director, *stages, players=8, **plan):
    tournament = event("mcr", players, director, **plan)
    set_stages(tournament, stages, by="director")
    return tournament


def standings_page(tournament):
    return Client().get(f"/t/{tournament.slug}/standings/").content.decode()


class TestSeries:
    """8 players play one round.

    The best 4 then play up to four games, until one player has won two.
    """

    @pytest.fixture
    def cup(self, director):
        tournament = staged(
            director,
            StagePlan("qualifying", 1),
            StagePlan("final", 4, series=2, method="ranks", seats="rank", **FINAL),
        )
        play(tournament, 1, Method.RANDOM, scores_by_chance("series", 0, 1))
        make_cut(tournament, 2, by="director")
        return tournament

    def game(self, cup, number, scores):
        """Play a game of the finalists with these scores, in the order of player
        numbers.
        """
        finalists = sorted(
            place.player.number for place in cup.stages.get(number=2).places.all()
        )
        reached = dict(zip(finalists, scores, strict=True))

        def at_table(_round, _table):
            seated = cup.rounds.get(number=number).seats.order_by("wind")
            wind = {seat.wind: seat.player.number for seat in seated}
            return [reached[wind[each]] for each in "ESWN"]

        play(cup, number, Method.RANKS, at_table)
        return finalists

    def test_games_won_come_before_points_and_end_it_early(self, cup):
        four = self.game(cup, 2, (10, 50, -20, -40))
        self.game(cup, 3, (100, -10, -40, -50))
        series = series_on(official_of(cup, visible=EVERYTHING))
        assert series.winner is None
        assert {e.number: won for e, won in series.games} == dict(
            zip(four, (1, 1, 0, 0), strict=True)
        )
        # The first by points has 2 + 4 + 2, the second 4 + 1 + 4.
        self.game(cup, 4, (15, 20, -30, -5))
        placed = ranking_of(cup).placed
        assert [row.line.player.number for row in placed[:4]][:2] == [four[1], four[0]]
        assert [row.line.games_won for row in placed[:4]] == [2, 1, 0, 0]
        board = official_of(cup, visible=EVERYTHING)
        series = series_on(board)
        assert (series.winner.number, series.to_come) == (four[1], 1)
        assert "The remaining game need not be played." in series.in_words
        assert prospects_of(source_of(cup), board, four[1]) is None
        [lacks] = [each for each in missing(cup) if each.rounds]
        assert (lacks.code, lacks.needs_reason, list(lacks.rounds)) == (
            "series_decided",
            False,
            [5],
        )
        assert "has won the series" in standings_page(cup)

    def test_games_that_do_not_count_yet_decide_nothing(self, cup):
        """All four games are played.

        The standings after the first game name no winner. The public standings name
        none either while the other games are hidden.
        """
        scores = ((3, 1, -1, -3), (1, 3, -1, -3), (1, 3, -1, -3), (-1, 1, 3, -3))
        for number, brought in enumerate(scores, 2):
            self.game(cup, number, brought)
        assert series_on(official_of(cup, visible=EVERYTHING)).winner is not None
        after = series_on(official_of(cup, 2, visible=EVERYTHING))
        assert (after.winner, after.to_come) == (None, 3)
        assert series_on(official_of(cup, 1, visible=EVERYTHING)) is None
        cup.secret_rounds = 3
        cup.save(update_fields=["secret_rounds"])
        told = series_on(official_of(cup))
        assert (told.winner, told.to_come) == (None, 3)
        assert [won for _player, won in told.games] == [1, 0, 0, 0]
        assert "has won the series" not in standings_page(cup)

    def test_games_won_stand_above_more_points(self, cup):
        for number, scores in ((2, (3, 1, -1, -3)), (3, (3, 1, -1, -3))):
            four = self.game(cup, number, scores)
        # Two games won: no fourth place and no score changes the winner.
        self.game(cup, 4, (-90, 70, 30, -10))
        self.game(cup, 5, (-90, 20, 60, 10))
        lines = {
            row.line.player.number: (row.place, row.line.table_points, row.line.score)
            for row in ranking_of(cup).placed[:4]
        }
        # By points the second has 2 + 2 + 4 + 2 = 10, and 92; the first 8, and -174.
        assert lines[four[0]] == (1, 8, -174)
        assert lines[four[1]][1:] == (10, 92)
        assert lines[four[2]][1:] == (1 + 1 + 2 + 4, 88)
        # The second and third have won one game each, so points decide.
        assert (lines[four[1]][0], lines[four[2]][0]) == (2, 3)
        files = there_and_back(cup)
        assert len(rows(files, "stages.csv")) == 4

    @pytest.mark.parametrize(
        "wrong",
        [
            {"cut_size": 8},
            {"carry": "everything"},
            {"series": 5},
            {"groups": 2},
        ],
    )
    def test_it_is_of_four_who_bring_nothing_along(self, director, wrong):
        final = {"series": 2, **FINAL} | wrong
        with pytest.raises(Refused):
            staged(director, StagePlan("qualifying", 1), StagePlan("final", 4, **final))


def test_what_those_keep_who_sat_with_somebody_who_left(director):
    """Player 1 withdraws after the first or the second of three rounds, or not
    at all.
    """
    tournament = staged(director, StagePlan("qualifying", 3))
    for number in (1, 2, 3):
        play(tournament, number, Method.RANDOM, scores_by_chance("leavers", 0, 1))
    tables = [
        (game.round.number, list(game.seats.select_related("player", "result")))
        for game in Game.objects.filter(round__tournament=tournament)
    ]
    for rule, last, is_even in [
        *[("", 1, False), ("even", 1, True), ("even", 2, True), ("even", 3, False)],
        *[("half", 1, True), ("half", 2, False), ("even", None, False)],
    ]:
        tournament.players.filter(number=1).update(last_round=last)
        [stage] = set_stages(
            tournament, [StagePlan("qualifying", 3, leavers=rule)], by="director"
        )
        assert stage.leavers == rule
        points, scores = Counter(), Counter()
        for number, seats in tables:
            left = is_even and number <= last and 1 in {s.player.number for s in seats}
            for seat in seats:
                who, result = seat.player.number, seat.result
                evened = left and who != 1
                points[who] += (
                    Fraction(7, 4) if evened else Fraction(result.parts, PARTS)
                )
                scores[who] += 0 if evened else result.score
        for row in ranking_of(tournament).placed:
            line, who = row.line, row.line.player.number
            assert (line.table_points, line.score) == (points[who], scores[who])
        page = standings_page(tournament)
        assert ("a player at the table withdrew" in page) == is_even
        assert ("count as ties." in page) == bool(rule)
    there_and_back(tournament)
