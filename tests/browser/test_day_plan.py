"""The schedule on a phone, with and without scripts, and messages of a browser without
a push service."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.looks import assert_sound

BACKGROUND = WHOLE_BROWSER = True
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

LOOK_UP = (
    "from datetime import timedelta;"
    "from django.utils import timezone;"
    "from scoring.rounds import extra_time;"
    "from tournaments.rounds import round_clock as clock;"
    "from tournaments.access import player_links;"
    "from tournaments.people import register_players as registration;"
    "from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats;"
    "from tournaments.rounds import publish_seating as publishing;"
    "from tournaments.tournament_setup"
    " import create_and_change_tournament as tournament_setup;"
    "from tournaments.models import Tournament;"
    "t = Tournament.objects.order_by('pk').last();"
)


@pytest.fixture(scope="module")
def cup(site, accounts) -> str:
    """Return the slug of a tournament of 4 players; round 1 is published."""
    return site.shell(
        f"{LOOK_UP}from django.contrib.auth.models import User;"
        "plan = tournament_setup.Plan('Planned Cup', 'mcr', 3, 90, 'finish_hand',"
        " is_public=True);"
        "t = tournament_setup.create_tournament(plan,"
        " director=User.objects.get(username='director'));"
        "t.time_zone = 'Europe/Berlin'; t.save();"
        "registration.register(t, [registration.PlayerRow(last_name=f'Player{n}')"
        " for n in range(1, 5)], by='director');"
        "row = round_seats.TableRow(1, 1, (1, 2, 3, 4));"
        "[r] = round_seats.seat_rounds(t, [row], by='d');"
        "publishing.publish(r.pk, by='director');"
        "print(t.slug)"
    )


@pytest.mark.parametrize("scripts", [True, False])
def test_a_director_makes_a_plan_and_changes_it(person, cup, scripts):
    director = person(**PHONE, java_script_enabled=scripts)
    director.sign_in()
    page = director.page
    page.goto(f"/director/{cup}/plan/")
    if page.get_by_text("Replaces the existing schedule.").count():
        page.get_by_text("Create a new schedule").click()
    page.get_by_label("First day").fill("2030-05-04")
    page.get_by_label("Rounds per day").fill("3")
    page.get_by_role("button", name="Create schedule").click()
    expect(page.get_by_text("Schedule created.")).to_be_visible()
    third = page.get_by_role("group", name="Line 3", exact=True)
    expect(third.get_by_label("Name")).to_have_value("Lunch")
    third.get_by_label("Name").fill("Smørrebrød")
    third.get_by_label("Minimum minutes").fill("30")
    new = page.get_by_role("group", name="Line 5, new")
    new.get_by_label("Type").select_option(label="Other")
    new.get_by_label("Name").fill("Prizes")
    new.get_by_label("Start").fill("2030-05-04T18:00")
    new.get_by_label("Minutes", exact=True).fill("30")
    page.get_by_role("button", name="Save schedule").click()
    expect(page.get_by_text("Schedule saved.")).to_be_visible()
    if scripts:
        assert_sound(page)
    page.get_by_role("link", name="View public schedule").click()
    expect(page.get_by_role("listitem").filter(has_text="Smørrebrød")).to_be_visible()
    expect(page.get_by_text("Prizes")).to_be_visible()


def test_of_a_time_that_happens_twice_the_second_is_chosen(person, cup):
    director = person(**PHONE)
    director.sign_in()
    page = director.page
    page.goto(f"/director/{cup}/plan/")
    new = page.get_by_role("group", name=re.compile(", new$")).first
    new.get_by_label("Type").select_option(label="Other")
    new.get_by_label("Name").fill("Night of the long hour")
    new.get_by_label("Start").fill("2030-10-27T02:30")
    new.get_by_label("Minutes", exact=True).fill("30")
    page.get_by_role("button", name="Save schedule").click()
    expect(
        page.get_by_text("02:30 on 27 October 2030 happens twice in Europe/Berlin")
    ).to_be_visible()
    assert_sound(page)
    which = page.get_by_label("First or second time")
    which.select_option(label="Second 02:30 (CET)")
    page.get_by_role("button", name="Save schedule").click()
    expect(page.get_by_text("Schedule saved.")).to_be_visible()
    expect(which).to_have_value("second")


def test_seats_published_late_start_no_clock_unasked(person, site, cup):
    site.shell(
        f"{LOOK_UP}from tournaments.tournament_setup"
        " import schedule_changes as day_plan;"
        "from tournaments.tournament_setup.schedule_changes import Item;"
        "now = timezone.now().replace(microsecond=0);"
        "day_plan.write(t, [Item('round', now - timedelta(minutes=25), 90, 1)],"
        " by='director', now=now);"
        "t.start_mode = 'planned'; t.save(update_fields=['start_mode']);"
        "publishing.unpublish(t.rounds.get().pk, by='director', reason='wrong list')"
    )
    director = person(**PHONE)
    director.sign_in()
    page = director.page
    page.goto(f"/director/{cup}/")
    expect(page.get_by_text("Choose when to start it.")).to_be_visible()
    publish = page.get_by_role("button", name="Publish seating")
    publish.click()
    expect(page.locator(".asked-first [role=alert]")).to_be_visible()
    assert_sound(page)
    page.get_by_label("Start at a new time").check()
    page.get_by_label("New time", exact=True).fill("2099-05-01T14:30")
    publish.click()
    starts = "Round 1 starts automatically on Friday, 1 May 2099 at 14:30."
    told = f"The seating of round 1 is published. {starts}"
    for sentence in (told, starts):
        expect(page.get_by_text(sentence, exact=True)).to_be_visible()
    expect(page.locator("#control-clock .clock.countdown")).to_be_visible()
    site.shell(
        f"{LOOK_UP}clock.call_off_start(t.rounds.get().pk, by='director');"
        "t.start_mode = 'by_hand'; t.save(update_fields=['start_mode'])"
    )


def test_the_public_sees_the_delay_as_it_arises(person, site, cup):
    site.shell(
        f"{LOOK_UP}from tournaments.tournament_setup"
        " import schedule_changes as day_plan;"
        "from tournaments.tournament_setup.schedule_changes import Item;"
        "now = timezone.now().replace(microsecond=0);"
        "minute = timedelta(minutes=1);"
        "day_plan.write(t, [Item('round', now, 90, 1),"
        " Item('break', now + 90 * minute, 45, None, 'Lunch'),"
        " Item('round', now + 150 * minute, 90, 2)], by='director', now=now);"
        "clock.start(t.rounds.get().pk, by='director', now=now)"
    )
    reader = person(**PHONE)
    page = reader.page
    page.goto(f"/t/{cup}/plan/")
    now = page.get_by_role("listitem").filter(has_text="Round 1")
    expect(now.get_by_text("Now")).to_be_visible()
    expect(page.get_by_text("minutes late")).to_be_hidden()
    site.shell(
        f"{LOOK_UP}extra_time.extend(t.rounds.get().pk, minutes=12, by='director',"
        " reason='fire alarm', now=timezone.now())"
    )
    expect(page.get_by_text("About 12 minutes late.")).to_be_visible()
    assert_sound(page)


#: A simulated push service for Chromium, which has none in tests.
PUSH_SERVICE = """
const given = async () => {
  if (!localStorage.endpoint) return null;
  const pair = await crypto.subtle.generateKey(
    { name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const keys = {
    p256dh: base64(await crypto.subtle.exportKey("raw", pair.publicKey)),
    auth: base64(crypto.getRandomValues(new Uint8Array(16))),
  };
  return {
    toJSON: () => ({ endpoint: localStorage.endpoint, keys }),
    endpoint: localStorage.endpoint,
    unsubscribe: async () => delete localStorage.endpoint,
  };
};
PushManager.prototype.getSubscription = given;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  localStorage.endpoint = "https://fcm.googleapis.com/" + applicationServerKey.length;
  return given();
};
"""


@pytest.fixture
def own_page(person, site, cup):
    """Return a function that runs a script, opens a player's personal page, and returns
    the person.
    """

    def opened(number: int, script: str = ""):
        link = site.shell(
            f"{LOOK_UP}print(player_links.token_of(t.players.get(number={number})))"
        )
        player = person(**PHONE, permissions=["notifications"], service_workers="allow")
        player.page.add_init_script(script)
        player.page.goto(f"/me/{link}/")
        return player

    return opened


def test_a_player_switches_messages_on_and_off(own_page):
    page = own_page(1, PUSH_SERVICE).page
    page.get_by_role("button", name="Turn on notifications on this device").click()
    expect(page.get_by_text("Notifications turned on.")).to_be_visible()
    worker = page.evaluate(
        "navigator.serviceWorker.getRegistration(location.pathname)"
        ".then((found) => new URL(found.scope).pathname === location.pathname)"
    )
    assert worker
    page.reload()
    expect(page.get_by_text("Notifications are on for this device.")).to_be_visible()
    assert_sound(page)
    page.get_by_role("button", name="Turn off notifications on this device").click()
    expect(page.get_by_text("Notifications turned off on this device.")).to_be_visible()
    expect(
        page.get_by_role("button", name="Turn on notifications on this device")
    ).to_be_visible()


SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, tag }) => ({ title, body, tag }));
}"""


def test_what_a_device_is_told_it_shows(own_page):
    """The service worker shows a push message.

    The browser's developer tools deliver the message.
    """
    player = own_page(4, PUSH_SERVICE)
    page, registered = player.page, []
    devtools = player.context.new_cdp_session(page)
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: registered.extend(news["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.get_by_role("button", name="Turn on notifications on this device").click()
    expect(page.get_by_text("Notifications turned on.")).to_be_visible()
    told = {"title": "Your seat in round 1", "body": "Table 2, East", "tag": "round-1"}
    message = {
        "origin": player.site.url,
        "registrationId": registered[-1]["registrationId"],
        "data": json.dumps(told),
    }
    devtools.send("ServiceWorker.deliverPushMessage", message)
    page.wait_for_function(f"async () => (await ({SHOWN})()).length > 0")
    assert page.evaluate(SHOWN) == [told]


#: Runs in the worker: a browser whose push subscription changes, without reporting the
#: old or the new address.
ANOTHER_ADDRESS = """async ([endpoint, keys]) => {
  let asked;
  self.registration.pushManager.subscribe = async ({ applicationServerKey }) => {
    asked = applicationServerKey;
    return { toJSON: () => ({ endpoint, keys }) };
  };
  const event = new Event("pushsubscriptionchange");
  let done;
  event.waitUntil = (promise) => { done = promise; };
  self.dispatchEvent(event);
  await done;
  return asked;
}"""
DEVICES = (
    f"{LOOK_UP}print(*t.players.get(number=3).push_subscriptions.order_by('pk')"
    ".values_list('endpoint', 'public_key').last())"
)


def test_a_device_whose_address_changes_says_so_by_itself(own_page, site):
    player = own_page(3, PUSH_SERVICE)
    player.page.get_by_role(
        "button", name="Turn on notifications on this device"
    ).click()
    expect(player.page.get_by_text("Notifications turned on.")).to_be_visible()
    _endpoint, public_key = site.shell(DEVICES).split()
    key = player.page.locator("[data-push]").get_attribute("data-key")
    [worker] = player.context.service_workers
    endpoint = "https://fcm.googleapis.com/another"
    keys = {"p256dh": public_key, "auth": "A" * 22}
    assert worker.evaluate(ANOTHER_ADDRESS, [endpoint, keys]) == key
    assert site.shell(DEVICES).split() == [endpoint, public_key]


def test_a_browser_without_a_push_service_says_so(own_page):
    player = own_page(1)
    player.page.get_by_role(
        "button", name="Turn on notifications on this device"
    ).click()
    expect(player.page.get_by_text("could not reach its push service")).to_be_visible()
    assert all("Push API" in complaint for complaint in player.complaints)
    player.complaints.clear()


def test_who_refused_is_not_asked_again(own_page):
    page = own_page(
        2,
        "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
    ).page
    expect(page.get_by_text("Notifications from this site are blocked")).to_be_visible()
    expect(
        page.get_by_role("button", name="Turn on notifications on this device")
    ).to_be_hidden()


def test_a_browser_that_cannot_is_told_what_can(own_page):
    page = own_page(3, "delete window.PushManager").page
    expect(page.get_by_text("add this page to the home screen")).to_be_visible()
