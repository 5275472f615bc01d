"""The end of a table on a phone: the result with its explanation fits one screen, and
only the button that confirms has a filled background.
"""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.looks import assert_sound, violations
from tests.browser.tables import MAKE_TABLE, PHONE
from tests.browser.waiting_phone import LINK

#: 8 hands with a riichi stick left, and the end of play.
PLAY = """
from scoring.ledger import enter_hand
from tournaments.models import Game, Tournament
Tournament.objects.filter(slug="{slug}").update(confirmation="at_table")
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
for hand in range(1, 9):
    raw = {{"kind": "exhaustive_draw", "tenpai": ["E", "W"], "riichi": ["E"]}}
    enter_hand.enter(game.pk, raw, device_key=f"{slug}{{hand}}", by="table 1",
                     hand=hand)
enter_hand.enter(game.pk, {{"kind": "play_ended", "why": "ruling"}},
                 device_key="{slug}end", by="table 1")
"""

#: Every table's result needs a referee.
UNDECIDED = (
    "from tournaments.models import Tournament;"
    "Tournament.objects.filter(slug='{slug}').update(confirmation='referee')"
)


def test_the_result_fits_one_screen(person, site, accounts):
    slug = site.shell(MAKE_TABLE.format(ruleset="riichi", options={}))
    site.shell(PLAY.format(slug=slug))
    page = person(**PHONE).page
    page.goto(site.shell(LINK.format(slug=slug, table=1)))
    end = page.locator("#end")
    expect(end).to_contain_text("8 riichi sticks are left (8,000 points).")
    expect(end).to_contain_text("Uma +15.0")
    box = end.bounding_box()
    assert box
    assert box["y"] + box["height"] <= PHONE["viewport"]["height"]
    filled = page.locator("main .button.primary:visible")
    expect(filled).to_have_count(0)
    expect(page.locator("main .button.danger:visible")).to_have_count(0)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page, colours=True) == []
    for number in range(1, 5):
        page.get_by_role("button", name="Confirm ").first.tap()
        expect(page.get_by_role("heading", name=f"{number} of 4")).to_be_visible()
    assert_sound(page)


def test_a_referee_confirms_without_scrolling(person, site, accounts):
    slug = site.shell(MAKE_TABLE.format(ruleset="riichi", options={}))
    site.shell(PLAY.format(slug=slug))
    site.shell(UNDECIDED.format(slug=slug))
    referee = person(**PHONE)
    referee.sign_in()
    page = referee.page
    page.goto(f"/table/{slug}/1/1/result/")
    confirm = page.get_by_role("button", name="Confirm result")
    box = confirm.bounding_box()
    assert box
    assert box["y"] + box["height"] <= PHONE["viewport"]["height"]
    assert_sound(page)
