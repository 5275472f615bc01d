"""No fixed part of a page covers a control.

The tests show all notices, scroll each control into view, and check that it is on top
at its centre.
"""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PASSWORD
from tests.browser.tables import MAKE_TABLE, RULES
from tests.examples import some_of

SIZES = ((390, 664), (390, 844), (844, 390))

#: For each ruleset a hand, another version of it, and the form's value for a draw.
HANDS = {
    "mcr": (
        {"kind": "win", "winner": "E", "from": "S", "points": 12},
        {"kind": "washout"},
        "washout",
    ),
    "hong_kong": (
        {"kind": "win", "winner": "E", "from": "S", "faan": 3},
        {"kind": "washout"},
        "washout",
    ),
    "classical": (
        {
            "kind": "win",
            "winner": "E",
            "from": "S",
            "values": {"E": 20, "S": 4, "W": 0, "N": 16},
        },
        {"kind": "washout"},
        "washout",
    ),
    "riichi": (
        {"kind": "exhaustive_draw", "tenpai": ["E"]},
        {"kind": "exhaustive_draw", "tenpai": ["W"]},
        "draw",
    ),
}

#: 11 hands, two versions of the last, a dispute, the gong, a rejected and a waiting
#: late hand, and a referee call. Prints the address.
A_BAD_DAY = """
from django.utils import timezone
from scoring.confirming_and_finishing import confirm_and_dispute as confirming
from scoring.corrections import conflicting_hands as conflicts
from scoring.ledger import enter_hand as entering
from scoring.ledger import decide_late_hand as late_hand_decision
from scoring.ledger import enter_late_hand as late_hand_entry
from scoring.rounds import end_and_close_round as ending
from scoring.ledger.ledger_transaction import HandConflict
from tournaments.rounds import referee_calls
from tournaments.access import table_links
from tournaments.access.page_access import Visitor
from tournaments.models import Game, Tournament
Tournament.objects.filter(slug="{slug}").update(table_settles_conflicts=True)
game = table_links.games_with_links().get(
    round__tournament__slug="{slug}", table=1)
one, other = {one!r}, {other!r}
for hand in range(1, 12):
    key = "{slug}" + str(hand)
    entering.enter(game.pk, one, device_key=key, by="table 1", hand=hand)
try:
    entering.enter(game.pk, other, device_key="{slug}-2", by="table 1", hand=11)
except HandConflict as found:
    conflicts.note(found, device_key="{slug}-2", by="table 1")
player = game.seats.get(wind="S").player
confirming.dispute(game.pk, player, sequence=11, text="It was not from me.")
referee_calls.call(game.pk, by="table 1")
ending.end_now(game.round_id, by="director", reason="late", now=timezone.now())
device = Visitor("table 1", is_device=True)
for key, raw in (("{slug}-3", other), ("{slug}-4", one)):
    game = Game.objects.select_related("round__tournament").get(pk=game.pk)
    values = {{"device_key": key, "hand": 12, "before_gong": False, "seating": None}}
    late = late_hand_entry.enter_or_hold(game, raw, device, values)
    if key == "{slug}-4":
        late_hand_decision.decide(
            late.pk, counts=False, by="director", reason="too late"
        )
game = table_links.games_with_links().get(pk=game.pk)
print("/table/link/" + table_links.token_of(game) + "/")
"""

#: Returns controls that are covered at their centre. For fields whose label is shown
#: instead, the label counts. Waits for the end of the half second in which a page that
#: has moved on takes no tap.
COVERED = """
async (backwards) => {
  while (document.documentElement.hasAttribute("data-resting"))
    await new Promise(requestAnimationFrame);
  const drawn = (field) => {
    const { width, height } = field.getBoundingClientRect();
    return width > 4 && height > 4 ? field : field.closest("label") ?? field;
  };
  const parts = document.querySelectorAll(
    "a[href]:not(.skip), button, summary, select, textarea, input:not([type=hidden])");
  // Both questions lie on the same seats; a field that a keypad fills shows with it.
  const aside = (part) => part.closest(
    ".rt:has(.r-who .place > :checked) .r-who .place," +
    ".rt:not(.keying) .pad, .four-hands, .value-of");
  const shown = [...new Set([...parts].map(drawn))].filter((part) => !aside(part) &&
    part.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
  if (backwards) shown.reverse();
  return shown.flatMap((part) => {
    part.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { left, right, top, bottom } = part.getClientRects()[0];
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (part.contains(hit)) return [];
    const name = part.textContent.trim().replace(/\\s+/g, " ") || part.name || part.id;
    return [`${name} (${part.localName}): ${hit?.outerHTML.slice(0, 90)}`];
  });
}
"""


