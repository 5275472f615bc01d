"""Texts next to the figures on a player's shared image."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.public import share_image
from scoring.public.player_place_and_rounds import followed
from scoring.rounds import end_and_close_round
from tests.scoring.test_followed_player import win

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
        entry = tournament.entries.select_related("player", "team").get(number=1)
        share_image._drawn(tournament, followed(tournament, entry))
        return words

    return of


def test_a_picture_says_what_its_figures_are_true_of(session, written):
    tournament = session.round.tournament
    where = "Denmark, Team 1"
    assert written(tournament) == ["Player 01", where]
    win(session, 1)
    words = written(tournament)
    assert words[1] == f"{where} · With current scores of round 1"
    assert words[2:4] == ["Place of 8", "1"]
    end_and_close_round.close(session.round_id, by="director", reason="lunch")
    assert written(tournament)[1] == f"{where} · After round 1"
    now = timezone.now()
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=now, reason="the end"
    )
    assert written(tournament)[1] == f"{where} · Final standings"


def test_the_longest_names_stand_in_two_lines(session, written):
    tournament = session.round.tournament
    player = tournament.entries.get(number=1).player
    player.first_name = "Maximiliana Wilhelmina Theodora"
    player.last_name = "von Schwarzenberg-Hohenlohe zu Waldeck"
    player.save()
    assert written(tournament)[:2] == [
        "Maximiliana Wilhelmina Theodora von",
        "Schwarzenberg-Hohenlohe zu Waldeck",
    ]
    player.first_name, player.last_name = "", "Llanfairpwllgwyngyll" * 4
    player.save()
    assert written(tournament)[0].endswith("…")
