"""Payments shown without a network match the rules in every ruleset, for each winner
and each source, including dealer, counters and riichi sticks.
"""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import MAKE_TABLE
from tests.browser.waiting_phone import LINK, PHONE

#: By ruleset: options, earlier entries, fields of the hands to pay, and fields of hands
#: that need the server.
HANDS = {
    "mcr": (
        {},
        [{"kind": "washout"}],
        [{"points": points} for points in (8, 13, 88, 324)],
        [{}, {"points": ""}, {"points": "x"}],
    ),
    "hong_kong": (
        {"multiple_winners": "all", "goulash_carry": 8},
        [{"kind": "washout"}, {"kind": "washout"}],
        [{"faan": faan} for faan in (3, 4, 7, 13)],
        [{}, {"faan": 4, "guarantor": "N"}],
    ),
    "zung_jung": (
        {},
        [{"kind": "washout"}],
        [{"points": points} for points in (1, 25, 30, 480)]
        + [{"points": 70, "responsible": who} for who in ("N", "none")],
        [{}, {"points": ""}],
    ),
    "classical": (
        {},
        [
            {
                "kind": "win",
                "winner": "E",
                "from": "S",
                "values": {"E": 28, "S": 2, "W": 4, "N": 0},
            }
        ],
        [
            {f"points_{s}": p for s, p in zip("ESWN", points, strict=True)}
            | {f"doubles_{s}": d for s, d in zip("ESWN", doubles, strict=True)}
            for points, doubles in (
                ((20, 24, 20, 36), "0000"),
                ((22, 34, 28, 28), "1210"),
                ((30, 40, 44, 60), "5040"),
                ((24, 24, 24, 24), ("limit", "0", "3", "limit")),
            )
        ],
        [{}, {"points_E": 20}],
    ),
    "riichi": (
        {"preset": "tenhou", "bankrupt_below": "none"},
        [
            {"kind": "win", "winner": "E", "from": "S", "han": 1, "fu": 30},
            {"kind": "exhaustive_draw", "tenpai": ["E", "W"], "riichi": ["W"]},
        ],
        [
            {"value": value, "riichi": riichi}
            for value in ("1-30", "3-40", "4-25", "mangan", "baiman", "yakuman-2")
            for riichi in ([], ["E"], ["S", "N"])
        ],
        [{}, {"value": "yakuman", "pao": "N"}],
    ),
}

PLAY = """
from scoring.ledger import enter_hand as entering
from tournaments.models import Game
s = Game.objects.get(round__tournament__slug={slug!r}, table=1)
for hand, raw in enumerate({played!r}, 1):
    entering.enter(s.pk, raw, device_key=f"{slug}-{{hand}}", by="director", hand=hand)
"""
#: Prints each hand's payments by payer and payee; None if the rules reject it.
PAID = """
import json
from django.http import QueryDict
from django.utils.http import urlencode
from rules.faults import RuleError
from scoring.ledger import enter_hand as entering
from scoring.entry_forms.form_by_ruleset import hand_form
from scoring.table.table_page_contents import names_of
from tournaments.models import Game
s = Game.objects.select_related("round__tournament").get(
    round__tournament__slug={slug!r}, table=1)
names, told = names_of(s), []
for fields in json.loads({hands!r}):
    form = hand_form(s.round.tournament.rules,
        QueryDict(urlencode(fields | dict(device_key="k", hand={hand})  , doseq=True)),
        names=names)
    paid = dict()
    try:
        assert form.is_valid(), form.errors
        for each in entering.preview(s, form.raw()).line.settlement.payments:
            pair = f"{{each.payer}}>{{each.payee}}"
            paid[pair] = paid.get(pair, 0) + each.amount
    except (RuleError, AssertionError):
        paid = None
    told.append(paid)
print(json.dumps(told))
"""
SHOWN = """async (hands) => {
    const { payments } = await import(document.getElementById("table-payments").href);
    const form = document.getElementById("hand-form");
    const table = JSON.parse(document.getElementById("stage").dataset.payments);
    const number = Number(form.elements.hand.value);
    return hands.map((fields) => {
        const pairs = Object.entries(fields).flatMap(([name, value]) =>
            [value].flat().map((each) => [name, String(each)]));
        return payments(pairs, number, table);
    });
}"""


@pytest.fixture(scope="module")
def tables(site, accounts) -> dict[str, str]:
    slugs = {}
    for ruleset, (options, played, _hands, _unknown) in HANDS.items():
        slug = site.shell(MAKE_TABLE.format(ruleset=ruleset, options=options))
        site.shell(PLAY.format(slug=slug, played=played))
        slugs[ruleset] = slug
    return slugs


def summed(payments: list[list]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for payer, payee, points in payments:
        pair = f"{payer}>{payee}"
        sums[pair] = sums.get(pair, 0) + points
    return sums


def opened(person, site, slug: str) -> Page:
    page = person(**PHONE).page
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    return page


@pytest.mark.parametrize("ruleset", HANDS)
def test_what_the_page_shows_is_what_the_rules_say(person, site, tables, ruleset):
    _options, played, values, unknown = HANDS[ruleset]
    who = [
        {"winner": winner, "source": source}
        for winner in "ESWN"
        for source in ("self", *"ESWN".replace(winner, ""))
    ]
    hands = [pair | value for pair in who for value in values]
    page = opened(person, site, tables[ruleset])
    for name, seat in (("winner", "E"), ("source", "S")):
        page.locator(f'label:has([name="{name}"][value="{seat}"])').first.tap()
    # Without its value it would be stored for sending and rejected later.
    expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "true")
    shown = page.evaluate(SHOWN, hands)
    data = json.loads(
        site.shell(
            PAID.format(
                slug=tables[ruleset], hands=json.dumps(hands), hand=len(played) + 1
            )
        )
    )
    possible = [one for one in data if one is not None]
    assert len(possible) > len(data) * 0.9
    for fields, local, server in zip(hands, shown, data, strict=True):
        if server is not None:
            assert local is not None, fields
            assert summed(local) == server, fields
    of_the_server = [who[0] | fields for fields in unknown]
    of_the_server += [values[0] | {"winner": "several"}, values[0] | {"winner": "E"}]
    assert page.evaluate(SHOWN, of_the_server) == [None] * len(of_the_server)


@pytest.mark.parametrize("ruleset", ["hong_kong", "classical", "riichi"])
def test_a_hand_behind_one_that_waits_is_paid_by_the_server(
    person, site, tables, ruleset
):
    """The page does not show payments of a hand after a waiting hand, because it does
    not know the dealer yet.
    """
    _options, _played, values, _unknown = HANDS[ruleset]
    page = opened(person, site, tables[ruleset])
    page.evaluate("document.getElementById('hand-form').elements.hand.value = 99")
    assert page.evaluate(SHOWN, [values[0] | {"winner": "E", "source": "S"}]) == [None]
