"""Kill, stop, freeze and flood the running program, cut its connections, take its
database and fill its disk, and see whether it keeps its word:

    python -m benchmarks.chaos [--kills 200] [--hands 2000] [--seed 1]
        [--shape embedded|server]

It starts `manage.py serve` with data of its own in two shapes: SQLite and files
(`embedded`), and PostgreSQL and Redis (`server`). In each there are two runs.

The clock (`--kills`, of both shapes together; 0: not at all). New halls open all the
time; in each something is due within seconds. For the starts, warnings and ends it
prints how late they were, counting only time in which all that the clock needs (its
worker, beat and the broker) was there without a break: a worker is there when it says
so, not when it is started. DATABASE_URL names the PostgreSQL server, on which a
database is made and dropped. Wrong is what was later than two seconds, missed or done
twice, a table's ledger that has not exactly one gong, and a stored result that is not
what its ledger says.

Saves (`--hands`, in each shape; 0: not at all). Devices at twenty tables enter hands
over a network that cuts connections, and send again until there is a receipt, while
slow senders hang on. PostgreSQL is a server of its own here, which is killed too.
Wrong is a hand with a receipt that is not in the ledger once, just as it was sent,
a line that nobody sent, an answer of 500, and again a stored result.

The exit code is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
SHAPES = ("embedded", "server")
SERVER = "postgres://postgres@127.0.0.1:5432/postgres"
DATABASE = "prevailing_wind_chaos"


def main() -> int:
    arguments = _arguments()
    # What is begun with `with` ends with it also when somebody ends the run.
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(1))
    if arguments.shape is None:
        kills = arguments.kills // len(SHAPES)
        return max(_part(shape, kills, arguments.hands, arguments) for shape in SHAPES)
    if arguments.kills and arguments.hands:
        clock = _part(arguments.shape, arguments.kills, 0, arguments)
        return max(clock, _part(arguments.shape, 0, arguments.hands, arguments))
    folder = Path(tempfile.mkdtemp(prefix="prevailing-wind-chaos-"))
    data_dir = folder / "data"
    data_dir.mkdir()
    os.environ |= {
        "DATA_DIR": str(data_dir),
        "SECRET_KEY": secrets.token_hex(32),
        "DJANGO_SETTINGS_MODULE": "mahjong_site.settings",
    }
    os.environ.pop("REDIS_URL", None)
    what = f"{arguments.hands} hands" if arguments.hands else f"{arguments.kills} kills"
    print(
        f"=== {arguments.shape}, {what}, seed {arguments.seed}, "
        f"log {folder / 'log'} ===",
        flush=True,
    )
    run = _save if arguments.hands else _clock
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

            if what := lacking(address):
                print(f"NOT RUN: {what}")
                return 0
            database = throw_away_database(address, DATABASE)
            os.environ["DATABASE_URL"] = at_end.enter_context(database)
            server = at_end.enter_context(our_redis())
        _set_up()
        from benchmarks.chaos.run import Run

        chance = random.Random(arguments.seed)  # noqa: S311 - a run to be repeated
        return Run(folder / "log", server, chance).until(arguments.kills)


def _save(folder: Path, arguments: argparse.Namespace) -> int:
    from benchmarks.chaos.disks import mounted

    os.environ.pop("DATABASE_URL", None)
    with ExitStack() as at_end:
        disk = at_end.enter_context(mounted(folder / "data"))
        redis, postgres, its_disk = None, None, None
        if arguments.shape == "server":
            from benchmarks.chaos import services

            if what := services.lacking_for_saves():
                print(f"NOT RUN: {what}")
                return 0
            redis = at_end.enter_context(services.our_redis())
            postgres, its_disk = at_end.enter_context(services.our_postgresql(folder))
        _set_up()
        from benchmarks.chaos.saving import SavingRun, Surroundings

        chance = random.Random(arguments.seed)  # noqa: S311 - a run to be repeated
        around = Surroundings(disk, redis, postgres, its_disk)
        return SavingRun(folder / "log", around, chance).until(arguments.hands)


def _set_up() -> None:
    import django

    django.setup()


def _part(shape: str, kills: int, hands: int, arguments: argparse.Namespace) -> int:
    """A run in a process of its own, for each has other settings."""
    if not kills and not hands:
        return 0
    command = [sys.executable, "-m", "benchmarks.chaos", "--shape", shape]
    numbers = {"kills": kills, "hands": hands, "seed": arguments.seed}
    options = [word for name, n in numbers.items() for word in (f"--{name}", str(n))]
    return subprocess.run([*command, *options], cwd=ROOT, check=False).returncode


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos")
    parser.add_argument("--kills", type=int, default=200, help="of both shapes")
    parser.add_argument("--hands", type=int, default=2000, help="in each shape")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))  # noqa: S311
    parser.add_argument("--shape", choices=SHAPES)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
