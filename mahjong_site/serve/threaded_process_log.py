"""Join the output of several processes into one log, with a thread for each process.
Used on systems that cannot wait for several pipes (Windows).

Each line starts with the name of its process. The log never blocks the supervisor: if
no one reads it (a paused terminal), lines wait in the processes' pipes.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import IO

from mahjong_site.log_redaction import redacted

#: Most lines that wait for the reader of the log. While there are more, no output of
#: processes is read.
MOST_LINES_WAITING = 1_000
#: Bytes. Longer lines are split.
LONGEST_LINE = 65_536
#: Seconds until a process whose lines wait is read again.
A_LOOK = 0.1
#: Seconds given to a slow reader at the end.
LAST_WORDS = 2.0


class ThreadedLog:
    """Log that copies lines from several pipes to the text stream `out`."""

    def __init__(self, out: IO[str] | None = None) -> None:
        self._out = out or sys.stdout
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        # Signal handlers may use this kind of queue.
        self._wakes: SimpleQueue[None] = SimpleQueue()
        self._writer = _started(self._write)

    def add(self, name: str, pipe: IO[bytes]) -> None:
        """Copy the output of `pipe` into the log until it ends, then close the pipe."""
        _started(self._read, name, pipe)

    def say(self, name: str, text: str) -> None:
        """Add a line of the process `name` to the log."""
        self._lines.put(f"{name:<6} | {text.rstrip()}\n")

    def wake(self) -> None:
        """Let a waiting `turn` return. Signal handlers call this."""
        self._wakes.put(None)

    def turn(self, seconds: float) -> None:
        """Wait at most `seconds` for the end of a pipe or for `wake`."""
        with contextlib.suppress(Empty):
            self._wakes.get(timeout=seconds)

    def finish(self) -> None:
        """Write the remaining output; give up if the reader of the log is too slow."""
        self._lines.put(None)
        self._writer.join(LAST_WORDS)

    def _read(self, name: str, pipe: IO[bytes]) -> None:
        with pipe:
            while line := pipe.readline(LONGEST_LINE):
                while self._lines.qsize() >= MOST_LINES_WAITING:
                    time.sleep(A_LOOK)
                self.say(name, redacted(line.decode(errors="replace")))
        self.wake()

    def _write(self) -> None:
        """Write queued lines until the queue returns None. After a broken pipe, the
        program continues without a log."""
        while (line := self._lines.get()) is not None:
            with contextlib.suppress(OSError, ValueError):
                self._out.write(line)
                self._out.flush()


def _started(target: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread
