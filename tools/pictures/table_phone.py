"""A table device for pictures: invented players, hands already played, and taps."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import SITE_SHELL, Site

SIZE = {"width": 390, "height": 664}

OPTIONS = {
    "mcr": {},
    "hong_kong": {"multiple_winners": "all"},
    "classical": {},
    "riichi": {"preset": "tenhou", "bankrupt_below": "none"},
}
#: Hands before each picture: winner, discarder and value.
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
from scoring.ledger import enter_hand as entering
from tournaments.access import player_links, table_links
from tournaments.models import Game
from tournaments.people import register_players as registration
from tournaments.rounds import round_clock as clock
from tournaments.rounds import publish_seating as publishing
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
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
game = table_links.games_with_links().get(round=first)
for hand, raw in enumerate({hands!r}, 1):
    key = "before-%d-%d" % (game.pk, hand)
    entering.enter(game.pk, raw, device_key=key, by="table 7", hand=hand)
print("/table/link/" + table_links.token_of(game) + "/")
"""
#: Start of the code of every state.
AT = """
from django.utils import timezone
from scoring.models import Confirmation, LateHand, LedgerEntry
from scoring.ledger import enter_hand as entering
from scoring.ledger import late_hands
from scoring.corrections import (
    correct_and_undo as corrections, reseat_players as reseating,
)
from scoring.rounds import end_and_close_round as ending
from scoring.confirming_and_finishing import confirm_and_dispute as confirming
from tournaments.access.page_access import Visitor
from tournaments.models import Game, Tournament
game = Game.objects.select_related("round__tournament").order_by("-pk").filter(
    round__number=1)[0]
tournament = game.round.tournament
device = Visitor("table 7, K99", is_device=True)
"""


class Phone:
    """A table device at its own table."""

    def __init__(self, site: Site, browser: Browser, ruleset: str) -> None:
        self.site = site
        made = MAKE.format(
            ruleset=ruleset, options=OPTIONS[ruleset], hands=HANDS[ruleset]
        )
        self.browser = browser
        self.open()
        self.page.goto(site.shell(made))
        self.ready()

    def open(self) -> None:
        """Open a new browser context without stored data."""
        self.context = self.browser.new_context(
            base_url=self.site.url, viewport=SIZE, has_touch=True, locale="en-GB"
        )
        self.context.set_default_timeout(8000)
        self.page: Page = self.context.new_page()

    def as_director(self, path: str) -> None:
        """Open a page with the director's account in a new browser context."""
        self.context.close()
        self.open()
        code = f"from {SITE_SHELL} import sign_in; print(sign_in('director'))"
        cookie = {"name": "sessionid", "value": self.site.shell(code)}
        self.context.add_cookies([{**cookie, "url": self.site.url}])
        self.page.goto(path)

    def ready(self) -> None:
        waiting = self.page.locator("#waiting")
        expect(waiting).to_have_attribute("data-ready", "yes")
        expect(self.page.locator("#strip")).to_contain_text("on 1 device")

    def shell(self, code: str) -> str:
        return self.site.shell(AT + code)

    def tap(self, *targets: str) -> None:
        """Tap buttons and fields.

        A target is "name=value" of a field, or otherwise the start of a button's text.
        """
        for target in targets:
            name, equals, value = target.partition("=")
            field = self.page.locator(f'label:has([name="{name}"][value="{value}"])')
            if equals:
                field.locator("visible=true").first.tap()
            else:
                self.button(target).tap()

    def button(self, name: str) -> Locator:
        """Return the first visible button whose text starts with `name`."""
        pattern = re.compile(rf"^\s*{re.escape(name)}")
        return (
            self.page.locator("button", has_text=pattern).locator("visible=true").first
        )

    def wins(self, winner: str, source: str) -> None:
        self.tap(f"winner={winner}", f"source={source}")

    def save(self) -> None:
        """Tap Save at its present place, without scrolling."""
        box = self.page.locator("#save-hand").bounding_box()
        assert box
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.touchscreen.tap(*middle)

    def sees(self, text: str) -> None:
        expect(
            self.page.get_by_text(text).locator("visible=true").first
        ).to_be_visible()
