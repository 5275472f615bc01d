"""The pages for withdrawing or replacing a player show the points for missed rounds."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.scoring.hall_pages import seat
from tournaments.director.missed_round_wording import (
    missed_before_in_words,
    missed_round_in_words,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["withdraw", "substitute"])
def test_the_page_says_it(director_client, seated_round, name):
    tournament = seated_round.tournament
    address = reverse(f"director:{name}", args=[tournament.slug, 3])
    page = director_client.get(address).content.decode()
    assert "Counted for each missed round: table points 0, score −500." in page


@pytest.mark.parametrize(
    ("ruleset", "options", "sentence"),
    [
        ("mcr", {}, "Counted for each missed round: table points 0, score −500."),
        ("riichi", {"preset": "m_league"}, ""),
    ],
)
def test_it_follows_the_rules(tournament, ruleset, options, sentence):
    tournament.ruleset, tournament.options = ruleset, options
    tournament.save()
    assert missed_round_in_words(tournament) == sentence


@pytest.mark.parametrize(
    ("first_round", "options", "sentence"),
    [
        (1, {}, ""),
        (2, {}, "Round 1 is missed: table points 0, score −500."),
        (3, {}, "Rounds 1, 2 are missed: table points 0, score −500 each."),
        (3, {"missed_points": 0, "missed_score": 0}, ""),
    ],
)
def test_rounds_before_the_first_of_a_ranked_player(
    tournament, first_round, options, sentence
):
    tournament.options = options
    tournament.save()
    assert missed_before_in_words(tournament, first_round) == sentence


@pytest.mark.parametrize("ranked", [True, False])
def test_the_preview_of_a_substitute_says_it(director_client, tournament, ranked):
    seat(tournament, 1)
    seat(tournament, 2)
    typed = {"first_round": "2", "last_name": "Newman"}
    if ranked:
        typed["ranked"] = "on"
    address = reverse("director:substitute", args=[tournament.slug, 3])
    page = director_client.get(address, typed).content.decode()
    sentence = "Round 1 is missed: table points 0, score −500."
    assert (sentence in page) == ranked
    assert "Confirm substitute" in page
