"""The public rules page of a tournament."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse

import rules
from rules.faults import RuleError
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

PRESETS = [
    (ruleset, preset)
    for ruleset in rules.RULESETS
    for preset in type(rules.ruleset(ruleset).options).PRESETS
]


def said(ruleset: str, **options: object) -> list[str]:
    played = rules.ruleset(ruleset, options)
    return [str(each) for each in presenter_of(ruleset).in_short(played)]


def page(client, tournament, ruleset: str = "mcr", **options: object) -> str:
    changes = {"ruleset": ruleset, "options": options, "is_public": True}
    Tournament.objects.filter(pk=tournament.pk).update(**changes)
    response = client.get(reverse("public:event_rules", args=[tournament.slug]))
    assert response.status_code == 200
    return html.unescape(response.content.decode())


@pytest.mark.parametrize(("ruleset", "preset"), PRESETS)
def test_every_preset_is_said_in_sentences(ruleset, preset):
    sentences = said(ruleset, preset=preset)
    assert len(sentences) == len(set(sentences)) >= 7
    for sentence in sentences:
        assert sentence[0].isupper() or sentence[0].isdigit(), sentence
        assert sentence.endswith("."), sentence
        assert "%" not in sentence, sentence


SHARED = (
    "On a discard, the discarder pays double, the others the single amount. On a "
    "self-draw, all pay double."
)


@pytest.mark.parametrize(
    ("ruleset", "options", "sentence"),
    [
        ("hong_kong", {}, "Minimum to win: 3 faan. Bonus tiles do not count."),
        (
            "hong_kong",
            {"bonus_counts_for_minimum": True, "min_faan": 1},
            "Minimum to win: 1 faan. Bonus tiles count.",
        ),
        ("hong_kong", {"min_faan": 0}, "Every complete hand may win."),
        ("hong_kong", {}, SHARED),
        ("hong_kong", {}, "Limit: 13 faan, 384 base points."),
        ("hong_kong", {"limit_faan": "none"}, "There is no limit."),
        (
            "hong_kong",
            {"preset": "tvb_2026"},
            "A false win costs 150 points, paid to no one. Play continues, but the "
            "offender cannot win.",
        ),
        ("hong_kong", {"preset": "tvb_2026"}, "The dealer changes after every hand."),
        (
            "hong_kong",
            {"goulash_carry": 8},
            "After each draw, the next winner gets 8 more points from each player.",
        ),
        ("hong_kong", {"claim_window": 3}, "A discard may be claimed for 3 seconds."),
        (
            "hong_kong",
            {"chow_from": "anybody"},
            "A chow may be claimed from any player.",
        ),
        (
            "hong_kong",
            {"missed_discard": "same_tile"},
            "A player who passes on a winning discard cannot win on that tile until "
            "they draw a tile.",
        ),
        (
            "classical",
            {"sacred_discard": "same_tile"},
            "Players cannot win on a tile they have discarded.",
        ),
        (
            "classical",
            {"round_winds": "ENWS"},
            "Order of the prevailing winds: E N W S.",
        ),
        (
            "classical",
            {"jokers": 4},
            "4 jokers are used. They stand for any tile and cannot be claimed.",
        ),
        (
            "hong_kong",
            {"kitty": 100},
            "Kitty: each player stakes 100 in every hand. The kitty grows until a "
            "winner without a chow takes it.",
        ),
        (
            "classical",
            {"goulash_deal": "charleston", "goulash_stake": 50},
            "The winner of a goulash gets 50 more from each opponent.",
        ),
        (
            "classical",
            {"extra_hand_bonus": 5},
            "A winning dealer gets 5 more points from each opponent for every previous "
            "win in a row.",
        ),
        ("mcr", {}, "Minimum to win: 8 fan, without flowers."),
        ("mcr", {"claim_window": 1}, "A discard may be claimed for 1 second."),
        ("mcr", {}, "If the hand was not ready, each opponent gets 20."),
        ("classical", {}, "The limit for every hand is 500."),
        ("classical", {}, "The dealer pays and receives double."),
        (
            "classical",
            {},
            "When the dealer wins 9 times in a row, the last win is worth the limit. "
            "Then the dealer changes.",
        ),
        ("classical", {"preset": "bmja"}, "A winning hand has at most 1 chow."),
        ("classical", {"rotation": "express"}, "The dealer changes after every hand."),
        (
            "classical",
            {"pair_claim_to_win": False},
            "A discard that completes the pair cannot win.",
        ),
        (
            "classical",
            {"multiple_winners": "all", "winners_settle": True},
            "Several winners pay each other the difference between their hands.",
        ),
        (
            "hong_kong",
            {"multiple_winners": "all", "winners_settle": True},
            "Several winners pay each other the difference between the amounts the "
            "other players pay them.",
        ),
        (
            "mcr",
            {"multiple_winners": "all"},
            "Several wins on one discard: all winners are paid.",
        ),
        (
            "classical",
            {"must_declare_ready": True},
            "Players must declare ready before they can win.",
        ),
        (
            "classical",
            {"must_declare_ready": True, "win_without_ready": "fined"},
            "A win without declaring ready costs 100 points to each opponent.",
        ),
        (
            "classical",
            {"abortive_draws": ["four_kongs", "ruling"]},
            "Abortive draws: Four kongs; Referee's ruling.",
        ),
        ("riichi", {}, "Uma: +15,000 · +5,000 · −5,000 · −15,000."),
        ("riichi", {}, "Several wins on one discard: all winners are paid."),
    ],
)
def test_an_option_changes_its_sentence(ruleset, options, sentence):
    assert sentence in said(ruleset, **options)


@pytest.mark.parametrize("ruleset", rules.RULESETS)
@pytest.mark.parametrize(
    ("seconds", "sentence"),
    [
        (0, None),
        (1, "A discard may be claimed for 1 second."),
        (2, "A discard may be claimed for 2 seconds."),
        (60, "A discard may be claimed for 60 seconds."),
    ],
)
def test_how_long_a_discard_may_be_claimed_is_said(ruleset, seconds, sentence):
    """The rules page shows the time for claims.

    If the time is 0, the page has no sentence about it. No claim or payment depends on
    the time.
    """
    found = [
        each
        for each in said(ruleset, claim_window=seconds)
        if each.startswith("A discard may be claimed")
    ]
    assert found == ([sentence] if sentence else [])
    timed = rules.ruleset(ruleset, {"claim_window": seconds})
    assert timed.claim_rules == rules.ruleset(ruleset).claim_rules


@pytest.mark.parametrize("ruleset", rules.RULESETS)
@pytest.mark.parametrize("seconds", [-1, 61, "3", 1.5])
def test_seconds_to_claim_a_discard_are_a_number(ruleset, seconds):
    with pytest.raises(RuleError) as caught:
        rules.ruleset(ruleset, {"claim_window": seconds})
    assert [fault.field for fault in caught.value.faults] == ["claim_window"]


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_it_has_the_sentences_every_option_and_every_pattern(
    client, tournament, ruleset
):
    text = page(client, tournament, ruleset)
    for sentence in said(ruleset):
        assert sentence in text
    for name in rules.ruleset(ruleset).patterns:
        assert f'id="{name}"' in text
    assert "Changed from the preset" not in text
    assert text.count('class="hand"') >= len(rules.ruleset(ruleset).patterns)


def test_what_differs_from_the_preset_stands_first_with_both_values(client, tournament):
    text = page(client, tournament, "hong_kong", min_faan=1, payment="full")
    head, rest = text.split("All other rules")
    changed = head.split("Changed from the preset")[1].split("</section>")[0]
    lines = re.findall(r"<b>(.*?)</b> <small>preset: (.*?)</small>", changed)
    assert lines == [("1", "3"), ("full", "shared")]
    assert "Minimum faan to win" not in rest
    assert "2 rules changed" in text


def test_a_pattern_stands_at_the_value_it_has_here(client, tournament):
    worth = {"small_dragons": 4}
    text = page(client, tournament, "hong_kong", patterns=worth)
    tier = text.split('id="small_dragons"')[0].rsplit("<h3>", 1)[1].split("</h3>")[0]
    assert tier == "4 faan"
    assert "Small three dragons: 4" in text


def test_it_says_what_decides_places(client, tournament):
    Tournament.objects.update(
        tie_breaks=["table_points", "lot"],
        lot_seed="6 1 4",
        team_tie_breaks=["score", "thirds"],
    )
    text = page(client, Tournament.objects.get(), table_points=[3, 2, 1, 0])
    assert "Places 1 to 4 at a table score 3, 2, 1, 0 table points." in text
    assert "total table points, then by random order (random seed “6 1 4”)" in text
    assert "Teams are ranked by total score, then by number of third" in text


def test_the_event_leads_to_it(client, tournament):
    page(client, tournament)
    address = reverse("public:event_rules", args=[tournament.slug])
    for name in ("tournament", "standings", "files"):
        home = client.get(reverse(f"public:{name}", args=[tournament.slug]))
        assert f'href="{address}"' in home.content.decode()


def test_it_asks_the_database_as_little_as_a_page_of_files(
    client, tournament, django_assert_max_num_queries
):
    page(client, tournament)
    Tournament.objects.filter(pk=tournament.pk).update(revision=10_000)
    with django_assert_max_num_queries(8):
        client.get(reverse("public:event_rules", args=[tournament.slug]))
