"""One ASGI application: the live stream natively, every page through plain Django.

Pages are WSGI inside the ASGI server (twice the pages a second of ASGI Django);
the stream never enters Django, where it would hold a thread for every viewer.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from types import FrameType
from typing import Any

from a2wsgi import WSGIMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")

from mahjong_site.wsgi import application as pages_wsgi
from tournaments import live, server_time

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
SignalHandler = Callable[[int, FrameType | None], Any]

#: More of them only keep each other from working: Python runs one at a time.
PAGE_THREADS = 4

_pages = WSGIMiddleware(pages_wsgi, workers=PAGE_THREADS)  # type: ignore[arg-type]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["path"].startswith(live.PREFIX):
        await live.application(scope, receive, send)
    elif scope["path"] == server_time.PATH:
        await server_time.application(send)
    else:
        await _pages(scope, receive, send)  # type: ignore[arg-type]


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            _end_streams_on_signals()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await live.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return


def _end_streams_on_signals() -> None:
    """Let a signal that stops the server end the live streams too.

    The server's own word for it, `lifespan.shutdown`, comes too late: only after
    every response is complete, and a stream is complete only when somebody ends it.
    """
    if threading.current_thread() is not threading.main_thread():
        return  # Signals belong to the main thread: this server does not get any.
    for number in (signal.SIGINT, signal.SIGTERM):
        if callable(stop_server := signal.getsignal(number)):
            signal.signal(number, _ending_streams(stop_server))


def _ending_streams(stop_server: SignalHandler) -> SignalHandler:
    loop = asyncio.get_running_loop()

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(live.end_streams)
        stop_server(number, frame)

    return handle
