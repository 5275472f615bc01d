"""Answer requests that are cancelled because the web server stops.

The server gives requests a few seconds to finish, then cancels the remaining ones
(`mahjong_site.serve.child_process`). Without this module, the cancellation would look
like a fault of the program.
"""

from __future__ import annotations

import asyncio

from django.utils.translation import gettext as _

from mahjong_site.abandoned_requests import READS
from tournaments.asgi_types import Application, Message, Receive, Scope, Send


class StoppedResponses:
    """ASGI middleware that sends status 503 if a request is cancelled before its
    response has begun."""

    def __init__(self, pages: Application) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._pages(scope, receive, sending)
        except asyncio.CancelledError:
            # A response that has begun ends here; the connection is closed anyway.
            if not begun:
                await _answer(scope["method"], send)


async def _answer(method: str, send: Send) -> None:
    text = (_reload_message() if method in READS else _check_message()).encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"5"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send(
        {"type": "http.response.body", "body": text if method != "HEAD" else b""}
    )


def _reload_message() -> str:
    return _("The server is restarting. Reload this page in a moment.")


def _check_message() -> str:
    return _(
        "The server is restarting. Your entry may have been saved. Check before you "
        "send it again."
    )
