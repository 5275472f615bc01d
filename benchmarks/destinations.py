"""Measure what notifications of a whole practice day cost the tables:

    python -m benchmarks.destinations [--players 40] [--rounds 3] [--hands 4]
        [--days 2] [--seed 1]

Bots play whole practice days over HTTP on a web process, alternately without and with
four destinations. These are a chat, a slow service (3 seconds a response), one that
responds with 500, and one that redirects to another port of 127.0.0.1. A separate
process does the work of the clock and the worker on notifications, and runs the four
services with TLS. Pauses before further attempts are shortened, so that failing
messages are given up.

Prints the messages of each destination and their responses, and the ratio of the times
of saves and table pages with destinations to those without. Fails if a message arrived
twice or is missing without a visible failure, or if the redirect was followed. SQLite;
needs Linux (fork).
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from unittest import mock

from benchmarks.practice import Web, web_process  # sets Django up

# isort: split

from django.contrib.auth.models import User
from django.db import connections
from django.utils import timezone

from benchmarks.parts.processor_and_memory import machine_seconds, p95
from mahjong_site.prepare_installation import prepare
from scoring.confirming_and_finishing.finish_reopen_and_publish_results import finish
from scoring.models import Sheet
from scoring.notifications import notify_destinations
from scoring.practice import bot_worker, start_and_stop_bots
from scoring.practice.bot_browser import Answer, Browser
from scoring.practice.make_practice_tournament import PracticePlan, make_practice
from scoring.practice.next_step_of_staff import Step, next_step
from scoring.practice.simulated_games import Fields
from scoring.rounds import clock_tick
from tests import https_server, smtp_server
from tournaments.deliveries import (
    change_destinations,
    public_connections,
    queue_and_retry,
)
from tournaments.deliveries.change_destinations import Wanted
from tournaments.models import (
    AT_WORK,
    Delivery,
    DeliveryState,
    Happening,
    NotificationDestination,
    Tournament,
)
from tournaments.seating_drafts import seating_jobs
from tournaments.tournament_setup.offered_rulesets_and_presets import presets

SERVICES = {"chat": "slack", "slow": "webhook", "broken": "webhook", "moved": "webhook"}
#: Seconds until the slow service responds, and seconds between two runs of the worker.
SLOW, TICK = 3.0, 1.0
#: Pauses before the attempts of this run.
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (0, 1, 2))
#: Most seconds of a day, and of waiting for its last deliveries.
LONGEST, AFTERWARDS = 600.0, 300.0


class TimedBrowser(Browser):
    """A browser that records the milliseconds of each save and page."""

    def __init__(self, port: int, saves: list[float], pages: list[float]) -> None:
        super().__init__(port, Counter(), patience=20)
        self._saves, self._pages = saves, pages

    def post(self, path: str, fields: Fields, token: str) -> Answer:
        began = time.monotonic()
        answer = super().post(path, fields, token)
        if "saved" in answer.json():
            self._saves.append((time.monotonic() - began) * 1000)
        return answer

    def get(self, path: str) -> Answer:
        began = time.monotonic()
        answer = super().get(path)
        self._pages.append((time.monotonic() - began) * 1000)
        return answer


@dataclass
class Days:
    """Times measured on days with destinations, or on days without: milliseconds of
    each save and page, and seconds of play.
    """

    saves: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    seconds: float = 0.0


class Outside:
    """Access to the separate process with the services and the worker."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("fork")
        self._pipe, theirs = context.Pipe()
        connections.close_all()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        self.addresses: dict[str, str] = self._pipe.recv()

    def received(self) -> dict[str, list[tuple[str, str]]]:
        """Return (identifier, body) of each request so far, by service."""
        self._pipe.send("received")
        found: dict[str, list[tuple[str, str]]] = self._pipe.recv()
        return found

    def end(self) -> None:
        self._pipe.send("end")
        self._process.join(timeout=30)


