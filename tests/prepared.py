"""A prepared data folder with a migrated database and collected static files, as after
the program's first start. It saves four seconds for each test that needs such a folder.
Tests of the first start use an empty folder.
"""

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
#: Variables with the folder that all stages of `tests/run.py` copy, and with the name
#: of the PostgreSQL database.
PREPARED, TEMPLATE = "TEST_PREPARED", "TEST_TEMPLATE"
NOT_OURS = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", PREPARED}
#: Without garbage collection, which took a third of the time of migrations.
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
    """Create a prepared data folder and return it."""
    _run(PREPARE, DATA_DIR=str(folder))
    return folder


@contextmanager
def postgresql(folder: Path, server: str) -> Iterator[str]:
    """Yield the name of a migrated database on the server, used as a template.

    If pg_dump is available, also store the database's SQL in the data folder, for
    servers that tests start. Drops the database afterwards.
    """
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
    """Return the SQL that recreates the database in an empty database; "" if pg_dump is
    missing or fails.
    """
    dump = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", url]
    if not shutil.which(dump[0]):
        return ""
    process = subprocess.run(dump, capture_output=True, text=True, check=False)
    # Lines with a backslash are psql commands.
    lines = [line for line in process.stdout.splitlines() if not line.startswith("\\")]
    return "" if process.returncode else "\n".join(lines)


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
    """Return the prepared data folder of this run.

    Creates it if the tests run without `tests/run.py`.
    """
    if given := os.environ.get(PREPARED):
        return Path(given)
    parent = tempfile.TemporaryDirectory(prefix="prevailing-wind-prepared-")
    atexit.register(parent.cleanup)
    return prepare(Path(parent.name) / "var")


def copy_to(folder: Path) -> None:
    """Copy the prepared files into a folder, which may exist."""
    # Journals exist while another process reads the database.
    journal = shutil.ignore_patterns("*-wal", "*-shm")
    shutil.copytree(prepared(), folder, ignore=journal, dirs_exist_ok=True)


def copy_database_to(file: Path) -> None:
    """Copy the prepared empty database to a file."""
    source = prepared() / "db.sqlite3"
    with (
        closing(sqlite3.connect(source)) as empty,
        closing(sqlite3.connect(file)) as to,
    ):
        empty.backup(to)
