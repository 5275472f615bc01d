"""The clock of a page follows the server, even if the device's clock is wrong or
changes.

No site is needed: the tests supply scripts, clock and server time.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Route

STATIC = Path(__file__).resolve().parents[2] / "static"
NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
ENDS = NOON + timedelta(minutes=30)


def markup(
    *, rendered: datetime, showing: str = "running", then: datetime | None = None
) -> str:
    counts = showing in ("running", "countdown")
    after = (
        f'data-then="{then.timestamp():.6f}" data-then-label="Left" ' if then else ""
    )
    return (
        f'<time class="clock {showing}" data-until="{ENDS.timestamp():.6f}" {after}'
        f'data-told="{rendered.timestamp():.6f}" data-warns="15" '
        f'data-running="{str(counts).lower()}">--:--</time>'
    )


#: Counts the unanswered requests of a page.
COUNT_UNANSWERED = """
(() => {
  const ask = window.fetch;
  window.unanswered = 0;
  window.fetch = async (...request) => {
    window.unanswered += 1;
    try { return await ask(...request); } finally { window.unanswered -= 1; }
  };
})();
"""


class Hall:
    """A page with one clock.

    `server`: the time of the server's clock; None if there is no network.
    """

    def __init__(
        self, browser, *, rendered: datetime, device: datetime, showing: str
    ) -> None:
        self.server: datetime | None = NOON
        self.asked = 0
        self.answers: int | None = None  # number of answers left; None: all
        self.holds = False  # the next request waits for `answer_held`
        self.held: Route | None = None
        self.page = browser.new_page()
        self.page.add_init_script(COUNT_UNANSWERED)
        self.page.clock.install(time=device)
        self.page.clock.pause_at(device + timedelta(seconds=1))
        self.html = (
            '<!doctype html><script src="/server-time-on-this-device.js"'
            ' data-address="/clock/now"'
            ' defer></script><script src="/count-down-clocks.js" defer></script>'
            f"<main>{markup(rendered=rendered, showing=showing)}</main>"
        )
        self.page.route("http://hall.test/**", self._answer)
        self.open()

    def open(self) -> None:
        self.page.goto("http://hall.test/")
        self.page.clock.run_for(500)
        self.settle()

    def open_kept(self, *, rendered: datetime = NOON) -> None:
        """Open the stored page without a network.

        Like table-pages-service-worker.js, mark it as stored. `rendered`: when the
        server rendered it.
        """
        self.server = None
        kept = '<section data-kept="yes"></section>'
        self.html = re.sub(
            "<main>.*</main>",
            f"<main>{markup(rendered=rendered)}{kept}</main>",
            self.html.replace("--:--", "44:44"),
        )
        self.open()

    def _answer(self, route) -> None:
        path = route.request.url.removeprefix("http://hall.test/")
        if path == "clock/now":
            self._tell(route)
        elif path.endswith(".js"):
            script = (STATIC / path).read_text()
            route.fulfill(body=script, content_type="text/javascript")
        else:
            route.fulfill(body=self.html, content_type="text/html")

    def _tell(self, route) -> None:
        self.asked += 1
        if self.holds and self.held is None:
            self.held = route
        elif self.server is None or self.answers == 0:
            route.abort()
        else:
            self.answers = None if self.answers is None else self.answers - 1
            route.fulfill(body=f"{self.server.timestamp() * 1000:.3f}")

    def answer_held(self, milliseconds: float) -> None:
        """Answer the held request with this server time, and no later request."""
        while self.held is None:
            self.page.wait_for_timeout(50)
        self.answers = 0
        self.held.fulfill(body=f"{milliseconds:.3f}")

    def settle(self) -> None:
        """Wait until the page has read the server's responses."""
        before = -1
        while self.asked != before or self.page.evaluate("window.unanswered"):
            before = self.asked
            self.page.wait_for_timeout(150)
        self.page.clock.run_for(250)

    def alone_for(self, minutes: int) -> None:
        """Let minutes pass without the server, whose clock stops.

        The page tries again after 5 minutes.
        """
        self.server = None
        self.pass_time(minutes * 60_000)

    def pass_time(self, milliseconds: int) -> None:
        """Let time pass on the device. Timers run normally only in the last minute."""
        self.page.clock.fast_forward(milliseconds - 60_000)
        self.page.clock.run_for(60_000)

    def sleep_until(self, moment: datetime) -> None:
        """Simulate sleep: only the device's wall clock continues."""
        self.page.clock.set_system_time(moment)
        self.page.clock.run_for(500)
        self.settle()

    def put(self, html: str) -> None:
        self.page.locator("main").evaluate(
            "(main, html) => main.innerHTML = html", html
        )

    def clock(self) -> str:
        return self.page.locator(".clock").inner_text()

    def classes(self) -> list[str]:
        return self.page.locator(".clock").get_attribute("class").split()


