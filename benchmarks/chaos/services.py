"""PostgreSQL and Redis for one run."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import SplitResult

import psycopg

from benchmarks.chaos import postgresql
from benchmarks.chaos.disks import Disk, mounted
from benchmarks.chaos.postgresql import PostgresServer
from benchmarks.chaos.program import RedisServer


def lacking(address: SplitResult) -> str:
    """Return a message about a missing program or server, or "" if nothing is
    missing.
    """
    if RedisServer.program() is None:
        return "redis-server is not installed"
    try:
        _connect(address).close()
    except psycopg.OperationalError:
        return f"no answer from PostgreSQL at {address.netloc} (DATABASE_URL)"
    return ""


def lacking_for_saves() -> str:
    """Return a message about a program that is missing for runs with a separate
    PostgreSQL server, or "" if nothing is missing.
    """
    if RedisServer.program() is None:
        return "redis-server is not installed"
    return postgresql.lacking()


@contextmanager
def throw_away_database(address: SplitResult, name: str) -> Iterator[str]:
    """Create a database, yield its address, and drop it at the end."""
    with _connect(address) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {name}")
        yield address._replace(path=f"/{name}").geturl()
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def our_redis() -> Iterator[RedisServer]:
    server = RedisServer()
    os.environ["REDIS_URL"] = server.url
    server.start()
    try:
        yield server
    finally:
        server.end(signal.SIGTERM)


@contextmanager
def our_postgresql(folder: Path) -> Iterator[tuple[PostgresServer, Disk | None]]:
    """Yield a running PostgreSQL server that may be killed, and its small disk, or None
    instead of the disk if none can be mounted. Sets DATABASE_URL.
    """
    with tempfile.TemporaryDirectory(prefix="prevailing-wind-postgres-") as home:
        place = Path(home)
        with mounted(place) as disk:
            server = PostgresServer(place, folder / "log-postgresql")
            os.environ["DATABASE_URL"] = server.url
            server.start()
            try:
                yield server, disk
            finally:
                server.end_copy()
                server.mend()
                server.end(signal.SIGINT)


def _connect(address: SplitResult) -> psycopg.Connection[tuple[object, ...]]:
    server = address._replace(scheme="postgresql", path="/postgres")
    return psycopg.connect(server.geturl(), autocommit=True, connect_timeout=3)
