"""`make test`: every test on the embedded default, then the database tests again
on PostgreSQL and Redis where they are reachable. Says plainly what did not run.

With CI=true nothing may be left out: no PostgreSQL, no Redis or no Chromium is a
failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from urllib.parse import urlsplit

POSTGRESQL = os.environ.get(
    "TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/prevailing_wind"
)
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
IN_CI = os.environ.get("CI") == "true"

#: What no other database can answer otherwise, or asks once more what others ask.
ANSWERED = (
    "rules",
    "seating",
    "test_permissions.py",
    "scoring/test_table_fuzz.py",
    "scoring/test_event_folder_any.py",
    "scoring/test_table_championship.py",
    "scoring/test_points_entry.py",
    "scoring/test_tile_entry.py",
    "scoring/test_rare_fields.py",
    "scoring/test_start_in_words.py",
)

EMBEDDED = {
    name: value
    for name, value in os.environ.items()
    if name not in ("DATABASE_URL", "REDIS_URL", "DATA_DIR", "SECRET_KEY")
}


def main() -> int:
    missing: list[str] = []
    failed = [
        name
        for name, passed in (
            ("SQLite", pytest("SQLite", "not browser and not process", "-n", "2")),
            ("processes", pytest("real processes", "process")),
            ("browser", browser_tests(missing)),
            ("PostgreSQL", postgresql_tests(missing)),
        )
        if not passed
    ]
    print()
    for sentence in missing:
        print(f"NOT RUN: {sentence}")
    if missing and IN_CI:
        failed.append("something that CI must not leave out")
    print(f"FAILED: {', '.join(failed)}" if failed else "Everything that ran passed.")
    return 1 if failed else 0


def browser_tests(missing: list[str]) -> bool:
    if not (os.environ.get("CHROMIUM") or any(map(shutil.which, BROWSERS))):
        missing.append(f"the browser tests: none of {', '.join(BROWSERS)} is installed")
        return True
    # They wait more than they work.
    return pytest("browser", "browser", "-n", "3", "--dist", "loadfile")


def postgresql_tests(missing: list[str]) -> bool:
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
        return True
    environment = {"DATABASE_URL": POSTGRESQL, "REDIS_URL": REDIS}
    return pytest(
        "PostgreSQL and Redis",
        "database and not browser and not process",
        "-n",
        "2",
        *(f"--ignore=tests/{name}" for name in ANSWERED),
        **environment,
    )


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


def pytest(title: str, marker: str, *arguments: str, **environment: str) -> bool:
    """One run of pytest; whether it passed."""
    print(f"\n=== {title} ===", flush=True)
    start = time.monotonic()
    slowest = ("--durations", "12", "--durations-min", "3")
    command = [sys.executable, "-m", "pytest", "-q", "-m", marker, *slowest, *arguments]
    code = subprocess.run(command, env=EMBEDDED | environment, check=False).returncode
    print(f"=== {title}: {time.monotonic() - start:.0f} s ===", flush=True)
    return code == 0


if __name__ == "__main__":
    sys.exit(main())
