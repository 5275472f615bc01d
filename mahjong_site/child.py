"""`python -m mahjong_site.child web|clock|worker|beat`: one process of the program.

It ends when its parent does, for whatever reason: the parent holds the other end
of a pipe open, and when reading the pipe ends, so does this process with its
whole group. Works on Linux and macOS alike, also after `kill -9`.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from typing import Any

LIFELINE = "PREVAILING_WIND_LIFELINE"
PATIENCE = 5.0
#: Seconds the web server gives open responses when it is told to stop.
GRACE = 3


def web() -> None:
    """The pages and the live stream, on HOST and PORT."""
    import uvicorn

    uvicorn.run(
        "mahjong_site.asgi:application",
        host=os.environ["HOST"],
        port=int(os.environ["PORT"]),
        workers=int(os.environ.get("WEB_WORKERS", "1")),
        proxy_headers="PROXY_IPS" in os.environ,
        forwarded_allow_ips=os.environ.get("PROXY_IPS"),
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE,
        access_log=False,
        log_level="warning",
        server_header=False,
    )


def clock() -> None:
    """The Celery worker that starts, warns and ends what is due.

    With one thread: two would wait for each other's locks, round by round. What was
    sent while it was away is thrown away unread, for that would take it seconds. It
    always asks for more: a worker that holds all it may notices no lost connection.
    """
    from celery.signals import worker_ready

    from mahjong_site.celery import app

    worker_ready.connect(_tick)
    app.conf.worker_prefetch_multiplier = 0
    _work("clock", "--purge", threads=1)


def worker() -> None:
    """The Celery worker for what takes long: draws and imports."""
    _work("work", threads=4)


def _work(queue: str, *more: str, threads: int) -> None:
    from celery.exceptions import SecurityWarning
    from celery.signals import worker_ready

    from mahjong_site.celery import app

    warnings.simplefilter("ignore", SecurityWarning)
    worker_ready.connect(_say_ready)
    pool = f"--queues {queue} --pool threads --concurrency {threads}"
    quiet = "--without-gossip --without-mingle --without-heartbeat"
    options = f"{pool} {quiet} --loglevel WARNING"
    app.start(["--quiet", "worker", *options.split(), *more])


def beat() -> None:
    """Celery beat: one tick a second."""
    from celery.signals import beat_init

    from mahjong_site.celery import app

    beat_init.connect(_say_ready)
    beat_init.connect(_tick)
    app.start(["--quiet", "beat", "--loglevel", "WARNING", "--pidfile="])


def _say_ready(**_signal: Any) -> None:
    print(f"ready (process {os.getpid()})", flush=True)


def _tick(**_signal: Any) -> None:
    """Look at once for what came due while the clock was away."""
    from scoring.tasks import tick

    tick.apply_async(expires=5)


PROGRAMS = {"web": web, "clock": clock, "worker": worker, "beat": beat}


def _end_with_parent(lifeline: int) -> None:
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os.killpg(0, signal.SIGKILL)


def main() -> None:
    if lifeline := os.environ.get(LIFELINE):
        watch = threading.Thread(
            target=_end_with_parent, args=(int(lifeline),), daemon=True
        )
        watch.start()
    PROGRAMS[sys.argv[1]]()


if __name__ == "__main__":
    main()
