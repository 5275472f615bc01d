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
from contextlib import closing
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: Where `tests/run.py` made the folder that all its stages copy.
PREPARED = "TEST_PREPARED"
NOT_OURS = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", PREPARED}
#: Migrations make many objects that stay: to look for what can go took a third of it.
PREPARE = (
    "import gc; gc.disable();"
    "import django; django.setup();"
    "from mahjong_site.management.commands.serve import prepare; prepare(print);"
    "from django.db import connections; connections.close_all()"
)


def prepare(folder: Path) -> Path:
    """Make the data folder."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    settings = {"DJANGO_SETTINGS_MODULE": "mahjong_site.settings"}
    subprocess.run(
        [sys.executable, "-c", PREPARE],
        cwd=ROOT,
        env=kept | settings | {"DATA_DIR": str(folder)},
        stdout=subprocess.DEVNULL,
        check=True,
        timeout=120,
    )
    return folder


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
