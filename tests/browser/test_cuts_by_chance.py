"""Random schedules of cut connections: two phones at a table, lost answers, referees
who correct and resolve conflicts. At the end each page matches a new one."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Request, Route, expect

from tests.browser import whole_page
from tests.browser.tables import MAKE_TABLE, RULES
from tests.browser.test_entered_elsewhere import DRAWS
from tests.browser.waiting_phone import PHONE, come_and_keep
from tests.examples import how_many

#: For a longer run: CUTS=300 CUTS_SEED=1.
SCHEDULES = int(os.environ.get("CUTS", how_many(4, 1)))
SEED = int(os.environ.get("CUTS_SEED", "7"))
STEPS = how_many(12, 8)
#: Actions at a table, with their weights.
WEIGHTS = {
    "save": 6,
    "begin": 3,
    "cut": 3,
    "back": 3,
    "lose": 4,
    "enter": 3,
    "correct": 2,
    "undo": 1,
    "settle": 2,
    "reload": 1,
    "wait": 3,
    "same": 1,
}
#: Values of hands that are entered elsewhere.
WORTHS: dict[str, list[dict[str, object]]] = {
    "mcr": [{"points": fan} for fan in (8, 12, 20)],
    "hong_kong": [{"faan": faan} for faan in (3, 4, 5)],
    "riichi": [{"han": 3, "fu": 40}, {"han": 4, "fu": 30}, {"limit": "mangan"}],
    "classical": [{"values": dict.fromkeys("ESWN", each)} for each in (8, 12, 20)],
}
#: Fields for points: one in MCR, one for each player in Classical.
POINTS = '#hand-form :is([name="points"], [name^="points_"])'

AT_TABLE = """
import json, random
from django.utils import timezone
from rules.faults import RuleError
from scoring.corrections import conflicting_hands as conflicts
from scoring.corrections import correct_and_undo as corrections
from scoring.ledger import enter_hand as entering
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict, LedgerEntry
from scoring.ledger.ledger_transaction import HandConflict
from tournaments.models import Game
game = Game.objects.get(round__tournament__slug="{slug}", table=1)
ledger, key = TableLedger(game), "{key}"
outcomes = [line for line in ledger.live if line.settles_hand]
try:
    {what}
except (RuleError, HandConflict):
    pass
