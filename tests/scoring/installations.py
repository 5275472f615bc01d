"""Other installations of the program, each with a data folder and a database."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from tests.prepared import copy_to

ROOT = Path(__file__).resolve().parents[2]

#: Seconds before a command counts as hanging. Migrating old backups takes a minute.
HANGS = 600


class Installation:
    """A new installation with the same kind of database as the test."""

    def __init__(self, data_dir: Path, **environment: str) -> None:
        data_dir.mkdir(exist_ok=True)
        self.data_dir = data_dir
        kept = ("PATH", "HOME", "LANG")
        self.environment = {
            **{name: os.environ[name] for name in kept if name in os.environ},
            "DATA_DIR": str(data_dir),
            **environment,
        }

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=HANGS,
        )

    def does(self, *arguments: str) -> str:
        """Run a command that must succeed. Return its output."""
        done = self.manage(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refuses(self, *arguments: str) -> str:
        """Run a command that must fail without a traceback.

        Return its error message.
        """
        done = self.manage(*arguments)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        return done.stderr

    def runs(self, code: str) -> str:
        return self.does("shell", "--no-imports", "-c", code).strip()


@contextmanager
def installation(
    data_dir: Path, *, prepared: bool = False, **environment: str
) -> Iterator[Installation]:
    """Yield an installation and delete its database afterwards.

    `prepared`: with tables. On PostgreSQL it is then a copy of the test database, which
    must have no other users: only for tests with `transaction=True`.
    """
    if connection.vendor != "postgresql":
        if prepared:
            copy_to(data_dir)
        yield Installation(data_dir, **environment)
        return
    name = f"elsewhere_{uuid.uuid4().hex}"
    like = "template1"
    if prepared:
        like = connection.settings_dict["NAME"]
        connection.close()
    _on_server(f"CREATE DATABASE {name} TEMPLATE {like}")
    try:
        yield Installation(
            data_dir, **{"DATABASE_URL": database_url(name), **environment}
        )
    finally:
        _on_server(f"DROP DATABASE {name} WITH (FORCE)")


def database_url(name: str | None = None) -> str:
    """Return the DATABASE_URL of the test database, or of the database `name` on the
    same server.
    """
    settings = connection.settings_dict
    if connection.vendor != "postgresql":
        return f"sqlite:///{settings['NAME']}"
    who = f"{settings['USER']}:{settings['PASSWORD']}"
    where = f"{settings['HOST']}:{settings['PORT'] or 5432}"
    return f"postgres://{who}@{where}/{name or settings['NAME']}"


def _on_server(statement: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)
