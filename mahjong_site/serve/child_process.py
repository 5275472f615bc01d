"""Run one process of the program: `python -m mahjong_site.serve.child_process
web|clock|worker|beat|background`. `background` is clock, worker and beat together.

The process ends when its parent ends, even by `kill -9`. The parent holds the other end
of a pipe. When the pipe closes, this process stops. On systems with process groups, its
whole group stops.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
import time
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

from mahjong_site import environment_settings as declared

if TYPE_CHECKING:
    from celery import Celery
    from celery.worker import WorkController

#: Variable with the descriptor of the pipe that ends with the parent.
LIFELINE = "PREVAILING_WIND_LIFELINE"
#: Variable with the descriptor of the socket that all web processes listen on.
LISTENING = "PREVAILING_WIND_LISTENING"
PATIENCE = 5.0
#: Seconds that open responses get when the web server stops.
GRACE = 3


def web() -> None:
    """Serve pages and live streams on the parent's socket. If there is no such socket,
    use HOST and PORT."""
    import uvicorn
    from uvicorn.config import STARTUP_FAILURE

    config = uvicorn.Config(
        "mahjong_site.asgi:application",
        http="mahjong_site.http_connections:TimeoutHttpProtocol",
        host=declared.HOST.read(),
        port=declared.PORT.read(),
        proxy_headers=bool(declared.PROXY_IPS.read()),
        forwarded_allow_ips=declared.PROXY_IPS.read() or None,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE,
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
    )
    config.load()
    config.configure_logging()  # Again, since the program has reset the levels.
    server = uvicorn.Server(config)
    descriptor = os.environ.get(LISTENING)
    with contextlib.suppress(KeyboardInterrupt):  # A normal stop.
        server.run([socket.socket(fileno=int(descriptor))] if descriptor else None)
    if not server.started:
        sys.exit(STARTUP_FAILURE)


def clock() -> None:
    """Run the Celery worker of the clock, which starts rounds, warns before their end
    and ends them.

    It has one thread, because two would wait for each other's locks. It discards
    messages from before its start, because reading them would take seconds. It
    prefetches messages without limit, because a worker that has reached the limit does
    not notice a lost connection.
    """
    from celery.signals import worker_ready

    from mahjong_site.celery import app

    worker_ready.connect(_tick)
    worker_ready.connect(_say_ready)
    app.conf.worker_prefetch_multiplier = 0
    _run(_worker(app, "clock", threads=1, purge=True))


def worker() -> None:
    """Run the Celery worker for all other tasks: seating, imports, messages and
    backups.
    """
    from celery.signals import worker_ready

    from mahjong_site.celery import app

    worker_ready.connect(_send_heartbeat)
    worker_ready.connect(_say_ready)
    working = _worker(app, "work", threads=4)
    _release_exchanges()
    _run(working)


def background() -> None:
    """Run clock, worker and beat in one process, for systems where each process would
    import everything again. If one of the three fails, all stop."""
    from celery.beat import Service
    from celery.platforms import EX_FAILURE
    from celery.signals import beat_init, worker_ready
    from celery.worker import state

    from mahjong_site.celery import Intervals, app, app_for_second_worker

    def run_with_the_others(run: Callable[[], object]) -> None:
        app.set_current()
        try:
            run()
        finally:
            if state.should_stop is None:
                state.should_stop = EX_FAILURE  # type: ignore[assignment]

    worker_ready.connect(_tick)
    worker_ready.connect(_send_heartbeat)
    beat_init.connect(_say_ready)
    # First, since it sets up Django, which resets the log levels that Celery sets.
    working = _worker(app, "work", threads=4)
    of_clock = app_for_second_worker()
    of_clock.conf.worker_prefetch_multiplier = 0
    ticking = _worker(of_clock, "clock", threads=1, purge=True)
    app.set_default()
    clock_thread, beat_thread = (
        threading.Thread(target=run_with_the_others, args=[run], daemon=True)
        for run in (ticking.start, Service(app, scheduler_cls=Intervals).start)
    )
    _release_exchanges()
    clock_thread.start()
    beat_thread.start()
    working.start()
    clock_thread.join(PATIENCE)
    sys.exit(working.exitcode)


def _run(worker: WorkController) -> None:
    worker.start()
    sys.exit(worker.exitcode)


def _worker(
    app: Celery, queue: str, *, threads: int, purge: bool = False
) -> WorkController:
    if LIFELINE not in os.environ:
        _refuse_misfit()
    from celery.exceptions import CPendingDeprecationWarning, SecurityWarning
    from celery.signals import worker_ready

    from mahjong_site import log_redaction

    worker_ready.connect(log_redaction.prepare)
    warnings.simplefilter("ignore", SecurityWarning)
    # Celery warns about one of its options at each loss of the broker.
    warnings.simplefilter("ignore", CPendingDeprecationWarning)
    worker: WorkController = app.Worker(
        queues=[queue],
        pool="threads",
        concurrency=threads,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        loglevel="WARNING",
        quiet=True,
        purge=purge,
    )
    return worker


def _refuse_misfit() -> None:
    """Exit with a message if the database fits another version of the program. Under
    `manage.py serve`, the parent has already checked this."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
    django.setup()
    from mahjong_site.serve.database_version_check import misfit

    if refusal := misfit():
        sys.exit(refusal)


def beat() -> None:
    """Run Celery beat, which ticks once a second."""
    from celery.signals import beat_init

    from mahjong_site.celery import app

    beat_init.connect(_say_ready)
    beat_init.connect(_tick)
    app.Beat(loglevel="WARNING", quiet=True).run()


def _say_ready(**_signal: object) -> None:
    print(f"ready (process {os.getpid()})", flush=True)


def _tick(**_signal: object) -> None:
    """Send a tick to the clock, for rounds that became due while the clock was not
    running."""
    from scoring.tasks import tick

    tick.apply_async(expires=5)


def _send_heartbeat(**_signal: object) -> None:
    """Record a first heartbeat for `/readyz` before beat requests one."""
    from tournaments.upkeep.clock_and_worker_heartbeats import note_worker

    note_worker.apply_async(expires=15)


def _release_exchanges() -> None:
    """Release the leases of mirrors that a killed worker may have left. Without a
    database, mirrors continue when the leases expire."""
    from django.db import DatabaseError, connections

    from scoring.mirror.exchange_with_mirror import release_exchanges

    with contextlib.suppress(DatabaseError):
        release_exchanges()
    connections.close_all()


PROGRAMS = {
    "web": web,
    "clock": clock,
    "worker": worker,
    "beat": beat,
    "background": background,
}


def _end_with_parent(lifeline: int) -> None:
    os.read(lifeline, 1)
    # `os.kill` would end a process on Windows immediately.
    signal.raise_signal(signal.SIGTERM)
    time.sleep(PATIENCE)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _keep_restores_away() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
    from tournaments.upkeep import data_folder_lock

    if refusal := data_folder_lock.hold():
        sys.exit(refusal)


def run(program: str) -> None:
    """Run the program with this name in this process until it ends. Raises SystemExit
    with a message if a restore has locked the data folder, or with the exit status that
    the program returns."""
    if lifeline := os.environ.get(LIFELINE):
        watch = threading.Thread(
            target=_end_with_parent, args=(int(lifeline),), daemon=True
        )
        watch.start()
    _keep_restores_away()
    # Celery would run Django's checks, which are for developers.
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
    PROGRAMS[program]()


if __name__ == "__main__":
    run(sys.argv[1])
