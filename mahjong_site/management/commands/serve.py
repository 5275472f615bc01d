"""`manage.py serve`: run the whole program."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from functools import partial

from django.conf import settings
from django.core.management import BaseCommand
from django.db import connections

from mahjong_site import environment_settings as declared
from mahjong_site import request_metrics
from mahjong_site.prepare_installation import prepare
from mahjong_site.secret_key_and_private_files import stored
from mahjong_site.serve.forked_process import ForkedStart, may_fork
from mahjong_site.serve.portable_process import PortableStart
from mahjong_site.serve.preloaded_modules import import_everything
from mahjong_site.serve.supervisor import Child, Greeting, Start, Supervisor
from mahjong_site.version import VERSION
from tournaments.access import first_account
from tournaments.access.staff_accounts import new_password
from tournaments.upkeep import data_folder_lock
from tournaments.web.own_network_address import is_site, own_address, site_origin

#: Address of this computer for each host that means all its addresses.
OWN = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


class Command(BaseCommand):
    help = "Prepare the data folder, then run web, workers and beat until Ctrl-C."
    requires_system_checks = []

    def handle(self, *args: object, **options: object) -> None:
        host = declared.HOST.read()
        port = declared.PORT.read()
        workers = declared.WEB_WORKERS.read()
        listening = _bound(host, port)
        if refusal := data_folder_lock.hold():
            sys.exit(refusal)
        prepare(self._print)
        request_metrics.delete_old_counts()
        greeting = Greeting(list(_greeting(host, port)), OWN.get(host, host), port)
        connections.close_all()
        environment = dict(os.environ) | {
            "HOST": host,
            "PORT": str(port),
            "PYTHONUNBUFFERED": "1",
        }
        start: Start
        if may_fork():
            import_everything()
            children = forked_children(workers)
            start = ForkedStart(listening.fileno())
        else:
            if workers > 1:
                self._print(
                    "This system has one web process; WEB_WORKERS has no effect."
                )
            listening.close()
            children = [Child("web"), Child("background")]
            start = PortableStart()
        sys.exit(Supervisor(children, environment, start, greeting).run())

    def _print(self, text: str) -> None:
        self.stdout.write(f"{'serve':<6} | {text}")
        self.stdout.flush()


def forked_children(workers: int) -> list[Child]:
    """Return the child processes for a system that can fork: `workers` web processes,
    and one each of clock, worker and beat."""
    webs = ["web", *(f"web{number}" for number in range(2, workers + 1))]
    others = [Child(name) for name in ("clock", "worker", "beat")]
    return [Child(name, "web") for name in webs] + others


def _greeting(host: str, port: int) -> Iterator[str]:
    """Yield the lines of the start message: addresses, data folder, how to stop."""
    site = _site("127.0.0.1" if host in OWN else host, port)
    yield f"Prevailing Wind {VERSION} is at {site}"
    if host in OWN and (address := own_address()):
        site = _site(address, port)
        yield f"On phones in the same network: {site}"
    yield f"Data folder: {settings.DATA_DIR}"
    yield from _first_visit(_public_site() or site)
    yield "Press Ctrl-C to stop."


def _first_visit(site: str) -> Iterator[str]:
    """Yield lines about how to create the first account; none if an account exists."""
    if not first_account.is_unclaimed():
        first_account.forget_code()
        return
    code = stored(settings.FIRST_VISIT_CODE, partial(new_password, 2))
    yield "No accounts yet. The first one can manage everything here."
    if not is_site():
        yield "Create it in a browser on this computer, or on another device"
    yield f"with this link: {site}welcome/{code}/"
    yield f"or this code: {code}"


def _site(host: str, port: int) -> str:
    """Return the address of the home page."""
    return f"http://{_at(host, port)}{settings.SUB_PATH}/"


def _at(host: str, port: int) -> str:
    """Return host and port for an address. An IPv6 address is in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _public_site() -> str:
    """Return the site's address behind a proxy or with HTTPS; "" if the settings do not
    contain it."""
    origin = site_origin()
    return f"{origin}{settings.SUB_PATH}/" if origin else ""


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket bound to host and port, on which the web processes will listen.
    Exits with a message if the port cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    try:
        # On Windows, REUSEADDR would share the port with a program that has it.
        option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        bound.setsockopt(socket.SOL_SOCKET, option, 1)
        bound.bind((host, port))
    except OSError as error:
        sys.exit(
            f"Cannot listen on {_at(host, port)} ({error.strerror}). Another program "
            "may use it. Stop it, or set the environment variable PORT to another "
            f"number, for example {port + 1}."
        )
    return bound
