"""The button that shares a player's page or a podium. It uses the device's own menu or
copies the address; without scripts it opens the image. It never shares a private link.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tools.pictures.public_event import EVENT, FINISH

#: Script that imitates a device with a share menu, and records what is shared.
DEVICE = """
window.shared = [];
navigator.canShare = () => true;
navigator.share = async (page) => { window.shared.push(page); };
"""
NO_DEVICE = "navigator.share = undefined; navigator.canShare = undefined;"
LINK = """
from django.urls import reverse
from tournaments.access import player_links
from tournaments.models import Player
player = player_links.with_links().get(number=1, tournament__slug={slug!r})
print(reverse("me:page", args=[player_links.token_of(player)]))
"""
IMAGE = """async (path) => {
  const answer = await fetch(path);
  return [answer.status, answer.headers.get("Content-Type")];
}"""


@pytest.fixture(scope="module")
def event(site, accounts) -> str:
    slug, *_more = site.shell(EVENT).split()
    return slug


def share(page: Page) -> str:
    """Press the share button and return the path of its image.

    Asserts that the image loads.
    """
    button = page.get_by_role("link", name="Share", exact=True)
    expect(button).to_be_visible()
    path = button.get_attribute("href") or ""
    assert page.evaluate(IMAGE, path) == [200, "image/png"]
    button.click()
    return path


def test_a_result_is_shared_without_private_links(site, person, event):
    own = site.shell(LINK.format(slug=event)).strip()
    public = f"{site.url}/t/{event}/players/1/"
    image = f"/t/{event}/players/1/preview.png?lang=en"
    able = person().page
    able.add_init_script(DEVICE)
    for path in (own, f"/t/{event}/players/1/"):
        able.goto(path)
        assert share(able) == image
        title = {"title": "Wren Cloudberry · Lantern Coast Open", "url": public}
        assert able.evaluate("window.shared") == [title]
    other = person(permissions=["clipboard-read", "clipboard-write"]).page
    other.add_init_script(NO_DEVICE)
    other.goto(own)
    share(other)
    expect(other.get_by_role("status").filter(has_text="Link copied.")).to_be_visible()
    assert other.evaluate("navigator.clipboard.readText()") == public
    plain = person(java_script_enabled=False).page
    plain.goto(f"/t/{event}/players/1/")
    button = plain.get_by_role("link", name="Share", exact=True)
    expect(button).to_be_visible()
    expect(button).to_have_attribute("href", image)
    assert plain.request.get(image).ok
    # The podium appears on an open page when the tournament is finished.
    able.goto(f"/t/{event}/")
    expect(able.get_by_role("link", name="Share", exact=True)).to_have_count(0)
    site.shell(FINISH)
    assert share(able) == f"/t/{event}/preview.png?lang=en"
    page = {"title": "Lantern Coast Open", "url": f"{site.url}/t/{event}/"}
    assert able.evaluate("window.shared") == [page]
