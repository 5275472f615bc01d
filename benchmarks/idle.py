"""What the program costs while nothing happens:

    python benchmarks/idle.py [--seconds 60]

starts `manage.py serve` on the embedded shape with data of its own, waits until it has
settled, and prints for each process its share of one core and its memory (PSS counts
what processes share once). Needs Linux, whose /proc it reads.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.chaos.attendance import Attendance
from benchmarks.chaos.program import CLOCK_PARTS, Program, wait_for

#: Seconds after the start that are not counted.
SETTLING = 20


def cpu_seconds(pid: int) -> float:
    stat = Path(f"/proc/{pid}/stat").read_text()
    user, system = stat.rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> tuple[float, float]:
    """RSS and PSS."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    sizes = {line.split()[0]: int(line.split()[1]) / 1024 for line in lines}
    return sizes["Rss:"], sizes["Pss:"]


def measure(processes: dict[str, int], seconds: float) -> None:
    before = {name: cpu_seconds(pid) for name, pid in processes.items()}
    time.sleep(seconds)
    print(f"{'':<8}{'% of a core':>12}{'RSS, MB':>10}{'PSS, MB':>10}")
    sums = [0.0, 0.0]
    for name, pid in processes.items():
        share = (cpu_seconds(pid) - before[name]) / seconds * 100
        rss, pss = megabytes(pid)
        sums = [sums[0] + share, sums[1] + pss]
        print(f"{name:<8}{share:>12.2f}{rss:>10.0f}{pss:>10.0f}")
    print(f"{'all':<8}{sums[0]:>12.2f}{'':>10}{sums[1]:>10.0f}")


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
        program.start()
        wait_for(lambda: not attendance.missing, "clock and beat")
        time.sleep(SETTLING)
        measure(program.processes(), seconds)
    finally:
        program.end(signal.SIGTERM)


if __name__ == "__main__":
    main()
