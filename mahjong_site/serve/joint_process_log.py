"""Join the output of several processes into one log. Each line starts with the name of
its process.

There are no threads, because this process forks. The log never blocks: if no one reads
it (a paused terminal), lines wait in the processes' pipes.
"""

from __future__ import annotations

import contextlib
import os
import select
from dataclasses import dataclass

from mahjong_site.log_redaction import redacted

#: Most bytes that wait for the reader of the log. While there are more, no output of
#: processes is read.
MOST_WAITING = 65_536
#: Bytes read from a process at a time.
PIECE = 65_536
#: Seconds given to a slow reader at the end.
LAST_WORDS = 2.0


@dataclass
class _Source:
    name: str
    begun: bytes = b""


class JointLog:
    """Log that copies lines from several pipes to the descriptor `out`."""

    def __init__(self, out: int = 1) -> None:
        self._out: int | None = out
        self._waiting = bytearray()
        self._sources: dict[int, _Source] = {}
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)

    @property
    def descriptors(self) -> list[int]:
        """Return the log's descriptors, which forked processes should close."""
        return [self._woken, self._wake, *self._sources]

    def add(self, name: str, pipe: int) -> None:
        """Copy the output of `pipe` into the log until it ends, then close the pipe."""
        self._sources[pipe] = _Source(name)

    def say(self, name: str, text: str) -> None:
        """Add a line of the process `name` to the log. A later `turn` writes it."""
        self._waiting += f"{name:<6} | {text.rstrip()}\n".encode()

    def wake(self) -> None:
        """Let a waiting `turn` return. Signal handlers call this."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake, b".")

    def turn(self, seconds: float) -> None:
        """Copy output that is available. If there is none, wait at most `seconds` for
        output, the end of a pipe, or `wake`.
        """
        full = len(self._waiting) > MOST_WAITING
        reading = [self._woken] if full else [self._woken, *self._sources]
        writing = [self._out] if self._waiting and self._out is not None else []
        ready, free, _none = select.select(reading, writing, [], seconds)
        for pipe in ready:
            piece = os.read(pipe, PIECE)
            if pipe != self._woken:
                self._add_piece(pipe, piece)
        if free:
            self._write()

    def finish(self) -> None:
        """Write the remaining output; give up if the reader of the log is too slow."""
        for _piece in range(len(self._waiting) // select.PIPE_BUF + 1):
            if (
                self._out is None
                or not select.select([], [self._out], [], LAST_WORDS)[1]
            ):
                return
            self._write()

    def _add_piece(self, pipe: int, piece: bytes) -> None:
        source = self._sources[pipe]
        *lines, source.begun = (source.begun + piece).split(b"\n")
        if not piece or len(source.begun) > MOST_WAITING:
            lines, source.begun = [*lines, source.begun], b""
        for line in lines:
            if line or piece:
                self.say(source.name, redacted(line.decode(errors="replace")))
        if not piece:
            os.close(pipe)
            del self._sources[pipe]

    def _write(self) -> None:
        """Write as much as the reader of the log accepts. After a broken pipe, nothing
        is written, and the program continues without a log."""
        if self._out is None:
            return
        try:
            written = os.write(self._out, self._waiting[: select.PIPE_BUF])
        except BlockingIOError:
            return
        except OSError:
            self._out = None
            written = len(self._waiting)
        del self._waiting[:written]
