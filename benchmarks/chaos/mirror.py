"""Play a day at home and at its mirror, over a network with all kinds of faults:

    python -m benchmarks.chaos.mirror [--rounds 3] [--tables 6] [--seed 1]

Both installations are in this process, each with its own SQLite database, secret key
and data folder, and exchange real requests. Bots play; hands are corrected and removed,
rounds close. During play, requests and responses are lost, and requests arrive twice,
late and truncated. The mirror's disk is full in the middle of a transaction, and home's
worker is killed in the middle of an exchange. In the middle of the day the network is
cut, twelve hands are entered at home, and the mirror takes over, with home's clock set
wrong; later home takes over again.

Errors: the folders of both differ at the end, a hand counts twice or is missing, or a
response is 500. Prints how often each fault happened, and how long an exchange took.
Exits with 1 if there is any error.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import secrets
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

TAKEOVER_HANDS = 12
FAULTS = (
    *("lost", "answer lost", "twice", "truncated", "late", "late and reordered"),
    *("disk full", "worker killed"),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos.mirror")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="prevailing-wind-mirror-"))
    for name in ("home", "mirror"):
        (folder / name).mkdir()
    os.environ |= {
        "DATA_DIR": str(folder / "home"),
        "SECRET_KEY": secrets.token_hex(32),
        "DJANGO_SETTINGS_MODULE": "mahjong_site.settings",
        "LOG_LEVEL": "CRITICAL",
        "ALLOWED_HOSTS": "testserver,localhost",
    }
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    # Refused requests and full disks are intended.
    logging.disable(logging.CRITICAL)
    call_command("migrate", verbosity=0, interactive=False)
    connection.close()
    shutil.copy(folder / "home" / "db.sqlite3", folder / "mirror" / "db.sqlite3")
    print(f"=== seed {arguments.seed} ===", flush=True)
    try:
        return Day(folder, arguments.tables, random.Random(arguments.seed)).play(
            arguments.rounds
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


#: A request: path, token and content.
Request = tuple[str, str, bytes]


@dataclass(frozen=True)
class Answer:
    """A response, with the same fields as `scoring.mirror.mirror_address.Answer`."""

    status: int
    content: bytes

    @property
    def data(self) -> dict[str, object]:
        try:
            return json.loads(self.content)
        except ValueError:
            return {}


class KilledWorker(BaseException):
    """Exception that ends an exchange like a kill. No code of the program catches
    it."""


class Mirror:
    """The second installation.

    A call returns a context manager. Within its block, this process works as this
    installation.
    """

    def __init__(self, folder: Path) -> None:
        from django.conf import settings
        from django.db import connections
        from django.db.backends.sqlite3.base import DatabaseWrapper

        here = connections["default"]
        self._folder = folder
        self._settings = settings
        self._connections = connections
        self._key = secrets.token_hex(32)
        at = {**here.settings_dict, "NAME": str(folder / "db.sqlite3")}
        self._connection = DatabaseWrapper(at, "default")

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Use the mirror's database, secret key and data folder within the block."""
        here = self._connections["default"]
        kept = self._settings.SECRET_KEY, self._settings.DATA_DIR
        self._connections["default"] = self._connection
        self._settings.SECRET_KEY, self._settings.DATA_DIR = self._key, self._folder
        try:
            yield
        finally:
            self._connections["default"] = here
            self._settings.SECRET_KEY, self._settings.DATA_DIR = kept

    @contextmanager
    def full_after(self, statements: int) -> Iterator[None]:
        """Let the mirror's disk be full within the block after `statements` writing
        statements.
        """
        from django.db import OperationalError

        left = [statements]

        def execute(run, sql, params, many, context):  # noqa: ANN001, ANN202
            if sql.startswith(("INSERT", "UPDATE", "DELETE")):
                left[0] -= 1
                if left[0] < 0:
                    raise OperationalError("database or disk is full")
            return run(sql, params, many, context)

        with self._connection.execute_wrapper(execute):
            yield


