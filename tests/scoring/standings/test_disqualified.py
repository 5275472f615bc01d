"""Disqualified players get no table points and last place, but their results at tables
still count.
"""

from __future__ import annotations

import pytest
from django.utils import timezone

from rules.faults import RuleError
from scoring.confirming_and_finishing.finish_reopen_and_publish_results import finish
from scoring.rankings.base_ranks_and_weights import base_rank
from scoring.standings.final_standings import changed_since, final_of
from scoring.standings.live_and_official_standings import official_of
from scoring.standings.rank_players import ranking_of
from scoring.standings.who_sees_hidden_results import EVERYTHING
from scoring.tournament_log.log_in_words_and_groups import of_event
from tests.scoring.absences import player_numbered
from tests.scoring.folders import import_files, there_and_back
from tests.scoring.halls import signed_in
from tests.scoring.played_events import event, play, scores_by_chance
from tournaments.people import player_changes
from tournaments.seating.seating_request import Method

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(director):
    """Return a tournament of 8 players after 2 rounds."""
    tournament = event("mcr", 8, director, planned_rounds=2)
    for number in (1, 2):
        play(tournament, number, Method.RANDOM, scores_by_chance("out", 0, 1))
    return tournament


def best(tournament):
    return ranking_of(tournament).placed[0].line.player


def disqualify(player):
    player_changes.disqualify(player, by="director", reason="cheating")


def test_the_leader_loses_all_points_and_comes_last(played):
    leader = best(played)
    others = [row.line.player.number for row in ranking_of(played).placed[1:]]
    disqualify(leader)
    for ranking in (
        ranking_of(played),
        official_of(played, visible=EVERYTHING).ranking,
    ):
        *rest, last = ranking.placed
        assert [row.line.player.number for row in rest] == others
        assert rest[0].place == 1
        assert (last.line.player.number, last.place) == (leader.number, 8)
        assert last.line.table_points == 0
    # The others' base ranks count all eight players.
    assert len(ranking.placed) == 8
    assert base_rank(last.place, len(ranking.placed)) == 0


def test_the_player_misses_remaining_rounds_and_undo_restores_points(played):
    played.planned_rounds = 4
    played.save(update_fields=["planned_rounds"])
    leader = best(played)
    points = ranking_of(played).placed[0].line.table_points
    disqualify(leader)
    assert player_numbered(played, leader.number).last_round == 2
    again = player_numbered(played, leader.number)
    player_changes.undo_disqualification(again, by="director", reason="a mistake")
    [line] = [
        line for line in ranking_of(played).lines if line.player.number == leader.number
    ]
    assert line.table_points == points
    kinds = [of_event(row) for row in played.log.all()[:2]]
    assert kinds == [
        f"Disqualification of player {leader.number} undone.",
        f"Player {leader.number} disqualified.",
    ]


def test_twice_and_for_substitutes_it_is_refused(played):
    leader = best(played)
    disqualify(leader)
    with pytest.raises(RuleError, match="already disqualified"):
        disqualify(leader)
    other = ranking_of(played).placed[0].line.player
    with pytest.raises(RuleError, match="is not disqualified"):
        player_changes.undo_disqualification(other, by="director", reason="x")
    other.is_substitute = True
    other.save()
    with pytest.raises(RuleError, match="is not ranked"):
        disqualify(other)


def test_pages_say_it(played, director):
    client = signed_in(director)
    number = best(played).number
    own = f"/director/{played.slug}/players/{number}/"
    assert f"{own}disqualify/" in client.get(own).content.decode()
    answer = client.post(f"{own}disqualify/", {"reason": "cheating"}, follow=True)
    assert "disqualified, 0 table points" in answer.content.decode()
    standings = client.get(f"/t/{played.slug}/standings/").content.decode()
    assert "disqualified, 0 table points" in standings
    answer = client.post(f"{own}disqualify/undo/", {"reason": "a mistake"}, follow=True)
    assert "disqualified, 0 table points" not in answer.content.decode()


def test_final_standings_and_the_folder_keep_it(played, director):
    leader = best(played)
    disqualify(leader)
    finish(played, by="director", now=timezone.now())
    played.refresh_from_db()
    final = final_of(played)
    assert final.ranking.placed[-1].line.player.is_disqualified
    assert changed_since(final.row, played) == []
    copy = import_files(there_and_back(played), director=None).tournament
    assert player_numbered(copy, leader.number).is_disqualified
    last = final_of(copy).ranking.placed[-1].line
    assert (last.player.number, last.player.is_disqualified) == (leader.number, True)
    assert changed_since(final_of(copy).row, copy) == []
