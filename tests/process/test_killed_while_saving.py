"""The server is killed while it saves.

Each hand with a receipt is in the ledger once.
"""

from __future__ import annotations

import http.client
import http.cookiejar
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import closing

import pytest

from tests.process.programs import ROOT, SOON, Program, program, started, wait_for

pytestmark = pytest.mark.process
__all__ = ["program", "started"]

HANDS = 4
SETUP = """
from django.contrib.auth.models import User
from django.utils import timezone
from tournaments.rounds import round_clock as clock
from tournaments.rounds import seat_rounds_and_exchange_seats as round_seats
from tournaments.rounds import publish_seating as publishing
from tournaments.people import register_players as registration
from tournaments.tournament_setup import (
    create_and_change_tournament as tournament_setup,
)
from tournaments.access import table_links
director = User.objects.create_superuser("director", password="seven-pairs-of-wind")
plan = tournament_setup.Plan("Cup", "mcr", 1, 120, "finish_hand", is_public=True)
t = tournament_setup.create_tournament(plan, director=director)
rows = [
    registration.PlayerRow(first_name="Player", last_name=str(n)) for n in range(1, 5)]
registration.register(t, rows, by="director")
table = round_seats.TableRow(1, 1, (1, 2, 3, 4))
[r] = round_seats.seat_rounds(t, [table], by="director")
publishing.publish(r.pk, by="director")
clock.start(r.pk, by="director", now=timezone.now())
s = table_links.games_with_links().get(round=r)
print("/table/link/" + table_links.token_of(s) + "/")
"""
LEDGER = """
import json
from scoring.ledger import rebuild_results_from_ledgers as rebuild
from scoring.models import LedgerEntry
from tournaments.models import Tournament
assert not list(rebuild.rebuild(Tournament.objects.get(), check=True))
print(json.dumps([[l.sequence, l.hand, l.device_key]
    for l in LedgerEntry.objects.order_by("sequence")]))
"""


def shell(program: Program, code: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", code],
        cwd=ROOT,
        env=program.environment,
        capture_output=True,
        text=True,
        timeout=2 * SOON,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


class Device:
    """A phone that uses the table link.

    Its device keys begin with `name`. Its methods return None for a missing response.
    """

    def __init__(self, program: Program, link: str, name: str = "") -> None:
        self.name = name
        self.site = f"http://127.0.0.1:{program.port}"
        jar = http.cookiejar.CookieJar()
        self.browser = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(jar)
        )
        with self.browser.open(self.site + link, timeout=SOON) as page:
            self.queue = page.url + "queue/"

    def token(self) -> str | None:
        answer = self._ask(urllib.request.Request(self.queue))
        return answer["token"] if answer else None

    def send(self, hand: int, token: str) -> dict | None:
        fields = {
            "hand": hand,
            "device_key": f"{self.name}key{hand}",
            "winner": "E",
            "source": "S",
            "points": 8 + hand,
        }
        body = urllib.parse.urlencode(fields).encode()
        return self._ask(
            urllib.request.Request(self.queue, body, {"X-CSRFToken": token})
        )

    def _ask(self, request: urllib.request.Request) -> dict | None:
        try:
            with self.browser.open(request, timeout=SOON) as answer:
                return json.load(answer)
        except urllib.error.HTTPError:
            raise
        except (OSError, http.client.HTTPException):
            return None


def lines(program: Program) -> int:
    """Return the number of ledger entries in the database file."""
    path = f"file:{program.data_dir / 'db.sqlite3'}?mode=ro"
    with closing(sqlite3.connect(path, uri=True, timeout=SOON)) as database:
        return database.execute("SELECT count(*) FROM scoring_ledgerentry").fetchone()[
            0
        ]


def kill_at(program: Program, pid: int, moment: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SOON
    while not moment() and time.monotonic() < deadline:
        time.sleep(0.0005)
    os.kill(pid, signal.SIGKILL)


def test_hands_sent_while_the_server_is_killed_are_there_once(program):
    """The server is killed twice when a hand is on disk, and twice at a random time.

    The device ignores the responses, and each hand is in the ledger once.
    """
    chance = random.Random(3)
    device = Device(program, shell(program, SETUP))
    for hand in range(1, HANDS + 1):
        token, before = device.token(), lines(program)
        pid = program.children()["web"]
        at = time.monotonic() + chance.uniform(0.005, 0.06)
        on_disk = hand % 2 == 1
        killing = threading.Thread(
            target=kill_at,
            args=(
                program,
                pid,
                (lambda was=before: lines(program) > was)
                if on_disk
                else (lambda then=at: time.monotonic() > then),
            ),
        )
        killing.start()
        device.send(hand, token)
        killing.join()
        if on_disk:
            assert lines(program) == hand
        wait_for(program.answers, SOON, "a page after the kill")
        wait_for(lambda: device.token() is not None, SOON, "the table's page")
        receipt = device.send(hand, device.token())
        assert receipt
        assert receipt["saved"] == receipt["hand"] == hand
    expected = [[hand, hand, f"key{hand}"] for hand in range(1, HANDS + 1)]
    assert json.loads(shell(program, LEDGER)) == expected