"""
ENTER = (
    "entering.enter(game.pk, {raw!r}, hand=ledger.state.position.hand,"
    ' device_key=key, by="elsewhere")'
)
CORRECT = (
    "line = outcomes[{number} % len(outcomes)] if outcomes else None;"
    ' line and corrections.correct(line.pk, {raw!r}, device_key=key, by="referee",'
    ' reason="read again")'
)
UNDO = (
    'outcomes and corrections.undo(game.pk, device_key=key, by="referee",'
    ' reason="typed wrong", sequence=ledger.last_entered.sequence)'
)
SETTLE = (
    '[conflicts.settle(game, one.pk, {choice!r}, by="referee", reason="compared")'
    ' for one in Conflict.objects.filter(line__game=game, choice="")]'
)


@dataclass
class Phone:
    """A phone at the table, with a faulty connection."""

    page: Page
    losses: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)

    def listen(self) -> None:
        """Record requests and responses, for analysing failures."""
        since = time.monotonic()

        def note(what: str, asked: Request) -> None:
            if asked.resource_type in ("document", "xhr", "fetch", "eventsource"):
                path = asked.url.partition("/table/")[2]
                now = f"{time.monotonic() - since:.1f}"
                self.heard.append(f"{now} {what} {asked.method} {path}")

        self.page.on("request", lambda one: note("asks", one))
        self.page.on("requestfailed", lambda one: note("lost", one))
        self.page.on("response", lambda one: note(str(one.status), one.request))

    def route(self, route: Route) -> None:
        """Forward a request, or lose the request or its response."""
        sheet = "/sheet/" in route.request.url
        if self.losses and (sheet or route.request.method == "POST"):
            loss = self.losses.pop()
            if loss == "answer":
                route.fetch()
            if loss == "busy":
                return route.fulfill(status=503, body="{}")
            return route.abort()
        return route.continue_()

    def choose(self, name: str, value: str) -> None:
        where = self.page.locator(f'label:has([name="{name}"][value="{value}"])')
        if where.count():
            where.first.click(timeout=3000)

    def begin(self, chance: random.Random) -> bool:
        """Fill in a hand if the page has a form. Return whether it has one."""
        expect(self.page.locator("#hand-form.htmx-request")).to_have_count(0)
        form = self.page.locator("#hand-form")
        if not form.count():
            go_on = self.page.get_by_role("link", name="Continue at this table")
            if go_on.count():
                go_on.click()
            return False
        again = self.page.get_by_role("button", name="Clear this hand")
        if again.is_visible():
            again.click(timeout=3000)
        winner, source = chance.sample("ESWN", 2)
        self.choose("winner", winner)
        self.choose("source", source)
        which = chance.randrange(3)
        self.choose("faan", ["3", "4", "5"][which])
        self.choose("value", ["3-40", "4-30", "mangan"][which])
        for place, points in enumerate(self.page.locator(POINTS).all()):
            points.fill(str([8, 12, 20][which] + 4 * place))
        return True

    def save(self) -> None:
        self.page.locator("#save-hand").click(timeout=3000)


class Schedule:
    """A random schedule that a seed repeats.

    `told`: its actions, for analysing failures.
    """

    def __init__(self, site, slug: str, phones: list[Phone], seed: int, rules: str):
        self.chance = random.Random(seed)
        self.site, self.slug, self.phones, self.rules = site, slug, phones, rules
        self.told: list[str] = []
        self.keys = iter(range(10**6))

    def shell(self, what: str) -> None:
        key = f"{self.slug}-{next(self.keys)}"
        self.site.shell(AT_TABLE.format(slug=self.slug, key=key, what=what))

    def raw(self) -> dict[str, object]:
        if self.chance.random() < 0.2:
            return DRAWS[self.rules]
        winner, source = self.chance.sample("ESWN", 2)
        worth = self.chance.choice(WORTHS[self.rules])
        return {"kind": "win", "winner": winner, "from": source, **worth}

    def step(self) -> None:
        phone = self.chance.choice(self.phones)
        [name] = self.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))
        self.told.append(f"{self.phones.index(phone)} {name}")
        try:
            getattr(self, name)(phone)
        except Error:
            self.told.append("in vain")  # the form was updated during the tap

    def save(self, phone: Phone) -> None:
        if phone.begin(self.chance):
            phone.save()

    def begin(self, phone: Phone) -> None:
        phone.begin(self.chance)

    def cut(self, phone: Phone) -> None:
        phone.page.context.set_offline(True)

    def back(self, phone: Phone) -> None:
        phone.page.context.set_offline(False)

    def lose(self, phone: Phone) -> None:
        phone.losses.append(self.chance.choice(["question", "answer", "busy"]))

    def enter(self, _phone: Phone) -> None:
        self.shell(ENTER.format(raw=self.raw()))

    def correct(self, _phone: Phone) -> None:
        self.shell(CORRECT.format(raw=self.raw(), number=self.chance.randrange(9)))

    def undo(self, _phone: Phone) -> None:
        self.shell(UNDO)

    def settle(self, _phone: Phone) -> None:
        choice = self.chance.choice(["kept", "offered"])
        self.shell(SETTLE.format(choice=choice))

    def reload(self, phone: Phone) -> None:
        phone.page.reload()
        expect(phone.page.locator("#waiting")).to_have_attribute("data-ready", "yes")

    def wait(self, phone: Phone) -> None:
        phone.page.wait_for_timeout(self.chance.choice([50, 200, 500]))

    def same(self, phone: Phone) -> None:
        link = phone.page.locator('#form-news [data-do="same"]')
        if link.count() and link.is_visible():
            link.click(timeout=3000)

    def end(self) -> None:
        """Restore the network, and let referees resolve conflicts."""
        for phone in self.phones:
            phone.losses.clear()
            phone.page.context.set_offline(False)
        for _try in range(300):
            waiting = [self._unsettled(phone) for phone in self.phones]
            if not any(waiting):
                break
            self.phones[0].page.wait_for_timeout(300)
        else:
            raise AssertionError("something waits for ever")
        for phone in self.phones:
            whole_page.assert_as_new(phone.page, before=self._clear)

    def _unsettled(self, phone: Phone) -> bool:
        """Return whether an entry of the phone is still waiting.

        Presses buttons that let it continue.
        """
        try:
            return self._brought_on(phone)
        except Error:
            return True  # the page changed during the tap

    def _brought_on(self, phone: Phone) -> bool:
        page = phone.page
        waiting = page.locator("#waiting > [data-part=waiting]:not([hidden])")
        halted = page.locator("#waiting > [data-part=halted]:not([hidden])")
        versions = page.locator(".two-versions")
        if versions.count():
            self.settle(phone)
        elif halted.count():
            if not halted.locator("details[open]").count():
                halted.get_by_text("Delete", exact=True).click(timeout=3000)
            halted.get_by_label("A referee decided").check(timeout=3000)
            halted.locator('[data-do="discard"]').click(timeout=3000)
        elif waiting.count():
            waiting.get_by_role("button", name="Send now").click(timeout=3000)
        return bool(versions.count() or halted.count() or waiting.count())

    def _clear(self, page: Page) -> None:
        """Discard the hand that is being entered on a page."""
        go_on = page.get_by_role("link", name="Continue at this table")
        news = page.locator("#form-news")
        for _again in range(100):  # notices may arrive later
            for link in (go_on, news.locator("a")):
                if link.count():
                    link.click()
            if not (news.text_content() or "").strip():
                return
            page.wait_for_timeout(200)
        expect(news).to_be_empty()


@pytest.fixture
def contexts(browser, site) -> Iterator[list[BrowserContext]]:
    made = [browser.new_context(base_url=site.url, **PHONE) for _each in range(2)]
    yield made
    for context in made:
        context.close()


def phones_at_table(site, slug: str, contexts: list[BrowserContext]) -> list[Phone]:
    phones = []
    for context in contexts:
        phone = Phone(context.new_page())
        phone.listen()
        come_and_keep(phone.page, site, slug)
        phone.page.route(
            re.compile(f"/table/{slug}/1/1/(queue/|sheet/|$|\\?)"), phone.route
        )
        phones.append(phone)
    return phones


@pytest.mark.parametrize("seed", range(SEED * 1000, SEED * 1000 + SCHEDULES))
def test_each_page_says_in_the_end_what_the_server_says(site, accounts, contexts, seed):
    rules = list(WORTHS)[seed % len(WORTHS)]
    slug = site.shell(MAKE_TABLE.format(ruleset=rules, options=RULES[rules]))
    phones = phones_at_table(site, slug, contexts)
    schedule = Schedule(site, slug, phones, seed, rules)
    try:
        for _step in range(STEPS):
            schedule.step()
        schedule.end()
    except BaseException as error:
        error.add_note(f"seed {seed}, {rules}: {', '.join(schedule.told)}")
        for number, phone in enumerate(phones):
            error.add_note("\n".join([f"phone {number}:", *phone.heard]))
        raise


def test_the_end_of_a_schedule_waits_for_news_that_comes_late(site, accounts, contexts):
    slug = site.shell(MAKE_TABLE.format(ruleset="mcr", options={}))
    phones = phones_at_table(site, slug, contexts)
    schedule = Schedule(site, slug, phones, 1, "mcr")

    def late(route: Route) -> None:
        phones[0].page.wait_for_timeout(2000)
        route.continue_()

    phones[0].page.route("**/sheet/?*", late)
    phones[0].begin(schedule.chance)
    schedule.enter(phones[0])
    schedule.end()
