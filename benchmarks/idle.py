"""Measure the program's idle cost and its starting time:

    python -m benchmarks.idle [--seconds 60]

Starts `manage.py serve` in the embedded shape with its own data, and again when
everything is prepared. Prints the seconds until the first page, and for each settled
process its share of one core and its memory. RSS counts shared memory once per process;
PSS divides it among them, so that its sum is the machine's use.

The same is printed for one Python process that imports the whole program at the same
time. On a busy machine, the ratios are more reliable than the figures. Needs Linux
(/proc).
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

from benchmarks.chaos.attendance import Attendance
from benchmarks.chaos.program import CLOCK_PARTS, Program, wait_for
from benchmarks.parts.processor_and_memory import cpu_seconds, megabytes

#: Seconds after the start that are not counted.
SETTLING = 20
#: A Python process that imports everything once, and waits.
ALONE = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjong_site.settings"
import django
django.setup()
from mahjong_site.serve.preloaded_modules import import_everything
import_everything()
print("imported", flush=True)
input()
"""


def import_alone() -> tuple[float, float, float]:
    """Return the seconds until a Python process has imported everything, and its RSS
    and PSS in MB.
    """
    start = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-c", ALONE],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as python:
        assert python.stdout is not None
        python.stdout.readline()
        seconds = time.monotonic() - start
        sizes = megabytes(python.pid)
        python.communicate(b"\n")
    return seconds, *sizes


def start_until_page(program: Program) -> float:
    """Start the program.

    Return the seconds until a page responds. Raises TimeoutError if none does.
    """

    def answers() -> bool:
        connection = HTTPConnection("127.0.0.1", program.port, timeout=60)
        with closing(connection), suppress(ConnectionError):
            connection.request("GET", "/account/login/")
            return connection.getresponse().status == 200
        return False

    start = time.monotonic()
    program.start()
    wait_for(answers, "a page")
    return time.monotonic() - start


def measure(
    processes: dict[str, int], seconds: float, alone: tuple[float, float]
) -> None:
    before = {name: cpu_seconds(pid) for name, pid in processes.items()}
    time.sleep(seconds)
    print(f"{'':<9}{'% of a core':>12}{'RSS, MB':>10}{'PSS, MB':>10}")
    sums = [0.0, 0.0, 0.0]
    for name, pid in processes.items():
        share = (cpu_seconds(pid) - before[name]) / seconds * 100
        row = [share, *megabytes(pid)]
        sums = [total + part for total, part in zip(sums, row, strict=True)]
        print(f"{name:<9}{row[0]:>12.2f}{row[1]:>10.0f}{row[2]:>10.0f}")
    print(f"{'all':<9}{sums[0]:>12.2f}{sums[1]:>10.0f}{sums[2]:>10.0f}")
    print(f"{'one alone':<9}{'':>12}{alone[0]:>10.0f}{alone[1]:>10.0f}")
    print(f"{'ratio':<9}{'':>12}{sums[1] / alone[0]:>10.1f}{sums[2] / alone[1]:>10.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    seconds = parser.parse_args().seconds
    data_dir = Path(tempfile.mkdtemp(prefix="prevailing-wind-idle-"))
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
        os.environ.pop(name, None)
    os.environ["DATA_DIR"] = str(data_dir)
    attendance = Attendance(CLOCK_PARTS)
    program = Program(attendance, data_dir / "log")
    try:
        start_until_page(program)
        program.end(signal.SIGTERM)
        importing, *alone = import_alone()
        first_page = start_until_page(program)
        print(f"first page after {first_page:.1f} s; one Python alone imports the same")
        print(f"in {importing:.1f} s (ratio {first_page / importing:.1f})")
        wait_for(lambda: not attendance.missing, "clock and beat")
        time.sleep(SETTLING)
        measure(program.processes(), seconds, (alone[0], alone[1]))
    finally:
        program.end(signal.SIGTERM)


if __name__ == "__main__":
    main()
