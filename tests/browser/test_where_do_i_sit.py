"""“Where do I sit?”: answered in two taps on a phone, and on the hall screen before the
seating is on the web.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.looks import assert_sound, assert_sound_in_every_look, too_wide

LONG_NAME = "name => { name.textContent = 'Donaudampfschifffahrtskapitän'.repeat(2); }"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
WALL = {"viewport": {"width": 1920, "height": 1080}}
TICK = 20_000
#: Measured together, because live parts may be replaced between two calls.
BOXES = """lines => lines.map((line) => {
  const { x, y, bottom } = line.getBoundingClientRect();
  return [x, y, bottom];
})"""
TYPE = "parseFloat(getComputedStyle(document.querySelector('.seat-wall')).fontSize)"

#: 2.2 % of the height of a hall screen: readable from 10 m.
READABLE = 0.022 * 1080
#: Returns the smallest letters of names without a very long word.
SMALLEST = """() => Math.min(
  ...[...document.querySelectorAll(".seat-wall .who:not(.longer, .longest)")]
  .map((name) => parseFloat(getComputedStyle(name).fontSize)))"""

NAMES = ("Åse Ångström", "José Gómez", "Wei Li", "Anna Lind")


@pytest.fixture(scope="module")
def cup(site, accounts) -> str:
    """Return the slug of a tournament of 120 players whose rounds 1 and 2 are drafts.
    Its first four players are NAMES, at table 1."""
    rows = ", ".join(
        f"registration.PlayerRow(first_name='{first}', last_name='{last}')"
        for first, last in map(str.split, NAMES)
    )
    return site.shell(
        "from django.contrib.auth.models import User;"
        "from tournaments.people import register_players as registration;"
        "from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats;"
        "from tournaments.tournament_setup"
        " import create_and_change_tournament as tournament_setup;"
        "plan = tournament_setup.Plan("
        "'Autumn Cup', 'mcr', 2, 90, 'finish_hand', is_public=True);"
        "by = User.objects.get(username='director');"
        "t = tournament_setup.create_tournament(plan, director=by);"
        f"rows = [{rows}] + [registration.PlayerRow(first_name='Maximilian',"
        " last_name=f'Winterbottom{n}') for n in range(116)];"
        "registration.register(t, rows, by='director');"
        "round_seats.seat_rounds(t, [round_seats.TableRow(r, 1 + n // 4,"
        " (n + 1, n + 2, n + 3, n + 4)) for r in (1, 2)"
        " for n in range(0, 120, 4)], by='director');"
        "print(t.slug)"
    )


@pytest.fixture
def published(site, cup) -> str:
    """Publish both rounds. Return the slug of the tournament."""
    site.shell(
        "from tournaments.rounds import publish_seating as publishing;"
        "from tournaments.models import HIDDEN_STATES, Round;"
        f"drafts = Round.objects.filter(tournament__slug='{cup}',"
        " state__in=HIDDEN_STATES);"
        "[publishing.publish(r.pk, by='director') for r in drafts]"
    )
    return cup


def do(site, cup: str, verb: str, number: int) -> None:
    site.shell(
        "from tournaments.rounds import publish_seating as publishing;"
        "from tournaments.models import Round;"
        f"r = Round.objects.get(tournament__slug='{cup}', number={number});"
        f"publishing.{verb}(r.pk, by='director')"
    )


def hall_link(site, cup: str) -> str:
    return site.shell(
        "from tournaments.models import Tournament;"
        f"t = Tournament.objects.get(slug='{cup}');"
        "print(f'/hall/{t.slug}/{t.hall_key}/seats/')"
    )


def test_the_hall_sees_the_seats_before_the_web_and_phones_find_them(person, site, cup):
    wall, phone = person(**WALL).page, person(**PHONE).page
    wall.goto(hall_link(site, cup))
    phone.goto(f"/t/{cup}/")
    expect(wall.get_by_text("No seating published yet.")).to_be_visible()

    phone.get_by_role("link", name="Seating", exact=True).click()
    expect(phone.get_by_text("No seating is published yet.")).to_be_visible()
    do(site, cup, "show_in_hall", 1)
    # 120 players take two turns; one is hidden.
    title = wall.get_by_role("heading", name="Your seat in round 1")
    expect(title).to_be_visible(timeout=TICK)
    expect(phone.get_by_text("No seating is published yet.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("No seating is published yet.")).to_be_visible()

    do(site, cup, "publish", 1)
    own = phone.get_by_role("link", name="Gómez, José")
    expect(own).to_be_visible(timeout=TICK)
    assert_sound(phone)
    own.click()
    seat = phone.get_by_role("region", name="Seat in round 1")
    expect(seat).to_contain_text("Table 1")
    expect(seat).to_contain_text("South")
    assert_sound(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    do(site, cup, "publish", 2)
    then = phone.get_by_role("region", name="Then round 2")
    expect(then).to_contain_text("Table 1", timeout=TICK)
    expect(then).to_contain_text("South")


def test_a_hundred_and_twenty_fit_on_two_screens(person, site, published):
    wall = person(**WALL).page
    wall.goto(f"{hall_link(site, published)}?part=1")
    lines = wall.locator(".seat-wall > li")
    expect(lines).to_have_count(60)
    page = wall.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert page == [1920, 1080]
    boxes = lines.evaluate_all(BOXES)
    assert all(bottom <= 1080 for _x, _y, bottom in boxes)
    assert len({(x, y) for x, y, _bottom in boxes}) == 60
    assert wall.evaluate(TYPE) >= READABLE
    assert_sound(wall)
    # A television whose browser combines 4 pixels into 1.
    wall.set_viewport_size({"width": 960, "height": 540})
    assert wall.evaluate("document.documentElement.scrollHeight") == 540
    boxes = lines.evaluate_all(BOXES)
    assert all(bottom <= 540 for _x, _y, bottom in boxes)
    assert wall.evaluate(TYPE) >= READABLE / 2
    wall.set_viewport_size(WALL["viewport"])
    for text in ("Lunch at two", "Doors close at once. " * 9):
        announce = f"screen_setup.announce(t, {text!r}, until=None, by='director')"
        site.shell(
            "from tournaments.models import Tournament;"
            "from tournaments.tournament_setup"
            " import screen_views_and_announcements as screen_setup;"
            f"t = Tournament.objects.get(slug={published!r});{announce}"
        )
        wall.reload()
        expect(wall.locator(".hall-announcement")).to_contain_text(text[:12])
        assert wall.evaluate("document.documentElement.scrollHeight") == 1080
        last = wall.locator(".seat-wall > li").nth(29).bounding_box()
        assert last["y"] + last["height"] <= 1080


LONG = ("Wolfeschlegelsteinhausenberger", "Papadimitrakopoulos-Alexandrou", "LI")

#: Returns names that extend beyond their lines or columns.
CUT = """
() => [...document.querySelectorAll(".seat-wall .who")].filter((name) => {
  const [inner, row] = [name, name.parentElement].map((e) => e.getBoundingClientRect());
  return inner.top < row.top || inner.bottom > row.bottom + 1
    || name.scrollWidth > name.clientWidth + 1;
}).map((name) => name.textContent)
"""


@pytest.mark.parametrize(("count", "size"), [(8, 60), (40, 36), (72, 28)])
def test_few_people_have_large_letters_and_no_name_is_cut(
    person, site, accounts, count, size
):
    slug = site.shell(
        "from django.contrib.auth.models import User\n"
        "from tournaments.people import register_players as registration;"
        "from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats;"
        "from tournaments.rounds import publish_seating as publishing;"
        "from tournaments.tournament_setup"
        " import create_and_change_tournament as tournament_setup\n"
        "by = User.objects.get(username='director')\n"
        "plan = tournament_setup.Plan("
        f"'Hall of {count}', 'mcr', 1, 90, 'finish_hand')\n"
        "t = tournament_setup.create_tournament(plan, director=by)\n"
        f"long, firsts = {LONG!r}, ('Bo', 'Maria-Magdalena', 'KATHARINA')\n"
        "rows = [registration.PlayerRow(last_name=long[n % 7] if n % 7 < 3"
        " else 'Svensson'[:3 + n % 6].upper() + chr(65 + n % 26),"
        f" first_name=firsts[n % 3]) for n in range({count})]\n"
        "registration.register(t, rows, by='director')\n"
        "tables = [round_seats.TableRow(1, 1 + n // 4, (n + 1, n + 2, n + 3, n + 4))"
        f" for n in range(0, {count}, 4)]\n"
        "[r] = round_seats.seat_rounds(t, tables, by='director')\n"
        "publishing.publish(r.pk, by='director')\n"
        "print(t.slug)"
    )
    wall = person(**WALL).page
    wall.goto(hall_link(site, slug))
    expect(wall.locator(".seat-wall > li")).to_have_count(count)
    assert wall.evaluate(CUT) == []
    page = wall.evaluate("document.documentElement.scrollHeight")
    assert page == 1080
    assert wall.evaluate(TYPE) >= size
    assert wall.evaluate(SMALLEST) >= READABLE
    last = wall.locator(".seat-wall > li").last.bounding_box()
    assert last["x"] + last["width"] > 1920 * 0.8


def test_the_list_filters_while_one_types_and_keeps_its_address(person, published):
    page = person(**PHONE).page
    page.goto(f"/t/{published}/seating/")
    field = page.get_by_label("Name or player number")
    field.press_sequentially("gome", delay=20)
    expect(page.get_by_text("1 player found.")).to_be_visible(timeout=TICK)
    expect(page.locator(".sitters li")).to_have_count(1)
    assert page.url.endswith("?q=gome")
    expect(field).to_be_focused()
    page.get_by_role("link", name="By table").click()
    expect(page.locator("mark")).to_have_text("José Gómez")
    expect(field).to_have_value("gome")


def test_all_of_it_works_without_a_script(person, published):
    page = person(**PHONE, java_script_enabled=False).page
    page.goto(f"/t/{published}/seating/")
    page.get_by_label("Name or player number").fill("angstrom")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Ångström, Åse").click()
    expect(page.get_by_text("Seat in round 1")).to_be_visible()
    page.goto(f"/t/{published}/seating/players/?q=4")
    expect(page.locator(".all-rounds tbody tr")).to_have_count(1)


def test_the_pages_fit_their_screen_and_everybody(person, published):
    page = person().page
    for path in ("seating/", "seating/?by=table", "seating/players/", "players/2/"):
        page.goto(f"/t/{published}/{path}")
        assert_sound_in_every_look(page, path, (320, 390, 1280))
    page.goto(f"/t/{published}/seating/?by=table")
    page.set_viewport_size({"width": 320, "height": 700})
    page.locator(".seat-list a").first.evaluate(LONG_NAME)
    assert not too_wide(page)


def test_a_new_link_makes_the_old_screen_dark(person, site, published):
    wall, someone = person(**WALL).page, person()
    wall.goto(hall_link(site, published))
    someone.sign_in()
    desk = someone.page
    desk.goto(f"/director/{published}/hall-screen/")
    old = desk.locator(".hall-link a").first.get_attribute("href")
    desk.get_by_text("Replace link").click()
    assert_sound(desk)
    desk.get_by_role("button", name="Create new link").click()
    expect(desk.get_by_text("New link created.")).to_be_visible()
    assert desk.locator(".hall-link a").first.get_attribute("href") != old
    expect(wall.get_by_text("This link was replaced")).to_be_visible(timeout=TICK)
    expect(wall.get_by_text("Gómez")).to_have_count(0)
    assert wall.goto(old).status == 404


def test_what_is_said_beside_them_leaves_the_seats_on_the_wall(person, site, published):
    site.shell(
        "from datetime import timedelta; from django.utils import timezone;"
        "from tournaments.models import Tournament;"
        "from tournaments.rounds import round_clock as clock;"
        f"t = Tournament.objects.get(slug={published!r}); now = timezone.now();"
        "clock.start(t.rounds.get(number=1).pk, by='director', now=now);"
        "t.day_plan.create(kind='break', title='Meal', minutes=40,"
        " start=now + timedelta(hours=1));"
        "from tournaments.tournament_setup"
        " import screen_views_and_announcements as screen_setup;"
        "screen_setup.announce(t, 'Lunch at two', until=None, by='director')"
    )
    wall = person(**WALL).page
    wall.goto(f"{hall_link(site, published)}?part=1")
    expect(wall.locator(".next-in-plan")).to_contain_text("Meal")
    lines = wall.locator(".seat-wall > li")
    assert all(bottom <= 1080 for _x, _y, bottom in lines.evaluate_all(BOXES))
    announcement = wall.locator(".hall-announcement").bounding_box()
    head = wall.locator(".hall-head").bounding_box()
    assert announcement["y"] >= head["y"] + head["height"]