class Network:
    """A network that carries requests to the mirror, with faults."""

    def __init__(self, mirror: Mirror, chance: random.Random) -> None:
        from django.test import Client

        self.done: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.is_cut = False
        self.is_bad = True
        self._mirror = mirror
        self._chance = chance
        self._client = Client(raise_request_exception=False)
        self._old: list[Request] = []

    def post(
        self, address: str, path: str, token: str, content: bytes, *, private: bool
    ) -> Answer:
        if self.is_cut:
            raise ConnectionResetError
        request = path, token, content
        fault = ""
        if self.is_bad and self._chance.random() < 0.5:
            fault = self._chance.choice(FAULTS)
            self.done[fault] += 1
        self._before(fault, request)
        if fault == "truncated":
            cut = self._chance.randrange(len(content))
            request = path, token, content[:cut]
        if fault == "disk full":
            with self._mirror.full_after(self._chance.randrange(12)):
                answer = self._send(*request)
            # The status that the program would send if the disk were really full.
            return Answer(503 if answer.status >= 500 else answer.status, b"{}")
        answer = self._send(*request)
        self._old = [*self._old[-9:], (path, token, content)]
        if answer.status >= 500:
            self.wrong.append(f"{path} answered {answer.status}")
        if fault == "answer lost":
            raise ConnectionResetError
        return answer

    def _before(self, fault: str, request: Request) -> None:
        """Cause a fault before the request arrives, or instead of its arrival.

        Raises ConnectionResetError for a lost or delayed request, and KilledWorker for
        a killed worker.
        """
        if fault == "late":
            self._old.append(request)
        if fault in ("late", "lost"):
            raise ConnectionResetError
        if fault == "late and reordered":
            self._chance.shuffle(self._old)
            for late in self._old[:3]:
                self._send(*late)
        if fault in ("twice", "worker killed"):
            self._send(*request)
        if fault == "worker killed":
            raise KilledWorker

    def _send(self, path: str, token: str, content: bytes) -> Answer:
        with self._mirror():
            response = self._client.post(
                path,
                content,
                content_type="application/octet-stream",
                headers={"Authorization": f"Bearer {token}"},
            )
            return Answer(response.status_code, response.content)


