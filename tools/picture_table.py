"""Take a picture of the table's page in every state, by day and by night, to be held
beside the design: `python -m tools.picture_table [NAME …]`.

It starts a site of its own with invented people, does what the people at the table
would do, and writes `docs/images/table/STATE-light.png` and `-dark.png`. With names it
takes only those states. Needs the browser of the tests and ImageMagick's `convert`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Error, Locator, Page, expect, sync_playwright

from tests.browser.conftest import PASSWORD, PREPARE, ROOT, SHELL, Site, Sites
from tests.browser.conftest import _environment as environment_in

PICTURES = ROOT / "docs" / "images" / "table"
SIZE = {"width": 390, "height": 664}
COLORS = "96"

OPTIONS = {
    "mcr": {},
    "hong_kong": {"multiple_winners": "all"},
    "classical": {},
    "riichi": {"preset": "tenhou", "bankrupt_below": "none"},
}
#: Hands before each picture: who won, from whom, and the value.
HANDS = {
    "mcr": [
        {"kind": "win", "winner": winner, "from": source, "points": points}
        for winner, source, points in (
            ("E", "S", 12),
            ("N", None, 24),
            ("W", "E", 8),
            ("S", "W", 16),
            ("E", "N", 32),
            ("N", "S", 9),
        )
    ],
    "hong_kong": [
        {"kind": "win", "winner": winner, "from": source, "faan": faan}
        for winner, source, faan in (("E", "S", 3), ("N", None, 4), ("W", "E", 3))
    ],
    "classical": [
        {"kind": "win", "winner": w, "from": s, "values": values}
        for w, s, values in (
            ("E", "S", {"E": 48, "S": 4, "W": 0, "N": 16}),
            ("N", "W", {"E": 8, "S": 2, "W": 12, "N": 64}),
        )
    ],
    "riichi": [
        {"kind": "win", "winner": "E", "from": "S", "han": 3, "fu": 30},
        {"kind": "exhaustive_draw", "tenpai": ["E", "N"], "riichi": ["N"]},
        {"kind": "win", "winner": "W", "from": "N", "han": 2, "fu": 40},
    ],
}

MAKE = """
from django.contrib.auth.models import User
from django.utils import timezone
from scoring.ledger import entering
from tournaments.access import player_links, table_links
from tournaments.models import Session
from tournaments.people import registration
from tournaments.rounds import clock, publishing, round_seats
from tournaments.setup import tournament_setup
plan = tournament_setup.Plan(
    title="Harbour Open", ruleset="{ruleset}", planned_rounds=2, minutes=120,
    end_policy="finish_hand", options={options!r}, is_public=True,
    confirmation="at_table")
director = User.objects.get(username="director")
tournament = tournament_setup.create_tournament(plan, director=director)
names = (
    ("Bartholomew", "van der Westhuizen", "nl"), ("Dora", "Marsh", "hu"),
    ("Chen", "Quill", "cn"), ("Maria-Concepción", "Vale", "es"))
rows = [
    registration.PlayerRow(first_name=first, last_name=last, country=country)
    for first, last, country in names]
registration.register(tournament, rows, by="director")
tables = [
    round_seats.TableRow(1, 7, (1, 2, 3, 4)), round_seats.TableRow(2, 7, (3, 4, 1, 2))]
first, _second = round_seats.seat_rounds(tournament, tables, by="director")
publishing.publish(first.pk, by="director")
clock.start(first.pk, by="director", now=timezone.now())
session = table_links.sessions_with_links().get(round=first)
for hand, raw in enumerate({hands!r}, 1):
    key = "before-%d-%d" % (session.pk, hand)
    entering.enter(session.pk, raw, device_key=key, by="table 7", hand=hand)
print("/table/link/" + table_links.token_of(session) + "/")
"""
#: What the code of a state begins with.
AT = """
from django.utils import timezone
from scoring.models import Confirmation, LateHand, LedgerEntry
from scoring.ledger import entering, late_hands
from scoring.corrections import corrections, reseating
from scoring.rounds import ending
from scoring.signoff import confirming
from tournaments.access.roles import Visitor
from tournaments.models import Session, Tournament
session = Session.objects.select_related("round__tournament").order_by("-pk").filter(
    round__number=1)[0]
