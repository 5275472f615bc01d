"""`/healthz` and `/readyz`: the state of this process and its services, as JSON.

The event loop answers both, before Django and without a page thread, so that they work
while pages wait. `/healthz` shows that this process responds. `/readyz` checks pages,
database, disk, broker, workers and clock, and responds within two seconds. A check that
takes longer counts as failed.

A process without its database, or with pages that do not load, cannot serve. A process
that is stopping gets no new visitors. In these cases the status is 503, with the reason
(`why`). Other failures are listed, and the status is 200.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.db import connection
from django.db.models import Min
from django.template import Engine
from django.template.loader import get_template, render_to_string
from django.urls import get_resolver
from django.utils import timezone

from tournaments.asgi_types import Send
from tournaments.models import Extension, Part, Round, RoundState, Tournament
from tournaments.upkeep import clock_and_worker_heartbeats, machine_clock
from tournaments.upkeep.outage_detection import in_words

ALIVE, READY = "/healthz", "/readyz"

#: Seconds that a check may take, and for which its result is reused.
PATIENCE = 1.5
KEPT = 0.5

#: In bytes. With less room, the next backup may fill the disk.
LITTLE_ROOM = 200 * 1024 * 1024

#: Longest delay in seconds of a clock on time.
LATE = 3.0

#: Result of a check: "ok" and figures, or the reason.
CheckResult = Mapping[str, object]

NO_ANSWER: CheckResult = {"ok": False, "why": f"no answer within {PATIENCE} seconds"}

HEADERS = [
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]


#: Checks that every page needs, each with its message.
NEEDED = {
    "database": "The database does not answer: %s",
    "pages": "The pages cannot be shown: %s",
}
STOPPING = "This process is about to stop."


def pages() -> CheckResult:
    """Check that every address and template loads and the static files exist. Raises
    the first error.

    A success is kept, because these do not change while the process runs.
    """
    _load_pages()
    return {"ok": True}


@cache
def _load_pages() -> None:
    assert get_resolver().reverse_dict  # Imports all views.
    for folder in Engine.get_default().dirs:
        for file in Path(folder).rglob("*"):
            if file.is_file():
                get_template(str(file.relative_to(folder)))
    render_to_string("500.html")  # Names static files and needs nothing else.


def database() -> CheckResult:
    """Check that a table can be read, and return how many milliseconds it takes. Raises
    the database's error if it cannot be read.
    """
    start = time.monotonic()
    Tournament.objects.exists()
    return {"ok": True, "milliseconds": round((time.monotonic() - start) * 1000, 1)}


def disk() -> CheckResult:
    """Return how many bytes are free in the data folder, and whether they are
    enough.
    """
    free = shutil.disk_usage(settings.DATA_DIR).free
    return {"ok": free >= LITTLE_ROOM, "free_bytes": free}


def broker() -> CheckResult:
    """Check that the broker accepts a connection. Raises the error if it does not."""
    with current_app.connection_for_write(connect_timeout=1) as opened:
        transport = opened.transport
        transport.close_connection(transport.establish_connection())
    return {"ok": True}


def heartbeat(part: Part) -> CheckResult:
    """Return how many seconds ago a part sent its last heartbeat, and whether this is
    recent enough.
    """
    silent = clock_and_worker_heartbeats.silences(machine_clock.read()).get(part)
    if silent is None:
        return {"ok": False, "why": "never heard of"}
    return {
        "ok": silent <= clock_and_worker_heartbeats.AWAY_AFTER[part],
        "seconds_silent": round(silent.total_seconds(), 1),
    }


def clock_lag() -> CheckResult:
    """Return by how many seconds the earliest due start or end is late, and whether
    this is at most `LATE`.
    """
    late = seconds_late()
    return {"ok": late <= LATE, "seconds": late}


def seconds_late() -> float:
    """Return the delay in seconds of the earliest due start or end."""
    now = timezone.now()
    oldest = oldest_due(now)
    return 0.0 if oldest is None else round((now - oldest).total_seconds(), 1)


def oldest_due(now: datetime) -> datetime | None:
    """Return the time of the earliest start or end that is overdue; None if none is."""
    late = (
        Round.objects.filter(starts_at__lte=now).aggregate(at=Min("starts_at")),
        Round.objects.filter(state=RoundState.RUNNING, ends_at__lte=now).aggregate(
            at=Min("ends_at")
        ),
        Extension.objects.filter(ends_at__lte=now).aggregate(at=Min("ends_at")),
    )
    return min((row["at"] for row in late if row["at"]), default=None)


class Watch:
    """The checks, which run in parallel in separate threads. A check starts again only
    after it has finished. `draining`: this process is about to stop.
    """

    def __init__(self, looks: Mapping[str, Callable[[], CheckResult]]) -> None:
        self._looks = looks
        self._threads = ThreadPoolExecutor(len(looks), "health")
        self._asked: dict[str, asyncio.Future[CheckResult]] = {}
        self._kept: tuple[float, dict[str, CheckResult]] | None = None
        self.draining = False

    async def look(self) -> tuple[HTTPStatus, dict[str, object]]:
        """Return the status and content of the response. The results of the checks are
        kept for `KEPT` seconds.
        """
        now = time.monotonic()
        if self._kept is None or now - self._kept[0] > KEPT:
            self._kept = now, await self._look()
        checks = self._kept[1]
        content: dict[str, object] = {"checks": checks}
        if why := self._why_not(checks):
            word = "stopping" if self.draining else "unready"
            return HTTPStatus.SERVICE_UNAVAILABLE, {
                "status": word,
                "why": why,
            } | content
        well = all(check["ok"] for check in checks.values())
        return HTTPStatus.OK, {"status": "ready" if well else "degraded"} | content

    def _why_not(self, checks: Mapping[str, CheckResult]) -> str:
        """Return why this process must get no visitors; "" if it may."""
        if self.draining:
            return STOPPING
        failed = (name for name in NEEDED if name in checks and not checks[name]["ok"])
        return next((NEEDED[name] % checks[name]["why"] for name in failed), "")

    async def _look(self) -> dict[str, CheckResult]:
        loop = asyncio.get_running_loop()
        for name, look in self._looks.items():
            if name not in self._asked or self._asked[name].done():
                self._asked[name] = loop.run_in_executor(self._threads, _tried, look)
        running = dict(self._asked)
        await asyncio.wait(running.values(), timeout=PATIENCE)
        return {
            name: answer.result() if answer.done() else NO_ANSWER
            for name, answer in running.items()
        }


def _tried(look: Callable[[], CheckResult]) -> CheckResult:
    try:
        return look()
    except Exception as error:
        return {"ok": False, "why": in_words(error)}
    finally:
        connection.close()


watch = Watch(
    {
        "pages": pages,
        "database": database,
        "disk": disk,
        "broker": broker,
        "clock": partial(heartbeat, Part.CLOCK),
        "clock_lag": clock_lag,
        "worker": partial(heartbeat, Part.WORKER),
    }
)


async def application(path: str, send: Send) -> None:
    """Answer a request to `/healthz` or `/readyz`."""
    status, content = HTTPStatus.OK, dict[str, object](status="alive")
    if path != ALIVE:
        status, content = await watch.look()
    body = json.dumps(content).encode()
    await send({"type": "http.response.start", "status": status, "headers": HEADERS})
    await send({"type": "http.response.body", "body": body})
