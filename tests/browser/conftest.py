"""A real site for a real browser: `manage.py serve` on a free port with its own data
folder.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from urllib.parse import urlsplit
from zlib import crc32

import pytest

from tests import prepared
from tests.browser.screens import Screens
from tests.browser.site_shell import Shell
from tests.examples import ASKED
from tests.run import BROWSERS

pytest.register_assert_rewrite("tests.browser.looks")

playwright = pytest.importorskip(
    "playwright.sync_api", reason="install requirements-dev.txt for the browser tests"
)

#: Timeout for busy machines; tests do not wait longer than necessary.
playwright.expect.set_options(timeout=20_000)

ROOT = Path(__file__).resolve().parents[2]
#: A browser with all features.
CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, BROWSERS)), None
)
#: The same engine without a window, at half the cost; it supports no push messages.
SHELL = shutil.which("chromium-headless-shell") or CHROMIUM
PASSWORD = "seven-pairs-of-wind"
#: Service workers do not store pages of a table unless a test uses
#: `service_workers="allow"`, or all examples run. This saves a fifth of the time.
KEEPS_NO_PAGES = {"service_workers": "allow" if ASKED == "many" else "block"}
SITE_SHELL = "tests.browser.site_shell"


def pytest_collection_modifyitems(config, items):
    here = Path(__file__).parent
    items.sort(key=lambda item: not getattr(item.module, "BACKGROUND", False))
    ours = [item for item in items if here in item.path.parents]
    for item in ours:
        item.add_marker(pytest.mark.browser)
        if CHROMIUM is None and not getattr(item.module, "OTHER_BROWSERS", False):
            item.add_marker(pytest.mark.skip(reason="no Chromium found"))
    named = any("[" in argument for argument in config.args)
    if ASKED != "many" and not named:
        left_out = set(ours) - set(half_of_the_cases(ours))
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]


def half_of_the_cases(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield every other case of tests that repeat over screens, rulesets or pages; with
    TEST_EXAMPLES=many, yield all cases.

    The first case depends on the test's name, so that each screen is used by half of
    the tests. Tests marked `every_case` run completely.
    """
    by_test = groupby(items, key=lambda item: item.nodeid.split("[")[0])
    for name, several in by_test:
        cases = list(several)
        if len(cases) == 1 or cases[0].get_closest_marker("every_case"):
            yield from cases
        else:
            yield from cases[crc32(name.encode()) % 2 :: 2]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Send all modules that share a program with its clock to one test process, because
    each program takes time to start and wakes up every second.
    """
    from xdist.scheduler import LoadFileScheduling

    class ProgramTogether(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            said = (ROOT / file).read_text()
            shares = "\nBACKGROUND = " in said
            return "the program with its clock" if shares else file

    if config.getvalue("dist") == "loadfile":
        return ProgramTogether(config, log)
    return None


@dataclass(frozen=True)
class Site:
    """A running site. `url` has no slash at the end."""

    url: str
    data_dir: Path
    environment: dict[str, str]
    open_shell: Shell

    def shell(self, code: str) -> str:
        """Run `code` in the site's Django shell. Return its output."""
        return self.open_shell.run(code)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_up(url: str, process: subprocess.Popen, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert process.poll() is None, "the site stopped while starting"
        try:
            urllib.request.urlopen(f"{url}/account/login/", timeout=10).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
        else:
            return
    pytest.fail("the site did not answer in time")


def _environment(data_dir: Path) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL")
    }
    settings = {"DJANGO_SETTINGS_MODULE": "mahjong_site.settings"}
    return kept | settings | {"DATA_DIR": str(data_dir), "HOST": "127.0.0.1"}


#: Maximum number of sites of a test process: with and without the clock.
SITES = 2


@contextmanager
def _servers(number: int) -> Iterator[dict[str, str]]:
    """Yield the variables DATABASE_URL and REDIS_URL of the site's own database and
    Redis if BIG_SITE=1, otherwise {}. `number`: how many sites this process has
    started.
    """
    if not os.environ.get("BIG_SITE"):
        yield {}
        return
    import psycopg
    from psycopg import sql

    given = urlsplit(os.environ["DATABASE_URL"])
    name = f"site_{uuid.uuid4().hex[:12]}"
    server = given._replace(path="/postgres").geturl()
    redis, _slash, first = os.environ["REDIS_URL"].rpartition("/")
    process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    own = int(first) + process * SITES + number
    identifier = sql.Identifier(name)
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(identifier))
    try:
        yield {
            "DATABASE_URL": given._replace(path=f"/{name}").geturl(),
            "REDIS_URL": f"{redis}/{own}",
            "WEB_WORKERS": "2",
        }
    finally:
        with psycopg.connect(server, autocommit=True) as admin:
            drop = "DROP DATABASE {} WITH (FORCE)"
            admin.execute(sql.SQL(drop).format(identifier))


