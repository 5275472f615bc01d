"""Measure the cost of live streams and how soon viewers see a hand:

    DATABASE_URL=postgres://… REDIS_URL=redis://… python -m benchmarks.live
        [--viewers 500 2000] [--players 72] [--page standings/] [--hands 100]
        [--turns 4] [--pace 1.0] [--poll] [--languages en fr de es it ja]
        [--api-clients 1000]

It starts two web processes like `manage.py serve`, on a temporary database beside the
one of DATABASE_URL, with a public tournament of `--players` players. A device at every
table follows its own stream and saves hands, `--pace` a second in all (a hall of 100
tables plays a hand about every two seconds). Viewers follow `--page` of the tournament.
Phases with and without viewers alternate, `--hands` hands each in `--turns` turns, so
that both have the same conditions. Viewers run in separate cheap processes
(`parts/live_readers.py`) on the same processors.

The time until a viewer sees a hand is measured from the start of the save to the last
byte of the message about this hand or a later one. For comparison, `--poll` prints the
same for viewers who request the page every five seconds.

`--languages` compares two groups of the same size in each turn: viewers who all read
the first language, and viewers who read all these languages in equal parts. It prints
the cost of the second group divided by that of the first. Needs Linux (/proc).
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
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from html import unescape
from operator import add
from pathlib import Path
from typing import Any

from benchmarks.parts.hall_devices import Device, director, server, throw_away_database
from benchmarks.parts.processor_and_memory import (
    cpu_seconds,
    machine_seconds,
    megabytes,
    p95,
)
from tests.scoring.halls import hall_of
from tournaments.models import Game
from tournaments.tournament_setup import create_and_change_tournament

WEB_PROCESSES = 2
READER_PROCESSES = 2
#: Seconds until all messages have arrived.
SETTLING = 3.0
#: Most measured hands of a table. It plays sixteen in MCR, and some tables start three
#: hands ahead.
HANDS_A_TABLE = 12
ANY_NUMBER = {"STREAMS": "100000", "STREAMS_PER_ADDRESS": "100000"}
READERS = Path(__file__).with_name("parts") / "live_readers.py"

Got = list[dict[str, Any]]


@dataclass(frozen=True)
class Hand:
    """A save: its beginning (monotonic seconds), its duration, and the revision of the
    tournament after it.
    """

    began: float
    milliseconds: float
    revision: int


@dataclass(frozen=True)
class Phase:
    """The hands saved in a phase of play, and the processor seconds of the web
    processes.
    """

    hands: list[Hand]
    cpu: float

    @property
    def cpu_a_hand(self) -> float:
        return self.cpu / len(self.hands) * 1000

    @property
    def saves(self) -> list[float]:
        return [hand.milliseconds for hand in self.hands]

    @property
    def saves_in_words(self) -> str:
        middle, late = statistics.median(self.saves), p95(self.saves)
        return f"a save's median {middle:.0f} ms, p95 {late:.0f} ms"

    def __add__(self, other: Phase) -> Phase:
        return Phase(self.hands + other.hands, self.cpu + other.cpu)


@dataclass(frozen=True)
class Turn:
    """A phase with viewers.

    `got`: messages that each viewer received; `megabytes`: additional memory of the web
    processes; `clients`: messages that each program at the API received.
    """

    phase: Phase
    got: Got
    megabytes: float
    clients: Got = field(default_factory=list)


@contextmanager
def readers(
    port: int, addresses: list[str], viewers: int, method: str
) -> Iterator[list[Got]]:
    """Run `viewers` viewers in separate processes, the same number for each address.

    `method`: "stream" or "poll". When the block ends, their received messages are added
    to the yielded list. Raises RuntimeError if the viewers cannot connect.
    """
    shares = [
        viewers // READER_PROCESSES + (part < viewers % READER_PROCESSES)
        for part in range(READER_PROCESSES)
    ]
    processes = [
        subprocess.Popen(
            [
                *(sys.executable, str(READERS), str(port)),
                *(",".join(addresses), str(share), method),
            ],
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
    devices: list[Device], servers: list[int], hands: int, pace: float
) -> Phase:
    """Save `hands` hands, at one table after another, `pace` a second in all.

    Return the phase.
    """
    before = sum(map(cpu_seconds, servers))
    began = time.monotonic()
    saves = []
    for number in range(hands):
        await asyncio.sleep(began + number / pace - time.monotonic())
        devices.append(device := devices.pop(0))
        saves.append(asyncio.create_task(_save(device)))
    saved = await asyncio.gather(*saves)
    await asyncio.sleep(SETTLING)
    return Phase(saved, sum(map(cpu_seconds, servers)) - before)


async def _save(device: Device) -> Hand:
    """Save the device's next hand, after its previous save has ended. Return the
    hand."""
    async with device.one_save:
        began = time.monotonic()
        took = await device.save()
        return Hand(began, took, device.own)


async def measure(
    port: int,
    servers: list[int],
    games: list[Game],
    viewers: int,
    method: str,
    chosen: argparse.Namespace,
) -> None:
    """Alternate phases with and without viewers and print the results.

    `method`: "stream" or "poll".
    """
    devices = [Device(port, game) for game in games]
    for device in devices:
        await device.open_table()
    listening = [asyncio.create_task(device.listen()) for device in devices]
    variants = await _variants(port, games[0], method, chosen)
    api = await live_state_of(port, games[0]) if chosen.api_clients else ""
    ahead = hands_ahead(devices)
    await play(ahead, servers, len(ahead), 10.0)
    hands = math.ceil(chosen.hands / chosen.turns)
    some = partial(play, devices, servers, hands, chosen.pace)
    alone: list[Phase] = []
    turns: list[list[Turn]] = [[] for _variant in variants]
    for _turn in range(chosen.turns):
        alone.append(await some())
        for addresses, of_variant in zip(variants, turns, strict=True):
            clients = chosen.api_clients if of_variant is not turns[0] else 0
            before = sum(megabytes(pid)[1] for pid in servers)
            with (
                readers(port, addresses, viewers, method) as got,
                readers(port, [api], clients, method) as answered,
            ):
                more = sum(megabytes(pid)[1] for pid in servers) - before
                phase = await some()
            of_variant.append(Turn(phase, _all(got), more, _all(answered)))
    _print_all(viewers, method, chosen, turns, reduce(add, alone))
    for task in listening:
        task.cancel()


async def _variants(
    port: int, game: Game, method: str, chosen: argparse.Namespace
) -> list[list[str]]:
    """Return the addresses that viewers follow, as one list for each kind of turn."""
    watched = f"/t/{game.round.tournament.slug}/{chosen.page}"
    if method != "stream":
        return [[watched]]
    languages = chosen.languages or [""]
    streams = [await stream_in(port, game, watched, one) for one in languages]
    if chosen.languages:
        return [streams[:1], streams]
    return [streams, streams] if chosen.api_clients else [streams]


def _print_all(
    viewers: int,
    method: str,
    chosen: argparse.Namespace,
    turns: list[list[Turn]],
    nobody: Phase,
) -> None:
    """Print the figures of each kind of turn, and, for two kinds, their ratio.

    `nobody`: the phases without viewers.
    """
    print_turns = _print_streamed if method == "stream" else _print_polled
    for at, of_variant in enumerate(turns):
        if chosen.languages:
            languages = chosen.languages if at else chosen.languages[:1]
            print(f"viewers read {' '.join(languages)}")
        print_turns(viewers, of_variant)
        if of_variant[0].clients:
            print("and programs at the API, counted as viewers:")
            theirs = [replace(turn, got=turn.clients) for turn in of_variant]
            _print_streamed(chosen.api_clients, theirs)
        _print_phase(_whole(of_variant), nobody)
    if len(turns) > 1:
        what = "all languages against one" if chosen.languages else "with API clients"
        print(f"{what}, in the same run:")
        _print_ratios(turns[0], turns[1], nobody)


async def stream_in(port: int, game: Game, page: str, language: str) -> str:
    """Return the address of the page's stream in a language, or in the tournament's
    language if `language` is empty. Exits with a message if the program has no
    translation into the language.
    """
    query = f"?lang={language}" if language else ""
    text = await Device(port, game).ask("GET", page + query)
    if language and f'<html lang="{language}"' not in text:
        sys.exit(f"This program has no catalogue for the language {language}.")
    return unescape(re.findall(r'sse-connect="([^"]+)"', text)[0])


async def live_state_of(port: int, game: Game) -> str:
    """Return the address of the API's stream of the tournament's live state."""
    path = f"/api/v1/events/{game.round.tournament.slug}/stream"
    address: str = json.loads(await Device(port, game).ask("GET", path))["live_url"]
    return address


def _all(parts: list[Got]) -> Got:
    return [viewer for part in parts for viewer in part]


def hands_ahead(devices: list[Device]) -> list[Device]:
    """Return the devices in the order in which to save hands in advance: a quarter of
    the tables 1, 2 and 3 times each. Otherwise players would change seats at all tables
    at the same time, after every fourth hand.
    """
    return [
        device
        for hand in (1, 2, 3)
        for number, device in enumerate(devices)
        if number % 4 >= hand
    ]


def _whole(turns: list[Turn]) -> Phase:
    return reduce(add, (turn.phase for turn in turns))


def _waits(turns: list[Turn]) -> tuple[list[float], int]:
    """Return the milliseconds until each viewer saw each hand, and the number of hands
    that viewers did not see.
    """
    waits, missed = list[float](), 0
    for turn in turns:
        for viewer in turn.got:
            received = viewer["received"]
            revisions = [revision for _when, revision in received]
            for hand in turn.phase.hands:
                at = bisect_left(revisions, hand.revision)
                if at < len(received):
                    waits.append((received[at][0] - hand.began) * 1000)
                else:
                    missed += 1
    return waits, missed


def _print_ratios(one: list[Turn], all_: list[Turn], nobody: Phase) -> None:
    """Print the cost of viewers in all languages (`all_`) divided by the cost of
    viewers in one language (`one`). `nobody`: phases without viewers.
    """
    cpu, alone = [_whole(turns).cpu_a_hand for turns in (one, all_)], nobody.cpu_a_hand
    late = [p95(_waits(turns)[0] or [0.0]) or 1.0 for turns in (one, all_)]
    saves = [p95(_whole(turns).saves) for turns in (one, all_)]
    print(f"  processor a hand {cpu[1] / cpu[0]:.2f} times", end="")
    if cpu[0] > alone:
        print(f", above that without viewers {(cpu[1] - alone) / (cpu[0] - alone):.2f}")
    else:
        print()
    print(f"  p95 until a hand is seen {late[1] / late[0]:.2f} times")
    print(f"  p95 of a save {saves[1] / saves[0]:.2f} times")
    print(f"  bytes a viewer a hand {_bytes(all_) / _bytes(one):.2f} times", flush=True)


def _print_streamed(viewers: int, turns: list[Turn]) -> None:
    waits, missed = _waits(turns)
    lost = sum(viewer["lost"] for turn in turns for viewer in turn.got)
    memory = max(turn.megabytes for turn in turns) * 1024 / viewers
    print(f"{viewers} viewers by the stream, {_hands(turns)} hands")
    print(f"  seen after {_spread(waits)}; {missed} missed, {lost} streams lost")
    print(f"  {_bytes(turns):.0f} bytes a viewer a hand, {memory:.1f} kB each")


def _print_polled(viewers: int, turns: list[Turn]) -> None:
    waits, answers = list[float](), list[float]()
    for turn in turns:
        for viewer in turn.got:
            request_times = [when for when, _answered, _changed in viewer["received"]]
            answers += [
                (arrived - when) * 1000 for when, arrived, _new in viewer["received"]
            ]
            for hand in turn.phase.hands:
                at = bisect_left(request_times, hand.began + hand.milliseconds / 1000)
                if at < len(request_times):
                    waits.append((viewer["received"][at][1] - hand.began) * 1000)
    print(f"{viewers} viewers who ask every 5 s, {_hands(turns)} hands")
    print(f"  seen after {_spread(waits)}; an answer takes {_spread(answers)}")
    print(f"  {_bytes(turns):.0f} bytes a viewer a hand")


def _hands(turns: list[Turn]) -> int:
    return sum(len(turn.phase.hands) for turn in turns)


def _bytes(turns: list[Turn]) -> float:
    """Return the bytes sent for each hand to each viewer."""
    sent = sum(viewer["bytes"] for turn in turns for viewer in turn.got)
    return sent / len(turns[0].got) / _hands(turns)


def _print_phase(phase: Phase, alone: Phase) -> None:
    print(f"  {phase.cpu_a_hand:.0f} ms of processor a hand; {phase.saves_in_words}")
    print(f"  nobody looks: {alone.cpu_a_hand:.0f} ms; {alone.saves_in_words}")
    middle = statistics.median(phase.saves) / statistics.median(alone.saves)
    late = p95(phase.saves) / p95(alone.saves)
    print(f"  with viewers a save's median is {middle:.2f} times, p95 {late:.2f} times")
    print(f"  ten million numbers are added in {machine_seconds():.2f} s", flush=True)


def _spread(waits: list[float]) -> str:
    if len(waits) < 2:
        return "nothing measured"
    parts = statistics.quantiles(waits, n=100)
    return f"p50 {parts[49]:.0f} ms, p95 {parts[94]:.0f} ms, p99 {parts[98]:.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, nargs="+", default=[500, 2000])
    parser.add_argument("--players", type=int, default=72)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--page", default="")
    parser.add_argument("--poll", action="store_true")
    parser.add_argument("--languages", nargs="+", default=[])
    parser.add_argument("--api-clients", type=int, default=0)
    chosen = parser.parse_args()
    if not os.environ.get("REDIS_URL"):
        sys.exit("Give a Redis in REDIS_URL.")
    with throw_away_database():
        for viewers in chosen.viewers:
            for method in ("stream", "poll") if chosen.poll else ("stream",):
                games = hall_of(director(), "mcr", math.ceil(chosen.players / 4))
                phases = 3 if chosen.languages or chosen.api_clients else 2
                if phases * chosen.hands > HANDS_A_TABLE * len(games):
                    sys.exit("Play ends before: fewer hands, or more players.")
                tournament = games[0].round.tournament
                create_and_change_tournament.show_to_public(
                    tournament, True, by="director"
                )
                print(f"{chosen.players} players at {len(games)} tables", flush=True)
                with server(WEB_PROCESSES, **ANY_NUMBER) as (port, servers):
                    asyncio.run(measure(port, servers, games, viewers, method, chosen))


if __name__ == "__main__":
    main()
