"""One run of the clock: rounds open, faults happen, and at the end the log is
checked.
"""

from __future__ import annotations

import random
import signal
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection

from benchmarks.chaos import faults, halls
from benchmarks.chaos.attendance import Attendance
from benchmarks.chaos.faults import Fault, Messages
from benchmarks.chaos.program import CLOCK_PARTS, Program, RedisServer, wait_for

#: Seconds that an action of the clock may be late.
LATE = 2.0
#: Seconds between two new halls.
BETWEEN_HALLS = 2.0
#: Seconds without faults at the end.
PEACE = 6.0


class Run:
    def __init__(
        self, log: Path, server: RedisServer | None, chance: random.Random
    ) -> None:
        self._attendance = Attendance([*CLOCK_PARTS, "broker"])
        self._attendance.back("broker")
        self._chance = chance
        self._server = server
        self._log = log
        self._program = Program(self._attendance, self._log)
        self._halls: list[halls.Hall] = []
        self._done: Counter[str] = Counter()
        broker = (
            faults.of_redis(server, self._attendance)
            if server
            else faults.of_files(Messages(settings.DATA_DIR / "broker.sqlite3", chance))
        )
        self._faults = [
            *faults.of_processes(self._program),
            *broker,
            *faults.of_ticks(),
        ]

    def until(self, kills: int) -> int:
        """Run until at least `kills` processes were killed. Return the exit code: 1
        after an error, otherwise 0.
        """
        began = time.monotonic()
        try:
            self._program.start()
            self._wait_for_all()
            with self._halls_opening():
                while self._kills < kills:
                    self._disturb()
            self._wait_for_all()
            time.sleep(PEACE)
            wrong = self._report(until=time.time() - LATE)
            seconds = time.monotonic() - began
            print(f"{self._kills} kills in {seconds:.0f} s, {len(self._halls)} halls")
        finally:
            self._program.end(signal.SIGTERM)
        print(", ".join(f"{name} {n}" for name, n in sorted(self._done.items())))
        for sentence in wrong:
            print(f"WRONG: {sentence}")
        return 1 if wrong else 0

    @property
    def _kills(self) -> int:
        return self._program.kills + (self._server.kills if self._server else 0)

    def _disturb(self) -> None:
        """Cause one to three faults at the same time, end them, and leave some time."""
        chosen = self._choose(self._chance.choice([1, 1, 2, 2, 3]))
        self._note(", ".join(fault.name for fault in chosen))
        for fault in chosen:
            self._done[fault.name] += 1
            fault.begin()
        time.sleep(self._chance.choice([0.1, 0.5, self._chance.uniform(0.5, 3)]))
        for fault in chosen:
            fault.end()
        self._note("over")
        if self._chance.random() < 0.5:
            self._wait_for_all()
            time.sleep(self._chance.uniform(0.5, 3))
        else:
            time.sleep(self._chance.uniform(0, 1.5))

    def _note(self, text: str) -> None:
        with self._log.open("a") as log:
            log.write(f"{_clock_time(time.time())} chaos  | {text}\n")

    def _choose(self, number: int) -> list[Fault]:
        weights = [fault.weight for fault in self._faults]
        candidates = self._chance.choices(self._faults, weights, k=number)
        one_each = {fault.target: fault for fault in candidates}.values()
        # The broker last: messages must reach it.
        return sorted(one_each, key=lambda fault: fault.target == "broker")

    def _wait_for_all(self) -> None:
        wait_for(lambda: not self._attendance.missing, "clock, beat and broker")

    @contextmanager
    def _halls_opening(self) -> Iterator[None]:
        over = threading.Event()
        with ThreadPoolExecutor(1) as beside:
            opening = beside.submit(self._open_halls, over)
            try:
                yield
            finally:
                over.set()
            opening.result()

    def _open_halls(self, over: threading.Event) -> None:
        chance = random.Random(self._chance.random())
        director = User.objects.create_user("director")
        while not over.wait(BETWEEN_HALLS):
            self._halls.append(halls.open_hall(len(self._halls), chance, director))
        connection.close()

    def _report(self, until: float) -> list[str]:
        """Print the delays of actions that were due until the time `until`.

        Return messages about errors.
        """
        findings = [
            finding
            for hall in self._halls
            for finding in halls.findings(hall, self._attendance, until)
        ]
        wrong: list[str] = []
        for hall in self._halls:
            wrong += halls.wrong_gongs(hall, until)
            wrong += halls.wrong_results(hall)
        print(f"{'':<16}{'due':>6}{'median':>8}{'worst':>8}{'missed':>8}{'twice':>7}")
        for kind in halls.KINDS:
            of_kind = [finding for finding in findings if finding.kind == kind]
            late = [finding.late for finding in of_kind]
            missed = sum(finding.times == 0 for finding in of_kind)
            twice = sum(finding.times > 1 for finding in of_kind)
            print(
                f"{kind:<16}{len(of_kind):>6}{statistics.median(late or [0]):>8.2f}"
                f"{max(late, default=0):>8.2f}{missed:>8}{twice:>7}"
            )
            wrong += [f"no {kind} was due"] if not of_kind else []
        return wrong + [
            f"{finding.kind}, due at {_clock_time(finding.due)}, "
            f"{finding.late:.2f} s late, done {finding.times} times"
            for finding in findings
            if finding.late > LATE or finding.times != 1
        ]


def _clock_time(timestamp: float) -> str:
    return f"{datetime.fromtimestamp(timestamp, UTC):%H:%M:%S.%f}"
