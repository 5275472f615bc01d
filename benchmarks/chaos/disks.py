"""Disks that can be full.

They are small memory file systems if the machine allows mounting, otherwise a limit on
the size of a process's files.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

MEGABYTES = 256
BALLAST = "ballast"
PIECE = 1 << 20


class Disk:
    """A folder with its own file system."""

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / BALLAST

    def fill(self) -> None:
        """Fill the disk to the last byte."""
        with self._ballast.open("wb", buffering=0) as ballast:
            for size in (PIECE, 4096, 1):
                with contextlib.suppress(OSError):
                    while ballast.write(bytes(size)) == size:
                        pass

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)


@contextmanager
def mounted(folder: Path) -> Iterator[Disk | None]:
    """Mount a small disk over a folder for the block and yield it.

    Yields None if mounting is not possible on this machine.
    """
    options = ["-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=0700", "tmpfs"]
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        yield None
        return
    done = _run("mount", *options, str(folder))
    try:
        yield Disk(folder) if done else None
    finally:
        if done:
            _run("umount", "--lazy", str(folder))


def _run(*command: str) -> bool:
    done = subprocess.run(command, capture_output=True, check=False)
    return done.returncode == 0


class FileLimit:
    """Limit on the size of files that a process writes (Linux).

    For a database in files, the limit has the effect of a full disk.
    """

    def __init__(self, pid: Callable[[], int | None]) -> None:
        self._pid = pid

    @staticmethod
    def is_known() -> bool:
        import resource

        return hasattr(resource, "prlimit")

    def fill(self) -> None:
        self._limit(1)

    def free(self) -> None:
        self._limit(None)

    def _limit(self, size: int | None) -> None:
        import resource

        if pid := self._pid():
            with contextlib.suppress(ProcessLookupError):
                _soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
                new = hard if size is None else size
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (new, hard))
