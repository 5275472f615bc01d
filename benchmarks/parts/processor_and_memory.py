"""Figures of a machine and its processes, shared by the measurements. Needs Linux."""

from __future__ import annotations

import os
import statistics
import time
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """Return the processor seconds that a process has used so far."""
    stat = Path(f"/proc/{pid}/stat").read_text()
    user, system = stat.rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> tuple[float, float]:
    """Return RSS and PSS of a process in MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    sizes = {line.split()[0]: int(line.split()[1]) / 1024 for line in lines}
    return sizes["Rss:"], sizes["Pss:"]


def machine_seconds() -> float:
    """Return the processor seconds that Python needs now to add 10 million numbers.
    This is the machine's speed, which varies.
    """
    before = time.process_time()
    total = 0
    for number in range(10_000_000):
        total += number
    return time.process_time() - before


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]
