"""`make run-big`: run the setup of a large tournament as plain processes.

PostgreSQL and Redis are used at DATABASE_URL and REDIS_URL if these are set, otherwise
at their usual addresses on this machine. A server that does not answer at its usual
address is started from its package, with its data in DATA_DIR.

`manage.py serve` then runs two web processes and the workers. If Caddy is installed, it
is the proxy. Ctrl-C ends everything that was started here.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import redis
from psycopg import sql

ROOT = Path(__file__).resolve().parents[1]
USUAL_DATABASE = "postgres://postgres@127.0.0.1:5432/prevailing_wind"
USUAL_REDIS = "redis://127.0.0.1:6379/0"
#: Folders of `initdb` in the packages of Debian, Fedora, Homebrew and PostgreSQL.
PLACES = (
    "usr/lib/postgresql/*/bin",
    "usr/pgsql-*/bin",
    "opt/homebrew/opt/postgresql*/bin",
    "usr/local/opt/postgresql*/bin",
)
PATIENCE = 30.0

Environment = dict[str, str]


def main() -> int:
    environment = dict(os.environ)
    data = Path(environment.setdefault("DATA_DIR", str(ROOT / "var" / "big")))
    data.mkdir(parents=True, exist_ok=True)
    port = int(environment.get("PORT", "8000"))
    environment.setdefault("WEB_WORKERS", "2")
    with contextlib.ExitStack() as started:
        environment["DATABASE_URL"] = environment.get(
            "DATABASE_URL"
        ) or started.enter_context(_postgresql(data))
        environment["REDIS_URL"] = environment.get(
            "REDIS_URL"
        ) or started.enter_context(_redis(data))
        _make_database(environment["DATABASE_URL"])
        started.enter_context(_proxy(environment, port))
        serving = subprocess.Popen(
            [sys.executable, "manage.py", "serve"], cwd=ROOT, env=environment
        )
        return _until_it_ends(serving)


def _until_it_ends(serving: subprocess.Popen[bytes]) -> int:
    """Wait for the program to end, and return its exit code. Ctrl-C also reaches the
    program and ends it."""
    while True:
        with contextlib.suppress(KeyboardInterrupt):
            return serving.wait()


@contextlib.contextmanager
def _postgresql(data: Path) -> Iterator[str]:
    if _answers(USUAL_DATABASE):
        _say(f"PostgreSQL answers at {urlsplit(USUAL_DATABASE).netloc}")
        yield USUAL_DATABASE
        return
    folder = _programs_of_postgresql()
    if os.geteuid() == 0:
        sys.exit("PostgreSQL does not run as root: set DATABASE_URL to one that runs.")
    cluster, port = data / "postgresql", _free_port()
    if not cluster.exists():
        _say("making a cluster of PostgreSQL")
        options = "-U postgres -A trust -E UTF8 --locale=C"
        command = [str(folder / "initdb"), "-D", str(cluster), *options.split()]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    url = f"postgres://postgres@127.0.0.1:{port}/prevailing_wind"
    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
    command = [str(folder / "postgres"), "-D", str(cluster), *settings.split()]
    with _running(command, lambda: _answers(url), "PostgreSQL"):
        yield url


@contextlib.contextmanager
def _redis(data: Path) -> Iterator[str]:
    if _redis_answers(USUAL_REDIS):
        _say(f"Redis answers at {urlsplit(USUAL_REDIS).netloc}")
        yield USUAL_REDIS
        return
    program = shutil.which("redis-server")
    if program is None:
        sys.exit("Redis is not installed: set REDIS_URL, or install redis-server.")
    port = _free_port()
    url = f"redis://127.0.0.1:{port}/0"
    options = f"--port {port} --bind 127.0.0.1 --appendonly no"
    command = [program, *options.split(), "--dir", str(data), "--save", ""]
    with _running(command, lambda: _redis_answers(url), "Redis"):
        yield url


@contextlib.contextmanager
def _proxy(environment: Environment, port: int) -> Iterator[None]:
    """Run Caddy at `port` as the proxy of the web processes. Without Caddy, the web
    processes use `port`."""
    caddy = shutil.which("caddy")
    if caddy is None:
        _say("Caddy is not installed: the web processes answer by themselves")
        yield
        return
    inside = _free_port()
    given = {"SITE_ADDRESS": f":{port}", "WEB": f"127.0.0.1:{inside}"}
    command = [caddy, "run", "--config", str(ROOT / "deploy" / "Caddyfile")]
    _say(f"Caddy is at http://127.0.0.1:{port}/")
    environment.setdefault("CSRF_TRUSTED_ORIGINS", f"http://127.0.0.1:{port}")
    environment |= {
        "PORT": str(inside),
        "HOST": "127.0.0.1",
        "PROXY_IPS": "127.0.0.1",
    }
    with _running(command, lambda: _listens(port), "Caddy", os.environ | given):
        yield


@contextlib.contextmanager
def _running(
    command: list[str],
    answers: Callable[[], bool],
    name: str,
    environment: Environment | None = None,
) -> Iterator[None]:
    """Run a server during the block, in a separate session. Ctrl-C does not reach it,
    so it ends last. Exits with a message if it does not start."""
    _say(f"starting {name}")
    server = subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        until = time.monotonic() + PATIENCE
        while not answers():
            if server.poll() is not None or time.monotonic() > until:
                sys.exit(f"{name} does not start: {' '.join(command)}")
            time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait()


def _programs_of_postgresql() -> Path:
    if found := shutil.which("initdb"):
        return Path(found).parent
    there = [path for place in PLACES for path in Path("/").glob(place)]
    if not there:
        sys.exit("PostgreSQL is not installed: set DATABASE_URL, or install it.")
    return max(there)


def _make_database(url: str) -> None:
    """Create the database of a URL if it does not exist on its server."""
    name = urlsplit(url).path.lstrip("/")
    with psycopg.connect(_server(url), autocommit=True) as server:
        known = "SELECT 1 FROM pg_database WHERE datname = %s"
        if not server.execute(known, [name]).fetchone():
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def _server(url: str) -> str:
    return urlsplit(url)._replace(scheme="postgresql", path="/postgres").geturl()


def _answers(url: str) -> bool:
    try:
        psycopg.connect(_server(url), connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _redis_answers(url: str) -> bool:
    try:
        return bool(redis.Redis.from_url(url, socket_timeout=2).ping())
    except redis.RedisError:
        return False


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _say(text: str) -> None:
    print(f"big    | {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
