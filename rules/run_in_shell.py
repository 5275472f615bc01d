"""Run a command-line program and return its exit status to the shell."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable

#: Exit status after Ctrl-C.
INTERRUPTED = 130


def run_in_shell(run: Callable[[], int]) -> int:
    """Run the program and return its exit status.

    Returns 0 if the output was closed early, and `INTERRUPTED` after Ctrl+C.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # File names may contain bytes that are not valid text.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        try:
            return run()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe; nothing may be left to write at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