@pytest.fixture(scope="module")
def bad_days(site, accounts) -> dict[str, tuple[str, str]]:
    """Return address and link of table 1 by ruleset."""
    found = {}
    for ruleset, options in RULES.items():
        slug = site.shell(MAKE_TABLE.format(ruleset=ruleset, options=options))
        one, other, _nobody = HANDS[ruleset]
        code = A_BAD_DAY.format(slug=slug, one=one, other=other)
        found[ruleset] = f"/table/{slug}/1/1/", site.shell(code)
    return found


@pytest.fixture
def phone(browser, site):
    """Yield a new page of a phone. (Tests use `cut_off` to cut its network.)"""
    context = browser.new_context(
        base_url=site.url, has_touch=True, service_workers="block"
    )
    yield context.new_page()
    context.close()


def cut_off(page: Page) -> None:
    def cut(route) -> None:
        if route.request.resource_type in ("fetch", "xhr", "eventsource"):
            return route.abort()
        return route.continue_()

    page.context.route("**/*", cut)


def let_a_hand_wait(page: Page, address: str, nobody: str) -> None:
    page.goto(address)
    expect(page.locator("#waiting")).to_have_attribute("data-ready", "yes")
    page.locator(f'label:has([name="winner"][value="{nobody}"])').click()
    # A notice about the waiting hand covers the button; a real tap would save on
    # another page.
    page.locator("#save-hand").evaluate("button => button.click()")
    expect(page.locator("#strip")).to_contain_text("Hands not sent yet: 1")


def leave_a_message(page: Page) -> None:
    """Send a conflict without a choice, so that the next page shows a message."""
    form = page.locator(".two-versions form")
    token = form.locator('[name="csrfmiddlewaretoken"]').input_value()
    answer = page.context.request.post(
        form.evaluate("form => form.action"),
        form={"csrfmiddlewaretoken": token, "reason": "compared"},
        headers={"Referer": page.url},
        max_redirects=0,
    )
    assert answer.status == 302


def nothing_covered(page: Page) -> None:
    page.evaluate("document.dispatchEvent(new Event('htmx:sendError'))")
    # With the table diagram, the heading shows it.
    said = page.locator('#connection [data-when="offline"], #strip')
    expect(said.locator("visible=true").first).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(COVERED) == [], (page.url, width, height)
        # Scrolling from below moves controls under fixed parts at the top.
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate(COVERED, "backwards") == [], (page.url, width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("ruleset", "part"),
    some_of(
        [
            *zip(reversed(RULES), cycle(["tiles/", ""])),
            *zip(reversed(RULES), cycle(["", "tiles/"])),
        ],
        2,
    ),
)
def test_at_the_table_on_a_bad_day(phone, bad_days, ruleset, part):
    address, link = bad_days[ruleset]
    phone.set_viewport_size({"width": 390, "height": 664})
    phone.goto(link)
    cut_off(phone)
    let_a_hand_wait(phone, address, HANDS[ruleset][2])
    leave_a_message(phone)
    phone.goto(f"{address}{part}?saved=11")
    expect(phone.locator("#strip")).to_contain_text("Hands not sent yet: 1")
    expect(phone.get_by_text("Choose the right version.")).to_be_visible()
    expect(phone.get_by_text("Conflict: two versions of hand")).to_be_visible()
    expect(phone.get_by_text("awaits a referee").first).to_be_visible()
    expect(phone.get_by_text("did not count").first).to_be_visible()
    phone.locator('label:has([name="winner"][value="E"])').click()
    if part:
        phone.locator('label:has([name="source"][value="S"])').click()
        if (on := phone.get_by_role("button", name="Enter the tiles")).is_visible():
            on.click()
    shown = "#waits-for-word .button, .save-bar .primary"
    expect(phone.locator(shown).locator("visible=true").first).to_be_visible()
    nothing_covered(phone)


def test_on_the_other_pages_of_a_device(phone, bad_days):
    address, link = bad_days["mcr"]
    phone.goto(link)
    cut_off(phone)
    for part in ("result/", "false-win/"):
        phone.goto(f"{address}{part}")
        nothing_covered(phone)


def sign_in(page: Page) -> None:
    page.goto("/account/login/")
    page.get_by_label("Username").fill("director")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/director/")


