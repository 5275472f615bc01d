"""The large clock in the hall, from the countdown to the gong."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import violations
from tests.browser.screens import EXPECTED
from tests.examples import how_many

BACKGROUND = True
WALL = {"viewport": {"width": 1920, "height": 1080}}
PHONE = {"viewport": {"width": 390, "height": 844}}

#: Milliseconds between checks. By default the browser checks and draws every frame,
#: which occupies a processor core.
LOOK = 200

#: Milliseconds that two pages may differ.
AGREE = 200
#: Number of seconds compared.
SECONDS = how_many(20, 5)

#: Milliseconds for half a round trip to the server, at best.
HALF_A_WAY = """Math.min(...performance.getEntriesByType("resource")
  .filter((entry) => entry.name.includes("/clock/now"))
  .map((entry) => entry.duration)) / 2"""

#: Records sounds instead of playing them.
STUB = """
window.addEventListener("DOMContentLoaded", () => {
  window.sounded = [];
  window.hallSounds.play = (name) => {
    window.sounded.push(name);
    window.soundedAt = Date.now() / 1000;
  };
});
"""
#: A device whose clock is an hour fast and whose counter starts at another moment.
HOUR_LATE = """
const truth = Date.now;
const RealDate = Date;
window.Date = class extends RealDate {
  constructor(...given) { super(...(given.length ? given : [Date.now()])); }
  static now() { return truth() + 3600_000; }
};
const counted = performance.now.bind(performance);
performance.now = () => counted() + 123_456_789;
"""
#: Records by the machine's clock when the figures change: the first frame with the new
#: figures, and the frame before.
FRAMES = """
window.turned = [];
const started = Date.now() - performance.now();
const counter = performance.now.bind(performance);
window.realTime = () => started + counter();
let [shown, before] = ["", 0];
const look = () => {
  const text = document.querySelector(".clock-figures > .clock")?.textContent ?? "";
  const now = window.realTime();
  if (shown && text !== shown) window.turned.push([[before, now], text]);
  [shown, before] = [text, now];
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
#: Simulates a sleeping device: `slept` is the time in milliseconds.
SLEEPER = """
window.slept = 0;
const truth = Date.now;
Date.now = () => truth() + window.slept;
"""

CUP = """
from django.contrib.auth.models import User
from tournaments.people import register_players as registration
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats
from tournaments.rounds import publish_seating as publishing
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
plan = tournament_setup.Plan('Clock Cup', 'mcr', 2, 90, 'finish_hand', is_public=True)
by = User.objects.get(username='director')
t = tournament_setup.create_tournament(plan, director=by)
people = [registration.PlayerRow(first_name='P', last_name=str(n)) for n in range(8)]
registration.register(t, people, by='director')
tables = [
    round_seats.TableRow(1, 1, (1, 2, 3, 4)), round_seats.TableRow(1, 2, (5, 6, 7, 8))]
[r] = round_seats.seat_rounds(t, tables, by='director')
publishing.publish(r.pk, by='director')
print(t.slug, t.hall_key)
"""

ROUND = """
from datetime import timedelta
from django.db import transaction
from django.utils import timezone
from scoring.rounds import end_and_close_round as ending
from scoring.rounds import extra_time
from tournaments.rounds import round_clock as clock
from tournaments.models import Round
now = timezone.now()
r = Round.objects.select_related('tournament').order_by('-pk').first()
def change(**values):
    with transaction.atomic():
        values['clock_version'] = r.clock_version + 1
        Round.objects.filter(pk=r.pk).update(**values)
        r.tournament.record('round_extended', by='director', round=1, minutes=0)
"""


#: Schedules the round and a break for the next day.
TOMORROW = """
from tournaments.tournament_setup import schedule_changes as day_plan
start = now + timedelta(days=1)
lunch = start + timedelta(hours=2)
items = [day_plan.Item('round', start, 100, 1),
    day_plan.Item('break', lunch, 60, None, 'Lunch')]
day_plan.write(r.tournament, items, by='director', now=now)
"""


@pytest.fixture
def cup(site, accounts) -> str:
    """Return the address of the clock of a tournament with a published first round."""
    slug, key = site.shell(CUP).split()
    return f"/hall/{slug}/{key}/clock/"


@pytest.fixture
def verb(site):
    """Return a function that runs code in the site's shell.

    In the code, `r` is the round of the newest tournament and `now` the time.
    """

    def do(code: str) -> None:
        site.shell(ROUND + code)

    return do


def big_clock(person, cup: str, *scripts: str, **options) -> Page:
    page = person(**(options or WALL)).page
    for script in (STUB, *scripts):
        page.add_init_script(script)
    page.goto(cup)
    page.wait_for_function("serverTime.isReached() && window.sounded", polling=LOOK)
    return page


def sounds(page: Page) -> list[str]:
    return page.evaluate("sounded")


def wait_for_sounds(page: Page, count: int) -> None:
    enough = "count => sounded.length >= count"
    page.wait_for_function(enough, arg=count, timeout=20_000, polling=LOOK)


def says(page: Page):
    return page.locator(".clock-says")


def figures(page: Page):
    return page.locator(".clock-figures > .clock")


def test_from_the_countdown_to_the_gong(person, cup, verb):
    page = big_clock(person, cup)
    expect(says(page)).to_contain_text("The round has not started.")

    verb("clock.start_at(r.pk, at=now+timedelta(seconds=5), by='director', now=now)")
    expect(says(page)).to_contain_text("Build the walls. Do not roll the dice yet.")
    expect(figures(page)).to_have_text(re.compile("00:0[1-5]"))
    assert sounds(page) == []
    expect(says(page)).to_contain_text("Playing")
    wait_for_sounds(page, 1)
    expect(figures(page)).to_have_text(re.compile(r"1:\d\d:\d\d|\d\d:\d\d"))
    # The clock starts automatically; the server has confirmed it now.
    expect(page.locator(".for-start")).to_have_count(0)

    # The 15-minute warning in 3 seconds.
    verb("ends = now + timedelta(seconds=903)\nchange(ends_at=ends, mark_at=now)")
    expect(figures(page)).to_have_class(re.compile("warning"))
    wait_for_sounds(page, 2)
    expect(says(page)).to_contain_text("The time is nearly up.")

    verb("clock.pause(r.pk, by='director', now=now)")
    expect(says(page)).to_contain_text("Paused")
    paused = figures(page).inner_text()
    page.wait_for_timeout(1500)
    assert figures(page).inner_text() == paused

    verb("clock.resume(r.pk, by='director', now=now)")
    expect(says(page)).to_contain_text("The time is nearly up.")
    expect(figures(page)).not_to_have_text(paused)

    verb("change(ends_at=now + timedelta(seconds=4), mark_at=None)")
    expect(says(page)).to_contain_text("Finish the current hand.", timeout=20_000)
    wait_for_sounds(page, 3)
    # Repeated events cause no second sound.
    verb(
        "with transaction.atomic():\n"
        "    r.tournament.record('round_extended', by='director', round=1, minutes=0)"
    )
    page.wait_for_timeout(1500)
    assert sounds(page) == ["start", "warning", "gong"]


def test_an_end_by_hand_rings_at_once_and_a_table_keeps_its_own_time(person, cup, verb):
    page = big_clock(person, cup)
    verb(
        "clock.start(r.pk, by='director', now=now)\n"
        "s = r.games.get(table=2)\n"
        "extra_time.extend_table(s.pk, minutes=5, by='director', reason='x', now=now)"
    )
    expect(page.locator(".clock-tables")).to_contain_text("Table 2")
    verb("ending.end_now(r.pk, by='director', reason='x', now=now)")
    expect(says(page)).to_contain_text("Time is up")
    wait_for_sounds(page, 2)
    assert sounds(page) == ["start", "gong"]


def test_it_rings_in_time_without_a_network_and_comes_back_by_itself(person, cup, verb):
    someone = person(**WALL)
    page = someone.page
    page.add_init_script(STUB)
    # An open stream does not notice that the browser is offline.
    page.route("**/live/**", lambda route: route.abort())
    verb("clock.start(r.pk, by='director', now=now)")
    verb("change(ends_at=now + timedelta(seconds=12), mark_at=None)")
    page.goto(cup)
    expect(figures(page)).to_have_text(re.compile(r"00:\d\d"))
    ends = float(figures(page).get_attribute("data-until"))
    someone.context.set_offline(True)
    expect(page.get_by_text("No connection. The clock")).to_be_visible()
    rung = "() => sounded.includes('gong')"
    page.wait_for_function(rung, timeout=20_000, polling=LOOK)
    # The page itself sounded it: nothing else could before the network is back.
    assert abs(page.evaluate("soundedAt") - ends) < 2
    expect(page.locator(".for-end")).to_be_visible()

    page.unroute("**/live/**")
    someone.context.set_offline(False)
    expect(says(page)).to_contain_text("Finish the current hand.", timeout=30_000)
    expect(page.get_by_text("No connection. The clock")).to_be_hidden()
    assert sounds(page).count("gong") == 1
    # A browser without a network reports it in its console.
    someone.complaints[:] = [text for text in someone.complaints if not cut_off(text)]


def test_a_countdown_goes_on_to_the_round_without_a_network(person, cup, verb):
    someone = person(**WALL)
    page = someone.page
    page.add_init_script(STUB)
    # An open stream does not notice that the browser is offline.
    page.route("**/live/**", lambda route: route.abort())
    verb("clock.start_at(r.pk, at=now+timedelta(seconds=12), by='director', now=now)")
    page.goto(cup)
    expect(figures(page)).to_have_text(re.compile(r"00:\d\d"))
    someone.context.set_offline(True)
    expect(page.get_by_text("No connection. The clock")).to_be_visible()
    expect(figures(page)).to_have_text(re.compile(r"1:29:\d\d"), timeout=20_000)
    expect(page.locator(".for-start")).to_be_visible()
    expect(page.get_by_text("Build the walls")).to_be_hidden()
    expect(page.get_by_text("Start time")).to_be_hidden()
    assert sounds(page) == ["start"]
    shown = figures(page).get_attribute("data-until")

    page.unroute("**/live/**")
    someone.context.set_offline(False)
    expect(page.get_by_text("No connection. The clock")).to_be_hidden(timeout=30_000)
    expect(page.locator(".for-start")).to_have_count(0, timeout=30_000)
    expect(says(page)).to_contain_text("Playing")
    expect(figures(page)).to_have_attribute("data-until", str(shown))
    assert sounds(page) == ["start"]
    someone.complaints[:] = [text for text in someone.complaints if not cut_off(text)]


def cut_off(text: str) -> bool:
    return bool(
        re.search(r"net::ERR|htmx:(sseError|sendError)|^\[object Event\]$", text)
        or EXPECTED.search(text)
    )


def test_there_is_no_gong_from_hours_ago(person, cup, verb):
    page = big_clock(person, cup, SLEEPER)
    verb("clock.start(r.pk, by='director', now=now)")
    wait_for_sounds(page, 1)
    # Two hours later, also on the server.
    later = (time.time() + 7200) * 1000
    page.route("**/clock/now", lambda route: route.fulfill(body=f"{later:.3f}"))
    page.evaluate("slept = 7200_000")
    expect(figures(page)).to_have_text("00:00")
    page.wait_for_timeout(2500)
    assert sounds(page) == ["start"]


def test_two_devices_agree_though_one_has_a_wrong_clock(person, cup, verb):
    """The times of the devices differ by less than 200 ms, and so do their displays of
    each second. Late frames of a busy machine are allowed.
    """
    right = big_clock(person, cup, FRAMES)
    wrong = big_clock(person, cup, FRAMES, HOUR_LATE, **PHONE)
    verb("clock.start(r.pk, by='director', now=now)")
    for page in (right, wrong):
        expect(says(page)).to_contain_text("Playing")
    assert wrong.evaluate("Date.now()") - time.time() * 1000 > 3_500_000
    for page in (right, wrong):
        page.evaluate("turned.length = 0")
    enough = "seconds => turned.length > seconds + 1"
    wrong.wait_for_function(enough, arg=SECONDS, timeout=60_000, polling=LOOK)
    told = [page.evaluate("serverTime.now() - realTime()") for page in (right, wrong)]
    # The time cannot be known better than half of the fastest round trip.
    agree = max(AGREE, sum(page.evaluate(HALF_A_WAY) for page in (right, wrong)))
    assert abs(told[0] - told[1]) < agree

    shown = [dict(map(reversed, page.evaluate("turned"))) for page in (right, wrong)]
    seconds = sorted(shown[0].keys() & shown[1].keys())
    assert len(seconds) >= SECONDS
    apart = [surely_apart(shown[0][text], shown[1][text]) for text in seconds]
    differ = [abs(shown[0][text][1] - shown[1][text][1]) for text in seconds]
    print(f"told {abs(told[0] - told[1]):.0f} ms, shown {max(differ):.0f} ms apart")
    assert max(apart) < agree


def surely_apart(one: list[float], other: list[float]) -> float:
    """Return the smallest possible distance in milliseconds of two changes.

    Each change happened between two frames, given by their times.
    """
    return max(0, one[0] - other[1], other[0] - one[1])


def test_sound_needs_a_tap_and_can_be_muted_for_good(person, cup):
    page = person(**WALL).page
    page.goto(cup)
    note = page.get_by_text("The browser has sound turned off")
    mute = page.get_by_role("button", name="Mute")
    if not page.evaluate("hallSounds.isAllowed()"):
        expect(note).to_be_visible()
    page.get_by_role("button", name="Test gong").click()
    expect(note).to_be_hidden()
    mute.click()
    page.reload()
    expect(mute).to_have_attribute("aria-pressed", "true")


def test_a_muted_clock_is_silent(person, cup, verb):
    page = big_clock(person, cup)
    page.get_by_role("button", name="Mute").click()
    verb("clock.start(r.pk, by='director', now=now)")
    expect(says(page)).to_contain_text("Playing")
    page.wait_for_timeout(1000)
    assert sounds(page) == []


SCREENS = [(390, 844), (844, 390), (1280, 720), (1920, 1080)]


def test_it_can_be_read_by_everybody(person, cup, verb):
    page = big_clock(person, cup)
    verb(
        "clock.start(r.pk, by='director', now=now)\n"
        "why = dict(by='director', reason='x', now=now)\n"
        "for s in r.games.all(): extra_time.extend_table(s.pk, minutes=5, **why)"
    )
    verb("change(ends_at=now + timedelta(seconds=600), mark_at=None)")
    expect(figures(page)).to_have_class(re.compile("warning"))
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert_fits(page, width, height)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == []


def test_it_fits_the_screen_in_every_state(person, cup, verb):
    page = big_clock(person, cup)
    assert_fits_every_screen(page)
    verb(TOMORROW)
    expect(page.get_by_text("Planned to start on")).to_be_visible()
    expect(page.get_by_text("Next: Lunch")).to_be_visible()
    assert_fits_every_screen(page)
    verb("clock.start_at(r.pk, at=now+timedelta(hours=3), by='director', now=now)")
    expect(figures(page)).to_have_class(re.compile("countdown"))
    assert_fits_every_screen(page)
    verb("clock.start(r.pk, by='director', now=now)")
    verb("clock.pause(r.pk, by='director', now=now)")
    expect(says(page)).to_contain_text("Paused")
    assert_fits_every_screen(page)
    verb("ending.end_now(r.pk, by='director', reason='x', now=now)")
    expect(says(page)).to_contain_text("Time is up")
    assert_fits_every_screen(page)


FITS = """
([width, height]) => {
  const root = document.documentElement;
  const face = document.querySelector(".clock-face");
  const shown = [...face.querySelectorAll(".clock-figures > *")];
  const [figures] = shown.filter((part) => part.checkVisibility());
  return root.scrollWidth <= width && root.scrollHeight <= height
    && face.scrollHeight <= face.clientHeight && face.scrollWidth <= face.clientWidth
    && (!figures || figures.clientHeight > Math.min(0.15 * width, 0.2 * height));
}
"""


def assert_fits(page: Page, width: int, height: int) -> None:
    """Assert that nothing scrolls on a screen of this size, and that the digits are as
    large as the words allow.
    """
    page.wait_for_timeout(200)
    assert page.evaluate(FITS, [width, height]), (width, height)


def assert_fits_every_screen(page: Page) -> None:
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert_fits(page, width, height)


def test_the_clock_is_at_the_head_of_the_other_pages(person, cup, verb):
    page = person(**PHONE).page
    page.goto(f"/t/{cup.split('/')[2]}/seating/players/")
    head = page.locator("#event-clock")
    expect(head).to_have_text("")
    verb("clock.start(r.pk, by='director', now=now)")
    expect(head.locator(".clock")).to_be_visible()
    expect(head.locator(".clock")).to_have_text(re.compile("1:2[89]:"))
    verb("clock.pause(r.pk, by='director', now=now)")
    expect(head).to_contain_text("Paused")
    assert violations(page) == []
