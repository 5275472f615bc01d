"""What the live stream costs, and how soon a hand is seen:

    DATABASE_URL=postgres://… REDIS_URL=redis://… python benchmarks/live.py
        [--viewers 500 2000] [--players 72] [--page standings/] [--seconds 30]
        [--pace 1.0] [--poll]

starts two web processes as `manage.py serve` does, on a throw-away database beside the
one of DATABASE_URL, with an event of so many players that is open to the public. At
every table a device follows its own stream and saves hands, `--pace` of them a second
in all (a hall of 100 tables plays one in about two seconds); the viewers follow the
event's page, or another one of it. First there are none, then as many as said, in
processes of their own that cost little (`live_readers.py`) but take their share of the
same processors.

A hand is seen by a viewer when the last byte of the message is there that tells of it
or of a later one; measured from the start of the save. `--poll` prints, as a baseline,
the same of viewers who ask for the page every five seconds. Needs Linux, whose /proc it
reads.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import re
import statistics
import subprocess
import sys
import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.hall_devices import Device, director, p95, server, throw_away_database
from benchmarks.idle import cpu_seconds, megabytes
from tests.scoring.halls import hall_of
from tournaments.events.setup import tournament_setup
from tournaments.models import Session

WEB_PROCESSES = 2
READER_PROCESSES = 2
#: Seconds until whatever was told has come.
SETTLING = 5.0
READERS = Path(__file__).with_name("live_readers.py")

Got = list[dict[str, Any]]


@dataclass(frozen=True)
class Hand:
    """When its save began, how long that took, and the revision it made."""

    began: float
    milliseconds: float
    revision: int


@dataclass(frozen=True)
class Phase:
    """What some seconds of the hall cost the web processes."""

    hands: list[Hand]
    cpu: float

    @property
    def cpu_a_hand(self) -> float:
        return self.cpu / len(self.hands) * 1000

    @property
    def saves_p95(self) -> float:
        return p95([hand.milliseconds for hand in self.hands])


@contextmanager
def readers(port: int, address: str, viewers: int, how: str) -> Iterator[list[Got]]:
    """Viewers in processes of their own; what they got is there afterwards."""
    shares = [
        viewers // READER_PROCESSES + (part < viewers % READER_PROCESSES)
        for part in range(READER_PROCESSES)
    ]
    processes = [
        subprocess.Popen(
            [sys.executable, str(READERS), str(port), address, str(share), how],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for share in shares
        if share
    ]
    got: list[Got] = []
    try:
        for process in processes:
            if process.stdout is None or process.stdout.readline() != b"there\n":
                raise RuntimeError("the viewers could not be there")
        yield got
        for process in processes:
            written, _nothing = process.communicate(timeout=60)
            got.append(json.loads(written))
    finally:
        for process in processes:
            with suppress(ProcessLookupError):
                process.kill()
            process.wait()


async def play(
    devices: list[Device], servers: list[int], seconds: float, pace: float
) -> Phase:
    """Every table in its turn saves a hand, so many a second in all."""
    before = sum(map(cpu_seconds, servers))
    began = time.monotonic()
    saves = []
    for number in range(round(seconds * pace)):
        await asyncio.sleep(began + number / pace - time.monotonic())
        device = devices[number % len(devices)]
        saves.append(asyncio.create_task(_save(device)))
    hands = await asyncio.gather(*saves)
    await asyncio.sleep(SETTLING)
    return Phase(list(hands), sum(map(cpu_seconds, servers)) - before)


async def _save(device: Device) -> Hand:
    began = time.monotonic()
    took = await device.save()
    return Hand(began, took, device.own)


async def measure(
    port: int, servers: list[int], sessions: list[Session], chosen: argparse.Namespace
) -> None:
    devices = [Device(port, session) for session in sessions]
    for device in devices:
        await device.come_in()
    listening = [asyncio.create_task(device.listen()) for device in devices]
    slug = sessions[0].round.tournament.slug
    watched = f"/t/{slug}/{chosen.page}"
    page = await Device(port, sessions[0]).ask("GET", watched)
    address = unescape(re.findall(r'sse-connect="([^"]+)"', page)[0])
    await play(devices, servers, 5, 2.0)  # The first requests open connections.
    alone = await play(devices, servers, chosen.seconds, chosen.pace)
    print(
        f"nobody looks: a save's p95 {alone.saves_p95:.0f} ms, "
        f"{alone.cpu_a_hand:.0f} ms of processor a hand",
        flush=True,
    )
    for viewers in chosen.viewers:
        memory = sum(megabytes(pid)[1] for pid in servers)
        with readers(port, address, viewers, "stream") as got:
            more = sum(megabytes(pid)[1] for pid in servers) - memory
            phase = await play(devices, servers, chosen.seconds, chosen.pace)
        _tell(viewers, [each for part in got for each in part], phase, alone, more)
    if chosen.poll:
        for viewers in chosen.viewers:
            with readers(port, watched, viewers, "poll") as got:
                phase = await play(devices, servers, chosen.seconds, chosen.pace)
            _tell_polled(viewers, [each for part in got for each in part], phase, alone)
    for task in listening:
        task.cancel()


def _tell(viewers: int, got: Got, phase: Phase, alone: Phase, memory: float) -> None:
    waits, missed = list[float](), 0
    for viewer in got:
        told = viewer["told"]
        revisions = [revision for _when, revision in told]
        for hand in phase.hands:
            at = bisect_left(revisions, hand.revision)
            if at < len(told):
                waits.append((told[at][0] - hand.began) * 1000)
            else:
                missed += 1
    sent = sum(viewer["bytes"] for viewer in got) / len(got) / len(phase.hands)
    lost = sum(viewer["lost"] for viewer in got)
    print(f"{viewers} viewers by the stream, {len(phase.hands)} hands")
    print(f"  seen after {_spread(waits)}; {missed} missed, {lost} streams lost")
    print(f"  {sent:.0f} bytes a viewer a hand, {memory * 1024 / viewers:.1f} kB each")
    _tell_phase(phase, alone)


def _tell_polled(viewers: int, got: Got, phase: Phase, alone: Phase) -> None:
    waits, answers = list[float](), list[float]()
    for viewer in got:
        asked = [when for when, _answered, _changed in viewer["told"]]
        answers += [(there - when) * 1000 for when, there, _changed in viewer["told"]]
        for hand in phase.hands:
            at = bisect_left(asked, hand.began + hand.milliseconds / 1000)
            if at < len(asked):
                waits.append((viewer["told"][at][1] - hand.began) * 1000)
    sent = sum(viewer["bytes"] for viewer in got) / len(got) / len(phase.hands)
    print(f"{viewers} viewers who ask every 5 s, {len(phase.hands)} hands")
    print(f"  seen after {_spread(waits)}; an answer takes {_spread(answers)}")
    print(f"  {sent:.0f} bytes a viewer a hand")
    _tell_phase(phase, alone)


def _tell_phase(phase: Phase, alone: Phase) -> None:
    ratio = phase.saves_p95 / alone.saves_p95
    print(
        f"  {phase.cpu_a_hand:.0f} ms of processor a hand; a save's p95 "
        f"{phase.saves_p95:.0f} ms, {ratio:.2f} times that without viewers",
        flush=True,
    )


def _spread(waits: list[float]) -> str:
    if len(waits) < 2:
        return "nothing measured"
    parts = statistics.quantiles(waits, n=100)
    return f"p50 {parts[49]:.0f} ms, p95 {parts[94]:.0f} ms, p99 {parts[98]:.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, nargs="+", default=[500, 2000])
    parser.add_argument("--players", type=int, default=72)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--page", default="")
    parser.add_argument("--poll", action="store_true")
    chosen = parser.parse_args()
    if not os.environ.get("REDIS_URL"):
        sys.exit("Give a Redis in REDIS_URL.")
    with throw_away_database():
        sessions = hall_of(director(), "mcr", math.ceil(chosen.players / 4))
        tournament = sessions[0].round.tournament
        tournament_setup.show_to_public(tournament, True, by="director")
        many = {"STREAMS": "100000", "STREAMS_PER_ADDRESS": "100000"}
        print(f"{chosen.players} players at {len(sessions)} tables", flush=True)
        with server(WEB_PROCESSES, **many) as (port, servers):
            asyncio.run(measure(port, servers, sessions, chosen))


if __name__ == "__main__":
    main()