def test_on_the_pages_of_a_referee(phone, bad_days):
    sign_in(phone)
    cut_off(phone)
    for address, _link in some_of([*bad_days.values()], 2):
        for part in ("", "result/", "entries/", "entries/1/", "ruling/"):
            phone.goto(f"{address}{part}")
            nothing_covered(phone)
    address, _link = bad_days["mcr"]
    for part in ("entries/1/after/", "reseat/", "paper/"):
        phone.goto(f"{address}{part}")
        nothing_covered(phone)


def by_fingers(page: Page) -> None:
    for name, value in (("winner", "E"), ("source", "S")):
        page.locator(f'label:has([name="{name}"][value="{value}"])').click()
    for code in (*(f"{rank}m" for rank in range(1, 10)), *"EEECC"):
        page.locator(f'.tile-grid [data-tile="{code}"]').click()


def by_keys(page: Page) -> None:
    for name, value in (("winner", "E"), ("source", "S")):
        page.locator(f'[name="{name}"][value="{value}"]').focus()
        page.keyboard.press("Space")
    for _times in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.tile"):
            break
    along = ["Enter", "ArrowRight"] * 9
    for key in (
        *along,
        *["ArrowDown"] * 3,
        *["Enter"] * 3,
        "ArrowLeft",
        *["Enter"] * 2,
    ):
        page.keyboard.press(key)


def test_a_referee_mends_by_tiles_on_one_screen(phone, bad_days):
    """A referee inserts and corrects a hand with the same form as for new hands.

    The page asks for the reason before saving.
    """
    sign_in(phone)
    address, _link = bad_days["mcr"]
    for part, enter in (
        ("entries/1/after/tiles/", by_fingers),
        ("entries/1/tiles/", by_keys),
    ):
        phone.set_viewport_size({"width": 390, "height": 664})
        phone.goto(f"{address}{part}")
        form = phone.locator("form[data-part]")
        form.wait_for()
        enter(phone)
        expect(form).to_have_attribute("data-part", "tiles")
        assert phone.evaluate("scrollY") == 0
        # The preview's answer would replace the network notice.
        cut_off(phone)
        expect(phone.locator(".htmx-request")).to_have_count(0)
        # For half a second after an automatic step, the page ignores taps.
        expect(phone.locator("[data-resting]")).to_have_count(0)
        nothing_covered(phone)
        phone.context.unroute_all()
        phone.set_viewport_size({"width": 390, "height": 664})
        save = phone.locator(".save-bar .primary")
        box = save.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 664
        save.focus()
        phone.keyboard.press("Enter")
        reason = phone.get_by_label("Reason")
        expect(reason).to_be_visible()
        expect(reason).to_be_focused()
        phone.keyboard.type("misread")
    phone.keyboard.press("Tab")
    expect(phone.locator(".tile-why .primary")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.get_by_text("Hand 1 corrected.")).to_be_visible()


#: A seating draft with a locked table; prints its address.
A_DRAFT = """
from django.contrib.auth.models import User
from tournaments.seating_drafts import edit_draft as draft_changes
from tournaments.seating_drafts import submit_draft as submitting
from tournaments.people import register_players as registration
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
plan = tournament_setup.Plan("By hand", "mcr", 1, 90, "finish_hand")
t = tournament_setup.create_tournament(plan, director=User.objects.get())
rows = [registration.PlayerRow(last_name=f"Person {n}") for n in range(1, 33)]
registration.register(t, rows, by="director")
tables = tuple(tuple(range(n, n + 4)) for n in range(1, 33, 4))
draw = submitting.import_plan(t, (tables,), first_round=1, by="director")
draft_changes.lock(draw, [(1, 2)], version=draw.version, by="director")
print(f"/director/{t.slug}/draws/{draw.number}/?round=1")
"""

#: Returns focused elements that are covered at their centre, in order.
FOCUS_COVERED = """
(backwards) => {
  const parts = [...document.querySelectorAll(".planned input, .by-hand .button")];
  if (backwards) parts.reverse();
  document.activeElement.blur();
  return parts.flatMap((part) => {
    part.focus();
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return part === hit ? [] : [`${part.value} ${hit?.outerHTML.slice(0, 90)}`];
  });
}
"""


def test_while_players_are_exchanged_by_hand(phone, site, bad_days):
    address = site.shell(A_DRAFT)
    sign_in(phone)
    cut_off(phone)
    phone.goto(address)
    phone.set_viewport_size({"width": 390, "height": 664})
    phone.locator(".planned [name='player']").first.check()
    expect(phone.locator(".by-hand")).to_have_css("position", "sticky")
    nothing_covered(phone)
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        for backwards in (False, True):
            assert phone.evaluate(FOCUS_COVERED, backwards) == [], (width, height)
