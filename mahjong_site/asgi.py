"""The ASGI application: live streams run in the event loop, pages in Django over WSGI.

Pages run as WSGI inside the ASGI server, which serves twice as many pages per second as
Django's ASGI handler. Streams do not run in Django, where each viewer would occupy a
thread. Slow networks do not occupy a thread either: a page starts when its request has
arrived completely, and its response waits outside the thread until the client reads it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterable
from types import FrameType
from typing import cast
from wsgiref.types import StartResponse, WSGIEnvironment

from a2wsgi import WSGIMiddleware
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")

from mahjong_site import log_redaction, request_metrics
from mahjong_site.abandoned_requests import SkipAbandonedRequests
from mahjong_site.request_bodies import RequestBodyBuffer
from mahjong_site.response_buffering import ResponseBuffer, in_large_pieces
from mahjong_site.serve.child_process import LIFELINE
from mahjong_site.serve.database_version_check import misfit
from mahjong_site.serve.file_limit_and_freed_memory import (
    raise_open_file_limit,
    return_freed_memory,
)
from mahjong_site.startup_check import end_all_workers
from mahjong_site.stopped_requests import StoppedResponses
from mahjong_site.upload_queue import UploadLine
from mahjong_site.wsgi import application as pages_wsgi
from tournaments.asgi_types import (
    CLIENT_DISCONNECTED,
    WAITED,
    WHOLE_BODY,
    Application,
    Receive,
    Scope,
    Send,
)
from tournaments.files import read_in_child_process
from tournaments.files.upload_limits import LINE_SECONDS
from tournaments.live import live_stream, render_pacing_saves_first, server_time
from tournaments.upkeep import data_folder_lock, full_disk, healthz_and_readyz

SignalHandler = Callable[[int, FrameType | None], object]

#: Threads for pages. Python runs one thread at a time, so more would only slow each
#: other down.
PAGE_THREADS = 4


def _page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    scope = environ["asgi.scope"]
    if scope[CLIENT_DISCONNECTED].is_set():
        start_response("503 Service Unavailable", [])
        return []
    environ["wsgi.input"] = scope[WHOLE_BODY]
    environ["wsgi.file_wrapper"] = in_large_pieces
    with read_in_child_process.waiting_at_most(0 if WAITED in scope else LINE_SECONDS):
        return pages_wsgi(environ, start_response)


_in_threads = cast(
    Application,
    WSGIMiddleware(_page, workers=PAGE_THREADS),  # type: ignore[arg-type]
)


async def _saves_first(scope: Scope, receive: Receive, send: Send) -> None:
    with render_pacing_saves_first.count_save(scope["method"]):
        await _in_threads(scope, receive, send)


# Inside ResponseBuffer, so that slow readers do not delay the next upload.
_answers = ResponseBuffer(UploadLine(_saves_first))
_pages = StoppedResponses(RequestBodyBuffer(SkipAbandonedRequests(_answers)))


log_redaction.prepare()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    path = scope["path"].removeprefix(settings.SUB_PATH)
    if path.startswith(live_stream.PREFIX):
        await live_stream.application(scope, receive, send)
    elif path == server_time.PATH:
        await server_time.application(send)
    elif path in (healthz_and_readyz.ALIVE, healthz_and_readyz.READY):
        await healthz_and_readyz.application(path, send)
    elif path == request_metrics.PATH:
        await request_metrics.application(scope, send)
    else:
        await _pages(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            if refusal := await _misfit() or data_folder_lock.hold():
                end_all_workers(refusal)
                await send({"type": "lifespan.startup.failed", "message": refusal})
                return
            full_disk.keep_readable()
            raise_open_file_limit()
            return_freed_memory()
            _end_streams_on_signals()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await live_stream.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return


async def _misfit() -> str:
    """Return why the pages must not start with this database; "" if they may.

    Under `manage.py serve` the result is always "", because `serve` has already checked
    it.
    """
    return "" if LIFELINE in os.environ else await asyncio.to_thread(misfit)


def _end_streams_on_signals() -> None:
    """End live streams as well when a signal stops the server.

    `lifespan.shutdown` comes too late: it is sent when all responses are complete, and
    streams complete only when they are ended.

    With DRAIN_SECONDS, streams and pages continue for that time. During that time,
    `/readyz` tells a load balancer that this process is stopping. A second signal ends
    the wait.
    """
    if threading.current_thread() is not threading.main_thread():
        return  # Only the main thread gets signals; this server runs in another.
    for number in (signal.SIGINT, signal.SIGTERM):
        if callable(stop_server := signal.getsignal(number)):
            signal.signal(number, _ending_streams(stop_server))


def _ending_streams(stop_server: SignalHandler) -> SignalHandler:
    loop = asyncio.get_running_loop()

    def stop(number: int, frame: FrameType | None) -> None:
        live_stream.end_streams()
        stop_server(number, frame)

    def handle(number: int, frame: FrameType | None) -> None:
        if settings.DRAIN_SECONDS and not healthz_and_readyz.watch.draining:
            healthz_and_readyz.watch.draining = True
            loop.call_soon_threadsafe(
                loop.call_later, settings.DRAIN_SECONDS, stop, number, frame
            )
            return
        loop.call_soon_threadsafe(live_stream.end_streams)
        stop_server(number, frame)

    return handle
