"""What saving a hand costs while backups are made, against the same without any.

    python benchmarks/backup.py

uses a throw-away database beside the one of DATABASE_URL (default: SQLite). Another
process makes one backup after another, which shares the processors with the saves:
nothing in real life makes more of them. Prints medians, 95th percentiles, ratios.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings_test"

import django

django.setup()

from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import setup_databases, teardown_databases

from benchmarks.entry import TABLES, p95, saves
from tests.scoring.halls import hall_of
from tests.scoring.installations import ROOT, database_url

BACKUPS = """
import sys, threading
from tournaments.upkeep import backing_up
told_to_end = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), told_to_end.set())).start()
made = 0
while not told_to_end.is_set():
    backing_up.make(backing_up.folder() / f"{made}.zip")
    made += 1
    if made == 1:
        print("begun", flush=True)
print(made)
"""


@contextmanager
def backups() -> Iterator[list[int]]:
    """While backups are made; how many, in the end."""
    count: list[int] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", BACKUPS],
            cwd=ROOT,
            env=os.environ
            | {
                "DATABASE_URL": database_url(),
                "DATA_DIR": folder,
                "DJANGO_SETTINGS_MODULE": "mahjong_site.settings",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        assert process.stdout
        process.stdout.readline()
        yield count
        said, _errors = process.communicate("")
        count.append(int(said))


def main() -> None:
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        director = User.objects.create_user("director")
        calm = saves(hall_of(director, "mcr", TABLES))
        with backups() as made:
            beside = saves(hall_of(director, "mcr", TABLES))
    finally:
        teardown_databases(databases, verbosity=0)
    print(f"{connection.vendor}: {len(calm)} hands at {TABLES} tables, one at a time")
    print(f"{made[0]} backups meanwhile, the second time")
    for name, measure in (("median", statistics.median), ("p95", p95)):
        ratio = measure(beside) / measure(calm)
        print(
            f"{name:>7}: with backups {measure(beside):.1f} ms, "
            f"without {measure(calm):.1f} ms, ratio {ratio:.1f}"
        )


if __name__ == "__main__":
    main()
