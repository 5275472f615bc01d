"""Browsers that ask over a network that may fail them."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import threading
from collections import Counter
from dataclasses import dataclass, field
from email.message import Message
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlencode

from scoring.practice.games import Fields

#: Seconds after which an answer is not waited for.
SENDING = 20.0
#: Answers after which what was sent may be saved or not, besides all from 500 on.
UNKNOWN = (0, 408, 429)


@dataclass(frozen=True)
class Answer:
    """`status` is 0 if no answer came, or not the whole."""

    status: int
    text: str = ""
    headers: Message = field(default_factory=Message)

    @property
    def says_nothing(self) -> bool:
        """Whether what was sent may be saved or not."""
        return self.status >= 500 or self.status in UNKNOWN

    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.text))


class Browser:
    """One connection that is kept, with cookies."""

    def __init__(self, port: int, seen: Counter[int]) -> None:
        self._port = port
        self._seen = seen
        self._cookies: dict[str, str] = {}
        self._connection: http.client.HTTPConnection | None = None

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, None, {})

    def post(self, path: str, fields: Fields, token: str) -> Answer:
        body = urlencode(fields, doseq=True)
        form = "application/x-www-form-urlencoded"
        return self._ask(
            "POST", path, body, {"Content-Type": form, "X-CSRFToken": token}
        )

    def _ask(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        try:
            answer = self._answer(method, path, body, headers | {"Cookie": cookies})
        except (OSError, http.client.HTTPException):
            answer = Answer(0)
        if answer.status == 0:
            self.leave()
        self._seen[answer.status] += 1
        return answer

    def _answer(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> Answer:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                "127.0.0.1", self._port, timeout=SENDING
            )
        self._connection.request(method, path, body, headers)
        response = self._connection.getresponse()
        text = response.read().decode(errors="replace")
        if not response.headers.get("Content-Length"):
            raise http.client.IncompleteRead(b"")  # cut off in its head
        self._keep_cookies(response.headers.get_all("Set-Cookie") or [])
        return Answer(response.status, text, response.headers)

    def _keep_cookies(self, lines: list[str]) -> None:
        for line in lines:
            with contextlib.suppress(CookieError):
                cookies = SimpleCookie(line)
                self._cookies |= {name: one.value for name, one in cookies.items()}

    def leave(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None


class Visitor:
    """Somebody who looks at one page after the other, and cares for no fault."""

    def __init__(
        self,
        port: int,
        paths: list[str],
        seen: Counter[int],
        chance: random.Random,
        over: threading.Event,
    ) -> None:
        self._browser = Browser(port, seen)
        self._paths = paths
        self._chance = chance
        self._over = over

    def run(self) -> None:
        while not self._over.wait(self._chance.uniform(0, 1)):
            self._browser.get(self._chance.choice(self._paths))
        self._browser.leave()
