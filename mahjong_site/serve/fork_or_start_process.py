"""Start a child process: forked where that is safe, otherwise as a new Python.

A forked child shares its parent's imports and their memory. It needs a parent with one
thread and a system whose libraries support forking (macOS does not guarantee it).
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mahjong_site.serve import child_process

#: Prefix of forked children in the system's process list: "wind-web".
TITLE = "wind-"
#: Signals that a parent may handle and a child must start without handlers for.
HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Plan:
    """Plan of a child: its name, program (`child_process.PROGRAMS`), environment, and
    inherited descriptors other than its output.
    """

    name: str
    program: str
    environment: Mapping[str, str]
    descriptors: tuple[int, ...]


@dataclass(frozen=True)
class Process:
    """A child process, the leader of a session.

    `output`: descriptor from which its standard output and error are read. `ending`:
    its exit code, or minus the signal that killed it; None while it runs.
    """

    pid: int
    output: int
    ending: Callable[[], int | None]

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the process group, even if its leader has ended."""
        try:
            os.killpg(self.pid, number)
        except ProcessLookupError:
            if self.ending() is None:  # It has not opened its session yet.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.pid, number)


def may_fork() -> bool:
    """Return whether a child may be forked from this process now."""
    if not sys.platform.startswith("linux"):
        return False
    return len(list(Path("/proc/self/task").iterdir())) == 1


def execute(plan: Plan) -> Process:
    """Start the child as a new Python process, which imports everything itself."""
    reading, writing = os.pipe()
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "mahjong_site.serve.child_process", plan.program],
            env=plan.environment,
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=plan.descriptors,
        )
    finally:
        os.close(writing)
    return Process(process.pid, reading, process.poll)


def fork(plan: Plan, not_its: Iterable[int]) -> Process:
    """Fork the child from this process; it closes the descriptors `not_its`.

    Signals are blocked until the child has default handlers.
    """
    reading, writing = os.pipe()
    process = multiprocessing.get_context("fork").Process(
        name=plan.name, target=_be_child, args=(plan, writing, [*not_its, reading])
    )
    before = signal.pthread_sigmask(signal.SIG_BLOCK, HANDLED)
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(writing)
    assert process.pid is not None
    return Process(process.pid, reading, lambda: process.exitcode)


def _be_child(plan: Plan, output: int, not_its: Iterable[int]) -> None:
    os.setsid()
    for descriptor in not_its:
        os.close(descriptor)
    _take_over_streams(output)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDLED)
    Path("/proc/self/comm").write_text(TITLE + plan.name)
    os.environ.clear()
    os.environ.update(plan.environment)
    child_process.run(plan.program)


def _take_over_streams(output: int) -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True)
