"""A day at home and at its mirror, both real programs that are killed and cut off:

    python -m benchmarks.chaos.mirror_programs [--minutes 5] [--tables 20] [--seed 1]

Two `manage.py serve`, each with its own SQLite database, and a network between them.
Bots enter hands by the API, and send each again until there is a receipt. At times the
network is cut or hangs, home or mirror dies like in a power failure (`kill -9`), or one
of their processes is killed. Halfway the network is cut, home gets hands that the
mirror never sees, and dies. The mirror takes over; home comes back, its unseen hands
wait for a referee and are accepted; home takes over again.

Errors: an acknowledged hand that is missing at home or at the mirror or counts twice, a
hand that no one sent, folders that differ at the end, an answer of 500, and a
traceback in a log. Exits with 1 if there is any error.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from contextlib import closing
from pathlib import Path

from benchmarks.chaos.network import Cable
from benchmarks.chaos.program import children_of, free_port, wait_for

ROOT = Path(__file__).resolve().parents[2]
SLUG = "hall-cup"
#: Hands of a game.
MOST_HANDS = 16
#: Seconds that an exchange may take to start and end, also after long failures and on a
#: busy machine.
PATIENCE = 180.0
#: Seconds within which a bot notices that it rests.
SOON = 0.3
ACCOUNT = """
from django.contrib.auth.models import User
director = User.objects.create_user("club")
"""
#: A tournament with a running round at `tables` tables, and a token for the API, which
#: is also valid at the mirror.
BEGIN = f"""
{ACCOUNT}
from django.utils import timezone
from tournaments.access import api_tokens
from tournaments.people import register_players
from tournaments.rounds import publish_seating, round_clock
from tournaments.rounds.seat_rounds_and_exchange_seats import TableRow, seat_rounds
from tournaments.tournament_setup import create_and_change_tournament as create
plan = create.Plan(
    title="Hall Cup", ruleset="mcr", planned_rounds=2, minutes=300,
    end_policy="finish_hand", is_public=True,
)
tournament = create.create_tournament(plan, director=director)
rows = [
    register_players.PlayerRow(first_name="Player", last_name=str(number))
    for number in range(1, 4 * tables + 1)
]
register_players.register(tournament, rows, by="club")
seats = [TableRow(1, n + 1, tuple(range(4 * n + 1, 4 * n + 5))) for n in range(tables)]
[round_] = seat_rounds(tournament, seats, by="club")
publish_seating.publish(round_.pk, by="club")
round_clock.start(round_.pk, by="club", now=timezone.now())
print(api_tokens.make(tournament, "bots", by="club", role="referee").text)
"""
#: Accept all hands that wait.
ACCEPT = """
from scoring.ledger import decide_late_hand, late_hands
from tournaments.models import Tournament
waiting = list(late_hands.waiting_in(Tournament.objects.get()))
for late in sorted(waiting, key=lambda late: (late.game_id, late.hand)):
    decide_late_hand.decide(late.pk, counts=True, by="club")
print(len(waiting))
"""
#: Table, hand and points of the hands that count.
HANDS = """
SELECT game."table", entry.hand, json_extract(entry.data, '$.points')
FROM scoring_ledgerentry AS entry JOIN tournaments_game AS game ON game.id = game_id
WHERE entry.settles_hand AND entry.kind = 'win' AND NOT EXISTS
    (SELECT 1 FROM scoring_ledgerentry WHERE supersedes_id = entry.id)
