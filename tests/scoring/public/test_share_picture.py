"""Texts next to the figures on a player's shared image."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.public import share_image
from scoring.public.player_place_and_rounds import followed
from scoring.rounds import end_and_close_round
from tests.scoring.public.test_followed_player import win

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(monkeypatch):
    """Return a function for the texts written on the next image."""

    def of(tournament) -> list[str]:
        words: list[str] = []

        def text(draw, at, said, *look) -> float:
            words.append(said)
            return float(at[0])

        monkeypatch.setattr(share_image, "text", text)
        tournament.refresh_from_db()
        player = tournament.players.select_related("person", "team").get(number=1)
        share_image._png(tournament, followed(tournament, player))
        return words

    return of


def test_a_picture_says_what_its_figures_are_true_of(game, written):
    tournament = game.round.tournament
    where = "Denmark, Team 1"
    assert written(tournament) == ["Player 01", where]
    win(game, 1)
    words = written(tournament)
    assert words[1] == f"{where} · Live, including round 1"
    assert words[2:4] == ["Place of 8", "1"]
    end_and_close_round.close(game.round_id, by="director", reason="lunch")
    assert written(tournament)[1] == f"{where} · After round 1"
    now = timezone.now()
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=now, reason="the end"
    )
    assert written(tournament)[1] == f"{where} · Final standings"


def test_the_longest_names_stand_in_two_lines(game, written):
    tournament = game.round.tournament
    person = tournament.players.get(number=1).person
    person.first_name = "Maximiliana Wilhelmina Theodora"
    person.last_name = "von Schwarzenberg-Hohenlohe zu Waldeck"
    person.save()
    assert written(tournament)[:2] == [
        "Maximiliana Wilhelmina Theodora von",
        "Schwarzenberg-Hohenlohe zu Waldeck",
    ]
    person.first_name, person.last_name = "", "Llanfairpwllgwyngyll" * 4
    person.save()
    assert written(tournament)[0].endswith("…")
