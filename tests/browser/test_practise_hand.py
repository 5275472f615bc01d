"""A practised hand, on a phone at a table whose round has not started.

Neither the server nor the device stores the hand.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.looks import violations
from tests.browser.tables import MAKE_TABLE, Hand
from tests.browser.test_self_draw_and_landscape import picture
from tests.browser.waiting_phone import LINK
from tests.examples import some_of

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}
#: The round is published but not started.
NOT_STARTED = MAKE_TABLE.replace("clock.start(", "str(").replace(
    ', by="director", now=timezone.now())\nprint', ")\nprint"
)
KEYS = {
    "riichi": 'label:has([name="value"][value="3-40"])',
    "mcr": "[data-fill='12']",
    "classical": "[data-points='30']",
    "hong_kong": 'label:has([name="faan"][value="3"])',
}
#: Returns what the device stores for the site.
STORED = """
async () => [
  JSON.stringify({ ...localStorage }),
  // htmx notes the address of every page there.
  Object.keys(sessionStorage).filter((key) => !key.startsWith("htmx-")).join(),
  (await indexedDB.databases()).map(({ name }) => name).sort().join(),
  (await caches.keys()).join(), document.cookie,
].join("|")
"""


@pytest.mark.parametrize("ruleset", some_of([*KEYS], 2))
def test_a_hand_is_tried_out_and_nothing_is_kept(site, accounts, person, ruleset):
    slug = site.shell(NOT_STARTED.format(ruleset=ruleset, options={}))
    player = person(**PHONE, color_scheme="dark")
    page = player.page
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    page.get_by_role("link", name="Practise one hand").tap()
    expect(page.locator("#save-hand")).to_have_attribute("aria-disabled", "true")
    stored = page.evaluate(STORED)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    hand = Hand(page)
    if ruleset == "riichi":
        hand.choose(riichi="S")
    hand.choose(winner="E", source="S")
    hand.tap(page.locator(KEYS[ruleset]).locator("visible=true"))
    expect(page.locator("#save-hand")).to_contain_text("Robin +")
    picture(page, f"practise-{ruleset}")
    assert violations(page, colours=True) == []
    box = page.locator("#save-hand").bounding_box()
    assert box["y"] + box["height"] <= 664
    hand.tap(page.locator("#save-hand"))
    expect(page.get_by_text("This was practice: nothing was saved.")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Robin Ash wins")
    picture(page, f"practised-{ruleset}")
    assert violations(page, colours=True) == []
    assert set(sent) == {"GET"}
    assert page.evaluate(STORED) == stored
