"""PostgreSQL and Redis for one run."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import SplitResult

import psycopg

from benchmarks.chaos.program import RedisServer


def lacking(address: SplitResult) -> str:
    """A sentence about what is not there."""
    if RedisServer.program() is None:
        return "redis-server is not installed"
    try:
        _connect(address).close()
    except psycopg.OperationalError:
        return f"no answer from PostgreSQL at {address.netloc} (DATABASE_URL)"
    return ""


@contextmanager
def throw_away_database(address: SplitResult, name: str) -> Iterator[str]:
    """The address of a new database, which is dropped at the end."""
    with _connect(address) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {name}")
        yield address._replace(path=f"/{name}").geturl()
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def our_redis(*, wanted: bool) -> Iterator[RedisServer | None]:
    if not wanted:
        yield None
        return
    server = RedisServer()
    os.environ["REDIS_URL"] = server.url
    server.start()
    try:
        yield server
    finally:
        server.end(signal.SIGTERM)


def _connect(address: SplitResult) -> psycopg.Connection[tuple[object, ...]]:
    server = address._replace(scheme="postgresql", path="/postgres")
    return psycopg.connect(server.geturl(), autocommit=True, connect_timeout=3)
