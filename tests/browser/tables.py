"""Tables whose round has just started, and a thumb that enters hands by points."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
MAKE_TABLE = """
from django.contrib.auth.models import User
from django.utils import timezone
from tournaments.rounds import round_clock as clock
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats
from tournaments.rounds import publish_seating as publishing
from tournaments.people import register_players as registration
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
director = User.objects.get(username="director")
plan = tournament_setup.Plan(
    title="{ruleset} evening", ruleset="{ruleset}", planned_rounds=1, minutes=120,
    end_policy="finish_hand", options={options!r}, is_public=True,
    late_word="referee")
tournament = tournament_setup.create_tournament(plan, director=director)
names = (
    "Ada Lind", "Bo Park", "Chiara Rossi", "Dmitri Sokolov-Andersen",
    "Eve Berg", "Finn Holm", "Gül Demir", "Hana Mori")
rows = [
    registration.PlayerRow(first_name=n.split()[0], last_name=n.split()[1])
    for n in names]
registration.register(tournament, rows, by="director")
tables = [
    round_seats.TableRow(1, 1, (1, 2, 3, 4)), round_seats.TableRow(1, 2, (5, 6, 7, 8))]
[round_] = round_seats.seat_rounds(tournament, tables, by="director")
publishing.publish(round_.pk, by="director")
clock.start(round_.pk, by="director", now=timezone.now())
print(tournament.slug)
"""
RULES = {
    "mcr": {},
    "hong_kong": {"multiple_winners": "all", "goulash_carry": 8},
    "classical": {},
    "riichi": {"preset": "tenhou", "bankrupt_below": "none"},
}


@pytest.fixture(scope="module")
def tables(site, accounts) -> dict[str, str]:
    """Return the address of table 1 by ruleset. Table 2 stays unused."""
    slugs = {
        ruleset: site.shell(MAKE_TABLE.format(ruleset=ruleset, options=options))
        for ruleset, options in RULES.items()
    }
    return {ruleset: f"/table/{slug}/1/" for ruleset, slug in slugs.items()}


class Hand:
    """A thumb that enters hands and counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, *wheres: Locator) -> None:
        for where in wheres:
            where.tap()
            self.taps += 1

    def choice(self, name: str, value: str) -> Locator:
        return self.page.locator(f'label:has([name="{name}"][value="{value}"])')

    def choose(self, **values: str) -> None:
        self.tap(*(self.choice(name, value) for name, value in values.items()))

    def other(self, **values: str) -> None:
        """Open the part “Other…” of the table diagram and choose values of fields."""
        self.tap(self.page.get_by_role("button", name="Other…"))
        self.choose(**values)

    def key(self, *names: str) -> None:
        """Tap digits and other keys by their labels."""
        for name in names:
            self.tap(self.page.locator(f'[data-digit="{name}"]'))

    def count(self, points: int) -> None:
        """Tap the key with these points for the selected seat."""
        key = self.page.locator(f'[data-points="{points}"]')
        self.tap(key.locator("visible=true"))

    def keypad(self) -> None:
        keypad = self.page.get_by_role("button", name="Another number")
        self.tap(keypad.locator("visible=true"))

    def write(self, label: str, text: str) -> None:
        """Tap a field and type a text, which counts as one tap for each character."""
        field = self.page.locator(f'[name="{label}"]')
        field.tap()
        field.press_sequentially(text)
        self.taps += 1 + len(text)

    def save(self, hand: int) -> int:
        """Save the hand. Return the number of taps since the previous hand."""
        self.tap(self.page.locator("#save-hand"))
        expect(self.page.get_by_text(f"Hand {hand} is saved")).to_be_visible()
        taps, self.taps = self.taps, 0
        return taps
