"""A file that one process at a time has: its lock belongs to the open file, so that a
killed process holds none."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path


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
    """Keep the file `path` from all other processes. Calls `must_wait` if another
    process has it, and waits until it is free."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            must_wait()
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
