"""`manage.py serve`: the whole program with one command."""

from __future__ import annotations

import os
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor

from mahjong_site.child import PROGRAMS
from mahjong_site.supervisor import Child, Supervisor

# A documentation address (RFC 5737): nothing is sent to it, the system is only
# asked which of its own addresses it would send from.
ELSEWHERE = ("192.0.2.1", 9)


class Command(BaseCommand):
    help = "Prepare the data folder, then run web, workers and beat until Ctrl-C."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        host = os.environ.get("HOST", "0.0.0.0")  # noqa: S104 - for phones in the room
        port = _port()
        _refuse_taken(host, port)
        prepare(self._say)
        children = [Child(name) for name in PROGRAMS]
        environment = dict(os.environ) | {
            "HOST": host,
            "PORT": str(port),
            "PYTHONUNBUFFERED": "1",
        }
        self._announce(host, port)
        connections.close_all()
        sys.exit(Supervisor(children, environment, self._say).run())

    def _announce(self, host: str, port: int) -> None:
        here = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104
        self._say(f"Prevailing Wind is at http://{here}:{port}/")
        if host != here and (address := _own_address()):
            self._say(f"phones in the same network: http://{address}:{port}/")
        self._say("stop with Ctrl-C")

    def _say(self, text: str) -> None:
        self.stdout.write(f"{'serve':<6} | {text}")
        self.stdout.flush()


def prepare(say: Any) -> None:
    """Migrate the database and collect the static files, where there is need."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        say("preparing the database")
        call_command("migrate", interactive=False, verbosity=0)
    stamp = settings.STATIC_ROOT / ".collected"
    newest = max(path.stat().st_mtime_ns for path in _static_sources())
    if not stamp.exists() or stamp.read_text() != str(newest):
        say("collecting static files")
        call_command("collectstatic", interactive=False, verbosity=0, clear=True)
        stamp.write_text(str(newest))


def _static_sources() -> list[Any]:
    """The files whose change means collecting again: ours, and the lock file."""
    ours = list((settings.BASE_DIR / "static").rglob("*"))
    return [*ours, settings.BASE_DIR / "requirements.txt"]


def _port() -> int:
    text = os.environ.get("PORT", "8000")
    if not text.isdigit() or not 0 < int(text) < 65536:
        sys.exit(f"PORT is “{text}”; it must be a number from 1 to 65535.")
    return int(text)


def _refuse_taken(host: str, port: int) -> None:
    try:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        sys.exit(
            f"Cannot listen on {host}:{port} ({error.strerror}). Something else may "
            f"run there: stop it, or choose another port, e.g. PORT={port + 1} make run"
        )


def _own_address() -> str | None:
    """The address other devices of the network reach this machine by."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address
