"""Kill, stop, freeze and flood the running program, cut its connections, stop its
database and fill its disk, and check its results:

    python -m benchmarks.chaos [--kills 200] [--hands 2000] [--rounds 3] [--tables 10]
        [--seed 1] [--shape embedded|server] [--data FOLDER]

Starts `manage.py serve` with its own data in two shapes: SQLite and files (`embedded`),
and PostgreSQL and Redis (`server`), with three runs each. `--data` is the data folder
of a program that was started once; the runs use copies of it.

Clock (`--kills`, of both shapes together; 0: skip). New halls open all the time; in
each something is due within seconds. Prints the delays of starts, warnings and ends.
Only time counts in which everything that the clock needs (its worker, beat and the
broker) was continuously available; a worker counts from its own ready message.
DATABASE_URL names the PostgreSQL server, on which a database is created and dropped.
Errors: anything later than two seconds, missed or done twice, a table's ledger without
exactly one gong, and a stored result that differs from its ledger.

Saves (`--hands`, in each shape; 0: skip). Devices at twenty tables enter hands over a
network that cuts connections, and send again until there is a receipt. Slow senders are
connected at the same time. PostgreSQL is a separate server here, which is killed too.
Errors: a hand with a receipt that is not in the ledger once and unchanged, an entry
that no one sent, a response of 500, and a wrong stored result.

Day (`--rounds`, in each shape; 0: skip). A tournament of `--tables` tables is played.
The clock starts and ends each round, devices enter hands over the bad network, and
visitors read pages. All faults of both other runs happen. The shape `server` has two
machines behind one address, each with clock, beat, worker and web. Their clocks are one
second apart. One machine is down for a while, Redis is full for a while, and in the
last round PostgreSQL is lost and replaced by a replica restored from a backup. The
results of the last round are hidden and the next round's seating is not published.
Errors: all of the above, and a page that shows hidden results or seating.

Exits with 1 if there is any error.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
SHAPES = ("embedded", "server")
KINDS = ("kills", "hands", "rounds")
SERVER = "postgres://postgres@127.0.0.1:5432/postgres"
DATABASE = "prevailing_wind_chaos"


def main() -> int:
    arguments = _arguments()
    # Exit through `with` blocks, so that they clean up when the run is ended.
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(1))
    kinds = [{kind: n} for kind in KINDS if (n := getattr(arguments, kind))]
    if arguments.shape is None or len(kinds) > 1:
        shapes = [arguments.shape] if arguments.shape else SHAPES
        return max(
            (_part(shape, kind, arguments) for shape in shapes for kind in kinds),
            default=0,
        )
    folder = Path(tempfile.mkdtemp(prefix="prevailing-wind-chaos-"))
    data_dir = folder / "data"
    data_dir.mkdir()
    os.environ |= {
        "DATA_DIR": str(data_dir),
        "SECRET_KEY": secrets.token_hex(32),
        "DJANGO_SETTINGS_MODULE": "mahjong_site.settings",
    }
    os.environ.pop("REDIS_URL", None)
    amounts = ", ".join(
        f"{n} {kind}" for kind in KINDS if (n := getattr(arguments, kind))
    )
    print(
        f"=== {arguments.shape}, {amounts}, seed {arguments.seed}, "
        f"log {folder / 'log'} ===",
        flush=True,
    )
    run = _save if arguments.hands or arguments.rounds else _clock
    return run(folder, arguments)


def _clock(folder: Path, arguments: argparse.Namespace) -> int:
    address = urlsplit(os.environ.pop("DATABASE_URL", SERVER))
    with ExitStack() as at_end:
        server = None
        if arguments.shape == "server":
            from benchmarks.chaos.services import (
                lacking,
                our_redis,
                throw_away_database,
            )

            if lack := lacking(address):
                print(f"NOT RUN: {lack}")
                return 0
            database = throw_away_database(address, DATABASE)
            os.environ["DATABASE_URL"] = at_end.enter_context(database)
            server = at_end.enter_context(our_redis())
        _set_up(arguments.data)
        from benchmarks.chaos.run import Run

        chance = random.Random(arguments.seed)
        return Run(folder / "log", server, chance).until(arguments.kills)


def _save(folder: Path, arguments: argparse.Namespace) -> int:
    from benchmarks.chaos.disks import mounted

    os.environ.pop("DATABASE_URL", None)
    with ExitStack() as at_end:
        disk = at_end.enter_context(mounted(folder / "data"))
        redis, postgres, its_disk = None, None, None
        if arguments.shape == "server":
            from benchmarks.chaos import services

            if lack := services.lacking_for_saves():
                print(f"NOT RUN: {lack}")
                return 0
            redis = at_end.enter_context(services.our_redis())
            postgres, its_disk = at_end.enter_context(services.our_postgresql(folder))
        _set_up(arguments.data)
        from benchmarks.chaos.saving import SavingRun, Surroundings

        chance = random.Random(arguments.seed)
        around = Surroundings(disk, redis, postgres, its_disk)
        if arguments.rounds:
            from benchmarks.chaos.day import DayRun

            if postgres:
                home = tempfile.TemporaryDirectory(prefix="prevailing-wind-copy-")
                place = Path(at_end.enter_context(home))
                place.chmod(0o755)
                postgres.follow(place / "copy")
            day = DayRun(folder / "log", around, chance, arguments.tables)
            return day.until(arguments.rounds)
        return SavingRun(folder / "log", around, chance).until(arguments.hands)


def _set_up(data: Path | None) -> None:
    if data:
        shutil.copytree(data, os.environ["DATA_DIR"], dirs_exist_ok=True)
        if url := os.environ.get("DATABASE_URL"):
            from benchmarks.chaos import postgresql

            postgresql.begin(url, data)
    import django

    django.setup()


def _part(shape: str, kind: dict[str, int], arguments: argparse.Namespace) -> int:
    """Run `benchmarks.chaos` with this shape and this kind of run in a separate
    process, because each run has other settings. Return the exit code. `kind`: one of
    kills, hands and rounds, with its number.
    """
    command = [sys.executable, "-m", "benchmarks.chaos", "--shape", shape]
    numbers = {"kills": 0, "hands": 0, "rounds": 0} | kind
    numbers |= {"tables": arguments.tables, "seed": arguments.seed}
    if "kills" in kind and arguments.shape is None:
        numbers["kills"] //= len(SHAPES)
    options = [word for name, n in numbers.items() for word in (f"--{name}", str(n))]
    if arguments.data:
        options += ["--data", str(arguments.data)]
    return subprocess.run([*command, *options], cwd=ROOT, check=False).returncode


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos")
    parser.add_argument("--kills", type=int, default=200, help="of both shapes")
    parser.add_argument("--hands", type=int, default=2000, help="in each shape")
    parser.add_argument("--rounds", type=int, default=3, help="of the day, each shape")
    parser.add_argument("--tables", type=int, default=10, help="of the day")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--shape", choices=SHAPES)
    parser.add_argument("--data", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
