"""Create the database of a new installation on SQLite from a file.

The file contains the result of all migrations up to some version. Running them takes
ten seconds, loading the file a tenth of a second. Newer migrations run afterwards, so
the file may be older than the program. The file contains no secrets and nothing that
differs between installations. `python -m tools.first_database` writes the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from django.db import connection

FILE = Path(__file__).with_suffix(".sql")


def create_if_new(say: Callable[[str], object]) -> None:
    """Create the tables if the database is SQLite and has no tables.

    This is one transaction, so an interrupted start leaves no tables. Raises
    DatabaseError if the database cannot be written.
    """
    if connection.vendor != "sqlite" or connection.introspection.table_names():
        return
    say("preparing the database")
    # The file names tables before it creates them.
    with connection.constraint_checks_disabled(), connection.wrap_database_errors:
        opened: sqlite3.Connection = connection.connection
        try:
            opened.executescript(FILE.read_text("utf-8"))
        except sqlite3.Error:
            opened.rollback()
            raise
