"""The reference pages of the rules."""

from __future__ import annotations

import pytest
from django.urls import reverse

import rules
from scoring.public import pattern_lists

pytestmark = pytest.mark.django_db


def test_the_index_leads_to_every_ruleset(client):
    page = client.get(reverse("public:rules")).content.decode()
    for key, name in pattern_lists.names():
        assert reverse("public:patterns", args=[key]) in page
        assert name in page


@pytest.mark.parametrize("key", rules.RULESETS)
def test_a_page_has_every_pattern_with_its_hands(
    client, key, django_assert_num_queries
):
    with django_assert_num_queries(0):
        response = client.get(reverse("public:patterns", args=[key]))
    shown = [each for tier in response.context["tiers"] for each in tier.patterns]
    patterns = rules.ruleset(key).patterns
    assert sorted(each.id for each in shown) == sorted(patterns)
    values = [tier.value for tier in response.context["tiers"]]
    assert len(values) == len(set(values))
    for each in shown:
        assert each.example, each.id
        assert each.rule.endswith(".")
    page = response.content.decode()
    assert all(f'id="{each}"' in page for each in patterns)


def test_a_hand_is_shown_in_groups_and_spoken():
    [tier] = [each for each in pattern_lists.tiers("mcr", "en") if "88" in each.value]
    kongs = next(pattern for pattern in tier.patterns if pattern.id == "four_kongs")
    labels = [label for label, _tiles in kongs.example.groups]
    assert labels.count("concealed kong") == 1
    assert labels[-2:] == ["in hand", "claimed"]
    assert "claimed: 7 of characters" in kongs.example.spoken


def test_an_unknown_ruleset_is_not_there(client):
    assert client.get("/rules/poker/").status_code == 404
