"""The device of a table with bots.

The device opens the table link, enters each hand under a unique key, and sends the hand
again until the server confirms it, like `static/resend-unsent-hands.js` in a browser.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from random import Random

from django.urls import reverse
from django.utils import timezone

from rules.strict_reader import JsonObject
from scoring.ledger.table_ledger import TableLedger
from scoring.models import BotPlay, BotTable
from scoring.practice.bot_browser import Answer, Browser
from scoring.practice.bots_in_incidents import Acting
from scoring.practice.simulated_games import fields_of, invented, invented_by_tiles
from tournaments.access import table_links
from tournaments.models import Game, RoundState

#: Seconds between hands in normal play, and their variation as a fraction.
PACE, VARIES = 300, 0.5
#: Most unsent hands at a table; then it stops playing.
MOST_WAITING = 10
#: Seconds between attempts: without an answer, or while a conflict is unresolved.
AGAIN = (1, 2, 4, 8, 15)
#: Most rejected hands in a row; then the table waits as if there was no answer.
MOST_REFUSED = 6


class TableBot:
    """A table's device. `row`: its stored state; `browser`: its HTTP client.

    Everything that must survive a crash is in the row. The caller of `compose` saves
    the row before sending.
    """

    def __init__(
        self, play: BotPlay, row: BotTable, acting: Acting, browser: Browser
    ) -> None:
        self.row = row
        self._play = play
        self._game = row.game
        self._round = row.game.round
        self._acting = acting
        self._browser = browser
        self._rules = row.game.rules

    def is_due(self) -> bool:
        """Count the next hand as played if it is due, and return whether a hand must be
        sent now.
        """
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
        """Return whether the device has a hand number and a token, so that it can send
        a hand.
        """
        return bool(self.row.hand and self.row.token)

    def compose(self) -> None:
        """Act out incidents, compose a hand to send, and store the hand in the row."""
        self._browser.cookies = dict(self.row.cookies)
        self._acting.before_sending(self.row, self._address, self._browser)
        if not self.row.sending:
            self._compose()
        self.row.cookies = self._browser.cookies

    def send(self, browser: Browser) -> Answer:
        """Send the composed hand and return the answer.

        Uses no database, so that several tables can send at the same time, each with
        its own browser.
        """
        browser.cookies = dict(self.row.cookies)
        fields = self.row.sending["fields"] if self.row.sending else {}
        answer = browser.post(self._queue, fields, self.row.token)
        self.row.cookies = browser.cookies
        return answer

    def receive(self, answer: Answer) -> None:
        """Store the result of the sent hand in the row."""
        self._browser.cookies = dict(self.row.cookies)
        self._received(answer)
        self.row.cookies = self._browser.cookies

    def _play_hand(self, now: datetime) -> None:
        """Count another finished hand at the table, unless the round is paused."""
        purpose = f"pause/{self.row.hand}/{self.row.turn}/{self.row.waiting}"
        pause = timedelta(seconds=pause_of(self._play, self._chance(purpose)))
        self.row.due_at = max(now, self.row.due_at) + pause
        if self._round.state != RoundState.PAUSED:
            self.row.waiting += 1

    def open_table(self, browser: Browser) -> None:
        """Get the next hand number and a token; open the table link if necessary.

        Uses no database, as `send` does.
        """
        browser.cookies = dict(self.row.cookies)
        access = self._token_and_hand(browser) if browser.cookies else None
        if access is None:
            link = reverse("table:link", args=[table_links.token_of(self._game)])
            let_in = browser.get(link).status == 302
            access = self._token_and_hand(browser) if let_in else None
        self.row.cookies = browser.cookies
        if access is None:
            self._fail()
            return
        token, hand = access
        if hand != self.row.hand:
            self.row.hand, self.row.sending = hand, None
        self.row.token = token
        self.row.turn += 1

    def _token_and_hand(self, browser: Browser) -> tuple[str, int] | None:
        """Return the token and the next hand number, or None without access."""
        answer = browser.get(f"{self._queue}?next")
        content = answer.json()
        if answer.status != 200 or not content.get("token") or not content.get("next"):
            return None
        return str(content["token"]), int(content["next"])

    @property
    def _address(self) -> str:
        at = [self._round.tournament.slug, self._round.number, self._game.table]
        return reverse("table:session", args=at)

    @property
    def _queue(self) -> str:
        return f"{self._address}queue/"

    def _compose(self) -> None:
        """Compose an invented hand.

        The row keeps the hand and its key until the server confirms the hand.
        """
        chance = self._chance(f"{self.row.hand}/{self.row.turn}")
        rules = self._rules
        by_points = self.row.fails > 1 or self._acting.needs_points()
        if self._play.by_tiles and not by_points:
            raw = invented_by_tiles(rules, TableLedger(self._game).state, chance)
        else:
            raw = invented(rules, chance)
        raw, true = self._acting.misheard(raw), raw
        fields = fields_of(rules, raw) | {
            "hand": str(self.row.hand),
            "device_key": self._new_key(),
            "words": f"hand {self.row.hand}",
        }
        if self._game.time_is_up:
            fields["before_gong"] = "on"
        self.row.sending = {"fields": fields, "raw": dict(raw), "true": dict(true)}

    def _received(self, answer: Answer) -> None:
        content = answer.json()
        if answer.status == 200 and content:
            if "saved" in content and self.row.sending:
                self._acting.after_saving(
                    self.row, self._address, self._rules, self._browser
                )
            self._next_hand(content.get("next", 0))
        elif answer.says_nothing:
            self._fail()
        elif answer.status == 409:  # Staff must resolve a conflict first.
            self._later(AGAIN[2])
        else:
            self._refused(answer.status, content)

    def _next_hand(self, number: int) -> None:
        self.row.waiting -= 1
        self.row.hand, self.row.sending = number, None
        self.row.fails = 0

    def _refused(self, status: int, content: JsonObject) -> None:
        """Handle a refused hand: add a confirmation that the server requires, or give
        up the hand and get the next hand number from the server.
        """
        sending = self.row.sending
        fields = sending["fields"] if sending else {}
        if sending and content.get("needs_word") and "before_gong" not in fields:
            self.row.sending = {**sending, "fields": {**fields, "before_gong": "on"}}
            return
        if status == 410 or content.get("final"):
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
        """Return a device key that no other entry has, even after a reset of the
        tournament.
        """
        row = self.row
        text = f"{self._play.seed}/{self._game.pk}/{row.hand}/{row.turn}"
        return str(uuid.uuid5(uuid.NAMESPACE_OID, text))

    def _chance(self, purpose: str) -> Random:
        return chance_of(self._play, self._game, purpose)


def chance_of(play: BotPlay, game: Game, purpose: str) -> Random:
    """Return a random generator for the table that depends only on seed, round, table
    and `purpose`.
    """
    seed = f"{play.seed}/{game.round.number}/{game.table}/{purpose}"
    return Random(seed)


def pause_of(play: BotPlay, chance: Random) -> float:
    """Return a random time in seconds until the next hand is over, at the
    bots' speed.
    """
    return PACE * chance.uniform(1 - VARIES, 1 + VARIES) / play.speed
