"""Faults of a day's machines, one after another, and the failure of the database server
in the last round.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from django.conf import settings

from benchmarks.chaos import faults
from benchmarks.chaos.attendance import Attendance
from benchmarks.chaos.devices import Diary
from benchmarks.chaos.faults import Fault, Messages
from benchmarks.chaos.network import CuttingProxy
from benchmarks.chaos.program import Program
from benchmarks.chaos.receipts import Happened
from benchmarks.chaos.saving import PROCESSES, Surroundings


class Disturbance:
    """Faults during a day. `happened`: all faults so far."""

    def __init__(
        self,
        programs: Sequence[Program],
        attendances: Sequence[Attendance],
        proxy: CuttingProxy,
        around: Surroundings,
        diary: Diary,
        chance: random.Random,
        log: Path,
    ) -> None:
        self._programs, self._attendances = programs, attendances
        self._proxy, self._around = proxy, around
        self._diary, self._chance, self._log = diary, chance, log
        self.happened: list[Happened] = []
        #: Held during a fault, so that a failover waits until everything else is
        #: available.
        self._alone = threading.Lock()

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Cause faults one after another during the block, in a separate thread."""
        done = threading.Event()
        thread = threading.Thread(target=self._disturb_until, args=(done,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    def _disturb_until(self, done: threading.Event) -> None:
        every = self._every_fault()
        deck: list[Fault] = []
        while not done.is_set():
            if not deck:
                deck = [fault for fault in every for _ in range(min(fault.weight, 2))]
                self._chance.shuffle(deck)
            fault = deck.pop()
            began = time.time()
            with self._alone:
                self._note(fault.name)
                fault.begin()
                done.wait(self._chance.choice([0.3, 1.0, self._chance.uniform(1, 4)]))
                fault.end()
            self._note("over")
            ended = time.time()
            done.wait(self._chance.uniform(0.5, 5))
            self.happened.append(Happened((fault.name,), began, ended, time.time()))
            for program in self._programs:
                if program.has_ended:
                    self._diary.wrong.append(f"a program ended by itself: {self._log}")
                    program.start()

    def fail_over(self) -> None:
        """Stop the database's machine and let the replica replace it.

        Does nothing without a replica.
        """
        postgres = self._around.postgres
        if postgres is None or not postgres.has_copy:
            return
        began = time.time()
        with self._alone:
            self._note("fail over")
            self._gone("database")
            postgres.fail_over()
            self._back("database")
        ended = time.time()
        self.happened.append(Happened(("fail over",), began, ended, ended + 5))

    def _every_fault(self) -> list[Fault]:
        around, all_faults = self._around, list[Fault]()
        for number, program in enumerate(self._programs, start=1):
            all_faults += [
                replace(fault, name=f"{fault.name}, machine {number}")
                for fault in faults.of_processes(program)
                if fault.target in PROCESSES
            ]
        all_faults += faults.of_network(self._proxy)
        if around.redis and around.postgres:
            second = self._programs[1]
            all_faults += [
                Fault("machine 2 is dead", "serve", 2, second.die, second.start),
                *(
                    broker_fault
                    for attendance in self._attendances[:1]
                    for broker_fault in faults.of_redis(around.redis, attendance)
                ),
                *self._standing(
                    faults.of_postgresql(around.postgres, around.postgres_disk),
                    "database",
                ),
            ]
        else:
            messages = Messages(settings.DATA_DIR / "broker.sqlite3", self._chance)
            file = settings.DATA_DIR / "db.sqlite3"
            all_faults += self._standing(faults.of_files(messages), "broker")
            all_faults += self._standing(faults.of_sqlite(file), "database")
        if around.disk:
            disk = faults.of_disk(around.disk, "fill the disk", "disk")
            all_faults += self._standing(disk, "disk")
        else:
            around.left_out.append("full disks: none of our own can be mounted here")
        return all_faults

    def _standing(self, all_faults: list[Fault], part: str) -> list[Fault]:
        """Return the faults, changed to record that the clock lacks the service `part`
        during each of them.
        """

        def of(fault: Fault) -> Fault:
            def begin() -> None:
                self._gone(part)
                fault.begin()

            def end() -> None:
                fault.end()
                self._back(part)

            return replace(fault, begin=begin, end=end)

        return [of(fault) for fault in all_faults]

    def _gone(self, part: str) -> None:
        for attendance in self._attendances:
            attendance.gone(part)

    def _back(self, part: str) -> None:
        for attendance in self._attendances:
            attendance.back(part)

    def _note(self, text: str) -> None:
        with self._log.open("a") as log:
            log.write(f"{time.strftime('%H:%M:%S')} chaos  | {text}\n")
