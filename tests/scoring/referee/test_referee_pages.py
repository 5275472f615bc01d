"""Reference pages for referees, without a tournament: claims for a discard, and hand
values."""

from __future__ import annotations

import json
import re
from html import unescape
from itertools import product

import pytest
from django.urls import reverse

import rules
from rules.claim_types import Barred, Call, Claim, ClaimRules, SeveralWinners
from rules.winds import WINDS, Wind
from scoring.referee import hand_value_page, who_gets_the_discard
from scoring.referee.rules_by_address import chosen, chosen_by

pytestmark = pytest.mark.django_db


def ask(client, page, ruleset, **asked):
    return client.get(reverse(f"public:referee_{page}", args=[ruleset]), asked)


@pytest.mark.parametrize("ruleset", rules.RULESETS)
@pytest.mark.parametrize("page", ["claims", "worth"])
def test_pages_need_no_event_and_name_their_sources(
    client, ruleset, page, django_assert_num_queries
):
    with django_assert_num_queries(0):
        answer = ask(client, page, ruleset)
    assert answer.status_code == 200
    text = unescape(answer.content.decode())
    for preset in rules.ruleset(ruleset).options.PRESETS:
        assert f'value="{preset}"' in text
    said = chosen(ruleset, {}).options_in("claims")
    if page == "claims":
        assert said
        assert all(f"<dt>{line.sentence}" in text for line in said)


def test_who_gets_the_tile_in_words(client):
    calls = {"discarder": "E", "tile": "suit", "call_S": "chow", "call_W": "pung"}
    text = ask(client, "claims", "mcr", **calls).content.decode()
    assert "West gets the tile for a pung. A pung comes before a chow." in text
    assert "West discards, then North draws." in text
    bonus = ask(client, "claims", "mcr", **{**calls, "tile": "bonus"})
    assert "This tile is a bonus tile" in bonus.content.decode()
    nobody = ask(client, "claims", "mcr", discarder="E", tile="suit")
    assert "No claim: South draws." in nobody.content.decode()
    assert ask(client, "claims", "mcr", discarder="Q").status_code == 422


@pytest.mark.parametrize(
    "known",
    [
        ClaimRules(),
        ClaimRules(SeveralWinners.HIGHEST),
        ClaimRules(SeveralWinners.LIMIT_FIRST, chow_from_anybody=True),
        ClaimRules(
            SeveralWinners.TWO_AT_MOST,
            pair_claim_to_win=False,
            missed_discard=Barred.ANY_TILE,
            sacred_discard=Barred.SAME_TILE,
        ),
    ],
)
def test_every_answer_is_the_one_the_rules_give(known):
    """Every answer is the answer of the rules.

    The test looks it up like the script, by code and place.
    """
    data = who_gets_the_discard.every_answer(known, "en")
    codes, tiles = data["codes"], [tile for _k, _w, tile in who_gets_the_discard.TILES]
    plain = [code for code in codes if code in {"nothing", *Call}]
    for discarder, (place, tile) in product(WINDS, enumerate(tiles)):
        for done in product(plain, repeat=3):
            at = WINDS.index(discarder) * len(tiles) + place
            for code in done:
                at = at * len(codes) + codes.index(code)
            words, then, is_fault = data["words"][data["answers"][at]]
            given = [
                Claim(discarder.after(step), Call(code))
                for step, code in enumerate(done, 1)
                if code != "nothing"
            ]
            assert who_gets_the_discard.Answer(
                words, then, is_fault
            ) == who_gets_the_discard.answer(discarder, given, known, tile)
    assert len(data["answers"]) == 4 * 3 * len(codes) ** 3


@pytest.mark.parametrize(
    ("ruleset", "call"), [("riichi", "Kan"), ("sanma", "Kan"), ("mcr", "Kong")]
)
def test_claims_are_in_the_words_of_the_rulesets_players(client, ruleset, call):
    asked = {"discarder": "E", "tile": "suit", "call_S": "kong", "lang": "de"}
    text = ask(client, "claims", ruleset, **asked).content.decode()
    other = {"Kan": "Kong", "Kong": "Kan"}[call]
    assert f"<span>{call}</span>" in text
    assert f"einen {call}." in text
    assert not re.search(rf"(?<!Hong )\b{other}\b", text)


