"""A hand at a table of riichi for three players, entered with a thumb on a small
phone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.looks import violations
from tests.browser.tables import MAKE_TABLE, PHONE, Hand
from tests.browser.test_thumb import in_sight

SMALL = {**PHONE, "viewport": {"width": 390, "height": 664}}
#: Preset -> the key of an ordinary value.
VALUES = {"tenhou_sanma": "3-40", "three_red": "3"}
MAKE_THREE = MAKE_TABLE.replace("(1, 2, 3, 4)", "(1, 2, 3)").replace(
    "(5, 6, 7, 8)", "(4, 5, 6)"
)


@pytest.fixture(scope="module")
def tables_of_three(site, accounts) -> dict[str, str]:
    """Return the address of table 1 by preset."""
    slugs = {
        preset: site.shell(
            MAKE_THREE.format(ruleset="sanma", options={"preset": preset})
        )
        for preset in VALUES
    }
    return {preset: f"/table/{slug}/1/1/" for preset, slug in slugs.items()}


def pictured(page, name: str) -> None:
    """Save a picture of the page if the environment variable PICTURES names a
    folder.
    """
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hands_of_three_take_four_taps_without_scrolling(
    person, tables_of_three, scheme
):
    for preset, value in VALUES.items():
        referee = person(**SMALL, color_scheme=scheme)
        referee.sign_in()
        referee.page.goto(tables_of_three[preset])
        hand = Hand(referee.page)
        page = hand.page
        expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
        assert page.locator('[name="winner"][value="N"]').count() == 0
        assert in_sight(page)
        keys = page.locator(".han-fu .key").all()
        heights = [key.bounding_box()["height"] for key in keys if key.is_visible()]
        assert all(height >= 44 for height in heights), heights
        pictured(page, f"{preset}-{scheme}-1")
        number = int(page.locator('#hand-form [name="hand"]').input_value())
        hand.choose(winner="E")
        hand.choose(source="S")
        assert in_sight(page)
        pictured(page, f"{preset}-{scheme}-2")
        hand.choose(value=value)
        pictured(page, f"{preset}-{scheme}-3")
        assert hand.save(number) == 4
        assert in_sight(page)
        assert violations(page) == []
        pictured(page, f"{preset}-{scheme}-4")
