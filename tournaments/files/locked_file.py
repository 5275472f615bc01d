"""A file that one process at a time has: its lock belongs to the open file, so that a
killed process holds none."""

from __future__ import annotations

import fcntl
import os
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
