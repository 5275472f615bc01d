"""`make test`, `make test-quick`, `make test-all`: run the tests in stages.

    python tests/run.py          everything on SQLite; on PostgreSQL and Redis only
                                 tests whose results may differ there
    python tests/run.py quick    rules, seating and units, for use while programming
    python tests/run.py all      everything on both, with more random examples

Prints the names of stages that did not run. With CI=true no stage may be left out,
except tests in WebKit and Firefox: missing PostgreSQL, Redis or Chromium is a failure.
Each failed test is repeated once, alone. If it passes then, it is flaky: the last line
names it, and more than two fail the run.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests import prepared

POSTGRESQL = os.environ.get(
    "TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/prevailing_wind"
)
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
#: Programs that tests in further browsers need, and Debian's packages with them.
OTHER_BROWSERS = {
    "WebKit": (("WebKitWebDriver", "MiniBrowser", "Xvfb"), "webkit2gtk-driver xvfb"),
    "Firefox": (("firefox-esr",), "firefox-esr"),
}
#: Folders below /usr with programs that are not on PATH.
BESIDE_PATH = ("lib/*/webkit2gtk-4.1", "libexec/webkit2gtk-4.1")
IN_CI = os.environ.get("CI") == "true"

#: Tests whose results may differ on PostgreSQL: locks, triggers, constraints, JSON,
#: NOTIFY, migrations, backups, and one of each other kind of write. `make test-all`
#: runs all tests there.
ON_POSTGRESQL = "tests/on_postgresql.txt"

#: pytest's exit codes.
ALL_PASSED, TESTS_FAILED = 0, 1

#: Number of flaky tests above which the run fails.
MAX_FLAKY = 2

#: Number of failed tests above which none is repeated, since chance is unlikely.
MAX_REPEATED = 10

#: Stages without browser tests neither collect them nor load a driver.
WITHOUT_BROWSER = ("--ignore", "tests/browser", "-p", "no:playwright")

#: Tests that `quick` leaves out: thousands of known answers, started programs, and
#: searches.
LONG = (
    *("*_cases.py", "*test_riichi_games.py", "*_command_line.py"),
    *("*test_private_files.py", "*test_swiss.py", "*test_sitting_out.py"),
    *("*test_http_connections.py", "*test_hostile_requests.py", "*test_broker_log.py"),
)

#: Environment variables not passed on. Without bytecode each process would compile
#: program and tests again, a minute for each stage.
NOT_PASSED_ON = {
    "DATABASE_URL",
    "REDIS_URL",
    "DATA_DIR",
    "SECRET_KEY",
    "PYTHONDONTWRITEBYTECODE",
}
EMBEDDED = {"PYTHONUNBUFFERED": "1"} | {
    name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON
}


@dataclass
class Stage:
    """One run of pytest.

    `repeats_failures`: failed tests are run again; `beside`: the output is shown when
    the run is over, because only one stage shows progress; `yields`: the run has lower
    priority.
    """

    title: str
    arguments: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)
    repeats_failures: bool = False
    beside: bool = False
    yields: bool = False
    seconds: float = 0.0
    output: IO[str] | None = None
    cache: tempfile.TemporaryDirectory[str] = field(
        default_factory=tempfile.TemporaryDirectory
    )

    def run(self) -> list[str]:
        """Run the tests.

        Return the names of failed tests, or the stage's title if it failed without
        naming a test. Returns [] if all passed.
        """
        code = self._pytest(self.title, self.arguments)
        if code == ALL_PASSED:
            return []
        return (code == TESTS_FAILED and self._failed_tests()) or [self.title]

    def repeat(self, test: str) -> bool:
        """Run one test again, alone.

        Return whether it passed. Call this only when no other stage runs, so that load
        does not affect the result.
        """
        self.output = None
        again = ("-m", self.arguments[1], test)
        return self._pytest(f"{self.title}, repeated alone: {test}", again) == 0

    def _failed_tests(self) -> list[str]:
        """Return the failed tests of the last run, from pytest's cache."""
        kept = Path(self.cache.name) / "v" / "cache" / "lastfailed"
        return list(json.loads(kept.read_text())) if kept.exists() else []

    def _pytest(self, title: str, arguments: Sequence[str]) -> int:
        print(f"\n=== {title} ===", file=self.output, flush=True)
        start = time.monotonic()
        kept = ("-o", f"cache_dir={self.cache.name}")
        slowest = ("--durations", "30", "--durations-min", "3")
        command = [sys.executable, "-m", "pytest", "-q", *slowest, *kept, *arguments]
        if self.yields and shutil.which("nice"):
            command = ["nice", "-n", "5", *command]
        code = subprocess.run(
            command,
            env=EMBEDDED | self.environment,
            stdout=self.output,
            stderr=subprocess.STDOUT if self.output else None,
            check=False,
        ).returncode
        self.seconds += time.monotonic() - start
        return code


