"""A separate PostgreSQL server, which may be killed."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
from pathlib import Path

import psycopg

from benchmarks.chaos.program import free_port, wait_for

#: Folders with PostgreSQL's programs on various systems, apart from PATH.
PLACES = ("/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin")
#: Only processes are killed, never the machine, so the system keeps written data.
OPTIONS = {
    "fsync": "off",
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_wal_size": "64MB",
    "min_wal_size": "32MB",
    "shared_buffers": "32MB",
    "wal_keep_size": "48MB",
    "wal_retrieve_retry_interval": "200ms",
    "hot_standby": "on",
}
#: File in a prepared data folder with the SQL that recreates a migrated database, which
#: saves a quarter of a minute.
STATEMENTS = "postgresql.sql"


def programs() -> Path | None:
    """Return the folder with the programs of PostgreSQL's newest version, or None if
    there is none.
    """
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    folders = [path for place in PLACES for path in Path("/").glob(place[1:])]
    return max(folders, default=None)


def account() -> str | None:
    """Return the account that runs PostgreSQL if this process is root, because
    PostgreSQL refuses to run as root. Returns None for the current account.
    """
    return "postgres" if os.geteuid() == 0 else None


def lacking() -> str:
    """Return a message about a missing program or account, or "" if nothing
    is missing.
    """
    if programs() is None:
        return "PostgreSQL is not installed"
    try:
        pwd.getpwnam(account() or pwd.getpwuid(os.geteuid()).pw_name)
    except KeyError:
        return f"there is no account “{account()}” to run PostgreSQL"
    return ""


def begin(url: str, data: Path) -> None:
    """Create the tables of an empty database at `url` from the SQL file in a data
    folder. Does nothing without the file; then the first start migrates.
    """
    file = data / STATEMENTS
    if statements := file.exists() and file.read_text():
        address = url.replace("postgres://", "postgresql://")
        with psycopg.connect(address, autocommit=True) as empty:
            empty.execute(statements)  # type: ignore[call-overload]


class PostgresServer:
    """A PostgreSQL server with its data in a folder."""

    def __init__(self, folder: Path, log: Path) -> None:
        self.kills = 0
        self._folder = folder / "cluster"
        self._home = folder
        self._log = log
        self._port = free_port()
        self._frozen: list[int] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._copy: subprocess.Popen[bytes] | None = None
        self._copied = self._folder
        self.url = f"postgres://postgres@127.0.0.1:{self._port}/postgres"
        if user := account():
            shutil.chown(folder, user)
        options = "-U postgres -A trust -E UTF8 --locale=C --no-sync"
        if self._run("initdb", "-D", str(self._folder), *options.split()).wait():
            raise RuntimeError(f"no cluster of PostgreSQL could be made: {log}")

    def start(self) -> None:
        """Start the server and wait until it responds.

        Tries again while a killed server is still ending.
        """
        wait_for(self._runs, "an answer of PostgreSQL")

    def end(self, number: signal.Signals) -> None:
        """Send a signal to the server and wait until it has ended.

        INT rolls back transactions and stops; QUIT stops immediately; KILL kills the
        first process.
        """
        if self._process is not None:
            self.kills += 1
            self._process.send_signal(number)
            self._process.wait()

    def end_copy(self) -> None:
        """Stop the replica. Does nothing if there is none."""
        if self._copy is not None:
            self._copy.send_signal(signal.SIGINT)
            self._copy.wait()

    @property
    def has_copy(self) -> bool:
        """Return whether there is a replica that can replace this server."""
        return self._copy is not None

    def follow(self, folder: Path) -> None:
        """Restore a backup of this server into a new folder and run it as a replica.

        From then on, every commit waits for the replica. Raises RuntimeError if the
        backup fails.
        """
        folder.mkdir()
        if user := account():
            shutil.chown(folder, user)
        copied = folder / "cluster"
        options = f"-h 127.0.0.1 -p {self._port} -U postgres -X stream -R -c fast -D"
        if self._run("pg_basebackup", *options.split(), str(copied)).wait():
            raise RuntimeError(f"no backup of PostgreSQL could be made: {self._log}")
        self._copied = copied
        self._copy = self._serve(copied, free_port())
        with self._connect() as own:
            own.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            own.execute("SELECT pg_reload_conf()")
            wait_for(
                lambda: own.execute("SELECT 1 FROM pg_stat_replication").rowcount == 1,
                "the copy of PostgreSQL",
            )

    def fail_over(self) -> None:
        """Kill this server and use the replica's data from now on, on the same port.

        Does nothing without a replica.
        """
        if self._copy is None:
            return
        self.end(signal.SIGKILL)
        self._copy.send_signal(signal.SIGINT)
        self._copy.wait()
        (self._copied / "standby.signal").unlink()
        self._folder, self._copy, self._process = self._copied, None, None
        self.start()

    def mend(self) -> None:
        """Start the server if it has ended."""
        if self._process is None or self._process.poll() is not None:
            self.start()

    def crash(self) -> None:
        """Kill the server process of a new connection.

        The server then drops all connections and recovers.
        """
        with self._connect() as own:
            [pid] = own.execute("SELECT pg_backend_pid()").fetchone() or [0]
            self.kills += 1
            os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(psycopg.OperationalError):
                own.execute("SELECT 1")

    def end_connections(self) -> None:
        with self._connect() as own:
            own.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )

    def freeze(self) -> None:
        if self._process is None:
            return
        first = self._process.pid
        listing = subprocess.run(
            ["ps", "-ax", "-o", "pid=,ppid="],  # noqa: S607
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        pairs = [tuple(map(int, line.split())) for line in listing.splitlines()]
        self._frozen = [first, *(pid for pid, parent in pairs if parent == first)]
        self._send_frozen(signal.SIGSTOP)

    def thaw(self) -> None:
        self._send_frozen(signal.SIGCONT)

    def _send_frozen(self, number: signal.Signals) -> None:
        for pid in self._frozen:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def _runs(self) -> bool:
        if self._process is None or self._process.poll() is not None:
            self._process = self._serve(self._folder, self._port)
        try:
            self._connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def _serve(self, folder: Path, port: int) -> subprocess.Popen[bytes]:
        options = [f"-c{name}={value}" for name, value in OPTIONS.items()]
        return self._run("postgres", "-D", str(folder), "-p", str(port), *options)

    def _connect(self) -> psycopg.Connection[tuple[int, ...]]:
        address = self.url.replace("postgres://", "postgresql://")
        return psycopg.connect(address, autocommit=True, connect_timeout=3)

    def _run(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [str((programs() or Path()) / name), *arguments],
                cwd=self._home,
                stdout=log,
                stderr=subprocess.STDOUT,
                user=account(),
                start_new_session=True,
            )
