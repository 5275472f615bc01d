"""Start child processes by forking (Linux).

A forked child shares the memory of its parent's imports. Forking needs a parent with
one thread, and a system whose libraries support it (macOS does not guarantee this).
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

from mahjong_site.serve import child_process
from mahjong_site.serve.child_process import LIFELINE, LISTENING
from mahjong_site.serve.joint_process_log import JointLog
from mahjong_site.serve.supervisor import HANDLED

#: Prefix of forked children in the system's process list: "wind-web".
TITLE = "wind-"
#: One entry for each thread of this process, on Linux.
THREADS = Path("/proc/self/task")


def may_fork() -> bool:
    """Return whether this process may fork children: only if the system supports it and
    shows that the process has one thread."""
    return (
        hasattr(os, "fork") and THREADS.is_dir() and len(list(THREADS.iterdir())) == 1
    )


@dataclass(frozen=True)
class ForkedProcess:
    """A child process, running or ended, that leads a separate session."""

    process: BaseProcess

    def ending(self) -> int | None:
        """Return the exit code of the process, or minus the number of the signal that
        killed it; None while it runs."""
        return self.process.exitcode

    def stop(self) -> None:
        """Send the process and its child processes a signal to stop."""
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the process and its child processes, even if the process itself has
        ended."""
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        assert self.process.pid is not None
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            if self.ending() is None:  # It has not opened its session yet.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.process.pid, number)


class ForkedStart:
    """Factory of child processes that are forked. Web processes inherit the descriptor
    `listening`."""

    def __init__(self, listening: int) -> None:
        self.log = JointLog()
        self._listening = listening
        self._lifeline, self._held_open = os.pipe()

    def __call__(
        self, name: str, program: str, environment: Mapping[str, str]
    ) -> ForkedProcess:
        """Fork a child called `name` that runs `program` of `child_process.PROGRAMS`,
        and return it.

        Signals are blocked until the child has default handlers.
        """
        reading, writing = os.pipe()
        not_its = [self._held_open, *self.log.descriptors, reading]
        environment = dict(environment) | {LIFELINE: str(self._lifeline)}
        if program == "web":
            environment[LISTENING] = str(self._listening)
        else:
            not_its.append(self._listening)
        process = multiprocessing.get_context("fork").Process(
            name=name, target=_be_child, args=(program, environment, writing, not_its)
        )
        before = signal.pthread_sigmask(signal.SIG_BLOCK, HANDLED)
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            os.close(writing)
        self.log.add(name, reading)
        return ForkedProcess(process)


def _be_child(
    program: str, environment: Mapping[str, str], output: int, not_its: Iterable[int]
) -> None:
    os.setsid()
    for descriptor in not_its:
        os.close(descriptor)
    _take_over_streams(output)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDLED)
    name = multiprocessing.current_process().name
    Path("/proc/self/comm").write_text(TITLE + name)
    os.environ.clear()
    os.environ.update(environment)
    child_process.run(program)


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
