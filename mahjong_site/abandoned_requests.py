"""What only reads is not begun for somebody who has left.

Whoever finds a page slow loads it again, and leaves the first request behind: a hall
that does so would keep all threads busy with pages that nobody sees.
"""

from __future__ import annotations

import asyncio
from threading import Event

from tournaments.asgi_types import LEFT, Application, Receive, Scope, Send

READS = ("GET", "HEAD", "OPTIONS")


class WatchReaders:
    """Gives `pages` (ASGI) requests that say, under `LEFT`, when their reader leaves.
    What saves is done in any case: it was sent whole."""

    def __init__(self, pages: Application) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        left = Event()
        scope = {**scope, LEFT: left}
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
