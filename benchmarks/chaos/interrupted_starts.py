"""Check that the program starts after a start was killed during a migration.

    python -m benchmarks.chaos.interrupted_starts                  # on SQLite
    DATABASE_URL=postgres://… python -m benchmarks.chaos.interrupted_starts

A first start is killed (`kill -9`), and so is an update of an older schema with a
tournament in it. Each is killed between the commit of a migration and its record, at
each migration in turn, and at random moments. The next start must succeed and keep all
tables and rows. If the killed process left the database exactly as before, only every
tenth start is tried, since the others would have the same result.

With `--as 1.6`, the killed start migrates like version 1.6.0. With `--again-as 1.6`,
the next start does so too, and the failures are counted.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import math
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

#: Schema before the update: that of version 1.6.0.
OLDER = (("scoring", "0001"), ("tournaments", "0001"))
EVERY = 10
#: Columns with random values from a migration.
CHANCE = {"lot_seed"}

Contents = dict[str, tuple[list[str], list[str]]]


def contents() -> Contents:
    """Return columns and rows of every table, by table name, without values that differ
    between starts.
    """
    from django.db import connection

    connection.close()
    result = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            # PostgreSQL does not reuse the key of a record that a killed start wrote.
            selection = "app, name" if table == "django_migrations" else "*"
            cursor.execute(f'SELECT {selection} FROM "{table}"')  # noqa: S608
            columns = [column[0] for column in cursor.description]
            rows = (dict(zip(columns, row, strict=True)) for row in cursor.fetchall())
            same = ({k: v for k, v in row.items() if k not in CHANCE} for row in rows)
            result[table] = columns, sorted(map(repr, same))
    connection.close()
    return result


@dataclass
class Place:
    """Place of the databases: files in a folder, or a server."""

    folder: Path
    copies: list[str] = field(default_factory=list)

    @contextlib.contextmanager
    def copy(self, like: str | None) -> Iterator[None]:
        """Use a copy of the database `like` within the block, or an empty database if
        `like` is None.
        """
        from django.conf import settings
        from django.db import connection

        name, data = f"starts_{uuid.uuid4().hex[:12]}", self.folder / "data"
        data.mkdir()
        own = connection.settings_dict["NAME"]
        if connection.vendor == "postgresql":
            self.say(f"CREATE DATABASE {name} TEMPLATE {like or 'template1'}")
        else:
            name = str(data / "db.sqlite3")
            if like:
                shutil.copyfile(like, name)
        connection.close()
        connection.settings_dict["NAME"], settings.DATA_DIR = name, data
        try:
            yield
        finally:
            connection.close()
            connection.settings_dict["NAME"] = own
            if connection.vendor == "postgresql":
                self.say(f"DROP DATABASE {name} WITH (FORCE)")
            shutil.rmtree(data)

    def keep(self) -> str:
        """Keep a copy of the current database. Return the copy's name or path."""
        from django.db import connection

        here = connection.settings_dict["NAME"]
        connection.close()
        if connection.vendor == "postgresql":
            kept = f"starts_{uuid.uuid4().hex[:12]}"
            self.say(f"CREATE DATABASE {kept} TEMPLATE {here}")
        else:
            kept = str(self.folder / uuid.uuid4().hex)
            shutil.copyfile(here, kept)
        self.copies.append(kept)
        return kept

    def end(self) -> None:
        from django.db import connection

        if connection.vendor == "postgresql":
            for kept in self.copies:
                self.say(f"DROP DATABASE {kept} WITH (FORCE)")

    def say(self, statement: str) -> None:
        from django.db import connection

        with connection._nodb_cursor() as cursor:
            cursor.execute(statement)


def in_child(do: Callable[[], object], kill_after: float | None = None) -> bool:
    """Run `do` in a separate process.

    Return whether it succeeded. `kill_after`: seconds until the process is killed, or
    None for never.
    """
    child = os.fork()
    if child == 0:
        try:
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            do()
            os._exit(0)
        except BaseException:
            os._exit(1)
    kill_at = time.monotonic() + (kill_after if kill_after is not None else math.inf)
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status == 0
        if time.monotonic() >= kill_at:
            os.kill(child, signal.SIGKILL)
            kill_at = math.inf
        time.sleep(0.005)


def import_all() -> None:
    """Import everything that a start needs, once for all children, so that later
    changes to the files have no effect. Turn off garbage collection, which takes a
    third of the time of a migration.
    """
    from django.db.migrations.loader import MigrationLoader

    from mahjong_site import prepare_installation

    assert MigrationLoader(None).disk_migrations
    assert prepare_installation
    gc.disable()


