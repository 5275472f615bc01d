"""A minimal HTTP client with cookies that copes with network failures."""

from __future__ import annotations

import contextlib
import http.client
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlencode

from rules.strict_reader import JsonObject
from scoring.practice.simulated_games import Fields

#: Default timeout of a request in seconds.
SENDING = 20.0
#: Statuses that leave open whether the request was saved; so do all from 500.
UNKNOWN = (0, 408, 429)


@dataclass(frozen=True)
class Answer:
    """An answer to a request. `status`: 0 if the answer is missing or incomplete."""

    status: int
    text: str = ""
    headers: Message = field(default_factory=Message)

    @property
    def says_nothing(self) -> bool:
        """Return whether it is unknown if the server saved the request."""
        return self.status >= 500 or self.status in UNKNOWN

    def json(self) -> JsonObject:
        """Return the JSON object of the answer, or {} if it has none."""
        try:
            content = json.loads(self.text)
        except ValueError:
            return {}
        return dict(content) if isinstance(content, dict) else {}


class Browser:
    """An HTTP client with one persistent connection.

    `headers`: sent with every request; `seen`: number of answers by status.
    """

    def __init__(
        self,
        port: int,
        seen: Counter[int],
        *,
        host: str = "127.0.0.1",
        headers: Mapping[str, str] | None = None,
        patience: float = SENDING,
    ) -> None:
        self.cookies: dict[str, str] = {}
        self._place = (host, port)
        self._seen = seen
        self._headers = dict(headers or {})
        self._patience = patience
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
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = self._headers | headers | {"Cookie": cookies}
        try:
            answer = self._answer(method, path, body, sent)
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
                *self._place, timeout=self._patience
            )
        self._connection.request(method, path, body, headers)
        response = self._connection.getresponse()
        text = response.read().decode(errors="replace")
        if not response.headers.get("Content-Length"):
            raise http.client.IncompleteRead(b"")  # cut off within the headers
        self._keep_cookies(response.headers.get_all("Set-Cookie") or [])
        return Answer(response.status, text, response.headers)

    def _keep_cookies(self, lines: list[str]) -> None:
        for line in lines:
            with contextlib.suppress(CookieError):
                cookies = SimpleCookie(line)
                self.cookies |= {name: one.value for name, one in cookies.items()}

    def leave(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None
