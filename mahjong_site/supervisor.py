"""One parent that keeps several child processes: one log, one Ctrl-C, no orphans.

Every child has a process group of its own, so that Ctrl-C reaches only the
parent, which then stops the children in order. A child that dies is started
again, after whatever is left of its group. One that keeps failing of itself stops
the whole program; one that somebody kills does not, however often: a hall waits for
its clock. If the parent is killed, the children notice by a pipe that only it holds
open and stop themselves (`mahjong_site.child`).
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType

from mahjong_site.child import LIFELINE

CRASHES = 5
CRASH_WINDOW = 60.0
PATIENCE = 10.0
POLL = 0.1
#: Seconds until a child is started again; each further crash doubles them.
BACKOFF = 0.2
#: How a child ends that was told to, by us or by somebody else.
TOLD_TO_END = (0, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP)


@dataclass
class Child:
    """A program of `mahjong_site.child` to keep running."""

    name: str
    process: subprocess.Popen[str] | None = None
    crashes: deque[float] = field(default_factory=deque)
    start_at: float | None = None

    def note_end(self, code: int, now: float) -> None:
        """Remember how it ended, and when it is to be started again."""
        if code not in TOLD_TO_END:
            self.crashes.append(now)
        while self.crashes and now - self.crashes[0] >= CRASH_WINDOW:
            self.crashes.popleft()
        self.start_at = now + BACKOFF * 2 ** max(len(self.crashes) - 1, 0)

    @property
    def fails(self) -> bool:
        """Whether it crashed too often within a minute."""
        return len(self.crashes) >= CRASHES


class Supervisor:
    def __init__(
        self,
        children: Sequence[Child],
        environment: Mapping[str, str],
        say: Callable[[str], None],
    ) -> None:
        self._children = children
        self._environment = dict(environment)
        self._say = say
        self._stopping = threading.Event()
        self._lifeline, self._held_open = os.pipe()

    def run(self) -> int:
        """Start the children and keep them until a signal; the exit code.

        0 after Ctrl-C or TERM, 1 when a child cannot be kept running.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop_on_signal)
        for child in self._children:
            self._start(child)
        kept = self._keep()
        self._stop_all()
        return 0 if kept else 1

    def _keep(self) -> bool:
        while not self._stopping.wait(POLL):
            for child in self._children:
                self._look_after(child, time.monotonic())
                if child.fails:
                    self._say(f"{child.name} failed {CRASHES} times in a minute")
                    return False
        return True

    def _look_after(self, child: Child, now: float) -> None:
        if child.start_at is None:
            code = child.process.poll() if child.process else None
            if child.process and code is not None:
                self._say(f"{child.name} ended ({_ending(code)}): starting it again")
                _signal_group(child.process, signal.SIGKILL)
                child.note_end(code, now)
        elif now >= child.start_at:
            child.start_at = None
            self._start(child)

    def _start(self, child: Child) -> None:
        child.process = subprocess.Popen(
            [sys.executable, "-m", "mahjong_site.child", child.name],
            env=self._environment | {LIFELINE: str(self._lifeline)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            bufsize=1,
            start_new_session=True,
            pass_fds=[self._lifeline],
        )
        threading.Thread(target=_pass_lines, args=(child,), daemon=True).start()

    def _stop_on_signal(self, number: int, frame: FrameType | None) -> None:
        self._stopping.set()

    def _stop_all(self) -> None:
        """TERM to every child's group, and after ten seconds KILL."""
        self._say("stopping")
        alive = [child.process for child in self._children if child.process]
        for process in alive:
            _signal_group(process, signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE
        for process in alive:
            try:
                process.wait(max(deadline - time.monotonic(), 0))
            except subprocess.TimeoutExpired:
                _signal_group(process, signal.SIGKILL)
                process.wait()
            _signal_group(process, signal.SIGKILL)
        self._say("stopped")


def _pass_lines(child: Child) -> None:
    """Copy the child's lines into the one log, each with its name."""
    process = child.process
    if process is None or process.stdout is None:
        return
    for line in process.stdout:
        print(f"{child.name:<6} | {line.rstrip()}", flush=True)


def _signal_group(process: subprocess.Popen[str], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def _ending(code: int) -> str:
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"
