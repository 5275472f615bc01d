"""Types of the ASGI interface between server, pages and live streams: a request's
scope, and the messages of its body and response."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from threading import Event
from typing import IO, Final, TypedDict

#: Scope key of the whole request body, as a file.
WHOLE_BODY: Final = "prevailing_wind.body"
#: Scope key set when an upload waited for other uploads until it timed out.
WAITED: Final = "prevailing_wind.waited"
#: Scope key of the event that is set once the client has disconnected.
CLIENT_DISCONNECTED: Final = "prevailing_wind.left"

Headers = list[tuple[bytes, bytes]]

Scope = TypedDict(
    "Scope",
    {
        "type": str,
        "method": str,
        "path": str,
        "query_string": bytes,
        "headers": Headers,
        "client": tuple[str, int] | None,
        "prevailing_wind.body": IO[bytes],
        "prevailing_wind.left": Event,
        "prevailing_wind.waited": bool,
    },
    total=False,
)


class Message(TypedDict, total=False):
    """An ASGI message; `type` decides which other keys it has."""

    type: str
    body: bytes
    more_body: bool
    status: int
    headers: Headers
    message: str


Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
