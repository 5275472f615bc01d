"""A data folder as the first start of the program leaves it, its database migrated and
its static files collected: four seconds of work for every test that would begin
without one. What tests the first start itself begins with an empty folder."""

from __future__ import annotations

import atexit
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
#: Where `tests/run.py` made the folder that all its stages copy, and the name of the
#: database on PostgreSQL.
PREPARED, TEMPLATE = "TEST_PREPARED", "TEST_TEMPLATE"
NOT_OURS = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", PREPARED}
#: Migrations make many objects that stay: to look for what can go took a third of it.
PREPARE = (
    "import gc; gc.disable();"
    "import django; django.setup();"
    "from mahjong_site.prepare_installation import prepare; prepare(print);"
    "from django.db import connections; connections.close_all()"
)
MIGRATE = (
    "import gc; gc.disable();"
    "import django; django.setup();"
    "from django.core.management import call_command;"
    "call_command('migrate', verbosity=0)"
)


def prepare(folder: Path) -> Path:
    """Make the data folder."""
    _run(PREPARE, DATA_DIR=str(folder))
    return folder


@contextmanager
def postgresql(folder: Path, server: str) -> Iterator[str]:
    """The name of a migrated database on the server, which others copy. Then the data
    folder says what a server of a test's own begins with, if pg_dump can say it."""
    import psycopg

    from benchmarks.chaos.postgresql import STATEMENTS

    given = urlsplit(server)
    name = f"prepared_{uuid.uuid4().hex[:12]}"
    url = given._replace(path=f"/{name}").geturl()
    admin = given._replace(path="/postgres", scheme="postgresql").geturl()
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            with tempfile.TemporaryDirectory() as data:
                _run(MIGRATE, DATA_DIR=data, DATABASE_URL=url)
            folder.mkdir(exist_ok=True)
            (folder / STATEMENTS).write_text(_statements(url))
            yield name
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _statements(url: str) -> str:
    """What makes of an empty database one like that; "" if nothing here can say it."""
    dump = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", url]
    if not shutil.which(dump[0]):
        return ""
    said = subprocess.run(dump, capture_output=True, text=True, check=False)
    # What begins with a backslash is meant for psql.
    lines = [line for line in said.stdout.splitlines() if not line.startswith("\\")]
    return "" if said.returncode else "\n".join(lines)


def _run(code: str, **environment: str) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    settings = {"DJANGO_SETTINGS_MODULE": "mahjong_site.settings"}
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=kept | settings | environment,
        stdout=subprocess.DEVNULL,
        check=True,
        timeout=240,
    )


@cache
def prepared() -> Path:
    """The folder of this run, to copy from; a process that runs tests without
    `tests/run.py` makes one for itself."""
    if given := os.environ.get(PREPARED):
        return Path(given)
    parent = tempfile.TemporaryDirectory(prefix="prevailing-wind-prepared-")
    atexit.register(parent.cleanup)
    return prepare(Path(parent.name) / "var")


def copy_to(folder: Path) -> None:
    """Put the prepared files into a folder, which may be there."""
    # Whoever reads the database has a journal beside it for that moment.
    journal = shutil.ignore_patterns("*-wal", "*-shm")
    shutil.copytree(prepared(), folder, ignore=journal, dirs_exist_ok=True)


def copy_database_to(file: Path) -> None:
    """Put the prepared database, which is empty, into a file."""
    source = prepared() / "db.sqlite3"
    with (
        closing(sqlite3.connect(source)) as empty,
        closing(sqlite3.connect(file)) as to,
    ):
        empty.backup(to)
