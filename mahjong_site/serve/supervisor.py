"""Run the program as a parent that keeps child processes running: one log, one Ctrl-C,
no orphans.

Every child has its own process group, so that Ctrl-C reaches only the parent, which
then stops all children. If a child dies, the rest of its group is killed and the child
is started again. If a child keeps crashing, the whole program stops. If signals from
outside kill a child, the program continues, because a hall needs its clock. If the
parent is killed, the children notice it by a pipe and stop
(`mahjong_site.serve.child_process`).

If the system allows it, children are forked after the parent's imports
(`mahjong_site.serve.preloaded_modules`). For this, the parent never has a second
thread, a connection or an event loop. Otherwise children are new Python processes.
"""

from __future__ import annotations

import signal
import socket
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Protocol

#: Signals that stop the program; Windows has others than Linux and macOS. A forked
#: child must start without handlers for them.
HANDLED = tuple(
    signal.Signals[name]
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
)
CRASHES = 5
CRASH_WINDOW = 60.0
PATIENCE = 10.0
#: Seconds between two checks of the children; most ends are noticed earlier by the end
#: of their output.
POLL = 0.5
#: Seconds between two checks while stopping.
LOOK_WHILE_STOPPING = 0.02
#: Seconds until a child is started again; each further crash doubles them.
BACKOFF = 0.2
#: Exit codes of a child that was stopped from outside or by us.
TOLD_TO_END = (
    0,
    *(
        -signal.Signals[name]
        for name in ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")
        if hasattr(signal, name)
    ),
)


class Process(Protocol):
    """A child process that was started."""

    def ending(self) -> int | None:
        """Return the exit code of the process, or minus the number of the signal that
        killed it; None while it runs."""

    def stop(self) -> None:
        """Make the process stop."""

    def kill(self) -> None:
        """Kill the process and, where the system allows it, its child processes."""


class Log(Protocol):
    """The log that joins the output of the children and of the supervisor."""

    def say(self, name: str, text: str) -> None: ...

    def wake(self) -> None: ...

    def turn(self, seconds: float) -> None: ...

    def finish(self) -> None: ...


class Start(Protocol):
    """A function that starts child processes, with the log for their output.

    See `mahjong_site.serve.forked_process` and `mahjong_site.serve.portable_process`.
    """

    @property
    def log(self) -> Log: ...

    def __call__(
        self, name: str, program: str, environment: Mapping[str, str]
    ) -> Process: ...


@dataclass
class Child:
    """A child process to keep running.

    `program` is a program of `mahjong_site.serve.child_process`; if it is empty, `name`
    is used. `crashes` and `start_at` are times in seconds of the monotonic clock.
    """

    name: str
    program: str = ""
    process: Process | None = None
    crashes: deque[float] = field(default_factory=deque)
    start_at: float | None = None

    def note_end(self, code: int, now: float) -> None:
        """Record that the child ended with this exit code at the time `now`, and set
        the time when it is started again."""
        if code not in TOLD_TO_END:
            self.crashes.append(now)
        while self.crashes and now - self.crashes[0] >= CRASH_WINDOW:
            self.crashes.popleft()
        self.start_at = now + BACKOFF * 2 ** max(len(self.crashes) - 1, 0)

    @property
    def fails(self) -> bool:
        """Return whether the child crashed too often in the last minute."""
        return len(self.crashes) >= CRASHES


@dataclass(frozen=True)
class Greeting:
    """The `lines` to log once the web server answers at `host` and `port`."""

    lines: Sequence[str]
    host: str
    port: int

    def is_due(self) -> bool:
        """Return whether the web server accepts connections."""
        try:
            socket.create_connection((self.host, self.port), timeout=POLL).close()
        except OSError:
            return False
        return True


class Supervisor:
    """Supervisor that keeps `children` running with their `environment`. Their output,
    its own messages and the `greeting` go into the log of `start`.
    """

    def __init__(
        self,
        children: Sequence[Child],
        environment: Mapping[str, str],
        start: Start,
        greeting: Greeting,
    ) -> None:
        self._greeting: Greeting | None = greeting
        self._children = children
        self._environment = environment
        self._start_process = start
        self._log = start.log
        self._stopping = False

    def run(self) -> int:
        """Start the children and keep them running until a signal.

        Returns 0 after Ctrl-C or TERM, 1 if a child cannot be kept running.
        """
        for number in HANDLED:
            signal.signal(number, self._stop_on_signal)
        kept = False
        try:
            for child in self._children:
                self._start(child)
            kept = self._keep()
        finally:
            self._stop_all()
        return 0 if kept else 1

    def _keep(self) -> bool:
        while not self._stopping:
            self._log.turn(self._patience(time.monotonic()))
            self._greet_once()
            for child in self._children:
                self._restart_if_ended(child, time.monotonic())
                if child.fails:
                    self._log_line(f"{child.name} failed {CRASHES} times in a minute")
                    return False
        return True

    def _greet_once(self) -> None:
        if self._greeting and self._greeting.is_due():
            for line in self._greeting.lines:
                self._log_line(line)
            self._greeting = None

    def _patience(self, now: float) -> float:
        """Return the seconds until the supervisor must check its children again."""
        starts = [c.start_at - now for c in self._children if c.start_at is not None]
        return max(min([POLL, *starts]), 0.0)

    def _restart_if_ended(self, child: Child, now: float) -> None:
        if child.start_at is None:
            code = child.process.ending() if child.process else None
            if child.process and code is not None:
                self._log_line(
                    f"{child.name} ended ({_ending(code)}): starting it again"
                )
                child.process.kill()
                child.note_end(code, now)
        elif now >= child.start_at and not self._stopping:
            child.start_at = None
            self._start(child)

    def _start(self, child: Child) -> None:
        child.process = self._start_process(
            child.name, child.program or child.name, self._environment
        )

    def _log_line(self, text: str) -> None:
        self._log.say("serve", text)

    def _stop_on_signal(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True
        self._log.wake()

    def _stop_all(self) -> None:
        """Make every child stop, and kill children that still run after ten seconds."""
        self._log_line("stopping")
        started = [child.process for child in self._children if child.process]
        for process in started:
            process.stop()
        deadline = time.monotonic() + PATIENCE
        while not _all_ended(started) and time.monotonic() < deadline:
            self._log.turn(LOOK_WHILE_STOPPING)
        for process in started:
            process.kill()
        while not _all_ended(started):
            self._log.turn(LOOK_WHILE_STOPPING)
        self._log_line("stopped")
        self._log.finish()


def _all_ended(processes: Sequence[Process]) -> bool:
    return all(process.ending() is not None for process in processes)


def _ending(code: int) -> str:
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"
