"""Text on every kind of page has enough contrast in light and dark mode: at least 4.5
to 1 (WCAG 2.2, 1.4.3), by axe and by computed colours.
"""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.test_walk import LINKS_IN
from tools.pictures.public_event import EVENT

#: A tournament whose first round is seated, published and planned for later today or
#: on another day; prints the slug.
PLANNED = """
from datetime import timedelta
from django.contrib.auth.models import User
from django.utils import timezone
from tournaments.models import Tournament
from tournaments.people import register_players as registration
from tournaments.rounds import publish_seating as publishing
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats
from tournaments.tournament_setup import create_and_change_tournament as setting_up
plan = setting_up.Plan("Planned Cup", "mcr", 3, 90, "finish_hand", is_public=True)
event = setting_up.create_tournament(
    plan, director=User.objects.get(username="director"))
rows = [registration.PlayerRow(last_name=f"Player{n}") for n in range(1, 9)]
registration.register(event, rows, by="director")
tables = [round_seats.TableRow(1, 1 + n // 4, (n + 1, n + 2, n + 3, n + 4))
    for n in (0, 4)]
[first] = round_seats.seat_rounds(event, tables, by="director")
publishing.publish(first.pk, by="director")
start = timezone.now() + timedelta(hours=1)
for number in (1, 2, 3):
    event.day_plan.create(kind="round", number=number, minutes=100,
        start=start + timedelta(hours=2 * number - 2))
event.day_plan.create(kind="break", title="Lunch", minutes=20,
    start=start + timedelta(minutes=100))
print(event.slug)
"""
SCREEN = (
    "from tournaments.models import Tournament;"
    "print(Tournament.objects.get(slug={!r}).hall_key)"
)
PUBLIC = (
    *("", "standings/", "standings/countries/", "teams/", "rounds/1/", "rounds/3/"),
    *("rounds/3/tables/1/", "players/1/", "seating/", "seating/players/", "plan/"),
    *("rules/", "files/"),
)
DIRECTOR = (
    *("", "event/", "players/", "players/1/", "check-in/", "check-in/rounds/"),
    *("seating/", "draws/", "stages/", "teams/", "files/", "finish/"),
    *("helpers/", "settings/", "plan/", "log/", "paper/", "hall-screen/"),
    *("paper/badges/", "registration/", "links/", "cards/", "draws/new/"),
)
HALL = ("", "clock/", "seats/", "standings/", "hands/")
#: Returns the visible text whose contrast with the colours behind it is too low. Large
#: text (24 pixels, or 18.7 in bold) needs 3. Disabled controls are exempt; images and
#: gradients cannot be computed.
LOW = """() => {
  // The number in .wall-box is on a drawing, whose colours test_contrast.py compares.
  const EXEMPT =
    ":disabled, .visually-hidden, .skip, script, style, svg, option, .wall-box";
  const parse = (text) => {
    const [r, g, b, a = 1] = (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    return { rgb: [r, g, b], a };
  };
  const over = ({ rgb, a }, under) => rgb.map((c, i) => c * a + under[i] * (1 - a));
  const behind = (one) => {
    const layers = [];
    for (let at = one; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      const colour = parse(style.backgroundColor);
      if (colour.a) layers.push(colour);
      if (colour.a === 1) break;
    }
    if (layers.at(-1)?.a !== 1) return null;
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const seen = { opacityProperty: true, visibilityProperty: true };
  const low = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement;
    const text = texts.currentNode.data.trim();
    if (!text || !one.checkVisibility(seen)) continue;
    if (one.closest(EXEMPT)) continue;
    const under = behind(one);
    if (!under) continue;
    const style = getComputedStyle(one);
    const colours = [over(parse(style.color), under), under].map(light).sort();
    const [dark, bright] = colours.sort((a, b) => a - b);
    const contrast = (bright + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    if (contrast < least) low.set(`${one.tagName}.${one.className}`, [contrast, text]);
  }
  return [...low];
}"""
#: Axe checks some rows of each list; LOW checks all.
AXE = """() => axe.run({
  include: [document],
  exclude: ["tbody > :nth-child(n+4)", ":is(ol, ul) > :nth-child(n+5)"],
}, {
  runOnly: ["color-contrast"], resultTypes: ["violations"],
  preload: { assets: ["media"] },
}).then((all) => all.violations.flatMap((rule) => rule.nodes.map((n) => n.html)))"""


@pytest.fixture(scope="module")
def addresses(site, accounts) -> list[str]:
    running = site.shell(EVENT).split()[0]
    planned = site.shell(PLANNED)
    return [
        *("/", "/rules/", "/rules/mcr/", "/referee/", "/referee/riichi/worth/"),
        *(f"/t/{running}/{path}" for path in PUBLIC),
        *(f"/t/{planned}/{path}" for path in ("", "plan/", "rounds/1/", "seating/")),
        *(
            f"/hall/{slug}/{site.shell(SCREEN.format(slug))}/{path}"
            for slug in (running, planned)
            for path in HALL
        ),
        *site.shell(LINKS_IN.format(slug=running)).split(),
        *("/director/", "/director/new/", "/director/backups/", "/signed-in/"),
        f"/table/{running}/3/1/",
        *(f"/director/{running}/{path}" for path in DIRECTOR),
        f"/director/{planned}/",
        f"/director/{planned}/plan/",
    ]


def faults_of(page: Page, address: str) -> list[object]:
    answer = page.goto(address)
    if answer is None or answer.status != 200:
        return [f"{address}: {answer and answer.status}"]
    low = [(address, *fault) for fault in page.evaluate(LOW)]
    page.evaluate(Axe().axe_script)
    return [*low, *((address, html[:160]) for html in page.evaluate(AXE))]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.every_case
def test_all_text_can_be_read(person, addresses, scheme):
    someone = person(viewport={"width": 1280, "height": 800}, color_scheme=scheme)
    someone.sign_in()
    faults = [
        fault for address in addresses for fault in faults_of(someone.page, address)
    ]
    assert not faults, "\n".join(map(str, faults))
