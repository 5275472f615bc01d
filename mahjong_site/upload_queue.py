"""Queue uploads outside the page threads, one at a time per web process, so that the
other threads remain free.
"""

from __future__ import annotations

import asyncio

from mahjong_site.request_bodies import TAKES_FILES
from tournaments.asgi_types import WAITED, Application, Receive, Scope, Send
from tournaments.files import upload_limits


class UploadLine:
    """ASGI middleware that passes uploads to `pages` one at a time.

    An upload that has waited for `LINE_SECONDS` is passed on with the mark `WAITED`.
    Its page then shows that the server is reading other files.
    """

    def __init__(self, pages: Application) -> None:
        self._pages = pages
        self._turn = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST" or not TAKES_FILES.fullmatch(scope["path"]):
            await self._pages(scope, receive, send)
            return
        try:
            async with asyncio.timeout(upload_limits.LINE_SECONDS):
                await self._turn.acquire()
        except TimeoutError:
            await self._pages({**scope, WAITED: True}, receive, send)
            return
        try:
            await self._pages(scope, receive, send)
        finally:
            self._turn.release()