class Sites:
    """The sites of one test process.

    Each kind of site is started once and emptied for every module that uses it. A site
    with a clock uses processor time, so it ends before a site without a clock is used.
    """

    def __init__(self, folders: Callable[[], Path]) -> None:
        self._folders = folders
        self._kept: dict[bool, Site] = {}
        self._running: list[tuple[Site, subprocess.Popen]] = []
        self._started = 0
        self._servers = ExitStack()

    def get(self, *, background: bool) -> Site:
        """Return an empty site. `background`: with the clock and the workers."""
        if not background and (idle := self._kept.pop(True, None)):
            self.end(idle)
        if site := self._kept.get(background):
            site.shell(f"from {SITE_SHELL} import empty; empty()")
        else:
            site = self._kept[background] = self.start(background=background)
        return site

    def start(self, *, background: bool, sub_path: str = "", **more: str) -> Site:
        """Start a site and return it.

        `background`: with the clock and the workers; `sub_path`: the path below which
        it serves its pages; `more`: additional environment variables.
        """
        program = (
            ("manage.py", "serve")
            if background
            else ("-m", "mahjong_site.serve.child_process", "web")
        )
        data_dir = self._folders()
        prepared.copy_to(data_dir)
        port = _free_port()
        servers = self._servers.enter_context(_servers(self._started))
        self._started += 1
        own = {"PORT": str(port), "SUB_PATH": sub_path}
        environment = _environment(data_dir) | own | servers | more
        if servers:
            migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        with (data_dir / "serve.log").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, *program],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        url = f"http://127.0.0.1:{port}{sub_path}"
        site = Site(url, data_dir, environment, Shell(ROOT, environment))
        self._running.append((site, process))
        _wait_until_up(url, process)
        return site

    def end(self, site: Site) -> None:
        """Stop a site that is no longer used."""
        [ending] = [running for running in self._running if running[0] is site]
        self._running.remove(ending)
        _stop([ending])

    def stop(self) -> None:
        """Stop all running sites and release their servers."""
        _stop(self._running)
        self._servers.close()


def _stop(running: list[tuple[Site, subprocess.Popen]]) -> None:
    for site, process in running:
        site.open_shell.close()
        process.send_signal(signal.SIGTERM)
    for _site, process in running:
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()


@pytest.fixture(scope="session")
def sites(tmp_path_factory) -> Iterator[Sites]:
    sites = Sites(lambda: tmp_path_factory.mktemp("site") / "var")
    yield sites
    sites.stop()


@pytest.fixture(scope="module")
def site(request, sites) -> Site:
    """Return the module's site, with clock and workers if the module sets
    BACKGROUND.
    """
    return sites.get(background=getattr(request.module, "BACKGROUND", False))


@pytest.fixture(scope="session")
def engine() -> Iterator[playwright.Playwright]:
    with playwright.sync_playwright() as engine:
        yield engine


@contextmanager
def launched(
    engine: playwright.Playwright, program: str | None
) -> Iterator[playwright.Browser]:
    browser = engine.chromium.launch(
        executable_path=program,
        args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    )
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def shell(engine) -> Iterator[playwright.Browser]:
    with launched(engine, SHELL) as browser:
        yield browser


@pytest.fixture(scope="module")
def browser(request, engine, shell) -> Iterator[playwright.Browser]:
    """Yield the engine without a window, or a complete browser if the module sets
    WHOLE_BROWSER.
    """
    if getattr(request.module, "WHOLE_BROWSER", False):
        with launched(engine, CHROMIUM) as browser:
            yield browser
    else:
        yield shell


class Person:
    """A person at a screen. It records the browser's error messages."""

    def __init__(
        self, browser: playwright.Browser, site: Site, screens: Screens, **options
    ) -> None:
        self.site = site
        self.screen = screens.take(browser, site.url, KEEPS_NO_PAGES | options)
        self.context, self.page = self.screen.context, self.screen.page
        self.complaints = self.screen.complaints

    def sign_in(self, username: str = "director") -> None:
        """Sign in by a cookie, because the sign-in page would cost three page loads.
        test_nothing_is_covered tests the sign-in page.
        """
        code = f"from {SITE_SHELL} import sign_in; print(sign_in({username!r}))"
        key = self.site.shell(code)
        cookie = {"name": "sessionid", "value": key, "url": self.site.url}
        self.context.add_cookies([cookie])


@pytest.fixture(scope="session")
def screens() -> Screens:
    return Screens()


@pytest.fixture
def person(browser, site, screens) -> Iterator:
    """Yield a function that creates a person with a browser.

    Afterwards, check that no browser has reported an error.
    """
    people: list[Person] = []

    def make(**options) -> Person:
        people.append(Person(browser, site, screens, **options))
        return people[-1]

    yield make
    complaints = [text for someone in people for text in someone.complaints]
    for someone in people:
        screens.give_back(someone.screen)
    assert complaints == []


@pytest.fixture(scope="module")
def accounts(site) -> None:
    """Create the first director's account without the welcome page."""
    site.shell(f"from {SITE_SHELL} import direct; direct({PASSWORD!r})")


def zip_folder(folder: Path, target: Path) -> Path:
    with zipfile.ZipFile(target, "w") as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, file.name)
    return target
