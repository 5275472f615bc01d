"""A whole practice day of riichi for three players: 12 players, 3 rounds, a cut, a
final, the final standings and their papers."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.confirming_and_finishing.finish_reopen_and_publish_results import finish
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.practice.practice_players_and_formats import Format
from scoring.standings.rank_players import ranking_of
from tests.scoring.practice.test_practice_event import made
from tests.scoring.rehearsals import play_whole
from tests.scoring.table_device import text
from tournaments.models import Seat
from tournaments.rounds.stages.stage_settings import stages_of

pytestmark = pytest.mark.django_db

#: Papers of the tournament and of a round.
PAPERS = ("standings", "schedules", "rules", "badges", "diplomas")
OF_ROUND = ("names", "tables", "score-sheets", "results", "standings")


def test_twelve_players_play_a_day_with_a_final(director, director_client):
    event = made(
        director,
        "sanma",
        players=12,
        rounds=4,
        round=1,
        in_the_middle=False,
        format=Format.FINAL,
    )
    assert [stage.cut_size for stage in stages_of(event)] == [0, 6]
    play_whole(event, hands=2)
    assert event.rounds.filter(state="closed").count() == 4
    assert not Seat.objects.filter(round__tournament=event, wind="N").exists()
    placed = [row.line.player.number for row in ranking_of(event).placed]
    final = {seat.player.number for seat in event.rounds.get(number=4).seats.all()}
    assert set(placed[:6]) == final
    assert rebuild(event, check=True) == []
    finish(event, by="director", now=timezone.now())
    for paper in PAPERS:
        address = reverse("director:paper_of_event", args=[event.slug, paper])
        assert director_client.get(address).status_code == 200, paper
    for paper in OF_ROUND:
        address = reverse("director:paper_of_round", args=[event.slug, 4, paper])
        assert director_client.get(address).status_code == 200, paper
    diplomas = director_client.get(
        reverse("director:paper_of_event", args=[event.slug, "diplomas"])
    )
    winner = ranking_of(event).placed[0].line.player
    assert str(winner.person) in text(diplomas)
