"""One day of an event while everything happens to what it runs on: rounds that the
clock starts and ends, devices that enter, visitors, and a last round that is secret.

With servers there are two machines behind one address, the second with a clock that is
wrong; one of them is dead for a while, and in the last round PostgreSQL fails over to a
copy that was restored from a backup and has followed since.
"""

from __future__ import annotations

import random
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, close_old_connections, connection
from django.urls import reverse

from benchmarks.chaos import faults
from benchmarks.chaos.attendance import Attendance
from benchmarks.chaos.browsers import Visitor
from benchmarks.chaos.devices import Device, Diary, Table
from benchmarks.chaos.faults import Fault, Messages
from benchmarks.chaos.network import CuttingProxy, in_background
from benchmarks.chaos.program import CLOCK_PARTS, Program, wait_for
from benchmarks.chaos.receipts import Happened, report
from benchmarks.chaos.saving import PROCESSES, Surroundings
from rules import ruleset
from scoring.ledger import entering
from scoring.models import LedgerEntry
from scoring.practice.games import game
from scoring.rounds import ending
from tournaments.access import table_links
from tournaments.events.setup import tournament_setup
from tournaments.models import Round, RoundState, Session, Tournament
from tournaments.people import registration
from tournaments.refusals import Refused
from tournaments.rounds import clock, publishing, round_seats

T = TypeVar("T")

MINUTES = 90
#: Seconds in which hands of a round are entered, and until its end afterwards.
PLAY, UNTIL_END = 25.0, 6.0
#: Seconds until a start is due that the clock is told of.
UNTIL_START = 4.0
#: Seconds in which anything must be possible again, and an end may be late.
PATIENCE, LATE = 180.0, 2.0
#: Seconds by which the clock of the second machine is wrong.
SKEW = 1.0
VISITORS = 3
#: A penalty in the last round, whose results are secret: nobody may read the figure.
SECRET = 31_337
#: What the clock needs besides its own processes.
STANDS_ON = ("broker", "database", "disk")
TRY_AGAIN = (DatabaseError, Refused, OSError)