def _work(pipe: Connection) -> None:
    """Send the addresses of the services through the pipe.

    Run services and worker, and answer each "received" with the requests so far, until
    another message arrives.
    """
    connections.close_all()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        certificate = smtp_server.certificate(Path(folder))
        os.environ["SSL_CERT_FILE"] = str(certificate)
        servers = {
            name: running.enter_context(https_server.running(certificate))
            for name in (*SERVICES, "inside")
        }
        servers["slow"].slow = SLOW
        servers["broken"].status = 500
        servers["moved"].status = 302
        servers["moved"].headers = {"Location": f"{servers['inside'].address}/"}
        pipe.send({name: f"{one.address}/hook" for name, one in servers.items()})
        ended = threading.Event()
        ticking = threading.Thread(target=_tick, args=(ended,))
        ticking.start()
        while pipe.recv() == "received":
            pipe.send(
                {
                    name: [
                        (one.headers.get("webhook-id", ""), one.body.decode())
                        for one in server.received
                    ]
                    for name, server in servers.items()
                }
            )
        ended.set()
        ticking.join()


def _tick(ended: threading.Event) -> None:
    """Queue notifications and send due ones every `TICK` seconds until `ended` is set.
    Each destination has its own thread.
    """
    with (
        mock.patch.object(public_connections, "is_public", return_value=True),
        mock.patch.object(queue_and_retry, "PAUSES", PAUSES),
        ThreadPoolExecutor(len(SERVICES)) as pool,
        mock.patch.object(
            queue_and_retry.send_to_destination,
            "delay",
            lambda pk: pool.submit(_send, pk),
        ),
    ):
        while not ended.wait(TICK):
            for pk in notify_destinations.due():
                notify_destinations.notify(pk, timezone.now())
            queue_and_retry.send_due(timezone.now())


def _send(pk: int) -> None:
    try:
        queue_and_retry.send_notices(pk, timezone.now())
    finally:
        connections.close_all()


def practice_day(chosen: argparse.Namespace, number: int, by: User) -> Tournament:
    preset = next(iter(presets().values()))
    plan = PracticePlan(
        preset, chosen.players, chosen.rounds, 1, False, chosen.seed + number
    )
    return make_practice(plan, director=by, now=timezone.now())


def add_destinations(event: Tournament, addresses: dict[str, str]) -> None:
    for name, service in SERVICES.items():
        address = f"https://{name}.example/"
        wanted = Wanted(service, name, address, "", "", list(Happening))
        added = change_destinations.add(
            event, wanted, site="https://wind.example", by="director"
        )
        # A port of this computer is refused on the page.
        mine = NotificationDestination.objects.filter(pk=added.pk)
        mine.update(address=addresses[name])


def play(event: Tournament, web: Web, hands: int, days: Days) -> None:
    """Play to the end of the last round with this number of hands in each round, and
    finish the tournament. Add the times to `days`. Exits with a message if the day
    takes too long.
    """
    start_and_stop_bots.start(
        event, speed=100, by_tiles=False, runs_rounds=True, by="director"
    )
    browsers = [
        TimedBrowser(web.port, days.saves, days.pages)
        for _each in range(bot_worker.AT_ONCE)
    ]
    began = time.monotonic()
    while next_step(event).step != Step.OVER:
        if time.monotonic() > began + LONGEST:
            sys.exit("The day does not end.")
        more = bot_worker.play_slice(event.pk, browsers=browsers)
        for draw in event.draws.filter(state__in=AT_WORK):
            seating_jobs.run(draw.pk)
        _ring_gong(event, hands)
        if not more:
            time.sleep(0.1)
    finish(event, by="director", now=timezone.now())
    days.seconds += time.monotonic() - began


def _ring_gong(event: Tournament, hands: int) -> None:
    """End the running round if every table has played at least this number of hands."""
    round_ = event.rounds.filter(state="running").first()
    if round_ is None:
        return
    played = Sheet.objects.filter(game__round=round_, hands_played__gte=hands)
    if played.count() == round_.games.count():
        event.rounds.filter(pk=round_.pk).update(ends_at=timezone.now())
        clock_tick.sweep(timezone.now() + timedelta(seconds=1))


