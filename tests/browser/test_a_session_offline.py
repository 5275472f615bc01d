"""A phone without a network for 12 hands, in each ruleset in which the dealer may stay.
Heading, winds, dealer and scores follow the rules after each hand.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import MAKE_TABLE
from tests.browser.test_nothing_is_covered import COVERED
from tests.browser.waiting_phone import LINK, phone

__all__ = ["phone"]

UPRIGHT, SIDEWAYS = ({"width": 390, "height": 664}, {"width": 844, "height": 390})


def win(winner: str, source: str, **value: str) -> dict[str, str]:
    return {"winner": winner, "source": source, **value}


def counted(winner: str, source: str, *points: int) -> dict[str, str]:
    """Return the fields of a hand of Classical Chinese in which all four players count
    these points (E S W N) without doubles.
    """
    made = dict(zip("ESWN", points, strict=True))
    values = {f"points_{seat}": str(made[seat]) for seat in "ESWN"}
    return win(winner, source, **values, **{f"doubles_{seat}": "0" for seat in "ESWN"})


DRAWN = {"winner": "washout"}
HANDS = {
    "hong_kong": (
        {"goulash_carry": 8},
        [
            win("E", "S", faan="3"),
            DRAWN,
            DRAWN,
            win("E", "self", faan="4"),
            win("W", "E", faan="5"),
            DRAWN,
            win("S", "N", faan="3"),
            win("N", "self", faan="6"),
            {"winner": "false_win", "offender": "N"},
            win("S", "W", faan="3"),
            win("E", "W", faan="3"),
            win("N", "E", faan="10"),
        ],
    ),
    "classical": (
        {"extra_hand_bonus": 10, "goulash_deal": "charleston", "goulash_stake": 20},
        [
            counted("E", "S", 20, 4, 0, 16),
            counted("E", "self", 30, 8, 8, 2),
            DRAWN,
            counted("S", "N", 4, 26, 4, 0),
            counted("S", "E", 8, 22, 0, 4),
            counted("N", "self", 0, 2, 4, 28),
            DRAWN,
            counted("E", "W", 20, 4, 0, 16),
            counted("N", "W", 4, 4, 8, 20),
            counted("N", "E", 0, 0, 8, 40),
            counted("E", "N", 22, 4, 8, 0),
            counted("S", "W", 4, 36, 8, 0),
        ],
    ),
    "riichi": (
        {"preset": "tenhou", "bankrupt_below": "none"},
        [
            win("E", "S", value="2-30", riichi="E"),
            {"winner": "draw", "tenpai": "E", "riichi": "E"},
            {"winner": "draw", "tenpai": "E"},
            {"winner": "draw", "tenpai": "W", "riichi": "W"},
            win("S", "N", value="3-40"),
            win("S", "self", value="mangan", riichi="N"),
            win("E", "W", value="1-30"),
            {"winner": "abortive", "abort": "nine_terminals"},
            win("W", "E", value="4-30"),
            win("W", "E", value="1-40", riichi="E"),
            {"winner": "draw", "tenpai": "E"},
            win("N", "S", value="haneman"),
        ],
    ),
}
ENTER = """async (fields) => {
    const form = await import(document.getElementById("table-form").href);
    const { hand, device_key: key } = document.getElementById("hand-form").elements;
    form.fill({ hand: Number(hand.value), fields: Object.entries(fields) }, key.value);
    document.getElementById("save-hand").click();
}"""
#: Returns the prevailing wind, the dealer, how often the dealer stayed, and each
#: player's wind and score.
SHOWN = r"""() => {
    const seats = [..."ESWN"];
    const part = (id) => document.getElementById(id);
    const text = (where, what) => where.querySelector(what).textContent;
    const wind = (where) => "ESWN"["東南西北".indexOf(text(where, ".seat"))];
    const [round, title] = [part("round-wind"), part("hand-title").textContent];
    const again = document.querySelector("#pot span:not(.stick), #round-fact");
    const figure = (seat) => text(part(`standing-${seat}`), ".score");
    return [
        round ? wind(round) : title.match(/([ESWN])(ast|outh|est|orth) \d/)[1],
        document.querySelector(".deals").closest("[id^=sits-winner]").id.at(-1),
        again.checkVisibility() ? Number(again.textContent.match(/\d+/)) : 0,
        seats.map((seat) => wind(part(`sits-winner-${seat}`))).join(""),
        seats.map((seat) => figure(seat).replaceAll(",", "").replace("\u2212", "-"))
            .map(Number),
    ];
}"""
#: Returns the positions on the drawn wall of past, current and remaining hands.
WALL = """() => [...document.querySelectorAll("#bricks path")].map((path) => {
    const { x, y, width, height } = path.getBBox();
    return [x, y, width, height].map(Math.round);
})"""
#: Expected values of `SHOWN` by the rules after each ledger entry.
PLAYED = """
import json
from rules.ledger_replay import replay
from rules.winds import WINDS
from scoring.ledger.table_ledger import TableLedger
from tournaments.models import Game
game = Game.objects.get(round__tournament__slug={slug!r}, table=1)
entries = [line.entry for line in TableLedger(game).state.lines]
told = []
for number in range(len(entries) + 1):
    state = replay(game.rules, entries[:number])
    at = state.position
    told.append([at.prevailing, at.dealer, at.repeats,
        "".join(at.winds[s] for s in WINDS), [state.scores[s] for s in WINDS]])
print(json.dumps(told))
"""


@pytest.fixture
def page(phone) -> Page:
    """Return the page of a phone whose browser may report network errors."""
    return phone()


def assert_nothing_is_covered(page: Page) -> None:
    for size in (SIDEWAYS, UPRIGHT):
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(COVERED) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.every_case
@pytest.mark.parametrize("ruleset", HANDS)
def test_twelve_hands_go_on_as_the_rules_do(page, site, accounts, ruleset):
    options, hands = HANDS[ruleset]
    slug = site.shell(MAKE_TABLE.format(ruleset=ruleset, options=options))
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    strip = page.locator("#strip")
    shown = [page.evaluate(SHOWN)]
    page.context.set_offline(True)
    for number, fields in enumerate(hands, 1):
        page.evaluate(ENTER, fields)
        expect(strip).to_contain_text(re.compile(rf"not sent yet: {number}\b"))
        expect(page.locator("[data-unsent]")).to_have_count(4)
        expect(page.locator("[data-lacking]")).to_have_count(0)
        shown.append(page.evaluate(SHOWN))
        if number == 2:
            assert_nothing_is_covered(page)
    wall = page.evaluate(WALL)
    page.context.set_offline(False)
    expect(strip).to_contain_text("Synced · 12 hands")
    played = json.loads(site.shell(PLAYED.format(slug=slug)))
    for hand, (page_says, rules_say) in enumerate(zip(shown, played, strict=True)):
        assert page_says == rules_say, f"after hand {hand}"
    assert page.evaluate(SHOWN) == played[-1]
    assert page.evaluate(WALL) == wall
