"""Special situations at a table in each ruleset: a hand by tiles, a conflict, a dispute
and its answer, and a late hand that a referee removes.

They are played on a phone held upright and sideways, by fingers and by keyboard. In
each state every visible control can be pressed, and axe finds no fault. Hands by points
are in test_thumb and test_drawn_for_all; corrections, insertions, seats and totals in
test_mending.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import Fingers, Keys
from tests.browser.tables import MAKE_TABLE, RULES
from tests.browser.test_drawn_for_all import OUTLINE
from tests.browser.test_entered_elsewhere import DRAWS, enter_elsewhere
from tests.browser.test_mending import HELD
from tests.browser.test_tile_picker import spelled
from tests.browser.waiting_phone import LINK
from tests.examples import some_of

#: Tables confirm late hands, and players confirm results at the table.
SETTING = """
from tournaments.models import Game, Tournament
Tournament.objects.filter(slug="{slug}").update(
    late_word="table", confirmation="at_table")
"""
GONG = """
from django.utils import timezone
from scoring.rounds import end_and_close_round as ending
from tournaments.models import Round
ending.end_now(Round.objects.get(tournament__slug="{slug}").pk, by="director",
    reason="late", now=timezone.now())
"""
#: The key or radio button for the value of East's hand.
WORTH = {
    "mcr": '[data-fill="88"]',
    "hong_kong": '[name="faan"][value="13"]',
    "classical": '[data-points="20"]',
    "riichi": '[name="value"][value="mangan"]',
}
#: A hand with a sufficient value in every ruleset.
TILES = "123456789mEEECC"


@dataclass
class AtTable:
    """A person with a phone. `hand`: fingers or keyboard."""

    page: Page
    hand: Fingers
    ruleset: str

    def button(self, name: str) -> None:
        self.hand.press(self.page.get_by_role("button", name=name))

    def link(self, name: str) -> None:
        self.hand.press(self.page.get_by_role("link", name=name))

    def wins(self) -> None:
        """Enter a win by East on South's discard, and save it."""
        expect(self.page.locator("#waiting")).to_have_attribute("data-ready", "yes")
        self.hand.say("winner", "E")
        self.hand.say("source", "S")
        worth = WORTH[self.ruleset]
        if worth.startswith("[data"):
            self.hand.press(self.page.locator(worth))
        else:
            name, value = worth.split('"')[1::2]
            self.hand.say(name, value)
        for ring in ("who", "from") if isinstance(self.hand, Keys) else ():
            chosen = self.page.locator(f".r-{ring} .place:has(> :checked)")
            assert chosen.evaluate(OUTLINE) == 3, ring

    def save(self, hand: int) -> None:
        self.hand.press(self.page.locator("#save-hand, .save-bar .primary"))
        expect(self.page.get_by_text(f"Hand {hand} is saved")).to_be_visible()

    def tiles(self) -> None:
        self.link("By tiles")
        self.page.locator("form[data-part]").wait_for()
        self.hand.say("winner", "E")
        self.hand.say("source", "S")
        if (on := self.page.get_by_role("button", name="Enter the tiles")).is_visible():
            self.hand.press(on)
        for code in spelled(TILES):
            self.hand.press(self.page.locator(f'.tile-grid [data-tile="{code}"]'))
        for name in ("Bo", "Chiara", "Dmitri") if self.ruleset == "classical" else ():
            tab = self.page.locator(".tile-tabs button", has_text=name)
            self.hand.press(tab)
            self.page.get_by_label("Or value after doubling").locator(
                "visible=true"
            ).fill("4")
        expect(self.page.locator("#tiles-worth")).to_contain_text("Ada +")

    def reads(self, told: str) -> None:
        """Read the referee's notice, which contains `told`, and dismiss it."""
        card = self.page.locator("[data-card]")
        expect(card).to_contain_text(told)
        self.hand.finds_all()
        self.button("Dismiss")
        expect(card).to_have_count(0)


CASES = [
    *product(reversed(RULES), reversed(HELD), (Fingers,)),
    *product(RULES, HELD[:1], (Keys,)),
]


@pytest.mark.parametrize(("ruleset", "size", "hand"), some_of(CASES))
def test_an_evening_at_a_table(person, site, accounts, ruleset, size, hand):
    slug = site.shell(MAKE_TABLE.format(ruleset=ruleset, options=RULES[ruleset]))
    site.shell(SETTING.format(slug=slug))
    phones = [person(viewport=size, **hand.options) for _each in range(2)]
    table, referee = [AtTable(one.page, hand(one.page), ruleset) for one in phones]
    phones[1].sign_in()
    table.page.goto(site.shell(LINK.format(slug=slug, table=1)))
    if hand is Fingers:
        table.tiles()
        table.hand.finds_all()
    else:
        table.wins()
    table.save(1)

    table.wins()
    enter_elsewhere(site, slug, 2, DRAWS[ruleset])
    expect(table.page.get_by_text("Hand 2, already saved:")).to_be_visible()
    table.hand.finds_all()
    table.button("Different: keep both")
    both = "Conflict: two versions of hand 2"
    expect(table.page.get_by_role("heading", name=both)).to_be_visible()
    table.hand.finds_all()
    table.link("Continue at this table")
    referee.page.goto(f"/table/{slug}/1/1/")
    referee.hand.finds_all()
    referee.button("Use the later version")
    expect(table.page.get_by_role("heading", name=both)).to_have_count(0)
    table.reads("Hand 2 was changed")

    site.shell(GONG.format(slug=slug))
    expect(table.page.get_by_text("Time is up").first).to_be_visible()
    table.wins()
    table.hand.press(table.page.locator("#save-hand"))
    asked = table.page.get_by_role(
        "heading", name="Did the hand start before the gong?"
    )
    expect(asked).to_be_visible()
    table.hand.finds_all()
    table.button("Yes, it counts")
    expect(table.page.get_by_role("heading", name="0 of 4 confirmed")).to_be_visible()
    table.hand.finds_all()

    table.hand.press(table.page.locator("#end-wrong > summary"))
    table.hand.say("who", "W")
    table.page.get_by_label("Mistake").fill("It was more.")
    table.hand.finds_all()
    table.button("Send dispute")
    expect(table.page.get_by_text("Disputed by Chiara Rossi")).to_be_visible()
    referee.page.goto(f"/table/{slug}/1/1/")
    referee.link("Settle the dispute")
    referee.page.get_by_label("Resolution").fill("It was not.")
    referee.button("Resolve dispute")
    table.reads("Dispute by Chiara Rossi resolved")

    referee.page.goto(f"/table/{slug}/1/1/")
    referee.link("Decide hand 3")
    referee.page.get_by_label("Reason").fill("The dice were cold.")
    referee.hand.finds_all()
    referee.button("The hand does not count: remove it")
    table.reads("Hand 3 was undone")
    # Players may choose the hand that was in progress, until the referee ends play.
    expect(table.page.locator('#hand-form [name="hand"]')).to_have_value("3")
    table.hand.finds_all()