def wait_for_deliveries(event: Tournament) -> float:
    """Wait until each message has arrived or was given up, at most `AFTERWARDS`
    seconds. Return the seconds.
    """
    began = time.monotonic()
    waiting = Delivery.objects.filter(tournament=event, state=DeliveryState.WAITING)
    while any(one.tournament_id == event.pk for one in _with_news()) or (
        waiting.exists()
    ):
        if time.monotonic() > began + AFTERWARDS:
            break
        time.sleep(TICK)
    return time.monotonic() - began


def _with_news() -> list[NotificationDestination]:
    return list(
        NotificationDestination.objects.filter(pk__in=notify_destinations.due())
    )


def faults(
    before: dict[str, list[tuple[str, str]]],
    after: dict[str, list[tuple[str, str]]],
    event: Tournament,
) -> Iterator[str]:
    """Print the messages that a day's destinations received; yield messages about
    errors. `before`, `after`: requests by service before and after the day.
    """
    rows = Delivery.objects.filter(tournament=event)
    games = sum(round_.games.count() for round_ in event.rounds.all())
    for name in SERVICES:
        got = after[name][len(before[name]) :]
        mine = rows.filter(destination__name=name)
        answers = Counter(mine.values_list("state", "answer"))
        different = len(set(got))
        print(
            f"  {name}: {mine.count()} messages, {len(got)} requests; {dict(answers)}"
        )
        finished = mine.filter(key__startswith="game:").count()
        if finished != games:
            yield f"{name}: {finished} of {games} finished tables were queued"
        if mine.filter(state=DeliveryState.WAITING).exists():
            yield f"{name}: messages still wait"
        sent = mine.filter(state=DeliveryState.SENT).count()
        if name in ("chat", "slow"):
            if not (sent == mine.count() == len(got) == different):
                yield f"{name}: {sent} sent, {len(got)} received, {different} different"
        elif sent or mine.filter(answer="").exists():
            yield f"{name}: {sent} sent, or a failure without its answer"
    if after["inside"]:
        yield f"{len(after['inside'])} redirects were followed"


def ratio(name: str, without: list[float], with_: list[float]) -> str:
    middle = [statistics.median(each) for each in (without, with_)]
    late = [p95(each) for each in (without, with_)]
    return (
        f"{name}: {len(without)} without: p50 {middle[0]:.1f}, p95 {late[0]:.1f} ms; "
        f"{len(with_)} with: p50 {middle[1]:.1f}, p95 {late[1]:.1f} ms; "
        f"{middle[1] / middle[0]:.2f} and {late[1] / late[0]:.2f} times"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--hands", type=int, default=4)
    parser.add_argument("--days", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    prepare(lambda _text: None)
    director = User.objects.create_user("director")
    outside = Outside()
    without, with_ = Days(), Days()
    wrong: list[str] = []
    with web_process() as web:
        for day in range(chosen.days):
            # Each first in turn, as the first day finds an empty database.
            pair = [without, with_] if day % 2 == 0 else [with_, without]
            for days in pair:
                event = practice_day(chosen, day, director)
                before = outside.received()
                if days is with_:
                    add_destinations(event, outside.addresses)
                play(event, web, chosen.hands, days)
                if days is with_:
                    seconds = wait_for_deliveries(event)
                    print(f"a day with destinations: last answer {seconds:.0f} s later")
                    wrong += faults(before, outside.received(), event)
    outside.end()
    print(ratio("saves", without.saves, with_.saves))
    print(ratio("table pages", without.pages, with_.pages))
    print(f"days took {without.seconds:.0f} s without, {with_.seconds:.0f} s with")
    print(f"10 million numbers are added in {machine_seconds():.2f} s")
    for sentence in wrong:
        print(f"WRONG: {sentence}")
    print("Nothing is wrong." if not wrong else f"{len(wrong)} things are wrong.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
