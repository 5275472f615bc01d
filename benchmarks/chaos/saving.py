"""One run of saves.

Devices at twenty tables enter hands during faults, and at the end the ledgers are
compared with every receipt.
"""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.urls import reverse

from benchmarks.chaos import faults
from benchmarks.chaos.attendance import Attendance
from benchmarks.chaos.browsers import Visitor
from benchmarks.chaos.devices import Device, Diary, Table
from benchmarks.chaos.disks import Disk, FileLimit
from benchmarks.chaos.faults import Fault, Messages
from benchmarks.chaos.network import CuttingProxy, SlowSenders, in_background
from benchmarks.chaos.postgresql import PostgresServer
from benchmarks.chaos.program import CLOCK_PARTS, Program, RedisServer
from benchmarks.chaos.receipts import Happened, report
from rules import RULESETS, ruleset
from scoring.practice.simulated_games import Hand, game
from tests.scoring.halls import hall_of
from tournaments.access import table_links
from tournaments.models import Game, Tournament

TABLES = 20
VISITORS = 2
SLOW = 40
SIGN_IN = "/account/login/"
#: A run is stopped after this number of seconds for each hand, and these in addition.
A_HAND, A_RUN = 1.0, 120.0
#: Seconds without faults in which devices send queued hands.
PEACE = 120.0
#: Targets that are processes or the network. Faults of these begin before faults of
#: services.
PROCESSES = ("serve", "web", "clock", "beat", "worker", "network")


@dataclass(frozen=True)
class Surroundings:
    """The services that the program needs, which faults can stop or fill."""

    disk: Disk | None
    redis: RedisServer | None = None
    postgres: PostgresServer | None = None
    postgres_disk: Disk | None = None
    #: Messages about faults that are not possible here.
    left_out: list[str] = field(default_factory=list)