@dataclass
class Verdict:
    """Result of all stages: names of failed tests (or of aborted stages), and of tests
    that passed when repeated.
    """

    failed: list[str] = field(default_factory=list)
    flaky: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.failed and len(self.flaky) <= MAX_FLAKY

    def last_line(self) -> str:
        flaky = f"{len(self.flaky)} flaky: {', '.join(self.flaky)}"
        if self.passed:
            return f"passed, {flaky}" if self.flaky else "Everything that ran passed."
        parts = [", ".join(self.failed), self.flaky and flaky]
        return f"FAILED: {'; '.join(filter(None, parts))}"


def main(how: str = "") -> int:
    missing: list[str] = []
    stages = [quick()] if how == "quick" else all_stages(missing, how == "all")
    with contextlib.ExitStack() as at_end:
        if how != "quick":
            prepare(at_end)
        verdict = run(stages)
    print()
    for stage in stages:
        print(f"{stage.title}: {stage.seconds:.0f} s")
    absent = [] if how == "quick" else [*map(absent_browser, OTHER_BROWSERS)]
    for sentence in filter(None, missing + absent):
        print(f"NOT RUN: {sentence}")
    if missing and IN_CI:
        verdict.failed.append("something that CI must not leave out")
    print(verdict.last_line())
    return 0 if verdict.passed else 1


def read_first() -> None:
    """Compile all tests in one process if they are not compiled.

    Otherwise nine processes would compile them at the same time, half a minute each.
    """
    if not any(Path("tests/__pycache__").glob("conftest.*-pytest-*.pyc")):
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q"]
        subprocess.run(command, env=EMBEDDED, stdout=subprocess.DEVNULL, check=False)


def prepare(at_end: contextlib.ExitStack) -> None:
    """Create the data that all stages copy and set its place in the environment.

    Migrations take a quarter of a minute for each kind of database. `at_end`: removes
    the data.
    """
    folder = tempfile.TemporaryDirectory(prefix="prevailing-wind-prepared-")
    data, template = Path(at_end.enter_context(folder)) / "var", None
    with ThreadPoolExecutor(2) as aside:
        aside.submit(read_first)
        if postgresql_answers():
            made = prepared.postgresql(data, POSTGRESQL)
            template = aside.submit(at_end.enter_context, made)
        prepared.prepare(data)
    EMBEDDED[prepared.PREPARED] = str(data)
    if template:
        EMBEDDED[prepared.TEMPLATE] = template.result()


def run(stages: list[Stage]) -> Verdict:
    """Run all stages at the same time, since some mostly wait, then repeat failed
    tests. Return the verdict.
    """
    beside = [stage for stage in stages if stage.beside]
    with (
        contextlib.ExitStack() as files,
        ThreadPoolExecutor(len(beside) or 1) as aside,
    ):
        for stage in beside:
            stage.output = files.enter_context(tempfile.TemporaryFile("w+"))
        waiting = [aside.submit(stage.run) for stage in beside]
        failed = [(stage, stage.run()) for stage in stages if not stage.beside]
        for stage, ended in zip(beside, waiting, strict=True):
            failed.append((stage, ended.result()))
            if stage.output:
                stage.output.seek(0)
                shutil.copyfileobj(stage.output, sys.stdout)
    return repeat_failures([(stage, test) for stage, tests in failed for test in tests])


