"""Skip read-only requests whose client has disconnected.

People reload a slow page and abandon the first request. In a hall, such requests would
occupy all threads with pages that no one sees.
"""

from __future__ import annotations

import asyncio
from threading import Event

from tournaments.asgi_types import (
    CLIENT_DISCONNECTED,
    Application,
    Receive,
    Scope,
    Send,
)

READS = ("GET", "HEAD", "OPTIONS")


class SkipAbandonedRequests:
    """ASGI middleware that marks a request as soon as its client disconnects.

    The mark is `CLIENT_DISCONNECTED`. Requests that save data are always processed,
    because they arrived complete.
    """

    def __init__(self, pages: Application) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        left = Event()
        scope = {**scope, CLIENT_DISCONNECTED: left}
        if scope["method"] not in READS:
            await self._pages(scope, receive, send)
            return
        watching = asyncio.create_task(_watch(receive, left))
        try:
            await self._pages(scope, receive, send)
        finally:
            watching.cancel()


async def _watch(receive: Receive, left: Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    left.set()