"""
WAITING = "SELECT count(*) FROM scoring_latehand WHERE decision = ''"

Hand = tuple[int, int]


class Installation:
    """`manage.py serve` with its own data folder, and commands in it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.port = free_port()
        self.log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        kept = {
            name: os.environ[name]
            for name in ("PATH", "HOME", "LANG", "TMPDIR")
            if name in os.environ
        }
        self.environment = kept | {
            "DATA_DIR": str(folder),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
        }

    @property
    def site(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the program, and wait until it responds.

        Raises TimeoutError after `PATIENCE` seconds.
        """
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        wait_for(self._answers, f"an answer of {self.folder.name}", PATIENCE)

    def die(self) -> None:
        """Kill all processes of the program, like a power failure.

        Does nothing if the program is not running.
        """
        if self._process is None:
            return
        children = children_of(self._process.pid)
        for pid in (self._process.pid, *children.values()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def kill_child(self, chance: random.Random) -> str:
        """Kill a random child process. Return its name, or "" if there is none."""
        children = children_of(self._process.pid) if self._process else {}
        if not children:
            return ""
        name = chance.choice(sorted(children))
        with contextlib.suppress(ProcessLookupError):
            os.kill(children[name], signal.SIGKILL)
        return name

    def end(self) -> None:
        """Stop the program if it is running."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def manage(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{words[:2]}: {done.stdout}{done.stderr}")
        return done.stdout

    def run_code(self, code: str) -> str:
        return self.manage("shell", "--no-imports", "-c", code)

    def rows(self, query: str) -> list[tuple[int | str, ...]]:
        with closing(sqlite3.connect(self.folder / "db.sqlite3")) as database:
            return database.execute(query).fetchall()

    def write(self, statement: str) -> None:
        with closing(sqlite3.connect(self.folder / "db.sqlite3")) as database:
            database.execute(statement)
            database.commit()

    def hands(self) -> dict[Hand, int]:
        """Return the points of each hand that counts, by (table, hand).

        Raises ValueError if a hand counts twice.
        """
        rows = self.rows(HANDS)
        hands = {(int(table), int(hand)): int(points) for table, hand, points in rows}
        if len(hands) != len(rows):
            raise ValueError(f"a hand counts twice at {self.folder.name}")
        return hands

    def is_home(self) -> bool:
        return self.rows("SELECT mirrored_at FROM tournaments_tournament") == [(None,)]

    def revision(self) -> int:
        """Return the tournament's revision, or -1 before the tournament has arrived."""
        rows = self.rows("SELECT revision FROM tournaments_tournament")
        return int(str(rows[0][0])) if rows else -1

    def folder_of_tournament(self) -> dict[str, bytes]:
        """Return the content of each file of the exported tournament folder, by file
        name.
        """
        with tempfile.TemporaryDirectory() as to:
            self.manage("export_event", SLUG, to)
            return {path.name: path.read_bytes() for path in Path(to).iterdir()}

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.site}/healthz", timeout=5).close()  # noqa: S310
        except OSError:
            return False
        return True


