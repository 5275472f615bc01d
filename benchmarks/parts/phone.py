"""A phone at a table of a separate site, for measurements in a browser."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.site_shell import Shell
from tests.run import BROWSERS

#: Rulesets whose tables are measured, and their options.
OPTIONS: dict[str, Mapping[str, object]] = {
    "mcr": {},
    "hong_kong": {},
    "classical": {},
    "riichi": {"preset": "tenhou"},
}
#: A small upright phone, in CSS pixels.
SIZE: ViewportSize = {"width": 390, "height": 664}
PREPARE = (
    "import django; django.setup();"
    "from mahjong_site.prepare_installation import prepare; prepare(print)"
)
#: Prints the address and link of a new table without hands.
MAKE_TABLE = """
from django.contrib.auth.models import User
from django.utils import timezone
from tournaments.access import table_links
from tournaments.people import register_players as registration
from tournaments.rounds import round_clock as clock
from tournaments.rounds import publish_seating as publishing
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
director, _made = User.objects.get_or_create(username="director")
plan = tournament_setup.Plan(
    title="{ruleset} evening", ruleset="{ruleset}", planned_rounds=1, minutes=120,
    end_policy="finish_hand", options={options!r}, is_public=True)
tournament = tournament_setup.create_tournament(plan, director=director)
rows = [
    registration.PlayerRow(first_name=name.split()[0], last_name=name.split()[1])
    for name in ("Ada Lind", "Bo Park", "Chiara Rossi", "Dmitri Sokolov")]
registration.register(tournament, rows, by="director")
seats = [round_seats.TableRow(1, 1, (1, 2, 3, 4))]
[round_] = round_seats.seat_rounds(tournament, seats, by="director")
publishing.publish(round_.pk, by="director")
clock.start(round_.pk, by="director", now=timezone.now())
game = table_links.games_with_links().get(round=round_)
print(f"/table/{{tournament.slug}}/1/1/")
print("/table/link/" + table_links.token_of(game) + "/")
"""


@dataclass(frozen=True)
class Site:
    """A running site. `url` has no slash at the end."""

    url: str
    shell: Shell

    def table(self, ruleset: str, options: Mapping[str, object]) -> tuple[str, str]:
        """Return the page address and the table link of a new table without hands."""
        code = MAKE_TABLE.format(ruleset=ruleset, options=dict(options))
        address, link = self.shell.run(code).splitlines()
        return address, link


@contextmanager
def site(root: Path = ROOT) -> Iterator[Site]:
    """Run an empty temporary site within the block and yield it.

    `root`: the folder of the program.
    """
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "mahjong_site.settings",
            "DATA_DIR": folder,
            "HOST": "127.0.0.1",
            "PORT": str(port),
        }
        preparing = [sys.executable, "-c", PREPARE]
        quiet = subprocess.DEVNULL
        subprocess.run(preparing, check=True, cwd=root, env=environment, stdout=quiet)
        serving = [sys.executable, "-m", "mahjong_site.serve.child_process", "web"]
        process = subprocess.Popen(
            serving, cwd=root, env=environment, stdout=quiet, stderr=quiet
        )
        shell = Shell(root, environment)
        try:
            _wait_until_up(port)
            yield Site(f"http://127.0.0.1:{port}", shell)
        finally:
            shell.close()
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _wait_until_up(port: int, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if time.monotonic() > deadline:
            raise TimeoutError("the site did not answer in time")
        time.sleep(0.1)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run headless Chromium within the block and yield it."""
    names = ("chromium-headless-shell", *BROWSERS)
    program = next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as engine:
        browser = engine.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
        yield browser
        browser.close()


@contextmanager
def phone_at(browser: Browser, site: Site, link: str) -> Iterator[Page]:
    """Yield the page of a phone that opened a table link."""
    context = browser.new_context(
        base_url=site.url, viewport=SIZE, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(link)
    yield page
    context.close()