tournament = session.round.tournament
device = Visitor("table 7, K99", is_device=True)
"""


class Phone:
    """A phone that lies on a table of its own."""

    def __init__(self, site: Site, browser: Browser, ruleset: str) -> None:
        self.site = site
        made = MAKE.format(
            ruleset=ruleset, options=OPTIONS[ruleset], hands=HANDS[ruleset]
        )
        self.context = browser.new_context(
            base_url=site.url, viewport=SIZE, has_touch=True, locale="en-GB"
        )
        self.context.set_default_timeout(8000)
        self.page: Page = self.context.new_page()
        self.page.goto(site.shell(made))
        self.ready()

    def ready(self) -> None:
        waiting = self.page.locator("#waiting")
        expect(waiting).to_have_attribute("data-ready", "yes")
        expect(self.page.locator("#strip")).to_contain_text("on 1 device")

    def shell(self, code: str) -> str:
        return self.site.shell(AT + code)

    def tap(self, *whats: str) -> None:
        """Keys and seats: "name=value" of a field, else what can be seen."""
        for what in whats:
            name, equals, value = what.partition("=")
            field = self.page.locator(f'label:has([name="{name}"][value="{value}"])')
            if equals:
                field.locator("visible=true").first.tap()
            else:
                self.button(what).tap()

    def button(self, name: str) -> Locator:
        """By what stands on it, from its beginning."""
        words = re.compile(rf"^\s*{re.escape(name)}")
        return self.page.locator("button", has_text=words).locator("visible=true").first

    def wins(self, winner: str, source: str) -> None:
        self.tap(f"winner={winner}", f"source={source}")

    def save(self) -> None:
        """As a thumb does it: what is in sight already is not scrolled to."""
        box = self.page.locator("#save-hand").bounding_box()
        assert box
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.touchscreen.tap(*middle)

    def sees(self, text: str) -> None:
        expect(
            self.page.get_by_text(text).locator("visible=true").first
        ).to_be_visible()


State = Callable[[Phone], None]
STATES: dict[str, tuple[str, State]] = {}


def state(name: str, ruleset: str = "mcr") -> Callable[[State], State]:
    """A state of the page, by what it is called and what the people do."""

    def keep(do: State) -> State:
        STATES[name] = ruleset, do
        return do

    return keep


for _ruleset in OPTIONS:
    state(f"{_ruleset}-begins", _ruleset)(lambda phone: None)


@state("mcr-winner")
def _(phone: Phone) -> None:
    phone.tap("winner=E")


@state("mcr-value")
def _(phone: Phone) -> None:
    phone.wins("E", "S")
    phone.tap("12")


@state("mcr-self-drawn")
def _(phone: Phone) -> None:
    phone.wins("N", "self")
    phone.tap("24")


@state("mcr-saved")
def _(phone: Phone) -> None:
    phone.wins("E", "S")
    phone.tap("12")
    phone.save()
    phone.sees("Take back")


@state("mcr-drawn-hand")
def _(phone: Phone) -> None:
    phone.tap("winner=washout")


@state("mcr-refused")
def _(phone: Phone) -> None:
    phone.wins("W", "S")
    phone.tap("Keypad", "7")
    phone.save()
    phone.page.wait_for_timeout(1000)


@state("hong_kong-value", "hong_kong")
def _(phone: Phone) -> None:
    phone.wins("S", "W")
    phone.tap("faan=4")


@state("classical-counting", "classical")
def _(phone: Phone) -> None:
    phone.wins("S", "W")
    phone.tap("2", "0")


@state("riichi-value", "riichi")
def _(phone: Phone) -> None:
    phone.wins("W", "N")
    phone.tap("value=3-40")


@state("riichi-sticks", "riichi")
def _(phone: Phone) -> None:
    phone.tap("riichi=E", "riichi=W")


@state("riichi-drawn-hand", "riichi")
def _(phone: Phone) -> None:
    phone.tap("winner=draw", "tenpai=E", "tenpai=S")


@state("other")
def _(phone: Phone) -> None:
    phone.tap("Other…")


@state("referee")
def _(phone: Phone) -> None:
    phone.tap("Referee")


@state("another-device-was-faster")
def _(phone: Phone) -> None:
    phone.wins("W", "S")
    phone.tap("20")
    phone.shell(
        "entering.enter(session.pk, {'kind': 'win', 'winner': 'W', 'from': 'S',"
        " 'points': 18}, device_key='other', by='table 7, K12', hand=7)"
    )
    phone.sees("The same? Different?")


@state("hands-wait")
def _(phone: Phone) -> None:
    phone.context.set_offline(True)
    for winner, source in (("E", "S"), ("N", "self"), ("W", "E")):
        phone.wins(winner, source)
        phone.tap("12")
        phone.save()
    phone.sees("3 hands wait on this phone")
    phone.tap("winner=S")
    phone.page.evaluate("scrollTo(0, 0)")


@state("hands-wait-list")
def _(phone: Phone) -> None:
    STATES["hands-wait"][1](phone)
    phone.page.locator(".strip-opens").tap()


def corrected(phone: Phone) -> None:
    phone.shell(
        "line = LedgerEntry.objects.filter(session=session, hand=3).last();"
        "corrections.correct(line.pk, {'kind': 'win', 'winner': 'S', 'from': 'W',"
        " 'points': 15}, device_key='c%d' % session.pk, by='anna',"
        " reason='from the sheet')"
    )


@state("referee-changed-a-hand")
def _(phone: Phone) -> None:
    corrected(phone)
    phone.sees("Hand 3 was changed")


@state("referee-put-seats-right")
def _(phone: Phone) -> None:
    phone.shell(
        "reseating.reseat(session.pk, {'kind': 'reseat', 'seats': {'E': 'N', 'N': 'E'},"
        " 'follow': 'players'}, device_key='r%d' % session.pk, by='anna',"
        " reason='seen at the table')"
    )
    phone.sees("Seats were put right")


def gong(phone: Phone) -> None:
    phone.shell(
        "ending.end_now(session.round_id, by='d', reason='', now=timezone.now())"
    )
    phone.sees("Time is up.")


@state("gong")
def _(phone: Phone) -> None:
    gong(phone)
    phone.wins("W", "S")
    phone.tap("20")
    phone.save()
    phone.sees("Had it begun before the gong?")


@state("gong-by-a-referees-word")
def _(phone: Phone) -> None:
    phone.shell("Tournament.objects.update(late_word='referee')")
    gong(phone)
    phone.wins("W", "S")
    phone.tap("20")


@state("end")
def _(phone: Phone) -> None:
    STATES["gong"][1](phone)
    phone.tap("Yes, it counts")
    phone.sees("0 of four agree")


@state("end-three-agree")
def _(phone: Phone) -> None:
    STATES["end"][1](phone)
    for number, name in enumerate(("Bartholomew", "Dora", "Chen"), 1):
        phone.tap(f"agree? {name}")
        phone.sees(f"{number} of four agree")


@state("end-something-is-wrong")
def _(phone: Phone) -> None:
    STATES["end"][1](phone)
    phone.page.get_by_text("Something is wrong").tap()
    phone.page.get_by_label("Chen Quill").check()
    phone.page.get_by_label("What is wrong?").fill("Hand 3 was self-drawn.")


@state("end-and-next-round")
def _(phone: Phone) -> None:
    phone.shell(
        "from datetime import timedelta\n"
        "from tournaments.rounds import publishing\n"
        "from tournaments.models import PlanItem\n"
        "PlanItem.objects.create(tournament=tournament, kind='round', number=2,"
        " start=timezone.now() + timedelta(hours=3), minutes=120)\n"
        "publishing.publish(tournament.rounds.get(number=2).pk, by='director')"
    )
    STATES["end"][1](phone)
    phone.page.locator("#end-next").scroll_into_view_if_needed()


@contextmanager
def studio() -> Iterator[tuple[Site, Browser]]:
    """A site with one director, and a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        prepared = Path(folder) / "prepared"
        subprocess.run(
            [sys.executable, "-c", PREPARE],
            cwd=ROOT,
            env=environment_in(prepared),
            check=True,
        )
        sites = Sites(lambda: Path(tempfile.mkdtemp(dir=folder)) / "var", prepared)
        site = sites.start(background=False)
        site.shell(
            "from django.contrib.auth.models import User;"
            f"User.objects.create_superuser('director', password='{PASSWORD}')"
        )
        browser = engine.chromium.launch(
            executable_path=SHELL, args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            yield site, browser
        finally:
            browser.close()
            sites.stop()


def take(phone: Phone, name: str) -> None:
    """The picture by day and by night, in few colours."""
    page = phone.page
    page.mouse.move(0, 0)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(150)
        target = PICTURES / f"{name}-{scheme}.png"
        page.screenshot(path=target)
        few = ["convert", target, "+dither", "-colors", COLORS, f"PNG8:{target}"]
        subprocess.run(few, check=True)


def main(names: list[str]) -> None:
    if shutil.which("convert") is None:
        sys.exit("ImageMagick's convert is needed to make the pictures small")
    if unknown := set(names) - STATES.keys():
        sys.exit(f"no such state: {', '.join(sorted(unknown))}")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with studio() as (site, browser):
        for name in names or STATES:
            ruleset, do = STATES[name]
            phone = Phone(site, browser, ruleset)
            try:
                do(phone)
            except (AssertionError, Error) as fault:
                print(f"{name} as far as it went: {fault}", file=sys.stderr)
            take(phone, name)
            phone.context.close()
            print(name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