@pytest.fixture
def hall(browser):
    halls: list[Hall] = []

    def open_hall(
        *,
        rendered: datetime = NOON,
        device: datetime = NOON,
        showing: str = "running",
    ) -> Hall:
        halls.append(Hall(browser, rendered=rendered, device=device, showing=showing))
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


@pytest.mark.parametrize("wrong", [timedelta(0), timedelta(hours=7)])
def test_a_page_that_was_kept_counts_by_what_the_device_measured(hall, wrong):
    phone = hall(device=NOON - wrong)
    assert phone.clock() == "30:00"
    phone.alone_for(5)
    phone.open_kept()
    assert phone.clock() in ("25:00", "24:59", "24:58")


def test_a_page_that_was_kept_shows_no_time_if_the_device_knows_none(hall):
    phone = hall()
    phone.page.evaluate("localStorage.clear()")
    phone.open_kept()
    assert phone.clock() == "--:--"
    phone.server = NOON + timedelta(minutes=13)
    for _try in range(4):
        if phone.clock() == "--:--":
            phone.page.clock.run_for(6_000)
            phone.settle()
    assert phone.clock().startswith(("17:0", "16:5"))


def test_a_measurement_of_another_day_is_not_believed(hall):
    phone = hall()
    phone.server = None
    phone.sleep_until(NOON + timedelta(days=2))
    phone.open_kept()
    assert phone.clock() == "--:--"


def test_a_phone_that_slept_asks_what_time_it_is(hall):
    phone = hall()
    phone.server = NOON + timedelta(minutes=12)
    phone.sleep_until(NOON + timedelta(minutes=25))
    assert phone.clock() == "18:00"


def test_offline_time_asleep_or_set_by_hand_is_shown_as_approximate(hall):
    phone = hall()
    phone.server = None
    phone.sleep_until(NOON + timedelta(minutes=12))
    assert phone.clock() in ("≈ 18:01", "≈ 18:00")
    phone.server = NOON + timedelta(minutes=13)
    phone.page.clock.run_for(6_000)
    phone.settle()
    assert phone.clock() == "17:00"


def test_a_device_clock_that_is_set_back_changes_nothing(hall):
    phone = hall()
    phone.server = None
    phone.sleep_until(NOON - timedelta(hours=2))
    assert phone.clock() in ("≈ 30:00", "≈ 29:59")


def test_a_slow_answer_is_not_believed_more_than_a_quick_one(hall):
    phone = hall()
    # Real time does not count: the page waits for the answer as long as it takes.
    phone.page.evaluate("AbortSignal.timeout = () => new AbortController().signal")
    phone.holds = True
    with phone.page.expect_request("**/clock/now"):
        asked_at = phone.page.evaluate(
            "() => { serverTime.renew(); serverTime.look(); return serverTime.now(); }"
        )
    phone.page.clock.run_for(60_000)
    # The answer arrives a minute after the time it contains.
    phone.answer_held(asked_at)
    phone.settle()
    passed = phone.page.evaluate("serverTime.now()") - asked_at
    assert passed == pytest.approx(60_250, abs=1)
    assert phone.clock() in ("29:00", "28:59")


