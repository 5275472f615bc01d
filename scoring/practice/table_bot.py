"""The device of one table at which bots play: it comes in by the table's link, enters
each hand under a key of its own and sends it again until there is a receipt
(`static/table-sender.js` does so in a browser)."""

from __future__ import annotations

import re
import uuid
from collections import Counter
from datetime import datetime, timedelta
from random import Random
from typing import Any
from urllib.parse import urlsplit

from django.urls import reverse
from django.utils import timezone

from scoring.ledger.book import Book
from scoring.models import BotPlay, BotTable
from scoring.practice.browser import Answer, Browser
from scoring.practice.games import fields_of, invented, invented_by_tiles
from scoring.practice.incidents.acting import Acting
from tournaments.access import table_links
from tournaments.models import RoundState

#: Seconds from one hand to the next where people play, and how much that varies.
PACE, VARIES = 300, 0.5
#: Hands that a table goes on with while none of them can be sent.
MOST_WAITING = 10
#: Seconds until it is tried again: after no answer, or while somebody has to decide.
AGAIN = (1, 2, 4, 8, 15)
#: After so many hands that were refused, a table waits as long as after no answer.
MOST_REFUSED = 6
#: A hand on its way: the fields of the form, the entry that they mean, and the one that
#: would be true.
Sending = dict[str, Any]
NEXT = re.compile(r'name="hand" value="(\d+)"')


class TableBot:
    """What `row` remembers, and a browser to act with. Whatever must survive a worker
    is in the row before it is sent."""

    def __init__(
        self, play: BotPlay, row: BotTable, acting: Acting, browser: Browser
    ) -> None:
        self.row = row
        self._play = play
        self._session = row.session
        self._round = row.session.round
        self._acting = acting
        self._browser = browser
        self._rules = self._round.tournament.rules
        browser.cookies = dict(row.cookies)

    def act(self) -> Counter[str]:
        """Do what is due at the table now; how many hands were sent and refused."""
        now = timezone.now()
        if self.row.due_at <= now and self.row.waiting < MOST_WAITING:
            self._play_hand(now)
        told: Counter[str] = Counter()
        while self.row.waiting and self.row.retry_at <= timezone.now():
            if self._acting.keeps_quiet():
                self._later(AGAIN[0])
                break
            told[self._send()] += 1
        self.row.cookies = self._browser.cookies
        self.row.save()
        return told

    def _play_hand(self, now: datetime) -> None:
        """Another hand is over at the table, unless it pauses."""
        pause = timedelta(seconds=pause_of(self._play, self._chance("pause")))
        self.row.due_at = max(now, self.row.due_at) + pause
        if self._round.state != RoundState.PAUSED:
            self.row.waiting += 1

    def _send(self) -> str:
        """Send the hand that waits first; "saved", "refused" or "later"."""
        if not (self.row.hand and self.row.token) and not self._come_in():
            return "later"
        self._acting.before_sending(self.row, self._address, self._browser)
        sending = self.row.sending or self._composed()
        fields = sending["fields"]
        return self._received(self._browser.post(self._queue, fields, self.row.token))

    # --- coming in ------------------------------------------------------------

    @property
    def _address(self) -> str:
        at = [self._round.tournament.slug, self._round.number, self._session.table]
        return reverse("table:session", args=at)

    @property
    def _queue(self) -> str:
        return f"{self._address}queue/"

    def _come_in(self) -> bool:
        """Open the table's page, by its link where need be: which hand is next, and the
        token to send with. Whether that could be learned."""
        page = self._browser.get(self._address)
        if page.status != 200:
            link = reverse("table:link", args=[table_links.token_of(self._session)])
            answer = self._browser.get(link)
            if answer.status != 302:
                return self._fail()
            page = self._browser.get(urlsplit(answer.headers["Location"]).path)
        found = NEXT.search(page.text)
        given = self._browser.get(self._queue)
        token = given.json().get("token")
        if page.status != 200 or not found or not token:
            return self._fail()
        if int(found[1]) != self.row.hand:
            self.row.hand, self.row.sending = int(found[1]), None
        self.row.token = token
        self.row.turn += 1
        return True

    # --- sending --------------------------------------------------------------

    def _composed(self) -> Sending:
        """An invented hand; the row keeps it, and its key, until there is a receipt."""
        chance = self._chance(f"{self.row.hand}/{self.row.turn}")
        rules = self._rules
        by_points = self.row.fails > 1 or self._acting.needs_points()
        if self._play.by_tiles and not by_points:
            raw = invented_by_tiles(rules, Book(self._session).state, chance)
        else:
            raw = invented(rules, chance)
        raw, true = self._acting.misheard(raw), raw
        fields = fields_of(rules, raw) | {
            "hand": str(self.row.hand),
            "device_key": str(uuid.UUID(int=chance.getrandbits(128))),
            "words": f"hand {self.row.hand}",
        }
        if self._session.time_is_up:
            fields["before_gong"] = "on"
        return self._keep({"fields": fields, "raw": dict(raw), "true": dict(true)})

    def _keep(self, sending: Sending) -> Sending:
        """Nothing is sent that a killed worker would have forgotten."""
        self.row.sending, self.row.cookies = sending, self._browser.cookies
        self.row.save()
        return sending

    def _received(self, answer: Answer) -> str:
        told = answer.json()
        if answer.status == 200 and told:
            if "saved" in told and self.row.sending:
                self._acting.after_saving(
                    self.row, self._address, self._rules, self._browser
                )
            self._next_hand(told.get("next", 0))
            return "saved"
        if answer.says_nothing:
            self._fail()
            return "later"
        if answer.status == 409:  # Somebody chooses between two versions.
            self._later(AGAIN[2])
            return "later"
        return self._refused(answer.status, told)

    def _next_hand(self, number: int) -> None:
        self.row.waiting -= 1
        self.row.hand, self.row.sending = number, None
        self.row.fails = 0

    def _refused(self, status: int, told: dict[str, object]) -> str:
        """Another hand is tried, or the table's page is asked what is next."""
        sending = self.row.sending
        fields = sending["fields"] if sending else {}
        if sending and told.get("needs_word") and "before_gong" not in fields:
            self._keep({**sending, "fields": {**fields, "before_gong": "on"}})
            return "refused"
        if status == 410 or told.get("final"):
            self.row.waiting = 0
        self.row.hand, self.row.sending = 0, None
        self.row.fails += 1
        if status != 422 or self.row.fails > MOST_REFUSED:
            self._browser.cookies.clear()
            self._fail()
        return "refused"

    def _fail(self) -> bool:
        self._later(AGAIN[min(self.row.fails, len(AGAIN) - 1)])
        self.row.fails += 1
        return False

    def _later(self, seconds: float) -> None:
        self.row.retry_at = timezone.now() + timedelta(seconds=seconds)

    def _chance(self, what: str) -> Random:
        words = f"{self._play.seed}/{self._session.pk}/{what}/{self.row.due_at}"
        return Random(words)  # noqa: S311


def pause_of(play: BotPlay, chance: Random) -> float:
    """Seconds until the next hand is over."""
    return PACE * chance.uniform(1 - VARIES, 1 + VARIES) / play.speed