class Day:
    """The tournament at home, its mirror, and the network between them."""

    def __init__(self, folder: Path, tables: int, chance: random.Random) -> None:
        from scoring.mirror import exchange_with_mirror

        self._tables = tables
        self._chance = chance
        self._mirror = Mirror(folder / "mirror")
        self._network = Network(self._mirror, chance)
        exchange_with_mirror.post = self._network.post  # type: ignore[assignment]
        self._seconds: list[float] = []
        self._entered: set[str] = set()
        self._wrong: list[str] = []

    def play(self, rounds: int) -> int:
        self._set_up(rounds)
        for number in range(1, rounds + 1):
            self._begin(number)
            for _change in range(12 * self._tables):
                self._change(number)
                if self._chance.random() < 0.5:
                    self._exchange()
            if number == (rounds + 1) // 2:
                self._take_over_and_back(number)
            self._close(number)
        self._network.is_bad = False
        self._until_equal()
        self._check()
        faults = ", ".join(f"{name} {n}" for name, n in self._network.done.items())
        median, longest = statistics.median(self._seconds), max(self._seconds)
        print(f"{len(self._entered)} hands, {len(self._seconds)} exchanges: {faults}")
        print(f"an exchange took {median:.3f} s (median), {longest:.3f} s (longest)")
        wrong = self._wrong + self._network.wrong
        for sentence in wrong:
            print(f"WRONG: {sentence}")
        return 1 if wrong else 0

    def _set_up(self, rounds: int) -> None:
        from django.contrib.auth.models import User

        from scoring.mirror import set_up_and_revoke
        from tournaments.people import register_players
        from tournaments.tournament_setup import create_and_change_tournament as create

        director = User.objects.create_user("director")
        plan = create.Plan(
            title="Chaos Cup",
            ruleset="mcr",
            planned_rounds=rounds,
            minutes=100,
            end_policy="finish_hand",
            is_public=True,
        )
        self._tournament = create.create_tournament(plan, director=director)
        rows = [
            register_players.PlayerRow(first_name="Player", last_name=str(number))
            for number in range(1, 4 * self._tables + 1)
        ]
        register_players.register(self._tournament, rows, by="director")
        with self._mirror():
            club = User.objects.create_user("club")
            offered = set_up_and_revoke.offer_mirror("Chaos Cup", by=club)
        self._code = offered.code
        self._sent = set_up_and_revoke.send_to_mirror(
            self._tournament,
            address="https://mirror.example",
            token=offered.token,
            content="complete",
            site="http://hall.local",
            by="director",
        )

    def _begin(self, number: int) -> None:
        from django.utils import timezone

        from tournaments.rounds import publish_seating, round_clock
        from tournaments.rounds.seat_rounds_and_exchange_seats import (
            TableRow,
            seat_rounds,
        )

        numbers = list(range(1, 4 * self._tables + 1))
        self._chance.shuffle(numbers)
        rows = [
            TableRow(number, table + 1, tuple(numbers[4 * table : 4 * table + 4]))
            for table in range(self._tables)
        ]
        [round_] = seat_rounds(self._tournament, rows, by="director")
        publish_seating.publish(round_.pk, by="director")
        self._exchange()
        round_clock.start(round_.pk, by="director", now=timezone.now())

    def _change(self, number: int) -> None:
        """Enter a hand at a random table of round `number`, or correct or remove the
        table's last hand.
        """
        from scoring.corrections import correct_and_undo
        from scoring.models import LedgerEntry
        from tournaments.models import Game

        game = self._chance.choice(list(Game.objects.filter(round__number=number)))
        hands = LedgerEntry.objects.filter(
            game=game, settles_hand=True, superseded_by=None
        ).exclude(kind="retraction")
        last = hands.order_by("hand").last()
        if last and self._chance.random() < 0.15:
            # A correction must change the hand.
            points = 31 if last.raw.get("points") == 30 else 30
            raw = {"kind": "win", "winner": "S", "from": "E", "points": points}
            correct_and_undo.correct(
                last.pk,
                raw,
                device_key=self._key(),
                by="referee",
                reason="typing error",
            )
        elif hands.count() < 9:
            self._enter(game.pk, 1 + hands.count())

    def _enter(self, game: int, hand: int) -> None:
        from scoring.ledger import enter_hand

        winner, discarder = self._chance.sample("ESWN", 2)
        points = self._chance.randrange(8, 60)
        raw = {"kind": "win", "winner": winner, "from": discarder, "points": points}
        key = self._key()
        enter_hand.enter(game, raw, device_key=key, by="table", hand=hand)
        self._entered.add(key)

    def _key(self) -> str:
        return f"{self._chance.getrandbits(64):016x}"

    def _exchange(self) -> None:
        from django.utils import timezone

        from scoring.mirror import exchange_with_mirror
        from tournaments.models import Mirror as Row

        Row.objects.filter(pk=self._sent.pk).update(next_at=timezone.now())
        began = time.monotonic()
        try:
            exchange_with_mirror.exchange(self._sent.pk)
        except KilledWorker:
            return
        self._seconds.append(time.monotonic() - began)

    def _take_over_and_back(self, number: int) -> None:
        """Cut the network and enter hands that do not reach the mirror.

        Then let the mirror take over, and later let home take over again.
        """
        from unittest.mock import patch

        from django.utils import timezone

        from scoring.ledger import decide_late_hand, late_hands
        from scoring.mirror import exchange_with_mirror, take_over
        from tournaments.models import Game, Tournament
        from tournaments.models import Mirror as Row

        self._until_equal()
        self._network.is_cut = True
        unseen = []
        games = list(Game.objects.filter(round__number=number).order_by("table"))
        real = timezone.now
        with patch.object(timezone, "now", lambda: real().replace(year=2020)):
            for count in range(TAKEOVER_HANDS):
                game = games[count % len(games)]
                hands = game.ledger.filter(settles_hand=True, superseded_by=None)
                before = set(self._entered)
                self._enter(game.pk, 1 + hands.exclude(kind="retraction").count())
                unseen += self._entered - before
        with self._mirror():
            take_over.take_over(Row.objects.get(), code=self._code, by="club")
        self._network.is_cut = False
        for _try in range(200):
            self._exchange()
            row = Row.objects.get(pk=self._sent.pk)
            if not row.is_home and row.unseen_since is None:
                break
        with self._mirror():
            waiting = list(late_hands.waiting_in(Tournament.objects.get()))
            found = [late.device_key for late in waiting]
            if sorted(found) != sorted(unseen):
                self._wrong.append(f"{len(found)} of {len(unseen)} hands arrived")
            for late in sorted(waiting, key=lambda late: (late.game_id, late.hand)):
                decide_late_hand.decide(late.pk, counts=True, by="club")
        self._network.is_bad = False
        self._until_equal()
        exchange_with_mirror.ask_to_give_back(
            Row.objects.get(pk=self._sent.pk), code=self._code, by="director"
        )
        self._network.is_bad = True

    def _close(self, number: int) -> None:
        from scoring.rounds import end_and_close_round
        from tournaments.models import Round

        round_ = Round.objects.get(number=number)
        end_and_close_round.close(round_.pk, by="director", reason="end of the round")
        self._exchange()

    def _until_equal(self) -> None:
        for _try in range(300):
            self._exchange()
            here = self._tournament.__class__.objects.get().revision
            with self._mirror():
                there = self._tournament.__class__.objects.first()
                equal = there is not None and there.revision == here
            if equal:
                return
        self._wrong.append("the mirror did not catch up")

    def _check(self) -> None:
        from scoring.ledger.rebuild_results_from_ledgers import rebuild
        from scoring.models import LedgerEntry
        from scoring.tournament_folder import files_of
        from tournaments.models import Tournament

        def state() -> tuple[dict[str, bytes], list[str], list[str]]:
            [tournament] = Tournament.objects.all()
            keys = list(LedgerEntry.objects.values_list("device_key", flat=True))
            return dict(files_of(tournament)), keys, rebuild(tournament, check=True)

        here = state()
        with self._mirror():
            there = state()
        if here[0] != there[0]:
            names = [name for name in here[0] if here[0][name] != there[0].get(name)]
            self._wrong.append(f"the folders differ: {names}")
        for place, (_files, keys, faults) in (("home", here), ("mirror", there)):
            counts = Counter(keys)
            missing = self._entered - counts.keys()
            if missing:
                self._wrong.append(f"{len(missing)} hands are missing at {place}")
            self._wrong += faults


if __name__ == "__main__":
    sys.exit(main())