class SavingRun:
    def __init__(self, log: Path, around: Surroundings, chance: random.Random) -> None:
        self._chance = chance
        self._log = log
        self._around = around
        self._program = Program(Attendance(CLOCK_PARTS), log)
        self._proxy = CuttingProxy(self._program.port, self._own_chance())
        self._diary = Diary()
        self._happened: list[Happened] = []
        self._over = threading.Event()
        self._devices: list[Device] = []

    def until(self, hands: int) -> int:
        """Run until at least `hands` hands have receipts or the run has taken too long.

        Return the exit code: 1 after an error, otherwise 0.
        """
        began = time.monotonic()
        try:
            self._program.start()
            tables = self._open_tables(hands)
            with self._people_at(tables, hands):
                try:
                    self._disturb_until(hands, began + A_RUN + A_HAND * hands)
                except (KeyboardInterrupt, SystemExit):
                    self._diary.wrong.append("the run was stopped before its end")
            seconds = time.monotonic() - began
            connection.close()
            wrong = report(self._diary, self._happened, hands, seconds, self._log)
        finally:
            self._program.end(signal.SIGTERM)
        for sentence in self._around.left_out:
            print(f"NOT DONE: {sentence}")
        cuts = self._proxy.cuts
        print(
            f"connections cut: {cuts['request']} in a request, "
            f"{cuts['answer']} in an answer"
        )
        for sentence in wrong:
            print(f"WRONG: {sentence}")
        if not wrong:
            print("Nothing is wrong.")
        return 1 if wrong else 0

    def _open_tables(self, hands: int) -> list[list[Table]]:
        """Return a list of tables for each device.

        Its games have at least twice the hands that the device must enter.
        """
        share = 2 * hands / TABLES
        rulesets = cycle(RULESETS)
        played = []
        for _device, rules in zip(range(TABLES), rulesets, strict=False):
            its: list[list[Hand]] = []
            while sum(map(len, its)) < share:
                its.append(game(ruleset(rules, {}), self._chance)[0])
            played.append((rules, its))
        director = User.objects.create_user("director")
        free = {}
        for rules in RULESETS:
            count = sum(len(its) for name, its in played if name == rules)
            free[rules] = iter(hall_of(director, rules, count))
        Tournament.objects.update(is_public=True)
        return [
            [self._table(next(free[rules]), game) for game in its]
            for rules, its in played
        ]

    @staticmethod
    def _table(round_game: Game, game: list[Hand]) -> Table:
        link = reverse("table:link", args=[table_links.token_of(round_game)])
        return Table(round_game.pk, link, game)

    @contextmanager
    def _people_at(self, tables: list[list[Table]], hands: int) -> Iterator[None]:
        """Run devices, visitors and slow senders within the block."""
        slugs = Tournament.objects.values_list("slug", flat=True)
        pages = [SIGN_IN, "/", *(reverse("public:tournament", args=[s]) for s in slugs)]
        one = Game.objects.select_related("round__tournament")[0]
        save = reverse(
            "table:queue", args=[one.round.tournament.slug, one.round.number, one.table]
        )
        slow = SlowSenders(self._program.port, [SIGN_IN, save], SLOW)
        self._devices = [
            Device(
                f"device {number}",
                self._proxy.port,
                its,
                self._diary,
                self._own_chance(),
                self._over,
            )
            for number, its in enumerate(tables, start=1)
        ]
        visitors = [
            Visitor(
                self._proxy.port,
                pages,
                self._diary.answers,
                self._own_chance(),
                self._over,
            )
            for _visitor in range(VISITORS)
        ]
        slow.start()
        people = [person.run for person in self._devices] + [
            person.run for person in visitors
        ]
        threads = [in_background(run) for run in people]
        try:
            yield
        finally:
            self._over.set()
            slow.stop()
        deadline = time.monotonic() + PEACE
        for thread in threads:
            thread.join(max(deadline - time.monotonic(), 0))
        for device in self._devices:
            if device.waiting:
                self._diary.wrong.append(
                    f"{device.name} waits after {PEACE:.0f} s of peace"
                )
        statuses = ", ".join(
            f"{status} {n}" for status, n in sorted(slow.answers.items())
        )
        print(
            f"{slow.opened} slow senders, {SLOW} at a time, were answered: {statuses}"
        )
        if 500 in slow.answers:
            self._diary.wrong.append("a slow sender was answered by 500")

    def _disturb_until(self, hands: int, deadline: float) -> None:
        every = self._faults()
        deck: list[Fault] = []
        while len(self._diary.receipts) < hands:
            if time.monotonic() > deadline:
                self._diary.wrong.append("the time was over before all was entered")
                return
            if self._diary.wrong:
                return
            if len(deck) < 2:
                again = [fault for fault in every for _ in range(min(fault.weight, 2))]
                self._chance.shuffle(again)
                deck += again
            self._disturb(self._next_faults(deck))

    def _next_faults(self, deck: list[Fault]) -> list[Fault]:
        """Remove faults from the deck and return them in the order in which they begin,
        faults of services last. Returns one fault, or two with different targets.
        """
        first = deck.pop()
        chosen = [first]
        if self._chance.random() < 0.4 and deck[-1].target != first.target:
            chosen.append(deck.pop())
        return sorted(chosen, key=lambda fault: fault.target not in PROCESSES)

    def _disturb(self, chosen: list[Fault]) -> None:
        began = time.time()
        self._note(", ".join(fault.name for fault in chosen))
        try:
            for fault in chosen:
                fault.begin()
            time.sleep(self._chance.choice([0.1, 1.0, self._chance.uniform(1, 5)]))
        finally:
            for fault in reversed(chosen):
                fault.end()
        ended = time.time()
        self._note("over")
        time.sleep(self._chance.choice([0.2, self._chance.uniform(0.2, 6)]))
        if self._program.has_ended:
            self._diary.wrong.append(f"the program ended by itself: {self._log}")
            self._program.start()
        names = tuple(fault.name for fault in chosen)
        self._happened.append(Happened(names, began, ended, time.time()))

    def _faults(self) -> list[Fault]:
        around = self._around
        process_faults = [
            *faults.of_processes(self._program),
            *faults.of_network(self._proxy),
        ]
        if around.redis and around.postgres:
            broker = faults.of_redis(around.redis, Attendance([]))
            database = faults.of_postgresql(around.postgres, around.postgres_disk)
        else:
            messages = Messages(settings.DATA_DIR / "broker.sqlite3", self._chance)
            # Faults in files do not happen on a full disk.
            broker = [
                replace(fault, target="disk") for fault in faults.of_files(messages)
            ]
            database = faults.of_sqlite(settings.DATA_DIR / "db.sqlite3")
        disk = self._disk()
        full = faults.of_disk(disk, "fill the disk", "disk") if disk else []
        return [*process_faults, *broker, *database, *full]

    def _disk(self) -> Disk | FileLimit | None:
        if self._around.disk:
            return self._around.disk
        reason = "no disk of our own can be mounted (that needs root on Linux)"
        if not FileLimit.is_known():
            self._around.left_out.append(f"full disks: {reason}")
            return None
        self._around.left_out.append(
            f"full disks: {reason}; the files of the web server may not grow instead"
        )
        return FileLimit(lambda: self._program.processes().get("web"))

    def _own_chance(self) -> random.Random:
        """Return a random generator for one of the parallel actors, so that a run can
        be repeated with its seed.
        """
        return random.Random(self._chance.random())

    def _note(self, text: str) -> None:
        with self._log.open("a") as log:
            log.write(f"{time.strftime('%H:%M:%S')} chaos  | {text}\n")
