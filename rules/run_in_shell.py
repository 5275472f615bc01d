"""A program of the command line and the shell that started it."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable

#: What a program that Ctrl-C ended says to the shell.
INTERRUPTED = 130


def run_in_shell(run: Callable[[], int]) -> int:
    """Run the program; its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # The name of a file may have bytes that are no text.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        try:
            return run()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the answers has read enough; nothing may be left to write
        # when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
