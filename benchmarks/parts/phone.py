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
from contextlib import ExitStack, contextmanager
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
#: Prints the address and link of a new table without hands.
MAKE_TABLE = """
from django.contrib.auth.models import User
from django.utils import timezone
{imports}
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
game = table_links.{games}().get(round=round_)
print(f"/table/{{tournament.slug}}/1/1/")
print("/table/link/" + table_links.token_of(game) + "/")
"""


@dataclass(frozen=True)
class Program:
    """Names in a version of the program: module that prepares an installation, module
    of a single process, imports for a new table, and function of games with links.
    """

    preparing: str
    process: str
    imports: str
    games: str


THIS_VERSION = Program(
    preparing="mahjong_site.prepare_installation",
    process="mahjong_site.serve.child_process",
    imports="""
from tournaments.access import table_links
from tournaments.people import register_players as registration
from tournaments.rounds import round_clock as clock
from tournaments.rounds import publish_seating as publishing
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
""",
    games="games_with_links",
)
VERSION_1_6 = Program(
    preparing="mahjong_site.management.commands.serve",
    process="mahjong_site.child",
    imports="""
from tournaments.access import table_links
from tournaments.people import registration
from tournaments.rounds import clock, publishing, round_seats
from tournaments.events.setup import tournament_setup
""",
    games="sessions_with_links",
)


def program_at(root: Path) -> Program:
    """Return the names in the program of this checkout: of this version, or of 1.6."""
    is_older = (root / "mahjong_site" / "child.py").exists()
    return VERSION_1_6 if is_older else THIS_VERSION


@dataclass(frozen=True)
class Site:
    """A running site. `url` has no slash at the end."""

    url: str
    shell: Shell
    program: Program

    def table(self, ruleset: str, options: Mapping[str, object]) -> tuple[str, str]:
        """Return the page address and the table link of a new table without hands."""
        code = MAKE_TABLE.format(
            ruleset=ruleset,
            options=dict(options),
            imports=self.program.imports,
            games=self.program.games,
        )
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
        program = program_at(root)
        prepare = f"from {program.preparing} import prepare; prepare(print)"
        preparing = [sys.executable, "-c", f"import django; django.setup(); {prepare}"]
        quiet = subprocess.DEVNULL
        subprocess.run(preparing, check=True, cwd=root, env=environment, stdout=quiet)
        serving = [sys.executable, "-m", program.process, "web"]
        process = subprocess.Popen(
            serving, cwd=root, env=environment, stdout=quiet, stderr=quiet
        )
        shell = Shell(root, environment)
        try:
            _wait_until_up(port)
            yield Site(f"http://127.0.0.1:{port}", shell, program)
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


def opened_sites(open_now: ExitStack, beside: Path | None) -> dict[str, Site]:
    """Start this program, and the program in the folder `beside` unless it is None.

    Return the sites by the label of their rows.
    """
    sites = {"": open_now.enter_context(site())}
    if beside:
        sites[" beside"] = open_now.enter_context(site(beside.resolve()))
    return sites


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
