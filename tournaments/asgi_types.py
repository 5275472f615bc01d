"""What the server, the pages and the live stream give each other (ASGI): the scope of a
request, and the messages of its body and of its answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from threading import Event
from typing import IO, Final, TypedDict

#: Where the scope holds the whole body of a request, as a file.
WHOLE_BODY: Final = "prevailing_wind.body"
#: Where the scope of an upload says that it has waited for the others in vain.
WAITED: Final = "prevailing_wind.waited"
#: Where the scope holds whether the reader of a page has left.
LEFT: Final = "prevailing_wind.left"

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
    """`type` says what it is, and so what else it has."""

    type: str
    body: bytes
    more_body: bool
    status: int
    headers: Headers
    message: str


Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
