"""The clock on a page follows the server, whatever the device does.

No site is needed: the script, a clock and the server's time are given by hand.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "static" / "clock.js"
NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
ENDS = NOON + timedelta(minutes=30)


def markup(*, rendered: datetime, running: bool = True) -> str:
    left = (ENDS - rendered).total_seconds()
    return (
        f'<time class="clock" data-ends="{ENDS.timestamp():.6f}" '
        f'data-left="{left:.3f}" data-running="{str(running).lower()}">--:--</time>'
    )


class Hall:
    """A page with one clock; `server` is what the server's clock shows."""

    def __init__(self, browser, *, rendered: datetime, device: datetime) -> None:
        self.server = NOON
        self.page = browser.new_page()
        self.page.clock.install(time=device)
        self.page.clock.pause_at(device + timedelta(seconds=1))
        self.html = (
            '<!doctype html><script src="/clock.js" defer></script>'
            f"<main>{markup(rendered=rendered)}</main>"
        )
        self.page.route("http://hall.test/**", self._answer)
        self.page.goto("http://hall.test/")
        self.page.clock.run_for(500)

    def _answer(self, route) -> None:
        headers = {"Date": format_datetime(self.server, usegmt=True)}
        if route.request.url.endswith(".js"):
            body = SCRIPT.read_text()
            route.fulfill(body=body, content_type="text/javascript", headers=headers)
        else:
            route.fulfill(body=self.html, content_type="text/html", headers=headers)

    def clock(self) -> str:
        return self.page.locator(".clock").inner_text()


@pytest.fixture
def hall(browser):
    halls: list[Hall] = []

    def open_hall(*, rendered: datetime = NOON, device: datetime = NOON) -> Hall:
        halls.append(Hall(browser, rendered=rendered, device=device))
        return halls[-1]

    yield open_hall
    for hall in halls:
        hall.page.close()


def test_it_counts_down(hall):
    phone = hall()
    assert phone.clock() == "30:00"
    phone.page.clock.run_for(90_000)
    assert phone.clock() == "28:30"


def test_a_wrong_device_clock_does_not_matter(hall):
    phone = hall(device=NOON - timedelta(hours=7))
    phone.page.clock.run_for(60_000)
    assert phone.clock() == "29:00"


def test_a_page_from_the_cache_asks_what_time_it_is(hall):
    phone = hall(rendered=NOON - timedelta(minutes=20))
    phone.page.clock.run_for(1_000)
    assert phone.clock() == "29:59"


def test_a_phone_that_slept_asks_what_time_it_is(hall):
    phone = hall()
    phone.server = NOON + timedelta(minutes=12)
    with phone.page.expect_response("**/clock.js"):
        # While it sleeps only the wall clock goes on.
        phone.page.clock.set_system_time(NOON + timedelta(minutes=12))
        phone.page.clock.run_for(1000)
    phone.page.clock.run_for(500)
    # A second and a half has been run; how much of it before the answer, varies.
    assert phone.clock() in ("18:00", "17:59")


def test_a_late_fragment_does_not_turn_the_clock_back(hall):
    phone = hall()
    phone.page.clock.run_for(60_000)
    late = markup(rendered=NOON)
    phone.page.locator("main").evaluate("(main, html) => main.innerHTML = html", late)
    phone.page.clock.run_for(250)
    assert phone.clock() == "29:00"


def test_a_paused_clock_stands(hall):
    phone = hall()
    paused = markup(rendered=NOON, running=False)
    phone.page.locator("main").evaluate("(main, html) => main.innerHTML = html", paused)
    phone.page.clock.run_for(60_000)
    assert phone.clock() == "--:--"


def test_it_stops_at_nothing_left(hall):
    phone = hall()
    phone.page.clock.run_for(31 * 60_000)
    assert phone.clock() == "00:00"
    assert "ended" in phone.page.locator(".clock").get_attribute("class")
