"""The pages for withdrawing or replacing a player show the points for missed rounds."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tournaments.director.missed_round_wording import missed_round_in_words

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["withdraw", "substitute"])
def test_the_page_says_it(director_client, seated_round, name):
    tournament = seated_round.tournament
    address = reverse(f"director:{name}", args=[tournament.slug, 3])
    page = director_client.get(address).content.decode()
    assert "Each missed round counts: table points 0, score −500." in page


@pytest.mark.parametrize(
    ("ruleset", "options", "sentence"),
    [
        ("mcr", {}, "Each missed round counts: table points 0, score −500."),
        ("riichi", {"preset": "m_league"}, ""),
    ],
)
def test_it_follows_the_rules(tournament, ruleset, options, sentence):
    tournament.ruleset, tournament.options = ruleset, options
    tournament.save()
    assert missed_round_in_words(tournament) == sentence