class Pair:
    """A tournament at home and at its mirror, with a cable between the two."""

    def __init__(self, home: Installation, mirror: Installation, tables: int) -> None:
        self.home, self.mirror = home, mirror
        self.token = home.run_code(f"tables = {tables}\n{BEGIN}").strip()
        mirror.run_code(ACCOUNT)
        offered = mirror.manage("mirror", "offer", "club", "Hall Cup")
        [token] = re.findall(r"Token: (\S+)", offered)
        [self.code] = re.findall(r"code: (\S+)", offered)
        self.cable = Cable(mirror.port)
        address = f"http://127.0.0.1:{self.cable.port}"
        home.manage("mirror", "send", SLUG, address, token, "--private")

    def is_equal(self) -> bool:
        """Return whether home and mirror have the same revision, and home has recorded
        this."""
        revision = self.home.revision()
        known = self.home.rows("SELECT revision FROM tournaments_mirror")
        return known == [(revision,)] and self.mirror.revision() == revision

    def gives_back(self) -> str:
        """Let home take over, like its director.

        Return "" if that succeeded, or a reason to try again later. Raises RuntimeError
        for other refusals.
        """
        try:
            self.home.manage("mirror", "take_over", SLUG, self.code)
        except RuntimeError as refused:
            for why in ("still arriving", "does not answer"):
                if why in str(refused):
                    return why
            raise
        return ""

    def enter(self, at: Installation, table: int, hand: int, points: int) -> int:
        """Send a hand to an installation.

        Return the status of its response, or 0 without a response.
        """
        entry = {"kind": "win", "winner": "E", "from": "S", "points": points}
        request = urllib.request.Request(  # noqa: S310
            f"{at.site}/api/v1/events/{SLUG}/rounds/1/tables/{table}/hands",
            json.dumps({"hand": hand, "entry": entry}).encode(),
            {
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                "Idempotency-Key": f"bot-{table}-{hand}",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except (OSError, ValueError):
            return 0


class Day:
    """Bots at the tables, and faults during play."""

    def __init__(self, pair: Pair, tables: int, seconds: float, seed: int) -> None:
        self.pair = pair
        self.acknowledged: dict[Hand, int] = {}
        self.wrong: list[str] = []
        self.done: Counter[str] = Counter()
        self._chance = random.Random(seed)
        self._seconds = seconds
        self._at = pair.home
        self._tables = list(range(1, tables + 1))
        self._resting: set[int] = set()
        self._next = dict.fromkeys(self._tables, 1)
        self._pause = seconds / (MOST_HANDS * tables)
        self._plays, self._over = threading.Event(), threading.Event()
        self._quiet = threading.Event()
        self._sent: dict[Hand, int] = {}
        self._catching_up: list[float] = []

    def play(self) -> None:
        wait_for(self.pair.is_equal, "the first copy", PATIENCE)
        self._plays.set()
        bots = threading.Thread(target=self._enter_hands, daemon=True)
        bots.start()
        self._disturb_for(self._seconds / 2)
        self._take_over()
        self._give_back()
        self._disturb_for(self._seconds / 2)
        self._over.set()
        bots.join()
        wait_for(self.pair.is_equal, "both are equal", PATIENCE)
        self._check()

    def report(self) -> None:
        done = ", ".join(f"{name} {n}" for name, n in sorted(self.done.items()))
        print(f"{len(self.acknowledged)} hands acknowledged; {done}")
        times = self._catching_up or [0.0]
        print(
            f"caught up after a fault in {statistics.median(times):.1f} s (median), "
            f"{max(times):.1f} s (longest)"
        )
        for sentence in self.wrong:
            print(f"WRONG: {sentence}")

    def _enter_hands(self) -> None:
        """Enter hands at random tables, one after the other.

        A hand without a receipt is sent again later.
        """
        while not self._over.is_set() or self._sent.keys() - self.acknowledged.keys():
            time.sleep(self._pause)
            self._plays.wait()
            table = self._chance.choice(self._tables)
            hand = self._next[table]
            if table in self._resting or hand > MOST_HANDS:
                continue
            points = self._sent.setdefault((table, hand), self._chance.randrange(8, 80))
            self._enter(table, hand, points)

    def _enter(self, table: int, hand: int, points: int) -> None:
        self._quiet.clear()
        status = self.pair.enter(self._at, table, hand, points)
        if status == 200:
            self.acknowledged[table, hand] = points
            self._next[table] = hand + 1
        else:
            self.done[f"answers {status}" if status else "without an answer"] += 1
            if status not in (0, 409, 502, 503):
                self.wrong.append(f"table {table}, hand {hand}: answer {status}")
        self._quiet.set()

    def _rest(self) -> None:
        """Make the bots pause, and wait until the response to the current request has
        arrived.
        """
        self._plays.clear()
        time.sleep(SOON)
        self._quiet.wait()

    def _disturb_for(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            time.sleep(self._chance.uniform(0.5, 4))
            self._disturb()
            self._catch_up()

    def _disturb(self) -> None:
        pair, chance = self.pair, self._chance
        fault = chance.choice(
            ("cut", "hang", "home dies", "mirror dies", "child", "child", "both die")
        )
        if fault in ("cut", "hang"):
            self.done[fault] += 1
            getattr(pair.cable, fault)()
            if chance.random() < 0.3:
                self._die(chance.choice((pair.home, pair.mirror)))
            time.sleep(chance.uniform(1, 15))
            pair.cable.join()
        elif fault == "child":
            at = chance.choice((pair.home, pair.mirror))
            self.done[f"kill of {at.kill_child(chance)} at {at.folder.name}"] += 1
        else:
            if fault != "mirror dies":
                self._die(pair.home)
            if fault != "home dies":
                self._die(pair.mirror)

    def _die(self, at: Installation) -> None:
        at.die()
        self.done[f"death of {at.folder.name}"] += 1
        time.sleep(self._chance.uniform(0, 3))
        at.start()

    def _catch_up(self) -> None:
        """Wait until the mirror has the revision that home has now.

        Bots continue. Raises TimeoutError after `PATIENCE` seconds.
        """
        began, revision = time.monotonic(), self.pair.home.revision()
        wait_for(
            lambda: self.pair.mirror.revision() >= revision,
            "the mirror catches up",
            PATIENCE,
        )
        self._catching_up.append(time.monotonic() - began)

    def _take_over(self) -> None:
        """Kill home while it has hands that the mirror has not received, and let the
        mirror take over. Then start home again and accept the hands at the mirror.
        """
        pair = self.pair
        pair.cable.cut()
        seen = set(pair.mirror.hands())
        wait_for(lambda: len(set(self.acknowledged) - seen) >= 6, "unseen hands")
        self._rest()
        unseen = set(pair.home.hands()) - set(pair.mirror.hands())
        pair.home.die()
        pair.mirror.manage("mirror", "take_over", SLUG, pair.code)
        self._resting = {table for table, _hand in unseen}
        self._at = pair.mirror
        self._plays.set()
        time.sleep(5)
        pair.home.start()
        pair.cable.join()
        wait_for(lambda: not pair.home.is_home(), "home learns of it", PATIENCE)
        wait_for(
            lambda: pair.mirror.rows(WAITING) == [(len(unseen),)],
            f"{len(unseen)} unseen hands wait at the mirror",
            PATIENCE,
        )
        self.done["unseen hands"] += int(pair.mirror.run_code(ACCEPT))
        self._resting = set()

    def _give_back(self) -> None:
        pair = self.pair
        while why := pair.gives_back():
            self.done[f"give back refused: {why}"] += 1
            # As a director would do: no one plays for a moment.
            self._rest()
        self._at = pair.home
        self._plays.set()

    def _check(self) -> None:
        pair = self.pair
        for at in (pair.home, pair.mirror):
            try:
                if (hands := at.hands()) != self.acknowledged:
                    different = set(hands.items()) ^ set(self.acknowledged.items())
                    self.wrong.append(f"hands at {at.folder.name}: {different}")
            except ValueError as twice:
                self.wrong.append(str(twice))
            if "Traceback" in at.log.read_text():
                self.wrong.append(f"a traceback at {at.folder.name}")
        here, there = (
            pair.home.folder_of_tournament(),
            pair.mirror.folder_of_tournament(),
        )
        if here != there:
            names = [name for name in here if here[name] != there.get(name)]
            self.wrong.append(f"the folders differ: {names}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos.mirror_programs")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--keep", action="store_true", help="keep the data folders")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="prevailing-wind-mirror-"))
    print(f"=== seed {arguments.seed}, {folder} ===", flush=True)
    home, mirror = Installation(folder / "home"), Installation(folder / "mirror")
    try:
        home.start()
        mirror.start()
        pair = Pair(home, mirror, arguments.tables)
        seconds = 60 * arguments.minutes
        day = Day(pair, arguments.tables, seconds, arguments.seed)
        try:
            day.play()
        finally:
            day.report()
        return 1 if day.wrong else 0
    finally:
        home.end()
        mirror.end()
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
