"""`/metrics`: figures on use and load in Prometheus format.

Needs `METRICS_TOKEN`; without this setting the address gives 404. All web processes of
a machine count into files in DATA_DIR, so each process can report for all. Figures from
database and broker are read on request.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import os
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import Metric
from prometheus_client.registry import REGISTRY, Collector

from tournaments.asgi_types import Scope, Send
from tournaments.files.delete_unless_read import delete_unless_read
from tournaments.live import stream_metrics

PATH = "/metrics"
#: Variable with the folder for the counts, where prometheus_client looks for it.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"

REQUESTS = Counter("wind_requests", "Requests answered", ["route", "method", "status"])
SECONDS = Histogram(
    "wind_request_seconds",
    "Seconds from the start of a request's processing to its response",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)

METHODS = {"GET", "HEAD", "POST", "OPTIONS"}

View = Callable[[HttpRequest], HttpResponseBase]


def counted(get_response: View) -> View:
    """Return middleware that counts each request by its route. Addresses are not
    counted, because they may contain a key."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        start = time.perf_counter()
        response = get_response(request)
        if stream_metrics.can_count():
            route = route_of(request)
            method = request.method if request.method in METHODS else "other"
            REQUESTS.labels(route, method, response.status_code).inc()
            SECONDS.labels(route).observe(time.perf_counter() - start)
        return response

    return middleware


def route_of(request: HttpRequest) -> str:
    """Return the name of the route that answered the request; "none" if there is
    none."""
    match = request.resolver_match
    return str(match.view_name or match.route) if match else "none"


def delete_old_counts() -> None:
    """Delete the counts of processes from earlier starts of the program."""
    if FOLDER in os.environ:
        for file in Path(os.environ[FOLDER]).glob("*.db"):
            file.unlink(missing_ok=True)


def written() -> bytes:
    """Return all figures as text in Prometheus format. Reads the database."""
    # Imports the models, which need Django set up.
    from mahjong_site.database_metrics import StoredFigures

    registry = CollectorRegistry()
    registry.register(StoredFigures())
    try:
        own = _of_all_processes() if FOLDER in os.environ else REGISTRY
        return generate_latest(own) + generate_latest(registry)
    finally:
        connection.close()


def _of_all_processes() -> CollectorRegistry:
    """Return the counts of all web processes. Viewers of processes that have ended are
    left out."""
    folder = Path(os.environ[FOLDER])
    for file in folder.glob("gauge_live*.db"):
        if (match := re.search(r"_(\d+)\.db$", file.name)) and not _lives(match[1]):
            delete_unless_read(file)
    registry = CollectorRegistry()
    registry.register(_Files(folder))
    return registry


class _Files(Collector):
    """Collector for the counts in a folder. prometheus_client would use the folder's
    name as a glob pattern."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        files = map(str, self._folder.glob("*.db"))
        collector = multiprocess.MultiProcessCollector
        return collector.merge(files)  # type: ignore[no-untyped-call, no-any-return]


def _lives(pid: str) -> bool:
    """Return whether the process is known to be running.

    Always false on Windows, where signal 0 would be Ctrl-C. There, files of running
    processes cannot be deleted anyway.
    """
    if not hasattr(os, "killpg"):
        return False
    with contextlib.suppress(PermissionError):
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            return False
    return True


async def application(scope: Scope, send: Send) -> None:
    """Answer `/metrics` as an ASGI application: the figures, 401 for a wrong token, or
    404 without METRICS_TOKEN."""
    status, kind, body = 404, "text/plain; charset=utf-8", b"There is no such page.\n"
    if settings.METRICS_TOKEN:
        authorization = dict(scope["headers"]).get(b"authorization", b"")
        if hmac.compare_digest(
            authorization, b"Bearer " + settings.METRICS_TOKEN.encode()
        ):
            status, kind = 200, CONTENT_TYPE_LATEST
            body = await asyncio.to_thread(written)
        else:
            status, body = 401, b"Send METRICS_TOKEN as the bearer token.\n"
    headers = [
        (b"content-type", kind.encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
