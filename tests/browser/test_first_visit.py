"""The first start of the program."""

from __future__ import annotations

import re

from playwright.sync_api import expect

BACKGROUND = True
FRESH = True


def test_the_first_visit_makes_the_first_directors_account(person):
    page = person().page
    page.goto("/")
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    page.get_by_label("Username").fill("director")
    page.locator("[name=password1]").fill("seven-pairs-of-wind")
    page.locator("[name=password2]").fill("seven-pairs-of-winds")
    page.get_by_role("button", name="Create account").click()
    expect(page.locator(".errors")).to_be_visible()
    page.locator("[name=password1]").fill("seven-pairs-of-wind")
    page.locator("[name=password2]").fill("seven-pairs-of-wind")
    page.get_by_role("button", name="Create account").click()
    for offer in ("New tournament", "Import tournament"):
        expect(page.get_by_role("link", name=offer)).to_be_visible()
    expect(
        page.get_by_role("button", name="Create practice tournament")
    ).to_be_visible()

    page.get_by_role("link", name="New tournament").click()
    page.wait_for_url(re.compile("/director/new/"))
    visitor = person().page
    assert visitor.goto("/welcome/").status == 404
