"""Kill, stop, freeze and flood the running program while rounds start and end by
themselves, and see from the database's own log whether the clock kept its word:

    python -m benchmarks.chaos [--kills 200] [--seed 1] [--shape embedded]

It starts `manage.py serve` with data of its own in two shapes: SQLite and files
(`embedded`), and PostgreSQL and a Redis server of its own (`services`; DATABASE_URL
names the server, on which a database is made and dropped). New halls open all the
time; in each something is due within seconds. For the starts, warnings and ends it
prints how late they were, counting only time in which all that the clock needs (its
worker, beat and the broker) was there without a break: a worker is there when it says
so, not when it is started.

The exit code is 1 if anything was later than two seconds, missed or done twice, a
table's ledger has not exactly one gong, or a stored result is not what its ledger says.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
SHAPES = ("embedded", "services")
SERVER = "postgres://postgres@127.0.0.1:5432/postgres"
DATABASE = "prevailing_wind_chaos"


def main() -> int:
    arguments = _arguments()
    if arguments.shape is None:
        return max(_another(shape, arguments) for shape in SHAPES)
    data_dir = Path(tempfile.mkdtemp(prefix="prevailing-wind-chaos-"))
    os.environ |= {
        "DATA_DIR": str(data_dir),
        "SECRET_KEY": secrets.token_hex(32),
        "DJANGO_SETTINGS_MODULE": "mahjong_site.settings",
    }
    os.environ.pop("REDIS_URL", None)
    address = urlsplit(os.environ.pop("DATABASE_URL", SERVER))
    print(
        f"=== {arguments.shape}, {arguments.kills} kills, seed {arguments.seed}, "
        f"log {data_dir / 'log'} ===",
        flush=True,
    )
    if arguments.shape == "embedded":
        return _run(data_dir, arguments)
    from benchmarks.chaos.services import lacking, throw_away_database

    if what := lacking(address):
        print(f"NOT RUN: {what}")
        return 0
    with throw_away_database(address, DATABASE) as url:
        os.environ["DATABASE_URL"] = url
        return _run(data_dir, arguments)


def _run(data_dir: Path, arguments: argparse.Namespace) -> int:
    from benchmarks.chaos.services import our_redis

    with our_redis(wanted=arguments.shape == "services") as server:
        import django

        django.setup()
        from benchmarks.chaos.run import Run

        chance = random.Random(arguments.seed)  # noqa: S311 - a run to be repeated
        return Run(data_dir, server, chance).until(arguments.kills)


def _another(shape: str, arguments: argparse.Namespace) -> int:
    command = [sys.executable, "-m", "benchmarks.chaos", "--shape", shape]
    kills = arguments.kills // len(SHAPES)
    numbers = ["--kills", str(kills), "--seed", str(arguments.seed)]
    return subprocess.run([*command, *numbers], cwd=ROOT, check=False).returncode


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos")
    parser.add_argument("--kills", type=int, default=200, help="of both shapes")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))  # noqa: S311
    parser.add_argument("--shape", choices=SHAPES)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