def start(as_1_6: bool) -> None:
    """Migrate the database like a start of this version, or like a start of version
    1.6.0 if `as_1_6`.
    """
    if as_1_6:
        from django.core.management import call_command
        from django.core.management.commands.migrate import Command

        call_command(Command(), interactive=False, verbosity=0)
    else:
        from mahjong_site.prepare_installation import prepare_database

        prepare_database(print)


def killed_at(number: int, as_1_6: bool) -> None:
    """Migrate like a start, and kill this process before it records migration
    `number`.
    """
    from django.db.migrations.recorder import MigrationRecorder

    record, recorded = MigrationRecorder.record_applied, []

    def counted(self: MigrationRecorder, app: str, name: str) -> None:
        recorded.append(name)
        if len(recorded) == number:
            os.kill(os.getpid(), signal.SIGKILL)
        record(self, app, name)

    MigrationRecorder.record_applied = counted  # type: ignore[method-assign]
    start(as_1_6)


def make_older() -> None:
    """Create an installation with a tournament, with the schema of an older version."""
    from django.core.management import call_command
    from django.db import connection

    start(as_1_6=False)
    call_command("import_event", "practice")
    for app, number in OLDER:
        call_command("migrate", app, number, verbosity=0, backup=False)
    connection.close()  # Closing merges all of SQLite's data into one file.


@dataclass
class Trial:
    """Starts of one kind that are killed, all from the same state of the database, and
    their results.
    """

    title: str
    place: Place
    like: str | None
    as_1_6: bool
    again_as_1_6: bool
    killed: int = 0
    untouched: int = 0
    tried: int = 0
    failed: list[str] = field(default_factory=list)

    def run(self, moments: int, chance: random.Random) -> None:
        with self.place.copy(self.like):
            self.before = contents()
            begun = time.monotonic()
            assert in_child(lambda: start(as_1_6=False)), "without a kill"
            self.seconds, self.after = time.monotonic() - begun, contents()
        recorded = [
            len(state["django_migrations"][1]) if "django_migrations" in state else 0
            for state in (self.before, self.after)
        ]
        self.points = recorded[1] - recorded[0]
        for number in range(1, self.points + 1):
            self.case(f"migration {number}", number, None)
        self.report("so far")
        hit = 0
        while hit < moments:
            seconds = chance.uniform(0, self.seconds)
            if self.case(f"after {seconds:.2f} s", 0, seconds):
                hit += 1
            else:  # It had ended: the machine is less busy by now.
                self.seconds = seconds

    def case(self, name: str, number: int, seconds: float | None) -> bool:
        """Kill a start and try the next one.

        Return whether the start was killed before it ended. `number`: the migration at
        which to kill; `seconds`: time until the kill, or None.
        """
        with self.place.copy(self.like):
            was_killed = not in_child(lambda: killed_at(number, self.as_1_6), seconds)
            self.killed += was_killed
            is_untouched = contents() == self.before
            self.untouched += is_untouched
            if is_untouched and seconds is None and number % EVERY:
                return was_killed
            self.tried += 1
            if not in_child(lambda: start(self.again_as_1_6)):
                self.failed.append(f"{name}: the next start failed")
            elif contents() != self.after:
                self.failed.append(f"{name}: something is missing or more")
        return was_killed

    def report(self, when: str) -> None:
        print(
            f"{self.title}, {when}: killed {self.killed} times, at {self.points} "
            f"migrations and at random; exactly as before: {self.untouched}; "
            f"next starts tried: {self.tried}, failed: {len(self.failed)}",
            flush=True,
        )
        for line in self.failed:
            print(f"  {line}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=["first start", "update"])
    parser.add_argument("--as", dest="first", choices=["1.6"])
    parser.add_argument("--again-as", dest="again", choices=["1.6"])
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="prevailing-wind-starts-") as folder:
        os.environ["DATA_DIR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjong_site.settings")
        import django

        django.setup()
        import_all()
        place = Place(Path(folder))
        trials = [("first start", None)]
        try:
            with place.copy(None):
                assert in_child(make_older), "the older installation"
                trials.append(("update", place.keep()))
            ran = []
            for title, like in trials:
                if chosen.only not in (None, title):
                    continue
                trial = Trial(
                    title, place, like, bool(chosen.first), bool(chosen.again)
                )
                trial.run(chosen.moments, random.Random(chosen.seed))
                trial.report("in the end")
                ran.append(trial)
        finally:
            place.end()
    return 1 if any(trial.failed for trial in ran) else 0


if __name__ == "__main__":
    sys.exit(main())
