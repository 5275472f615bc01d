"""Table devices.

Each opens its table link, queues hands, and sends a hand again under the same key until
there is a receipt, like `static/resend-unsent-hands.js` in a browser.
"""

from __future__ import annotations

import random
import re
import threading
import time
import uuid
from collections import Counter, deque
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from scoring.practice.bot_browser import Answer, Browser
from scoring.practice.simulated_games import Hand

#: Seconds until the next attempt.
AGAIN = (1, 2, 4, 8, 15, 30)
#: Most hands entered while none can be sent.
MOST_WAITING = 10
#: Share of receipts requested a second time, as by a device's second page.
ASKED_AGAIN = 0.05
#: Average seconds between two hands at a table.
PACE = 2.0
NEXT = re.compile(r'name="hand" value="(\d+)"')


@dataclass(frozen=True)
class Table:
    """A table of a running round, its link, and the hands of its game."""

    game_id: int
    link: str
    game: list[Hand]


@dataclass
class Waiting:
    """A hand in a device's queue, its key, the time at which it was entered, and the
    number of attempts to send it.
    """

    hand: Hand
    key: str
    since: float
    tries: int = 0


@dataclass(frozen=True)
class Acknowledged:
    """A receipt: the hand with its key and ledger entry, the seconds from entry to
    receipt, the number of attempts, and the time of the receipt.
    """

    game_id: int
    hand: Hand
    key: str
    line: int
    waited: float
    tries: int
    at: float


class Diary:
    """Record of everything that devices sent and received. Its lists only grow."""

    def __init__(self) -> None:
        self.sent: list[tuple[int, Hand, str]] = []
        self.receipts: list[Acknowledged] = []
        self.failures: list[tuple[float, int]] = []
        self.asked_again = 0
        self.answers: Counter[int] = Counter()
        self.wrong: list[str] = []


class Device:
    """A device that enters the games of its tables in order until `over` is set.

    After that it only sends queued hands.
    """

    def __init__(
        self,
        name: str,
        port: int,
        tables: list[Table],
        diary: Diary,
        chance: random.Random,
        over: threading.Event,
    ) -> None:
        self.name = name
        self.waiting: deque[Waiting] = deque()
        self._browser = Browser(port, diary.answers)
        self._tables = tables
        self._diary = diary
        self._chance = chance
        self._over = over
        self._failures = 0
        self._not_before = 0.0
        self._next = 1
        self._halted = False

    def run(self) -> None:
        try:
            for table in self._tables:
                if self._over.is_set() or self._halted:
                    return
                self._play(table)
        except Exception as error:
            self._diary.wrong.append(f"{self.name} stopped: {error!r}")
        finally:
            self._browser.leave()

    def _play(self, table: Table) -> None:
        queue = self._open_table(table)
        next_at = time.monotonic()
        while queue and not self._halted and (self.waiting or self._has_more(table)):
            now = time.monotonic()
            if now >= next_at and self._has_more(table):
                next_at = now + self._chance.uniform(0, 2 * PACE)
                self._enter(table)
            if self.waiting and now >= self._not_before:
                self._send(table, queue)
            else:
                time.sleep(0.05)

    def _open_table(self, table: Table) -> str:
        """Open the table link, repeatedly if needed, and store the number of the next
        hand from the page. Return the address of the queue, or "" if the run is over
        first or a response is wrong.
        """
        while not self._over.is_set():
            time.sleep(max(self._not_before - time.monotonic(), 0))
            answer = self._browser.get(table.link)
            if answer.status == 302:
                address = urlsplit(answer.headers["Location"]).path
                answer = self._browser.get(address)
                if answer.status == 200 and (number := NEXT.search(answer.text)):
                    self._failures = 0
                    self._next = int(number[1])
                    return f"{address}queue/"
            if not self._may_retry(answer):
                return ""
        return ""

    def _has_more(self, table: Table) -> bool:
        room = len(self.waiting) < MOST_WAITING
        more = self._number <= len(table.game)
        return more and room and not self._over.is_set()

    @property
    def _number(self) -> int:
        """Return the number of the next hand to enter."""
        return self.waiting[-1].hand.number + 1 if self.waiting else self._next

    def _enter(self, table: Table) -> None:
        key = str(uuid.UUID(int=self._chance.getrandbits(128)))
        hand = table.game[self._number - 1]
        self._diary.sent.append((table.game_id, hand, key))
        self.waiting.append(Waiting(hand, key, time.monotonic()))

    def _send(self, table: Table, queue: str) -> None:
        """Send the first queued hand, like `Sender` in resend-unsent-hands.js.

        A hand without a receipt stays in the queue.
        """
        token = self._browser.get(queue)
        first = self.waiting[0]
        first.tries += 1
        if token.status != 200:
            self._may_retry(token)
            return
        fields = first.hand.fields | {
            "hand": str(first.hand.number),
            "device_key": first.key,
            "words": "",
        }
        answer = self._browser.post(queue, fields, token.json()["token"])
        if answer.status != 200 or not answer.json().get("saved"):
            self._may_retry(answer)
            return
        receipt = answer.json()
        self._received(table, receipt)
        if self._chance.random() < ASKED_AGAIN:
            again = self._browser.post(queue, fields, token.json()["token"])
            if again.status == 200 and again.json().get("saved") != receipt["saved"]:
                self._complain(first, again)
            self._diary.asked_again += again.status == 200

    def _received(self, table: Table, receipt: dict[str, Any]) -> None:
        first = self.waiting.popleft()
        number = first.hand.number
        if (receipt["hand"], receipt["next"]) != (number, number + 1):
            self._diary.wrong.append(
                f"{self.name}: hand {number} was told as {receipt}"
            )
        self._failures, self._next = 0, number + 1
        waited = time.monotonic() - first.since
        self._diary.receipts.append(
            Acknowledged(
                table.game_id,
                first.hand,
                first.key,
                receipt["saved"],
                waited,
                first.tries,
                time.time(),
            )
        )

    def _may_retry(self, answer: Answer) -> bool:
        """Set a pause before the next attempt and return True.

        Records a wrong response and returns False, so that the device stops.
        """
        if not answer.says_nothing:
            self._complain(self.waiting[0] if self.waiting else None, answer)
            return False
        self._diary.failures.append((time.time(), answer.status))
        pause = AGAIN[min(self._failures, len(AGAIN) - 1)]
        self._failures += 1
        requested = int(answer.headers.get("Retry-After", "0"))
        self._not_before = time.monotonic() + max(pause, requested)
        return True

    def _complain(self, waiting: Waiting | None, answer: Answer) -> None:
        self._halted = True
        response = f"{answer.status} {answer.text[:300]!r}"
        subject = (
            f"hand {waiting.hand.number} ({waiting.key})" if waiting else "its link"
        )
        self._diary.wrong.append(f"{self.name}: {subject} was answered by {response}")
