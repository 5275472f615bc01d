"""Reference pages for referees on a phone, with and without a network: claims for a
discard, and hand values."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.looks import assert_sound, assert_sound_in_every_look

BOTH_KEPT = """async () => {
    for (let kept = []; kept.length < 2; ) {
        await new Promise((done) => setTimeout(done, 50));
        const all = await (await caches.open("referee-pages")).keys();
        kept = all.filter(({ url }) => url.includes("preset="));
    }
}"""


def test_a_referee_asks_with_and_without_a_network(site, person):
    someone = person(viewport={"width": 390, "height": 800}, service_workers="allow")
    page = someone.page
    page.goto("/referee/")
    page.get_by_role("link", name="Who gets the tile?").nth(1).click()
    answer = page.locator("#claims-answer")
    expect(answer).to_be_empty()
    page.locator('[name=discarder][value="E"]').check()
    expect(page.locator('.of-player[data-wind="E"]')).to_be_hidden()
    expect(answer).to_contain_text("No claim: South draws.")
    page.locator('[name=call_S][value="chow"]').check()
    page.locator('[name=call_N][value="pung"]').check()
    expect(answer).to_contain_text("North gets the tile for a pung")
    assert_sound(page)
    page.evaluate(BOTH_KEPT)
    page.context.set_offline(True)
    page.goto(page.url)
    page.locator('[name=discarder][value="N"]').check()
    page.locator('[name=call_S][value="chow"]').check()
    expect(answer).to_contain_text("South cannot claim a chow. Only East")
    page.context.set_offline(False)

    page.goto("/referee/mcr/worth/")
    page.locator('[name=winner][value="S"]').check()
    page.locator('[name=source][value="self"]').check()
    for tile in ("1m", "2m", "3m") * 3 + ("4p", "5p", "6p", "9s", "9s"):
        page.locator(f'.tile-key[data-tile="{tile}"]').click()
    report = page.locator(".tile-report")
    expect(report).to_contain_text("Pure Triple Chow")
    expect(page.locator("#worth-line")).to_contain_text("fan")
    assert_sound_in_every_look(page, "worth")
