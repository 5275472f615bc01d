"""Check that a practice tournament of a whole hall loses no hand and causes no error:

    python -m benchmarks.practice [--players 400] [--speed 100] [--seconds 25]
        [--tiles] [--seed 1]

Creates a practice tournament in its own data folder, starts a web process on it, and
has bots play over HTTP in the same slices as the worker. Every incident of the
catalogue occurs repeatedly at random tables; staff handle each as its card shows. One
response in a hundred is lost. Sometimes a slice is cut off right after a hand was sent,
as if the worker had been killed.

At the end the round's time ends, late hands are decided, the round is closed, and every
receipt is checked against the ledgers. Prints figures. Fails if a hand was lost or
stored twice, a ledger and its results differ, a response was 500, or an incident could
not be handled.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
_FOLDER = tempfile.TemporaryDirectory(prefix="prevailing-wind-practice-")
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "mahjong_site.settings",
    "DATA_DIR": _FOLDER.name,
    "BACKUPS_KEEP": "0",
    "LOG_LEVEL": "ERROR",
}

import django

django.setup()

from django.contrib.auth.models import User
from django.utils import timezone

from benchmarks.parts.practice_crew import deal_with_all
from benchmarks.parts.processor_and_memory import cpu_seconds, machine_seconds
from mahjong_site.prepare_installation import prepare
from rules.faults import RuleError
from scoring.ledger import rebuild_results_from_ledgers
from scoring.models import BotTable, Incident, LedgerEntry
from scoring.practice import (
    bot_worker,
    incident_catalogue,
    start_and_stop_bots,
    start_incidents,
)
from scoring.practice.bot_browser import Answer, Browser
from scoring.practice.make_practice_tournament import PracticePlan, make_practice
from scoring.practice.simulated_games import Fields
from scoring.practice.start_and_stop_bots import playing_tables
from scoring.rounds import end_and_close_round
from tournaments.tournament_setup.offered_rulesets_and_presets import presets

LOST, CUT_OFF = 0.01, 0.002
#: Seconds between two incidents, and seconds that the last tables get to finish.
BETWEEN, PEACE = 1.5, 240.0
#: Length in seconds of the window with most hands. The rest of the time includes
#: devices starting, offline times, and the last tables.
BUSIEST = 10.0


class CutOffError(Exception):
    """Exception for a slice that is cut off, as if the worker had been killed right
    after a hand was sent."""


@dataclass(frozen=True)
class Receipt:
    key: str
    line: int
    at: float


class Watch:
    """Record of the requests of all browsers: receipts, their times, and losses."""

    def __init__(self, chance: Random) -> None:
        self.answers: Counter[int] = Counter()
        self.receipts: list[Receipt] = []
        self.took: list[float] = []
        self.lost = self.cut_off = 0
        self.chance = chance


class WatchedBrowser(Browser):
    """Browser that records receipts and their times, and loses random responses.

    It can be cut off after a hand was sent.
    """

    def __init__(self, port: int, watch: Watch) -> None:
        super().__init__(port, watch.answers, patience=20)
        self._watch = watch

    def post(self, path: str, fields: Fields, token: str) -> Answer:
        began = time.monotonic()
        answer = super().post(path, fields, token)
        watch = self._watch
        watch.took.append(time.monotonic() - began)
        content = answer.json()
        if answer.status == 200 and "saved" in content:
            key = str(fields["device_key"])
            watch.receipts.append(Receipt(key, content["saved"], time.monotonic()))
        pick = watch.chance.random()
        if pick < CUT_OFF:
            watch.cut_off += 1
            raise CutOffError
        if pick < CUT_OFF + LOST:
            watch.lost += 1
            return Answer(0)
        return answer


@dataclass(frozen=True)
class Web:
    """A web process, with its port and process id."""

    port: int
    pid: int

    def processor_seconds(self) -> float:
        """Return the processor seconds that the process has used so far."""
        return cpu_seconds(self.pid)


@contextmanager
def web_process() -> Iterator[Web]:
    """Run a web process on this data folder within the block and yield it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    more = {"HOST": "127.0.0.1", "PORT": str(port), "PYTHONPATH": str(ROOT)}
    log = (Path(_FOLDER.name) / "web.log").open("w")
    process = subprocess.Popen(
        [sys.executable, "-m", "mahjong_site.serve.child_process", "web"],
        cwd=ROOT,
        env=os.environ | more,
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    try:
        _wait_for(port)
        yield Web(port, process.pid)
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(port: int) -> None:
    for _second in range(600):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise TimeoutError("the web process does not listen")


class Run:
    """A practice tournament played to the end of its first round."""

    def __init__(self, web: Web, chosen: argparse.Namespace) -> None:
        self._web = web
        self._chance = Random(chosen.seed)
        self.watch = Watch(self._chance)
        self.browsers = [
            WatchedBrowser(web.port, self.watch) for _each in range(bot_worker.AT_ONCE)
        ]
        self.refused: Counter[str] = Counter()
        self._chosen = chosen
        self.own = self.served = 0.0
        director = User.objects.create_user("director")
        preset = next(iter(presets().values()))
        plan = PracticePlan(preset, chosen.players, 3, 1, True, chosen.seed)
        began = time.monotonic()
        self.event = make_practice(plan, director=director, now=timezone.now())
        self.making = time.monotonic() - began
        start_and_stop_bots.start(
            self.event, speed=chosen.speed, by_tiles=chosen.tiles, by="director"
        )

    def play(self) -> float:
        """Play with incidents, end the round, and let the tables finish.

        Return the seconds.
        """
        began = time.monotonic()
        own, served = time.process_time(), self._web.processor_seconds()
        self._play_until(began + self._chosen.seconds, more_incidents=True)
        round_ = self.event.rounds.get(number=1)
        end_and_close_round.end_now(
            round_.pk, by="director", now=timezone.now(), reason="the run is over"
        )
        self._play_until(time.monotonic() + PEACE, more_incidents=False)
        self.own = time.process_time() - own
        self.served = self._web.processor_seconds() - served
        return time.monotonic() - began

    def _play_until(self, end: float, *, more_incidents: bool) -> None:
        following = time.monotonic()
        while time.monotonic() < end and playing_tables(self.event.pk).exists():
            if more_incidents and time.monotonic() > following:
                following = time.monotonic() + BETWEEN
                self._let_something_happen()
            deal_with_all(self.event, self.refused)
            try:
                more = bot_worker.play_slice(self.event.pk, browsers=self.browsers)
            except CutOffError:
                continue
            if not more:
                time.sleep(0.2)

    def _let_something_happen(self) -> None:
        """Start an incident of the next kind. Does nothing if it cannot happen now."""
        known = list(incident_catalogue.KINDS)
        kind = known[Incident.objects.count() % len(known)]
        with suppress(RuleError):
            start_incidents.begin(self.event, kind, by="director", chance=self._chance)

    def close(self) -> Iterator[str]:
        """Handle the remaining incidents and close the round.

        Yield messages about errors.
        """
        deal_with_all(self.event, self.refused)
        self._wait_for_the_network()
        for incident in Incident.objects.filter(done_at=None).exclude(begun_at=None):
            yield f"{incident.kind} at {incident.game_id} is not dealt with"
        if still := playing_tables(self.event.pk).count():
            yield f"{still} tables play on"
        round_ = self.event.rounds.get(number=1)
        end_and_close_round.close(round_.pk, by="director", reason="the run is over")
        yield from self._losses()
        yield from rebuild_results_from_ledgers.rebuild(self.event, check=True)
        if errors := {s: n for s, n in self.watch.answers.items() if s >= 500}:
            yield f"answers of the server that failed: {errors}"
        if self.watch.answers[0]:
            yield f"{self.watch.answers[0]} requests had no answer"

    def _wait_for_the_network(self) -> None:
        ends = Incident.objects.filter(until__gt=timezone.now())
        for until in ends.values_list("until", flat=True):
            if until is not None:
                time.sleep(max((until - timezone.now()).total_seconds(), 0) + 0.1)
        start_incidents.note_done(self.event.pk)

    def _busiest(self) -> float:
        """Return the hands a second in the busiest window of `BUSIEST` seconds.
        Repeated receipts count once.
        """
        first = {receipt.key: receipt.at for receipt in reversed(self.watch.receipts)}
        times = sorted(first.values())
        most = 0
        for at, begins in enumerate(times):
            ends = bisect_left(times, begins + BUSIEST)
            most = max(most, ends - at)
        return most / BUSIEST

    def _losses(self) -> Iterator[str]:
        lines = dict(LedgerEntry.objects.values_list("device_key", "sequence"))
        for receipt in self.watch.receipts:
            if lines.get(receipt.key) != receipt.line:
                yield f"the receipt of {receipt.key} is of no line"
        waiting = BotTable.objects.filter(waiting__gt=0, game__sheet__over="")
        if waiting.exists():
            yield f"{waiting.count()} tables have hands that never came"

    def tell(self, seconds: float) -> None:
        """Print the figures of a run that took `seconds` seconds."""
        watch, players = self.watch, self._chosen.players
        hands = len({receipt.key for receipt in watch.receipts})
        parts = statistics.quantiles(watch.took, n=100)
        answers = ", ".join(f"{s} {n}" for s, n in sorted(watch.answers.items()))
        print(f"{players} players at {players // 4} tables, {self._chosen.speed}x")
        print(f"made in {self.making:.1f} s, played in {seconds:.0f} s")
        print(
            f"{hands} hands saved, {hands / seconds:.1f} a second in all, "
            f"{self._busiest():.1f} in the busiest {BUSIEST:.0f} seconds"
        )
        print(
            f"processor time of a hand: {self.own / hands * 1000:.0f} ms the bots and "
            f"the crew, {self.served / hands * 1000:.0f} ms the web process"
        )
        machine = machine_seconds()
        print(
            f"10 million numbers are added in {machine:.2f} s; in that time the web "
            f"process saves {machine * hands / self.served:.0f} hands"
        )
        print(f"a save: p50 {parts[49] * 1000:.0f} ms, p95 {parts[94] * 1000:.0f} ms")
        print(f"answers: {answers}; refusals by rules are 422, two versions 409")
        print(f"{watch.lost} answers lost, {watch.cut_off} slices cut off")
        print(f"what the crew was refused at first: {dict(self.refused)}")
        for kind in incident_catalogue.KINDS:
            mine = Incident.objects.filter(kind=kind)
            begun, done = mine.exclude(begun_at=None), mine.exclude(done_at=None)
            print(
                f"{kind:<14} {mine.count():>4} asked for {begun.count():>4} happened "
                f"{done.count():>4} dealt with"
            )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=400)
    parser.add_argument("--speed", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=25)
    parser.add_argument("--tiles", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    prepare(lambda _text: None)
    with web_process() as web:
        run = Run(web, chosen)
        seconds = run.play()
        wrong = list(run.close())
        run.tell(seconds)
    log = (Path(_FOLDER.name) / "web.log").read_text()
    wrong += [line for line in log.splitlines() if "Internal Server Error" in line]
    for sentence in wrong:
        print(f"WRONG: {sentence}")
    print("Nothing is wrong." if not wrong else f"{len(wrong)} things are wrong.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
