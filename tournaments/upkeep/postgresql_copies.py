"""Copy and restore a PostgreSQL database with the tools of PostgreSQL.

A restore is one transaction, so it is complete or changes nothing.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient
from django.utils.timezone import now
from django.utils.translation import gettext_noop as _

from rules.translation_marks import listed
from tournaments.refusals import Refused, refusal

TOOLS = ("pg_dump", "pg_restore", "psql")
#: Prefix of schemas with replaced data, which are left out of backups.
ASIDE = "replaced_"

_MOVE = """
CREATE SCHEMA {schema};
DO $$
DECLARE thing record;
BEGIN
  FOR thing IN SELECT oid::regclass AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
    EXECUTE format('ALTER TABLE %s SET SCHEMA {schema}', thing.name);
  END LOOP;
  FOR thing IN SELECT oid::regprocedure AS name FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') LOOP
    EXECUTE format('ALTER FUNCTION %s SET SCHEMA {schema}', thing.name);
  END LOOP;
END $$;
"""


def size() -> int:
    """Return the size of the database in bytes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        [count] = cursor.fetchone()
    return int(count)


def missing_tools() -> list[str]:
    """Return the names of the tools of PostgreSQL that are not installed."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def refuse_unfit_tools() -> None:
    """Raise Refused if a tool is missing, or if pg_dump is older than the server.

    An older pg_dump refuses to copy the database.
    """
    _refuse_missing_tools()
    server = _server_version()
    if client := older_client(_version_line(), server):
        raise refusal(
            "old_tools",
            _(
                "The database server is PostgreSQL %(server)s, but pg_dump "
                "on this computer is version %(client)s and cannot back it "
                "up. Install version %(server)s or newer. On Debian and "
                "Ubuntu: sudo apt install postgresql-client-%(server)s"
            ),
            server=server,
            client=client,
        )


def older_client(version_line: str, server: int) -> int | None:
    """Return the major version of pg_dump if it is older than the server. Otherwise
    return None.

    `version_line` is the output of `pg_dump --version`. Return None if it cannot be
    read.
    """
    match = _VERSION.search(version_line)
    return int(match[1]) if match and int(match[1]) < server else None


_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")


def _server_version() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::integer / 10000")
        [major] = cursor.fetchone()
    return int(major)


def _version_line() -> str:
    command = [TOOLS[0], "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _refuse_missing_tools() -> None:
    if missing := missing_tools():
        raise refusal(
            "no_tools",
            _(
                "Backups of PostgreSQL need %(tools)s, which this computer "
                "lacks. On Debian and Ubuntu: sudo apt install "
                "postgresql-client"
            ),
            tools=listed(missing),
        )


def dump(target: Path) -> dict[str, int]:
    """Copy the database to `target`. Return the number of rows of each table in the
    copy. Raises Refused if this fails."""
    refuse_unfit_tools()
    with _snapshot() as (name, counted):
        without = f"--exclude-schema={ASIDE}*"
        copied = (f"--snapshot={name}", f"--file={target}")
        _run("pg_dump", "--format=custom", *_OURS, without, *copied)
    return counted


@contextlib.contextmanager
def _snapshot() -> Iterator[tuple[str, dict[str, int]]]:
    """Keep a snapshot of the database within the block. Yield the name of the snapshot
    for pg_dump, and the number of rows of each table in the snapshot."""
    copy = connection.copy()
    try:
        with copy.cursor() as cursor:
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            [[name]] = cursor.fetchall()
            cursor.execute(_TABLES, [f"{ASIDE}%"])
            counted = {}
            for [table] in cursor.fetchall():
                cursor.execute(f"SELECT count(*) FROM {table}")  # noqa: S608 - quoted
                [[counted[table]]] = cursor.fetchall()
            yield name, counted
    finally:
        copy.close()


_TABLES = """
SELECT format('%%I.%%I', schemaname, tablename) FROM pg_tables
WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
    AND schemaname NOT LIKE %s
"""


def rows(copy: Path) -> dict[str, int]:
    """Return the number of rows of each table in `copy`. Raises Refused if the copy
    cannot be read."""
    counted: dict[str, int] = {}
    table = None
    for line in _output("pg_restore", "--data-only", "--file=-", str(copy)):
        if table is None:
            if begins := _DATA.match(line):
                table = begins[1].decode()
                counted[table] = 0
        elif line == _DATA_END:
            table = None
        else:
            counted[table] += 1
    return counted


#: Start and end of a table's rows in pg_restore's script, one row a line.
_DATA, _DATA_END = re.compile(rb"COPY (\S+) \("), b"\\.\n"


def refuse_unsound(copy: Path) -> None:
    """Raise Refused if the copy cannot be read by pg_restore."""
    _run("pg_restore", "--list", str(copy), to_database=False)


def refuse_if_in_use() -> None:
    """Raise Refused if another client is connected to the database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        [count] = cursor.fetchone()
    connection.close()
    if count:
        raise refusal(
            "in_use",
            _(
                "The database is in use (%(count)s connections). Stop the "
                "programs that use it."
            ),
            count=count,
        )


def put_in_place(copy: Path, aside: Path | None) -> None:
    """Replace the content of the database with the content of `copy`.

    The previous content moves to a schema named after the folder `aside`. If `aside` is
    None, it is deleted.
    """
    schema = ASIDE + (aside.name if aside else f"{now():%Y%m%dt%H%M%S}").lower()
    before, content, after = (copy.with_suffix(end) for end in (".1", ".2", ".3"))
    before.write_text(_MOVE.format(schema=schema))
    _run("pg_restore", *_OURS, f"--file={content}", str(copy), to_database=False)
    without_newer_setting(content)
    after.write_text("" if aside else f"DROP SCHEMA {schema} CASCADE;")
    # From files, since a broken pipe would look like a short file.
    scripts = (f"--file={script}" for script in (before, content, after))
    options = ("--no-psqlrc", "--quiet", "--single-transaction")
    _run("psql", *options, "--set=ON_ERROR_STOP=1", *scripts)


def without_newer_setting(script: Path) -> None:
    """Comment out a setting at the start of the script from pg_restore. Tools from
    version 17 on write this setting, and older servers reject it."""
    with script.open("r+b") as file:
        head = file.read(4096)
        file.seek(0)
        file.write(head.replace(b"SET transaction_timeout", b"--  transaction_timeout"))


#: The restoring user owns everything.
_OURS = ("--no-owner", "--no-privileges")


def _output(tool: str, *options: str) -> Iterator[bytes]:
    """Yield the lines printed by a tool that needs no database. Raises Refused with the
    tool's error message if the tool fails."""
    _refuse_missing_tools()
    with subprocess.Popen(
        [tool, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        yield from running.stdout
        message = running.stderr.read().decode(errors="replace")
    if running.returncode:
        raise _failed(tool, message)


def _run(tool: str, *options: str, to_database: bool = True) -> None:
    """Run a tool on the database. If `to_database` is False, the tool gets no database.
    Raises Refused with the tool's error message if the tool fails.

    The password is passed in the environment, because every user of the machine can
    read command lines.
    """
    _refuse_missing_tools()
    arguments, environment = DatabaseClient.settings_to_cmd_args_env(
        connection.settings_dict, []
    )
    done = subprocess.run(
        [tool, *options, *(arguments[1:] if to_database else [])],
        env=os.environ | (environment or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise _failed(tool, done.stderr)


def _failed(tool: str, message: str) -> Refused:
    return refusal(
        "tool_failed",
        _("%(tool)s failed: %(error)s"),
        tool=tool,
        error=message.strip()[-500:],
    )
