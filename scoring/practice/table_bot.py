"""The device of one table at which bots play: it comes in by the table's link, enters
each hand under a key of its own and sends it again until there is a receipt
(`static/resend-unsent-hands.js` does so in a browser)."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from random import Random

from django.urls import reverse
from django.utils import timezone

from rules.strict_reader import JsonObject
from scoring.ledger.table_ledger import Book
from scoring.models import BotPlay, BotTable
from scoring.practice.bot_browser import Answer, Browser
from scoring.practice.bots_in_incidents import Acting
from scoring.practice.simulated_games import fields_of, invented, invented_by_tiles
from tournaments.access import table_links
from tournaments.models import RoundState, Session

#: Seconds from one hand to the next where people play, and how much that varies.
PACE, VARIES = 300, 0.5
#: Hands that a table goes on with while none of them can be sent.
MOST_WAITING = 10
#: Seconds until it is tried again: after no answer, or while somebody has to decide.
AGAIN = (1, 2, 4, 8, 15)
#: After so many hands that were refused, a table waits as long as after no answer.
MOST_REFUSED = 6


class TableBot:
    """What `row` remembers, and a browser to act with. Whatever must survive a worker
    is in the row before it is sent: whoever has it composed saves the row then."""

    def __init__(
        self, play: BotPlay, row: BotTable, acting: Acting, browser: Browser
    ) -> None:
        self.row = row
        self._play = play
        self._session = row.session
        self._round = row.session.round
        self._acting = acting
        self._browser = browser
        self._rules = row.session.rules

    def is_due(self) -> bool:
        """Let what is over at the table be over; whether a hand is to be sent now."""
        now = timezone.now()
        if self.row.due_at <= now and self.row.waiting < MOST_WAITING:
            self._play_hand(now)
        if not self.row.waiting or self.row.retry_at > now:
            return False
        if self._acting.keeps_quiet():
            self._later(AGAIN[0])
            return False
        return True

    @property
    def is_in(self) -> bool:
        """Whether the device knows what it has to, to send a hand."""
        return bool(self.row.hand and self.row.token)

    def compose(self) -> None:
        """What people do at the table, and a hand that can be sent, which the row says
        then."""
        self._browser.cookies = dict(self.row.cookies)
        self._acting.before_sending(self.row, self._address, self._browser)
        if not self.row.sending:
            self._compose()
        self.row.cookies = self._browser.cookies

    def send(self, browser: Browser) -> Answer:
        """Send what was composed; asks nothing of the database, so that several tables
        can do so at once, each with a browser of its own."""
        browser.cookies = dict(self.row.cookies)
        fields = self.row.sending["fields"] if self.row.sending else {}
        answer = browser.post(self._queue, fields, self.row.token)
        self.row.cookies = browser.cookies
        return answer

    def receive(self, answer: Answer) -> None:
        """Note in the row what was answered."""
        self._browser.cookies = dict(self.row.cookies)
        self._received(answer)
        self.row.cookies = self._browser.cookies

    def _play_hand(self, now: datetime) -> None:
        """Another hand is over at the table, unless it pauses."""
        which = f"pause/{self.row.hand}/{self.row.turn}/{self.row.waiting}"
        pause = timedelta(seconds=pause_of(self._play, self._chance(which)))
        self.row.due_at = max(now, self.row.due_at) + pause
        if self._round.state != RoundState.PAUSED:
            self.row.waiting += 1

    def come_in(self, browser: Browser) -> None:
        """Learn which hand is next and the token to send with, by the table's link
        where need be. Like `send`."""
        browser.cookies = dict(self.row.cookies)
        told = self._token_and_hand(browser) if browser.cookies else None
        if told is None:
            link = reverse("table:link", args=[table_links.token_of(self._session)])
            let_in = browser.get(link).status == 302
            told = self._token_and_hand(browser) if let_in else None
        self.row.cookies = browser.cookies
        if told is None:
            self._fail()
            return
        token, hand = told
        if hand != self.row.hand:
            self.row.hand, self.row.sending = hand, None
        self.row.token = token
        self.row.turn += 1

    def _token_and_hand(self, browser: Browser) -> tuple[str, int] | None:
        """The token and the next hand, if the device may come in."""
        answer = browser.get(f"{self._queue}?next")
        told = answer.json()
        if answer.status != 200 or not told.get("token") or not told.get("next"):
            return None
        return str(told["token"]), int(told["next"])

    @property
    def _address(self) -> str:
        at = [self._round.tournament.slug, self._round.number, self._session.table]
        return reverse("table:session", args=at)

    @property
    def _queue(self) -> str:
        return f"{self._address}queue/"

    def _compose(self) -> None:
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
            "device_key": self._new_key(),
            "words": f"hand {self.row.hand}",
        }
        if self._session.time_is_up:
            fields["before_gong"] = "on"
        self.row.sending = {"fields": fields, "raw": dict(raw), "true": dict(true)}

    def _received(self, answer: Answer) -> None:
        told = answer.json()
        if answer.status == 200 and told:
            if "saved" in told and self.row.sending:
                self._acting.after_saving(
                    self.row, self._address, self._rules, self._browser
                )
            self._next_hand(told.get("next", 0))
        elif answer.says_nothing:
            self._fail()
        elif answer.status == 409:  # Somebody chooses between two versions.
            self._later(AGAIN[2])
        else:
            self._refused(answer.status, told)

    def _next_hand(self, number: int) -> None:
        self.row.waiting -= 1
        self.row.hand, self.row.sending = number, None
        self.row.fails = 0

    def _refused(self, status: int, told: JsonObject) -> None:
        """Try another hand, or read from the table's page what comes next."""
        sending = self.row.sending
        fields = sending["fields"] if sending else {}
        if sending and told.get("needs_word") and "before_gong" not in fields:
            self.row.sending = {**sending, "fields": {**fields, "before_gong": "on"}}
            return
        if status == 410 or told.get("final"):
            self.row.waiting = 0
        self.row.hand, self.row.sending = 0, None
        self.row.fails += 1
        if status != 422 or self.row.fails > MOST_REFUSED:
            self._browser.cookies.clear()
            self._fail()

    def _fail(self) -> bool:
        self._later(AGAIN[min(self.row.fails, len(AGAIN) - 1)])
        self.row.fails += 1
        return False

    def _later(self, seconds: float) -> None:
        self.row.retry_at = timezone.now() + timedelta(seconds=seconds)

    def _new_key(self) -> str:
        """A key that no other entry has, not even of this table before it was set
        back."""
        row = self.row
        words = f"{self._play.seed}/{self._session.pk}/{row.hand}/{row.turn}"
        return str(uuid.uuid5(uuid.NAMESPACE_OID, words))

    def _chance(self, what: str) -> Random:
        return chance_of(self._play, self._session, what)


def chance_of(play: BotPlay, session: Session, what: str) -> Random:
    """Chance at a table by the bots' seed: the same where the same is played again."""
    words = f"{play.seed}/{session.round.number}/{session.table}/{what}"
    return Random(words)


def pause_of(play: BotPlay, chance: Random) -> float:
    """Seconds until the next hand is over."""
    return PACE * chance.uniform(1 - VARIES, 1 + VARIES) / play.speed
