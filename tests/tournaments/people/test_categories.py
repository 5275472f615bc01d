"""Categories of players: read from text, changed, imported, and exported in
every file.
"""

from __future__ import annotations

import pytest
from django.urls import reverse

from tournaments.models import Player
from tournaments.people.categories import (
    LONGEST_TOGETHER,
    categories_in,
    names_of,
    number_of,
)
from tournaments.privacy.anonymise_player import take_name_out
from tournaments.refusals import Refused


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("", ""),
        (" ; , ", ""),
        ("Junior", "Junior"),
        ("junior;  New   comer , Junior", "junior; New comer"),
        ("Frauen\nU18 | Gäste", "Frauen; U18; Gäste"),
        ("新手，青少年、女子；嘉宾", "新手; 青少年; 女子; 嘉宾"),
    ],
)
def test_categories_are_read_from_text(text, stored):
    assert categories_in(text) == stored
    assert categories_in(stored) == stored


def test_too_many_or_too_long_categories_are_refused():
    most = [f"{number:x<40}" for number in range(8)]
    assert len(categories_in(",".join(most))) <= LONGEST_TOGETHER
    for text in (",".join([*most, "one"]), "x" * 41):
        with pytest.raises(Refused):
            categories_in(text)


def test_spellings_of_a_category_are_one():
    players = [Player(categories="Junior; Local"), Player(categories="JUNIOR")]
    assert list(names_of(players).values()) == ["Junior", "Local"]
    assert number_of("junior") == number_of("JUNIOR") != number_of("Local")


@pytest.mark.django_db
def test_a_player_gets_categories(tournament, director_client):
    page = reverse("director:player", args=[tournament.slug, 1])
    sent = {"last_name": "Ash", "categories": "Junior, Newcomer"}
    director_client.post(page, sent)
    assert tournament.players.get(number=1).categories == "Junior; Newcomer"
    assert 'value="Junior; Newcomer"' in director_client.get(page).content.decode()
    wrong = director_client.post(page, sent | {"categories": "x" * 41})
    assert wrong.status_code == 422
    assert "longer than 40 characters" in wrong.content.decode()
    log = director_client.get(reverse("director:log", args=[tournament.slug]))
    assert "categories from" in log.content.decode()


@pytest.mark.django_db
def test_several_players_get_categories(tournament, director_client):
    several = reverse("director:players_several", args=[tournament.slug])
    sent = {"player": ["1", "2"], "change": "categories", "sure": "yes"}
    director_client.post(several, {**sent, "value": "Local"})
    assert tournament.players.filter(categories="Local").count() == 2
    log = director_client.get(reverse("director:log", args=[tournament.slug]))
    assert "categories “Local”" in log.content.decode()


@pytest.mark.django_db
def test_an_anonymous_player_is_in_no_category(tournament, director):
    player = tournament.players.get(number=1)
    Player.objects.filter(pk=player.pk).update(categories="Junior")
    take_name_out(player, by="director", reason="asked")
    assert tournament.players.get(number=1).categories == ""
