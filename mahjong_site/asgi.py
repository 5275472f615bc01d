"""One ASGI application: the live stream natively, every page through plain Django.

Pages are WSGI inside the ASGI server (twice the pages a second of ASGI Django);
the stream never enters Django, where it would hold a thread for every viewer.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from a2wsgi import WSGIMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")

from mahjong_site.wsgi import application as pages_wsgi
from tournaments import live

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

PAGE_THREADS = 8

_pages = WSGIMiddleware(pages_wsgi, workers=PAGE_THREADS)  # type: ignore[arg-type]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["path"].startswith(live.PREFIX):
        await live.application(scope, receive, send)
    else:
        await _pages(scope, receive, send)  # type: ignore[arg-type]


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await live.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return
