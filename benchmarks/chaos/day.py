"""A tournament day with faults: rounds started and ended by the clock, devices,
visitors, and a last round with hidden results.

With servers there are two machines behind one address, the second with a wrong clock;
one of them is down for a while, and in the last round PostgreSQL fails over to a
replica restored from a backup.
"""

from __future__ import annotations

import random
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from django.db import connection
from django.urls import reverse

from benchmarks.chaos.attendance import Attendance
from benchmarks.chaos.devices import Device, Diary, Table
from benchmarks.chaos.director import PATIENCE, Director
from benchmarks.chaos.disturbing import Disturbance
from benchmarks.chaos.network import CuttingProxy, in_background
from benchmarks.chaos.program import CLOCK_PARTS, Program, wait_for
from benchmarks.chaos.readers import reading
from benchmarks.chaos.receipts import report
from benchmarks.chaos.saving import Surroundings
from rules import ruleset
from scoring.models import LedgerEntry
from scoring.practice.simulated_games import game
from tournaments.access import table_links
from tournaments.models import Round

#: Seconds in which a round's hands are entered.
PLAY = 25.0
#: Seconds that a start or an end may be late.
LATE = 2.0
#: Seconds between the second machine's clock and the correct time.
SKEW = 1.0
#: Services that the clock needs apart from its own processes.
STANDS_ON = ("broker", "database", "disk")


class DayRun:
    def __init__(
        self, log: Path, around: Surroundings, chance: random.Random, tables: int
    ) -> None:
        self._chance, self._log, self._around = chance, log, around
        self._tables = tables
        machines = 2 if around.postgres else 1
        self._attendances = [
            Attendance([*CLOCK_PARTS, *STANDS_ON]) for _each in range(machines)
        ]
        for attendance in self._attendances:
            for part in STANDS_ON:
                attendance.back(part)
        self._programs = [
            Program(attendance, self._log_of(number), **self._environment_of(number))
            for number, attendance in enumerate(self._attendances, start=1)
        ]
        ports = [program.port for program in self._programs]
        self._proxy = CuttingProxy(ports[0], self._own_chance(), *ports[1:])
        self._diary = Diary()
        self._director = Director(chance)
        self._disturbance = Disturbance(
            self._programs,
            self._attendances,
            self._proxy,
            around,
            self._diary,
            self._own_chance(),
            log,
        )

    def _log_of(self, number: int) -> Path:
        return self._log.with_name(f"{self._log.name}-{number}")

    @staticmethod
    def _environment_of(number: int) -> dict[str, str]:
        """Return the additional environment variables of machine `number`.

        The second machine has its own data folder and clock.
        """
        if number == 1:
            return {}
        skewed = Path(__file__).with_name("skewed")
        return {
            "DATA_DIR": tempfile.mkdtemp(prefix="prevailing-wind-chaos-machine-"),
            "PYTHONPATH": str(skewed),
            "CHAOS_SKEW": str(SKEW),
        }

    def until(self, rounds: int) -> int:
        """Run a day of `rounds` rounds.

        Return the exit code: 1 after an error, otherwise 0.
        """
        began = time.monotonic()
        try:
            for program in self._programs:
                program.start()
            for attendance in self._attendances:
                wait_for(
                    lambda watched=attendance: not watched.missing, "clock and beat"
                )
            self._play_day(rounds)
            seconds = time.monotonic() - began
            connection.close()
            wrong = [*self._report(seconds), *self._wrong_clock()]
        finally:
            for program in self._programs:
                program.end(signal.SIGTERM)
        for sentence in self._around.left_out:
            print(f"NOT DONE: {sentence}")
        for sentence in wrong:
            print(f"WRONG: {sentence}")
        if not wrong:
            print("Nothing is wrong.")
        return 1 if wrong else 0

    def _play_day(self, rounds: int) -> None:
        director, disturbance = self._director, self._disturbance
        event = director.open_event(rounds, self._tables)
        chance = self._own_chance()
        with (
            reading(event.slug, rounds, self._proxy.port, self._diary, chance),
            disturbance.going_on(),
        ):
            for number in range(1, rounds + 1):
                last = number == rounds
                round_ = director.let_start(event, number)
                self._play(round_, disturbance.fail_over if last else lambda: None)
                if last:
                    director.punish(round_)
                director.let_end(round_)

    def _play(self, round_: Round, in_the_middle: Callable[[], None]) -> None:
        """Let a device at each table enter hands for `PLAY` seconds, then send unsent
        hands. Calls `in_the_middle` in the middle of this time. Hands that stay unsent
        go to the diary as an error.
        """
        over = threading.Event()
        tables = self._director.insist("the tables", lambda: self._tables_of(round_))
        devices = [
            Device(
                f"round {round_.number}, device {at}",
                self._proxy.port,
                [table],
                self._diary,
                self._own_chance(),
                over,
            )
            for at, table in enumerate(tables, start=1)
        ]
        threads = [in_background(device.run) for device in devices]
        time.sleep(PLAY / 2)
        in_the_middle()
        time.sleep(PLAY / 2)
        over.set()
        deadline = time.monotonic() + PATIENCE
        for thread, device in zip(threads, devices, strict=True):
            thread.join(max(deadline - time.monotonic(), 0))
            if device.waiting:
                self._diary.wrong.append(f"{device.name} waits still")

    def _tables_of(self, round_: Round) -> list[Table]:
        rules = ruleset("mcr", {})
        games = table_links.games_with_links().filter(round=round_)
        return [
            Table(
                round_game.pk,
                reverse("table:link", args=[table_links.token_of(round_game)]),
                game(rules, self._chance)[0],
            )
            for round_game in games
        ]

    def _report(self, seconds: float) -> list[str]:
        logs = [self._log_of(n) for n in range(1, len(self._programs) + 1)]
        wrong = report(self._diary, self._disturbance.happened, 1, seconds, *logs)
        kills = sum(program.kills for program in self._programs)
        cuts = sum(self._proxy.cuts.values())
        print(f"{kills} kills of processes, {cuts} connections cut")
        return wrong

    def _wrong_clock(self) -> Iterator[str]:
        """Yield a message for each start and end that was late, missed or done twice,
        and for each table with more than one gong.
        """
        latest = 0.0
        for due in self._director.dues:
            round_ = Round.objects.select_related("tournament").get(pk=due.round_id)
            log = round_.tournament.log.filter(
                by="clock", kind=due.kind, data__round=round_.number
            )
            times = [line.at.timestamp() for line in log]
            happened = min(times, default=time.time())
            late = max(
                attendance.delay(due.at, happened) for attendance in self._attendances
            )
            latest = max(latest, late)
            if len(times) != 1 or late > LATE:
                yield (
                    f"round {round_.number}, {due.kind}: done {len(times)} times, "
                    f"{late:.2f} s after it could be"
                )
        count = len(self._director.dues)
        print(f"{count} starts and ends, the latest {latest:.2f} s late")
        gongs = LedgerEntry.objects.filter(kind="gong")
        counted = Counter(gongs.values_list("game", flat=True))
        yield from (f"session {pk}: {n} gongs" for pk, n in counted.items() if n > 1)

    def _own_chance(self) -> random.Random:
        return random.Random(self._chance.random())