def test_answers_ask_only_what_the_rules_look_at():
    plain, full = (
        ClaimRules(),
        ClaimRules(SeveralWinners.HIGHEST, missed_discard=Barred.SAME_TILE),
    )
    assert who_gets_the_discard.details(plain) == []
    form = who_gets_the_discard.ClaimsForm(
        {
            "discarder": "E",
            "tile": "suit",
            "call_S": "win",
            "value_S": "24",
            "call_W": "win",
            "value_W": "64",
        },
        rules=full,
    )
    assert form.is_valid()
    assert form.answer().text.startswith("West wins with the highest hand")
    barred = who_gets_the_discard.ClaimsForm(
        {**form.data, "missed_W": "on"}, rules=full
    )
    assert barred.is_valid()
    assert barred.answer().is_fault


def test_the_rules_of_an_event_come_with_the_address():
    known = rules.ruleset("hong_kong", {"multiple_winners": "all", "min_faan": 1})
    by = chosen_by(known)
    assert json.loads(by.query["rules"])["min_faan"] == 1
    again = chosen("hong_kong", by.query)
    assert again.rules.options == known.options
    assert again.otherwise
    assert set(chosen_by(rules.ruleset("mcr")).query) == {"preset"}


@pytest.mark.parametrize(
    "asked", ["[", "[1]", '{"nonsense": 1}', '{"preset": 7}', "9" * 30_000]
)
def test_an_address_that_names_no_rules_says_so(client, asked):
    answer = ask(client, "worth", "mcr", rules=asked)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert client.get("/referee/poker/claims/").status_code == 404


HANDS = {
    "mcr": "123m123m123m456p99s",
    "hong_kong": "111m222m333m444p55s",
    "classical": "111m222m333m444p55s",
    "riichi": "123m456m789m123p55s",
    "zung_jung": "111m222m333m444p55s",
    "sanma": "123p456p789p123s55s",
}


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_what_a_hand_is_worth_and_of_which_source(client, ruleset):
    tiles = HANDS[ruleset]
    hand = f"{tiles[:-3]}{tiles[-2:]}*{tiles[-2:]}"
    asked = {"winner": "E", "source": "self", "tiles_E": hand, "prevailing": "S"}
    answer = ask(client, "worth", ruleset, **asked)
    assert answer.status_code == 200
    [report] = answer.context["worth"].hands
    assert report.value, report.faults
    assert report.patterns
    text = answer.content.decode()
    sources = [pattern.source for pattern in report.patterns if pattern.source]
    assert all(f"({source})" in text for source in sources if "&" not in source)
    if ruleset != "classical":  # it also requires the losers' hands
        changes = dict(answer.context["worth"].changes)
        assert changes["East"] > 0
        assert sum(changes.values()) == 0


@pytest.mark.parametrize("page", ["claims", "worth"])
def test_what_a_shared_link_carries_beside_fills_in_nothing(client, page):
    marked = ask(client, page, "mcr", fbclid="x", utm_source="y")
    assert marked.status_code == 200
    plain = ask(client, page, "mcr")
    assert marked.content == plain.content
    assert marked.headers["ETag"] == plain.headers["ETag"]


def test_tiles_that_make_no_hand_are_told(client):
    asked = {"winner": "E", "source": "S", "tiles_E": "123m4x"}
    text = ask(client, "worth", "mcr", **asked).content.decode()
    assert "notice error" in text
    part = client.get(
        reverse("public:referee_worth", args=["mcr"]),
        {**asked, "tiles_E": "123m456m"},
        headers={"HX-Request": "true"},
    ).content.decode()
    assert "<html" not in part
    assert 'hx-swap-oob="true"' in part


def test_the_form_of_a_hand_asks_nothing_of_a_ledger():
    for ruleset in rules.RULESETS:
        form = hand_value_page.hand_form(rules.ruleset(ruleset), None)
        assert not set(hand_value_page.OF_A_LEDGER) & set(form.fields)
        assert form.position.winds[Wind.EAST] is Wind.EAST


def test_the_worker_is_above_its_pages(client):
    answer = client.get(reverse("public:referee_worker"))
    assert reverse("public:referee_worker").startswith(reverse("public:referee"))
    assert "javascript" in answer["Content-Type"]
    index = client.get(reverse("public:referee")).content.decode()
    assert len(re.findall(r"/referee/\w+/(?:claims|worth)/", index)) == 2 * len(
        rules.RULESETS
    )
