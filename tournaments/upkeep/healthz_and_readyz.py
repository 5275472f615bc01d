"""`/healthz` and `/readyz`: the state of this process and of its services, as JSON.

The event loop answers both without Django and without a page thread, so that both work
while pages wait. `/healthz` shows that this process responds. `/readyz` checks pages,
database, disk, broker, workers and clock, and responds within two seconds. A check that
takes longer has failed.

If the database is down, a page does not load, or the process is stopping, the status is
503, with the reason (`why`). Such a process gets no new visitors. Other failures are
listed, and the status is 200.
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
    """Check that all addresses and templates load and that the static files exist.
    Return a successful result. Raises the first error.

    A successful result is kept, because none of these change while the process runs.
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
    """Check that a table can be read. Return the time that this takes, in milliseconds.
    Raises the database's error if the table cannot be read."""
    start = time.monotonic()
    Tournament.objects.exists()
    return {"ok": True, "milliseconds": round((time.monotonic() - start) * 1000, 1)}


def disk() -> CheckResult:
    """Return the number of free bytes in the data folder, and whether this is
    enough."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    return {"ok": free >= LITTLE_ROOM, "free_bytes": free}


def broker() -> CheckResult:
    """Check that the message broker accepts a connection. Return a successful result.
    Raises the error of the connection."""
    with current_app.connection_for_write(connect_timeout=1) as opened:
        transport = opened.transport
        transport.close_connection(transport.establish_connection())
    return {"ok": True}


def heartbeat(part: Part) -> CheckResult:
    """Return the number of seconds since the last heartbeat of a part, and whether this
    is recent enough. If the part has never sent a heartbeat, return the reason instead.
    """
    silent = clock_and_worker_heartbeats.silences(machine_clock.read()).get(part)
    if silent is None:
        return {"ok": False, "why": "never heard of"}
    return {
        "ok": silent <= clock_and_worker_heartbeats.AWAY_AFTER[part],
        "seconds_silent": round(silent.total_seconds(), 1),
    }


def clock_lag() -> CheckResult:
    """Return the delay of the earliest due start or end, in seconds, and whether the
    delay is at most `LATE`."""
    late = seconds_late()
    return {"ok": late <= LATE, "seconds": late}


def seconds_late() -> float:
    """Return the delay of the earliest due start or end, in seconds. Return 0.0 if none
    is due."""
    now = timezone.now()
    oldest = oldest_due(now)
    return 0.0 if oldest is None else round((now - oldest).total_seconds(), 1)


def oldest_due(now: datetime) -> datetime | None:
    """Return the time of the earliest start or end that is overdue, or None if there is
    none."""
    late = (
        Round.objects.filter(starts_at__lte=now).aggregate(at=Min("starts_at")),
        Round.objects.filter(state=RoundState.RUNNING, ends_at__lte=now).aggregate(
            at=Min("ends_at")
        ),
        Extension.objects.filter(ends_at__lte=now).aggregate(at=Min("ends_at")),
    )
    return min((row["at"] for row in late if row["at"]), default=None)


class Watch:
    """The checks, which run at the same time in separate threads. A check starts again
    only after it has finished. `draining` is True if this process is about to stop."""

    def __init__(self, looks: Mapping[str, Callable[[], CheckResult]]) -> None:
        self._looks = looks
        self._threads = ThreadPoolExecutor(len(looks), "health")
        self._asked: dict[str, asyncio.Future[CheckResult]] = {}
        self._kept: tuple[float, dict[str, CheckResult]] | None = None
        self.draining = False

    async def look(self) -> tuple[HTTPStatus, dict[str, object]]:
        """Return the status and the content of the response. Results of the checks are
        kept for `KEPT` seconds."""
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
        """Return the reason if this process must not get visitors. Otherwise return
        ""."""
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
    """Send the response to a request for `/healthz` or `/readyz`."""
    status, content = HTTPStatus.OK, dict[str, object](status="alive")
    if path != ALIVE:
        status, content = await watch.look()
    body = json.dumps(content).encode()
    await send({"type": "http.response.start", "status": status, "headers": HEADERS})
    await send({"type": "http.response.body", "body": body})
