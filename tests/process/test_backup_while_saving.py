"""A backup made while tables save, restored in another installation."""

from __future__ import annotations

import json
import re
import shutil
import signal
import tempfile
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest

from benchmarks.chaos import postgresql
from benchmarks.chaos.postgresql import PostgresServer
from tests import prepared
from tests.examples import how_many, some_of
from tests.process.programs import SOON, Program, wait_for
from tests.process.test_killed_while_saving import Device, shell

pytestmark = pytest.mark.process

TABLES, HANDS = how_many(20, 8), how_many(16, 9)
TOOLS = ("pg_dump", "pg_restore", "psql")
MIGRATE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
"""
SETUP = f"""
from django.contrib.auth.models import User
from tests.scoring.halls import hall_of
from tournaments.access import table_links
owner = User.objects.create_superuser("owner", password="seven-pairs-of-wind")
for game in hall_of(owner, "mcr", {TABLES}):
    print("/table/link/" + table_links.token_of(game) + "/")
"""
TOKEN = r'name="csrfmiddlewaretoken" value="(\w+)"'
#: Restores and prints the table and hand of all ledger entries.
RESTORE = """
import json
from django.core.management import call_command
call_command("restore", {file!r})
from scoring.models import LedgerEntry
call_command("rebuild_results", "--check")
print(json.dumps(list(LedgerEntry.objects.values_list("game__table", "hand"))))
"""


@contextmanager
def two_databases(kind: str, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Yield the DATABASE_URL of two installations."""
    if kind == "sqlite":
        prepared.copy_database_to(tmp_path / "here.sqlite3")
        yield f"sqlite:///{tmp_path / 'here.sqlite3'}", f"sqlite:///{tmp_path / 'x'}"
        return
    if lacking := postgresql.lacking() or [t for t in TOOLS if not shutil.which(t)]:
        pytest.skip(f"not there: {lacking}")
    with tempfile.TemporaryDirectory(prefix="prevailing-wind-postgres-") as home:
        server = PostgresServer(Path(home), tmp_path / "log-postgresql")
        server.start()
        address = server.url.replace("postgres://", "postgresql://")
        with psycopg.connect(address, autocommit=True) as own:
            own.execute("CREATE DATABASE elsewhere")
        try:
            yield server.url, server.url.removesuffix("postgres") + "elsewhere"
        finally:
            server.end(signal.SIGINT)


@pytest.fixture(params=some_of(["sqlite", "postgresql"]))
def both(request, tmp_path) -> Iterator[tuple[Program, Program]]:
    """Yield a web server without workers, with a hall, and an empty installation.

    Both have the same kind of database.
    """
    with two_databases(request.param, tmp_path) as addresses:
        here, elsewhere = (Program(tmp_path / name) for name in ("here", "elsewhere"))
        for program, address in zip((here, elsewhere), addresses, strict=True):
            program.data_dir.mkdir()
            program.environment["DATABASE_URL"] = address
        prepared.copy_to(here.data_dir)
        if request.param == "postgresql":
            shell(here, MIGRATE)
        here.links = shell(here, SETUP).splitlines()
        here.start("-m", "mahjong_site.serve.child_process", "web")
        yield here, elsewhere
        here.process.send_signal(signal.SIGTERM)
        here.process.wait(timeout=SOON)


class Owner:
    """The owner's browser, signed in."""

    def __init__(self, program: Program) -> None:
        self._site = f"http://127.0.0.1:{program.port}"
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self._browser = urllib.request.build_opener(cookies)
        name = {"login": "owner", "password": "seven-pairs-of-wind"}
        self._send("/account/login/", **name)

    def makes_a_backup(self, target: Path) -> None:
        page = self._send("/director/backups/")
        [address] = re.findall(r'href="(/director/backups/[^"]+zip/?)"', page)
        with self._browser.open(self._site + address, timeout=SOON) as file:
            target.write_bytes(file.read())

    def _send(self, path: str, **fields: str) -> str:
        with self._browser.open(self._site + path, timeout=SOON) as page:
            token = re.findall(TOKEN, page.read().decode())[-1]
        body = urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        with self._browser.open(self._site + path, body, timeout=SOON) as answer:
            return answer.read().decode()


class Hall:
    """Tables that enter one hand after another.

    `receipted`: table and hand of each receipt.
    """

    def __init__(self, program: Program) -> None:
        self.receipted: list[tuple[int, int]] = []
        self._pool = ThreadPoolExecutor(TABLES)
        self._tables = [
            self._pool.submit(self._play, Device(program, link, f"{table}-"), table)
            for table, link in enumerate(program.links, 1)
        ]

    def _play(self, device: Device, table: int) -> None:
        token = device.token()
        for hand in range(1, HANDS + 1):
            receipt = device.send(hand, token)
            assert receipt
            assert receipt["saved"] == hand
            self.receipted.append((table, hand))

    def has_saved(self, hands: int) -> bool:
        """Return whether at least `hands` hands have a receipt.

        Raises an error that a table had.
        """
        for table in self._tables:
            if table.done():
                table.result()
        return len(self.receipted) >= hands

    def end(self) -> None:
        for table in self._tables:
            table.result(timeout=2 * SOON)


def test_every_hand_acknowledged_before_a_backup_began_is_in_it_once(both, tmp_path):
    here, elsewhere = both
    owner = Owner(here)
    hall = Hall(here)
    wait_for(lambda: hall.has_saved(2 * TABLES), SOON, "the first hands")
    before = list(hall.receipted)
    owner.makes_a_backup(tmp_path / "backup.zip")
    during = len(hall.receipted) - len(before)
    hall.end()
    code = RESTORE.format(file=str(tmp_path / "backup.zip"))
    said, lines = shell(elsewhere, code).rsplit("\n", 1)
    assert "match their ledgers" in said
    restored = [tuple(line) for line in json.loads(lines)]
    assert len(restored) == len(set(restored))
    assert set(before) <= set(restored) <= set(hall.receipted)
    assert during > 0, "nobody saved while the backup was made"
    assert len(hall.receipted) == TABLES * HANDS
    assert len(restored) < len(hall.receipted)