def repeat_failures(failed: list[tuple[Stage, str]]) -> Verdict:
    """Repeat each failed test once, alone, unless too many failed.

    Return the verdict.
    """
    verdict = Verdict()
    for stage, test in failed:
        is_test = stage.repeats_failures and test != stage.title
        few = len(failed) <= MAX_REPEATED
        passed = is_test and few and stage.repeat(test)
        (verdict.flaky if passed else verdict.failed).append(test)
    return verdict


def all_stages(missing: list[str], everything: bool) -> list[Stage]:
    if everything:
        EMBEDDED["TEST_EXAMPLES"] = "many"
    processes = ("-m", "process", "tests/process")
    return [
        # Many tests wait for a stream or a time limit: with one worker for each of two
        # cores, one core was idle in the last minute.
        Stage(
            "SQLite",
            (
                *("-m", "not browser and not process", "-n", "3"),
                *("--dist", "worksteal", *WITHOUT_BROWSER),
            ),
            repeats_failures=True,
            yields=True,
        ),
        *browser(missing),
        Stage("real processes", processes, repeats_failures=True, beside=True),
        *postgresql(missing, everything=everything),
    ]


def quick() -> Stage:
    """Return the stage of tests without database, browser, processes or long cases.

    The stage takes a minute.
    """
    without = "not database and not browser and not process"
    left_out = [f"--ignore-glob={pattern}" for pattern in LONG]
    arguments = ("-m", without, "-n", "2", *WITHOUT_BROWSER, *left_out)
    return Stage("quick", arguments, {"TEST_EXAMPLES": "few"})


def browser(missing: list[str]) -> list[Stage]:
    if not (os.environ.get("CHROMIUM") or any(map(shutil.which, BROWSERS))):
        missing.append(f"the browser tests: none of {', '.join(BROWSERS)} is installed")
        return []
    # They wait as much as they work. Each further process has its own browser and site.
    arguments = ("-m", "browser", "-n", "3", "--dist", "loadfile", "tests/browser")
    return [Stage("browser", arguments, repeats_failures=True, beside=True)]


def program_of(name: str) -> str:
    """Return the path of an installed program, or "" if it is not installed."""
    folders = [
        str(each) for beside in BESIDE_PATH for each in Path("/usr").glob(beside)
    ]
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *folders])
    return shutil.which(name, path=path) or ""


def absent_browser(name: str) -> str:
    """Return a sentence about the missing programs of a further browser, or "" if none
    is missing.
    """
    programs, packages = OTHER_BROWSERS[name]
    absent = [program for program in programs if not program_of(program)]
    if not absent:
        return ""
    return f"tests in {name}: no {', '.join(absent)} (Debian: {packages})"


def postgresql(missing: list[str], *, everything: bool) -> list[Stage]:
    absent = [
        address
        for address, answers in (
            (POSTGRESQL, postgresql_answers),
            (REDIS, redis_answers),
        )
        if not answers()
    ]
    if absent:
        hosts = " and ".join(urlsplit(address).netloc for address in absent)
        missing.append(
            f"the database tests on PostgreSQL and Redis: no answer from {hosts} "
            "(TEST_DATABASE_URL, TEST_REDIS_URL)"
        )
        return []
    # The number of queries is tested on SQLite; it is the same on both.
    counted = "not queries"
    asked = ["-k", counted, *Path(ON_POSTGRESQL).read_text().split()]
    # One process is enough and needs no other to distribute tests.
    workers = "2" if everything else "0"
    marker = ("-m", "database and not browser and not process", "-n", workers)
    environment = {"DATABASE_URL": POSTGRESQL, "REDIS_URL": REDIS}
    if not everything:
        # Random examples and further cases were tested on SQLite; they differ by
        # values, which behave the same on each database.
        environment |= {"TEST_EXAMPLES": "few", "TEST_CASES": "first"}
    title = "PostgreSQL and Redis"
    arguments = marker if everything else (*marker, *asked)
    return [Stage(title, arguments, environment, repeats_failures=True, beside=True)]


def postgresql_answers() -> bool:
    import psycopg

    server = urlsplit(POSTGRESQL)._replace(path="/postgres", scheme="postgresql")
    try:
        psycopg.connect(server.geturl(), connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def redis_answers() -> bool:
    import redis

    try:
        return bool(redis.Redis.from_url(REDIS, socket_timeout=3).ping())
    except redis.RedisError:
        return False


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
