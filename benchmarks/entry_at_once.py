"""Measure a save while 100 tables enter, against a bare insert by the same server.

    DATABASE_URL=postgres://… python -m benchmarks.entry_at_once [--tables 100]
        [--web-workers 1]

Starts the web server like `manage.py serve`, on a temporary database beside the one of
DATABASE_URL. Every table has a device that opened its table link and keeps its
connection. Like a browser, it follows the live stream and reads the score sheet after
changes that its page does not show. A save is measured from its first byte to the last
one of its response, in these situations:

- `one by one`: one table saves at a time;
- `within 10 s`: every table saves a hand at a random moment of the same ten seconds (a
  hall in which hands take ten seconds instead of minutes);
- `within 5 s`, `within 2 s`, `within 1 s`: the same in less time;
- `same instant`: all saves are sent together, so the last one waits for all others.

The devices use the same processors.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
from collections.abc import Awaitable, Callable

from benchmarks.parts.hall_devices import Device, director, server, throw_away_database
from benchmarks.parts.processor_and_memory import p95
from tests.scoring.halls import hall_of
from tournaments.models import Game

ONE_BY_ONE = 200
#: Revision of the first bare insert, higher than any of a tournament.
FAR_AWAY = 1_000_000
#: Seconds until all pages have read the saved hands.
PAUSE = 5.0
SPREADS = {
    "within 10 s": 10.0,
    "within 5 s": 5.0,
    "within 2 s": 2.0,
    "within 1 s": 1.0,
    "same instant": 0.0,
}


Work = Callable[[Device, int], Awaitable[float]]


async def one_by_one(devices: list[Device], work: Work) -> list[float]:
    times = []
    for number in range(ONE_BY_ONE):
        times.append(await work(devices[number % len(devices)], number))
    return times


async def spread(devices: list[Device], work: Work, seconds: float) -> list[float]:
    """Run `work(device, number)` once for every device, each at a random moment within
    `seconds`. Return the results in the order of the devices.
    """
    chance = random.Random(1)

    async def one(number: int, device: Device) -> float:
        await asyncio.sleep(chance.uniform(0, seconds))
        return await work(device, number)

    return list(await asyncio.gather(*(one(n, d) for n, d in enumerate(devices))))


async def measure(port: int, games: list[Game], elsewhere: int) -> None:
    """Print the times of saves, and of bare inserts into the log of another tournament.

    `elsewhere`: the key of the other tournament, which has no viewers.
    """
    devices = [Device(port, game) for game in games]
    for device in devices:
        await device.open_table()
    listening = [asyncio.create_task(device.listen()) for device in devices]
    used = FAR_AWAY

    async def insert(device: Device, _number: int) -> float:
        nonlocal used
        used += 1
        return await device.insert(elsewhere, used)

    async def save(device: Device, _number: int) -> float:
        return await device.save()

    await spread(devices, insert, 1)  # The first requests open connections.
    print_times(
        "one by one", await one_by_one(devices, save), await one_by_one(devices, insert)
    )
    for name, seconds in SPREADS.items():
        saves, inserts = list[float](), list[float]()
        for _again in range(2):
            saves += await spread(devices, save, seconds)
            await asyncio.sleep(PAUSE)
            inserts += await spread(devices, insert, seconds)
        print_times(name, saves, inserts)
    for task in listening:
        task.cancel()
    made = sum(device.hand - 1 for device in devices)
    read = sum(device.sheets for device in devices)
    print(f"{made} saves; {read} sheets read again")


def print_times(name: str, saves: list[float], inserts: list[float]) -> None:
    for action, times in (("a save", saves), ("a bare insert", inserts)):
        print(
            f"{name:<13} {action:<14} median {statistics.median(times):7.1f} ms   "
            f"p95 {p95(times):7.1f} ms   max {max(times):7.1f} ms"
        )
    middle = statistics.median(saves) / statistics.median(inserts)
    print(
        f"{name:<13} {'ratio':<14} median {middle:7.1f}      "
        f"p95 {p95(saves) / p95(inserts):7.1f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--web-workers", type=int, default=1)
    chosen = parser.parse_args()
    with throw_away_database():
        games = hall_of(director(), "mcr", chosen.tables)
        elsewhere = hall_of(director(), "riichi", 1)[0].round.tournament_id
        print(f"{chosen.tables} tables, {chosen.web_workers} web worker(s)")
        with server(chosen.web_workers) as (port, _processes):
            asyncio.run(measure(port, games, elsewhere))


if __name__ == "__main__":
    main()
