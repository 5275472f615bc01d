"""Images for sharing: a player's result and a tournament's podium, and the button that
shares them."""

from __future__ import annotations

import io
from html import unescape

import pytest
from django.conf import settings
from django.utils import timezone, translation
from PIL import Image

from scoring.all_pages.text_on_images import MARGIN, SIZE, width
from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results,
    prize_giving,
)
from scoring.public import link_previews, player_place_and_rounds, share_image
from scoring.public.player_place_and_rounds import Followed, followed
from scoring.rounds import end_and_close_round
from tests.scoring.public.test_followed_player import win
from tournaments.access import player_links
from tournaments.models import Person, ShownAs, Tournament
from tournaments.people import player_changes, register_players
from tournaments.tournament_setup import (
    create_and_change_tournament,
    description_and_logo,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(monkeypatch):
    """Return a function that draws player 1's image and returns the texts on it."""

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
    assert words[2:4] == ["Place out of 8", "1"]
    assert words[-3:] == ["Hands won", "1", " / 1"]
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


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_widest_figures_end_before_the_margin(closed_round, monkeypatch, language):
    tournament = closed_round.tournament
    tournament.ruleset, tournament.options = "riichi", {}
    player = tournament.players.select_related("person", "team").get(number=1)
    monkeypatch.setattr(Followed, "hands_won", 24)
    monkeypatch.setattr(Followed, "hands_played", 118)
    ends = []

    def text(draw, at, said, size, weight, colour) -> float:
        ends.append(at[0] + width(said, size, weight))
        return float(ends[-1])

    monkeypatch.setattr(share_image, "text", text)
    figures = player_place_and_rounds
    monkeypatch.setattr(figures, "total", lambda *_: "+312,400")
    monkeypatch.setattr(figures, "table_points", lambda *_: "+312.4")
    with translation.override(language):
        share_image._png(tournament, followed(tournament, player))
    assert max(ends) <= SIZE[0] - MARGIN


PLAYER = "/t/spring-cup/players/1/"
IMAGE = f"{PLAYER}preview.png"


def shown_here(tournament, director, shown_as) -> None:
    player = tournament.players.get(number=1)
    player_changes.show_as(player, shown_as, by="own page")


def shown_elsewhere(tournament, director, shown_as) -> None:
    """Register the person in another tournament with this choice of public name."""
    plan = create_and_change_tournament.Plan("Other", "mcr", 1, 90, "finish_hand")
    other = create_and_change_tournament.create_tournament(plan, director=director)
    row = register_players.PlayerRow(last_name="Someone", shown_as=shown_as)
    [added] = register_players.register(other, [row], by="director")
    person = tournament.players.get(number=1).person
    other.players.filter(pk=added.pk).update(person=person)
    assert Person.objects.get(pk=person.pk).shown_as == shown_as


@pytest.mark.parametrize("choose", [shown_here, shown_elsewhere])
def test_players_shown_as_a_number_have_no_image(
    client, closed_round, director, choose
):
    tournament = closed_round.tournament
    own = f"/me/{player_links.token_of(tournament.players.get(number=1))}/"
    assert 'data-share="' in client.get(PLAYER).content.decode()
    assert IMAGE in client.get(own).content.decode()
    assert client.get(IMAGE).status_code == 200
    choose(tournament, director, ShownAs.NUMBER)
    assert client.get(IMAGE).status_code == 404
    assert client.get(f"{own}picture.png").status_code == 404
    for path in (PLAYER, own):
        page = client.get(path).content.decode()
        assert "data-share" not in page
        assert "players/1/preview.png" not in page
    assert "/t/spring-cup/preview.png" in client.get(PLAYER).content.decode()


@pytest.mark.parametrize("choose", [shown_here, shown_elsewhere])
def test_an_image_made_before_is_not_shown_with_the_name_of_that_time(
    client, closed_round, written, director, choose
):
    tournament = closed_round.tournament
    before = client.get(IMAGE).content
    choose(tournament, director, ShownAs.INITIALS)
    assert written(tournament)[0] == "P. 0."
    assert client.get(IMAGE).content != before
    page = unescape(client.get(PLAYER).content.decode())
    assert 'data-title="P. 0. · Spring Cup"' in page


def test_hidden_results_are_on_no_image(closed_round, written):
    tournament = closed_round.tournament
    assert "40" in " ".join(written(tournament))
    Tournament.objects.update(secret_rounds=tournament.planned_rounds)
    tournament.record("settings_changed", by="director")
    assert written(tournament) == ["Player 01", "Denmark, Team 1"]


def test_only_public_pages_are_shared(client, director_client, closed_round):
    tournament = closed_round.tournament
    own = f"/me/{player_links.token_of(tournament.players.get(number=1))}/"
    # The private link is never shared.
    assert f'data-share="{PLAYER}"' in client.get(own).content.decode()
    create_and_change_tournament.show_to_public(tournament, False, by="director")
    assert "data-share" not in director_client.get(PLAYER).content.decode()
    assert "data-share" not in client.get(own).content.decode()
    assert client.get(IMAGE).status_code == 404


def finish(tournament, **more) -> None:
    now, reason = timezone.now(), "the end"
    finish_reopen_and_publish_results.finish(
        tournament, by="director", now=now, reason=reason, **more
    )
    tournament.refresh_from_db()


def test_a_finished_tournament_has_its_podium_on_the_image(client, closed_round):
    tournament = closed_round.tournament
    assert not link_previews.poster(tournament).is_podium
    assert "data-share" not in client.get("/t/spring-cup/").content.decode()
    finish(tournament)
    shown_here(tournament, None, ShownAs.NUMBER)
    podium = link_previews.poster(Tournament.objects.get())
    assert podium.is_podium
    assert [(line.place, line.name) for line in podium.lines] == [
        ("1", "Player 05"),
        ("2", "Player 1"),
        ("3=", "Player 02"),
    ]
    assert podium.lines[0].under == "Denmark · Team 2"
    page = client.get("/t/spring-cup/").content.decode()
    assert '"/t/spring-cup/preview.png?lang=en" data-share="/t/spring-cup/"' in page


def test_the_shared_image_is_in_the_language_of_the_page(
    languages, client, closed_round
):
    page = client.get(PLAYER, headers={"Accept-Language": "de"}).content.decode()
    assert f'"{IMAGE}?lang=de" data-share' in page


def test_a_podium_has_no_figures_that_nobody_can_name(closed_round):
    """Beside the total, the podium shows the points but no other criteria."""
    tournament = closed_round.tournament
    tournament.tie_breaks = ["score", "firsts", "table_points"]
    tournament.save(update_fields=["tie_breaks"])
    finish(tournament)
    first = link_previews.poster(Tournament.objects.get()).lines[0]
    assert (first.figure, first.more) == ("+60", "4")


def test_a_podium_waits_for_the_prize_giving(client, closed_round):
    tournament = closed_round.tournament
    finish(tournament, held_back=True)
    assert not link_previews.poster(tournament).lines
    assert "data-share" not in client.get("/t/spring-cup/").content.decode()
    prize_giving.show_everybody(tournament, by="director")
    assert link_previews.poster(Tournament.objects.get()).is_podium
    assert "data-share" in client.get("/t/spring-cup/").content.decode()


@pytest.mark.parametrize("is_over", [False, True])
def test_the_logo_is_on_every_image(client, closed_round, is_over, tmp_path, settings):
    settings.DATA_DIR = tmp_path
    tournament = closed_round.tournament
    if is_over:
        finish(tournament)
    blue = (20, 40, 250)
    with io.BytesIO() as file:
        Image.new("RGB", (300, 200), blue).save(file, "PNG")
        description_and_logo.give_logo(tournament, file.getvalue(), by="director")
    for path in (IMAGE, "/t/spring-cup/preview.png"):
        shown = Image.open(io.BytesIO(client.get(path).content)).convert("RGB")
        assert shown.size == (1200, 630)
        red, green, blue_ = shown.getpixel((72 + 44, 40 + 44))
        assert (red < 60, green < 80, blue_ > 200) == (True, True, True), path
