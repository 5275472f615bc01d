"""The first question of the page shows the four players with flags, winds and
scores.
"""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.scoring.table_device import HTMX, text, win
from tournaments.models import Person

BEHIND = '<span class="nowrap">44 behind</span>'


def question(page: str) -> str:
    return page[page.index("Winner") : page.index("Discarder")]


def test_the_scores_and_gaps_are_in_the_first_question(referee_client, at):
    asked = question(text(referee_client.post(at(), win(1, "a"), **HTMX)))
    assert "+36" in asked
    assert "leads by 44" in asked
    assert asked.count(BEHIND) == 2


def test_a_player_of_a_known_country_has_its_flag(referee_client, at):
    Person.objects.update(country="")
    Person.objects.filter(last_name="01").update(country="Denmark")
    Person.objects.filter(last_name="02").update(country="Atlantis")
    asked = question(text(referee_client.get(at())))
    assert asked.count('class="flag"') == 1
    assert 'flags/dk.png" alt="Denmark"' in asked


def test_a_renewed_sheet_brings_the_scores_of_the_form_that_stands(referee_client, at):
    referee_client.post(at(), win(1, "a"))
    follows = '<small class="standing" id="standing-E" data-follows '
    standing = text(referee_client.get(at("sheet"), {"hand": 2}, **HTMX))
    assert follows in standing
    assert BEHIND in standing


@pytest.mark.parametrize("where", ["session", "tiles"])
def test_the_pages_of_a_table_show_wind_dealer_scores_and_clock(
    referee_client, at, where
):
    referee_client.post(at(), win(1, "a"))
    address = reverse(f"table:{where}", args=["spring-cup", 1, 1])
    page = text(referee_client.get(address))
    assert "East round" in page
    words = " ".join(re.sub(r"<[^>]+>", " ", question(page)).split())
    assert "East · dealer" in words
    assert "+36" in question(page)
    assert page.count('class="clock running') == 1


def test_the_catalogue_is_folded_once_an_offence_is_chosen(referee_client, at):
    open_catalogue = "<details open> <summary>Standard penalties"
    page = text(referee_client.get(at("ruling")))
    assert open_catalogue in page
    chosen = page.split('href="?offence=')[1].split("&")[0]
    page = text(referee_client.get(at("ruling"), {"offence": chosen, "times": 1}))
    assert "Standard penalties" in page
    assert open_catalogue not in page