@dataclass(frozen=True)
class Due:
    """What the clock was to do, once, and when."""

    round_id: int
    kind: str
    at: float


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
            Program(attendance, self._log_of(number), **self._of(number))
            for number, attendance in enumerate(self._attendances, start=1)
        ]
        ports = [program.port for program in self._programs]
        self._proxy = CuttingProxy(ports[0], self._own_chance(), *ports[1:])
        self._diary = Diary()
        self._happened: list[Happened] = []
        self._dues: list[Due] = []
        self._over = threading.Event()

    def _log_of(self, number: int) -> Path:
        return self._log.with_name(f"{self._log.name}-{number}")

    @staticmethod
    def _of(number: int) -> dict[str, str]:
        """The environment of a machine: the second has its own data and clock."""
        if number == 1:
            return {}
        skewed = Path(__file__).with_name("skewed")
        return {
            "DATA_DIR": tempfile.mkdtemp(prefix="prevailing-wind-chaos-machine-"),
            "PYTHONPATH": str(skewed),
            "CHAOS_SKEW": str(SKEW),
        }

    def until(self, rounds: int) -> int:
        """The exit code of a day with so many rounds."""
        began = time.monotonic()
        try:
            for program in self._programs:
                program.start()
            for attendance in self._attendances:
                wait_for(lambda each=attendance: not each.missing, "clock and beat")
            tournament = self._open_event(rounds)
            with self._visitors(tournament, rounds), self._disturbing():
                for number in range(1, rounds + 1):
                    self._round(tournament, number, last=number == rounds)
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

    # --- the day --------------------------------------------------------------
    def _open_event(self, rounds: int) -> Tournament:
        plan = tournament_setup.Plan(
            title="The day",
            ruleset="mcr",
            planned_rounds=rounds,
            minutes=MINUTES,
            end_policy="finish_hand",
            is_public=True,
        )
        director = User.objects.create_user("director")
        event = tournament_setup.create_tournament(plan, director=director)
        Tournament.objects.filter(pk=event.pk).update(secret_rounds=1)
        people = [
            registration.PlayerRow(last_name=f"Player {n:03}")
            for n in range(1, 4 * self._tables + 1)
        ]
        registration.register(event, people, by="director")
        numbers = [entry.number for entry in event.entries.all()]
        rows = []
        for number in range(1, rounds + 2):
            self._chance.shuffle(numbers)
            rows += [
                round_seats.TableRow(number, at // 4 + 1, tuple(numbers[at : at + 4]))
                for at in range(0, len(numbers), 4)
            ]
        round_seats.seat_rounds(event, rows, by="director")
        return Tournament.objects.get(pk=event.pk)

    def _round(self, tournament: Tournament, number: int, *, last: bool) -> None:
        round_ = self._insist(
            f"round {number}", lambda: tournament.rounds.get(number=number)
        )
        self._reach(
            round_,
            RoundState.PUBLISHED,
            lambda: publishing.publish(round_.pk, by="director"),
        )
        starts = time.time() + UNTIL_START
        at = datetime.fromtimestamp(starts, UTC)
        self._insist("start_at", lambda: self._start_at(round_, at))
        self._dues.append(Due(round_.pk, "round_started", max(starts, time.time())))
        self._wait_for_state(round_, RoundState.RUNNING)
        self._play(round_, self._fail_over if last else lambda: None)
        if last:
            self._insist("a penalty", lambda: self._punish(round_))
        self._insist("the end", lambda: self._let_it_end(round_))
        self._wait_for_state(round_, RoundState.TIME_UP)
        close = lambda: ending.close(round_.pk, by="director", reason="the day")  # noqa: E731
        self._reach(round_, RoundState.CLOSED, close)

    @staticmethod
    def _start_at(round_: Round, at: datetime) -> None:
        current = Round.objects.get(pk=round_.pk)
        if current.state == RoundState.PUBLISHED and current.starts_at is None:
            clock.start_at(round_.pk, at=at, by="director", now=datetime.now(UTC))

    def _play(self, round_: Round, in_the_middle: Callable[[], None]) -> None:
        """Devices enter until their time is over, then send what waits."""
        over = threading.Event()
        tables = self._insist("the tables", lambda: self._tables_of(round_))
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
        sessions = table_links.sessions_with_links().filter(round=round_)
        return [
            Table(
                session.pk,
                reverse("table:link", args=[table_links.token_of(session)]),
                game(rules, self._chance)[0],
            )
            for session in sessions
        ]

    @staticmethod
    def _punish(round_: Round) -> None:
        session = Session.objects.filter(round=round_).first()
        if session is None:
            raise ValueError(round_)
        penalty = {"kind": "penalty", "seat": "E", "amount": -SECRET}
        entering.enter(session.pk, penalty, device_key=f"p{round_.pk}", by="director")

    def _let_it_end(self, round_: Round) -> None:
        """Turn the clock on, so that the time is up within seconds."""
        current = Round.objects.get(pk=round_.pk)
        if current.state == RoundState.RUNNING:
            current = clock.pause(round_.pk, by="director", now=datetime.now(UTC))
        if current.state == RoundState.PAUSED and current.remaining is not None:
            ends = datetime.now(UTC) + timedelta(seconds=UNTIL_END)
            clock.resume(round_.pk, by="director", now=ends - current.remaining)
            self._dues.append(Due(round_.pk, "time_up", ends.timestamp()))

    def _reach(self, round_: Round, state: str, act: Callable[[], object]) -> None:
        def do() -> None:
            if Round.objects.get(pk=round_.pk).state != state:
                act()

        self._insist(state, do)

    def _wait_for_state(self, round_: Round, state: str) -> None:
        def is_there() -> bool:
            return Round.objects.get(pk=round_.pk).state == state

        deadline = time.monotonic() + PATIENCE
        while not self._insist(state, is_there):
            if time.monotonic() > deadline:
                raise TimeoutError(f"round {round_.number} does not become {state}")
            time.sleep(0.1)

    def _insist(self, what: str, act: Callable[[], T]) -> T:
        """Do what a director wants, again while the database is away; whether it was
        done when an answer was lost, `act` looks itself."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return act()
            except TRY_AGAIN as error:
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{what}: {error}") from error
                close_old_connections()
                connection.close()
                time.sleep(0.5)

    # --- what happens to it ---------------------------------------------------
    @contextmanager
    def _visitors(self, tournament: Tournament, rounds: int) -> Iterator[None]:
        """People who read pages all day, and look for what is held back."""
        slug = tournament.slug
        pages = [
            "/",
            reverse("public:tournament", args=[slug]),
            reverse("public:standings", args=[slug]),
            f"/t/{slug}/files/standings.csv",
            f"/t/{slug}/files/results.csv",
            reverse("public:session", args=[slug, rounds, 1]),
            *(reverse("public:round", args=[slug, n]) for n in range(1, rounds + 2)),
        ]
        hidden = reverse("public:round", args=[slug, rounds + 1])
        figures = {str(SECRET), f"{SECRET:,}", f"{SECRET:,}".replace(",", " ")}
        reads = [
            Reader(self._proxy.port, pages, self._diary, self._own_chance(), self._over)
            for _each in range(VISITORS)
        ]
        for reader in reads:
            reader.looks_for(figures, hidden)
        threads = [in_background(reader.run) for reader in reads]
        try:
            yield
        finally:
            self._over.set()
            for thread in threads:
                thread.join(30)
        if not any(reader.read_whole for reader in reads):
            self._diary.wrong.append("no visitor read a page")

    @contextmanager
    def _disturbing(self) -> Iterator[None]:
        done = threading.Event()
        thread = threading.Thread(target=self._disturb_until, args=(done,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    def _disturb_until(self, done: threading.Event) -> None:
        every = self._faults()
        deck: list[Fault] = []
        while not done.is_set():
            if not deck:
                deck = [fault for fault in every for _ in range(min(fault.weight, 2))]
                self._chance.shuffle(deck)
            fault = deck.pop()
            began = time.time()
            with _LOCK:
                self._note(fault.name)
                fault.begin()
                done.wait(self._chance.choice([0.3, 1.0, self._chance.uniform(1, 4)]))
                fault.end()
            self._note("over")
            ended = time.time()
            done.wait(self._chance.uniform(0.5, 5))
            self._happened.append(Happened((fault.name,), began, ended, time.time()))
            for program in self._programs:
                if program.has_ended:
                    self._diary.wrong.append(f"a program ended by itself: {self._log}")
                    program.start()

    def _fail_over(self) -> None:
        """The database's machine is lost; its copy takes its place."""
        postgres = self._around.postgres
        if postgres is None or not postgres.has_copy:
            return
        began = time.time()
        with _LOCK:
            self._note("fail over")
            self._gone("database")
            postgres.fail_over()
            self._back("database")
        ended = time.time()
        self._happened.append(Happened(("fail over",), began, ended, ended + 5))

    def _faults(self) -> list[Fault]:
        around, found = self._around, list[Fault]()
        for number, program in enumerate(self._programs, start=1):
            found += [
                replace(fault, name=f"{fault.name}, machine {number}")
                for fault in faults.of_processes(program)
                if fault.target in PROCESSES
            ]
        found += faults.of_network(self._proxy)
        if around.redis and around.postgres:
            second = self._programs[1]
            found += [
                Fault("machine 2 is dead", "serve", 2, second.die, second.start),
                *(
                    each
                    for attendance in self._attendances[:1]
                    for each in faults.of_redis(around.redis, attendance)
                ),
                *self._standing(
                    faults.of_postgresql(around.postgres, around.postgres_disk),
                    "database",
                ),
            ]
        else:
            messages = Messages(settings.DATA_DIR / "broker", self._chance)
            file = settings.DATA_DIR / "db.sqlite3"
            found += self._standing(faults.of_files(messages), "broker")
            found += self._standing(faults.of_sqlite(file), "database")
        if around.disk:
            disk = faults.of_disk(around.disk, "fill the disk", "disk")
            found += self._standing(disk, "disk")
        else:
            around.left_out.append("full disks: none of our own can be mounted here")
        return found

    def _standing(self, found: list[Fault], part: str) -> list[Fault]:
        """The faults, during which the clock has nothing to stand on."""

        def of(fault: Fault) -> Fault:
            def begin() -> None:
                self._gone(part)
                fault.begin()

            def end() -> None:
                fault.end()
                self._back(part)

            return replace(fault, begin=begin, end=end)

        return [of(fault) for fault in found]

    def _gone(self, part: str) -> None:
        for attendance in self._attendances:
            attendance.gone(part)

    def _back(self, part: str) -> None:
        for attendance in self._attendances:
            attendance.back(part)

    # --- what is looked at afterwards -------------------------------------------
    def _report(self, seconds: float) -> list[str]:
        logs = [self._log_of(n) for n in range(1, len(self._programs) + 1)]
        wrong = report(self._diary, self._happened, 1, seconds, *logs)
        kills = sum(program.kills for program in self._programs)
        cuts = sum(self._proxy.cuts.values())
        print(f"{kills} kills of processes, {cuts} connections cut")
        return wrong

    def _wrong_clock(self) -> Iterator[str]:
        """Starts and ends that were late, missed or done twice; gongs too many."""
        latest = 0.0
        for due in self._dues:
            round_ = Round.objects.select_related("tournament").get(pk=due.round_id)
            log = round_.tournament.log.filter(
                by="clock", kind=due.kind, data__round=round_.number
            )
            times = [line.at.timestamp() for line in log]
            happened = min(times, default=time.time())
            late = max(each.delay(due.at, happened) for each in self._attendances)
            latest = max(latest, late)
            if len(times) != 1 or late > LATE:
                yield (
                    f"round {round_.number}, {due.kind}: done {len(times)} times, "
                    f"{late:.2f} s after it could be"
                )
        print(f"{len(self._dues)} starts and ends, the latest {latest:.2f} s late")
        gongs = LedgerEntry.objects.filter(kind="gong")
        counted = Counter(gongs.values_list("session", flat=True))
        yield from (f"session {pk}: {n} gongs" for pk, n in counted.items() if n > 1)

    def _own_chance(self) -> random.Random:
        return random.Random(self._chance.random())  # noqa: S311

    def _note(self, what: str) -> None:
        with self._log.open("a") as log:
            log.write(f"{time.strftime('%H:%M:%S')} chaos  | {what}\n")


#: Held by whoever disturbs: a fail over waits until nothing else is away.
_LOCK = threading.Lock()


class Reader(Visitor):
    """A visitor who reads what comes, and tells of what nobody may see."""

    def __init__(
        self,
        port: int,
        paths: list[str],
        diary: Diary,
        chance: random.Random,
        over: threading.Event,
    ) -> None:
        super().__init__(port, paths, diary.answers, chance, over)
        self._diary = diary
        self._figures: set[str] = set()
        self._hidden = ""
        self.read_whole = 0

    def looks_for(self, figures: set[str], hidden: str) -> None:
        """These figures, and the page of a round that is not published."""
        self._figures, self._hidden = figures, hidden

    def saw(self, path: str, status: int, text: str) -> None:
        if status != 200:
            return
        self.read_whole += 1
        if path == self._hidden:
            self._diary.wrong.append(f"{path} was shown before it was published")
        for figure in self._figures:
            if figure in text:
                self._diary.wrong.append(f"{path} tells a result that is secret")
