"""Corrections by a referee in each ruleset: a corrected hand, an inserted hand, a
reseat, paper totals, and a dispute.

Each correction is made by fingers and by keyboard, on a phone held upright and
sideways.
"""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Fingers, Keys
from tests.browser.tables import MAKE_TABLE, RULES
from tests.browser.test_nothing_is_covered import HANDS
from tests.examples import some_of

HELD = ({"width": 390, "height": 664}, {"width": 844, "height": 390})
#: A hand that `nobody` in HANDS changes, because an unchanged correction is refused.
WINS = {ruleset: one for ruleset, (one, _other, _nobody) in HANDS.items()} | {
    "riichi": {"kind": "win", "winner": "E", "from": "S", "han": 2, "fu": 30}
}
#: Two hands at table 2; prints its link.
ENTER = """
from scoring.ledger import enter_hand as entering
from tournaments.access import table_links
from tournaments.models import Tournament
Tournament.objects.filter(slug="{slug}").update(confirmation="at_table")
game = table_links.games_with_links().get(
    round__tournament__slug="{slug}", table=2)
for hand in (1, 2):
    entering.enter(game.pk, {raw!r}, device_key=f"{slug}-{{hand}}",
        by="device", hand=hand)
print("/table/link/" + table_links.token_of(game) + "/")
"""


def save(hand: Fingers, button: str, said: str) -> None:
    page = hand.page
    for size in HELD:
        page.set_viewport_size(size)
        hand.finds_all()
    page.get_by_label("Reason").locator("visible=true").first.fill("seen at the table")
    hand.press(page.get_by_role("button", name=button).locator("visible=true").first)
    expect(page.get_by_text(said).first).to_be_visible()


def type_totals(hand: Fingers) -> None:
    """Enter totals in which the first player wins from the other three, relative to the
    starting scores.
    """
    totals = hand.page.locator("#totals")
    hand.press(totals.locator("summary").first)
    start = int(totals.locator('[name="totals-penalties"]').input_value()) // 4
    for seat, more in (("east", 300), ("south", -100), ("west", -100), ("north", -100)):
        totals.locator(f'[name="totals-{seat}"]').fill(str(start + more))


def mend(hand: Fingers, table: str, nobody: str) -> None:
    page = hand.page
    page.goto(f"{table}entries/1/")
    hand.say("winner", nobody)
    save(hand, "Save correction", "Hand 1 corrected.")
    page.goto(f"{table}entries/2/after/")
    hand.say("winner", nobody)
    save(hand, "Insert hand", "Hand 3 inserted.")
    page.goto(f"{table}reseat/")
    hand.say("east", "S")
    hand.say("south", "E")
    hand.say("follow", "players")
    save(hand, "Reseat players", "Players reseated.")
    page.goto(f"{table}ruling/")
    type_totals(hand)
    save(hand, "Save", "Paper totals")


@pytest.mark.parametrize(
    ("ruleset", "by"), some_of([*product(reversed(RULES), (Fingers, Keys))])
)
def test_a_table_is_mended_on_a_phone_however_it_is_held(
    person, site, accounts, ruleset, by
):
    slug = site.shell(MAKE_TABLE.format(ruleset=ruleset, options=RULES[ruleset]))
    nobody = HANDS[ruleset][2]
    link = site.shell(ENTER.format(slug=slug, raw=WINS[ruleset]))
    referee = person(**by.options)
    referee.sign_in()
    mend(by(referee.page), f"/table/{slug}/1/2/", nobody)
    page = person(has_touch=True, viewport=HELD[1]).page
    page.goto(link)
    page.get_by_role("button", name="Confirm Gül Demir").tap()
    expect(page.get_by_role("heading", name="1 of 4 confirmed")).to_be_visible()
    page.get_by_text("Dispute result").tap()
    page.get_by_label("Hana Mori").check()
    page.get_by_label("Mistake").fill("It was more.")
    page.get_by_role("button", name="Send dispute").tap()
    expect(page.get_by_text("Disputed by Hana Mori")).to_be_visible()