def test_a_late_fragment_does_not_turn_the_clock_back(hall):
    phone = hall()
    phone.page.clock.run_for(60_000)
    phone.put(markup(rendered=NOON))
    phone.page.clock.run_for(250)
    assert phone.clock() == "29:00"


@pytest.mark.parametrize("moved", [-7200, -3, 1500])
def test_a_step_of_the_servers_clock_is_followed_at_once(hall, moved):
    phone = hall()
    assert phone.clock() == "30:00"
    phone.server = NOON + timedelta(seconds=moved)
    stepped = f'data-stepped="{NOON.timestamp():.6f}" data-until'
    html = markup(rendered=NOON).replace("data-until", stepped)
    phone.put(html.replace(f'data-told="{NOON.timestamp():.6f}"', ""))
    phone.page.clock.run_for(250)
    phone.settle()
    assert phone.clock() in (text(1800 - moved), text(1800 - moved - 1))


def test_a_step_that_nobody_tells_is_followed_with_the_next_answer(hall):
    phone = hall()
    phone.server = NOON - timedelta(hours=2)
    phone.pass_time(6 * 60_000)
    phone.settle()
    # A request that takes too long is repeated after 5 seconds.
    for _attempt in range(10):
        if phone.clock().startswith("2:2"):
            break
        phone.page.clock.run_for(6_000)
        phone.settle()
    assert phone.clock().startswith("2:2")


def text(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    figures = f"{rest // 60:02}:{rest % 60:02}"
    return f"{hours}:{figures}" if hours else figures


def test_a_paused_clock_stands(hall):
    phone = hall()
    phone.put(markup(rendered=NOON, showing="paused"))
    phone.page.clock.run_for(60_000)
    assert phone.clock() == "--:--"


def test_it_warns_at_the_first_mark_of_the_event(hall):
    phone = hall()
    phone.alone_for(14)
    assert "warning" not in phone.classes()
    phone.page.clock.run_for(60_000)
    assert "warning" in phone.classes()


def test_it_stops_at_nothing_left(hall):
    phone = hall()
    phone.alone_for(31)
    assert phone.clock() == "00:00"
    assert "ended" in phone.classes()


def test_a_countdown_to_the_start_warns_of_nothing(hall):
    phone = hall(showing="countdown")
    phone.alone_for(20)
    assert phone.clock() == "10:00"
    assert phone.classes() == ["clock", "countdown"]


def test_a_countdown_goes_on_to_the_round_also_without_a_network(hall):
    phone = hall()
    then = ENDS + timedelta(minutes=90)
    phone.put(markup(rendered=NOON, showing="countdown", then=then))
    phone.server = None
    phone.pass_time(30 * 60_000 - 1_000)
    assert phone.clock() == "00:01"
    phone.page.clock.run_for(2_000)
    assert phone.clock() == "1:29:59"
    assert phone.classes() == ["clock", "running"]
    assert phone.page.locator(".clock").get_attribute("aria-label") == "Left"
    phone.alone_for(75)
    assert "warning" in phone.classes()


def test_a_clock_that_was_not_told_the_time_waits_until_it_is_known(hall):
    phone = hall(showing="paused")
    assert phone.page.evaluate("serverTime.now()") == float("-inf")
    phone.put(markup(rendered=NOON).replace("data-told", "data-untold"))
    phone.page.clock.run_for(250)
    phone.settle()
    assert phone.clock() == "30:00"


def test_play_turns_late_at_its_moment(hall):
    phone = hall()
    late_at = (NOON + timedelta(minutes=2)).timestamp()
    phone.put(
        f'<b class="badge play-last_hand" data-late-at="{late_at}"'
        ' data-late="Hand 5, overdue">Hand 5, last</b>' + markup(rendered=NOON)
    )
    badge = phone.page.locator(".badge")
    phone.page.clock.run_for(119_000)
    assert badge.inner_text() == "Hand 5, last"
    phone.page.clock.run_for(2_000)
    assert badge.inner_text() == "Hand 5, overdue"
    assert badge.get_attribute("class") == "badge play-late"
