"""A file that one process at a time has: its lock belongs to the open file, so that a
killed process holds none."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

#: Seconds between two attempts to get a file that another process has.
BETWEEN = 0.1


def locked_file(path: Path, kind: int) -> int:
    """The descriptor of the file `path`, locked until it is closed. Raises
    BlockingIOError if another process has a lock that excludes this one."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


@contextlib.contextmanager
def alone_with(path: Path, must_wait: Callable[[], object]) -> Iterator[None]:
    """Keep the file `path` from all other processes. Calls `must_wait` once if another
    process has it, and waits until it is free."""
    descriptor = None
    while descriptor is None:
        try:
            descriptor = locked_file(path, fcntl.LOCK_EX)
        except BlockingIOError:
            must_wait()
            must_wait = _say_nothing
            time.sleep(BETWEEN)
    try:
        yield
    finally:
        os.close(descriptor)


def _say_nothing() -> None:
    """It has been said."""
