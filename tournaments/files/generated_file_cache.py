"""Cache of generated files in DATA_DIR, limited in size and age, and file locks.

A generated file is kept for the next requests. In each *lane*, only one process of a
machine generates at a time. So large files use at most one processor and the disk space
of one file. A lock belongs to an open file, so it ends when its process is killed.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import IO

from django.conf import settings


def locked_file(path: Path, kind: int) -> int:
    """Open and lock the file `path`, and return its descriptor.

    The lock ends when the descriptor is closed. Raises BlockingIOError if another
    process has a conflicting lock.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


@contextlib.contextmanager
def alone_with(path: Path, must_wait: Callable[[], object]) -> Iterator[None]:
    """Lock the file `path` within the block. If another process has it, calls
    `must_wait` and waits.
    """
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


FOLDER = "made"
#: Bytes of all kept files.
KEPT_BYTES = 256 * 1024 * 1024
#: Maximum age in seconds, for changes that no revision records.
LONGEST = 600.0
#: Seconds between two attempts to enter a lane.
A_LOOK = 0.05

Make = Callable[[IO[bytes]], None]


class Busy(Exception):
    """Error: the lane stayed occupied for longer than the caller waits."""


@dataclass(frozen=True)
class Kind:
    """A generated file in the cache: the primary key of its tournament (`event`), its
    name (`content`), and `state`, which is everything its content depends on. A file of
    another state replaces it.
    """

    event: int
    content: str
    state: str

    @property
    def path(self) -> Path:
        return _folder() / str(self.event) / f"{self._name}.{_short(self.state)}"

    @property
    def _name(self) -> str:
        return _short(self.content)

    def others(self) -> Iterator[Path]:
        """Yield the same file in other states."""
        files = self.path.parent.glob(f"{self._name}.*")
        return (path for path in files if path != self.path)


@dataclass(frozen=True)
class MadeFile:
    """A file open for reading. `tag`: identifies when the file was generated."""

    file: IO[bytes]
    tag: str


def made(kind: Kind, make: Make, *, lane: str, patience: float) -> MadeFile:
    """Return the cached file, or generate it with `make`.

    Raises Busy after `patience` seconds, OSError if there is no room, and errors of
    `make`.
    """
    if cached := _kept(kind):
        return cached
    with alone_in(lane, patience):
        # The previous process in the lane may have generated it.
        return _kept(kind) or _keep(kind, make)


def made_once(make: Make, *, lane: str, patience: float) -> IO[bytes]:
    """Return a file that is not cached and is deleted when closed.

    Raises as `made` does.
    """
    file = tempfile.TemporaryFile()  # noqa: SIM115
    try:
        with alone_in(lane, patience):
            make(file)
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return file


@contextmanager
def alone_in(lane: str, patience: float) -> Iterator[None]:
    """Hold a lane of this machine within the block. Raises Busy."""
    until = time.monotonic() + patience
    while True:
        try:
            descriptor = locked_file(_folder() / f"{lane}.lock", fcntl.LOCK_EX)
            break
        except BlockingIOError:
            if time.monotonic() >= until:
                raise Busy(lane) from None
            time.sleep(A_LOOK)
    try:
        yield
    finally:
        os.close(descriptor)


def forget(event: int) -> None:
    """Delete all kept files of a tournament."""
    shutil.rmtree(_folder() / str(event), ignore_errors=True)


def _kept(kind: Kind) -> MadeFile | None:
    try:
        file = kind.path.open("rb")
    except FileNotFoundError:
        return None
    made_at = os.fstat(file.fileno()).st_mtime_ns
    if not 0 <= time.time() - made_at / 1e9 < LONGEST:
        file.close()
        return None
    return MadeFile(file, f'W/"{kind.path.name}.{made_at}"')


def _keep(kind: Kind, make: Make) -> MadeFile:
    """Generate the file and replace its predecessor."""
    kind.path.parent.mkdir(mode=0o700, exist_ok=True)
    descriptor, name = tempfile.mkstemp(suffix=".part", dir=_folder())
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            make(file)
        part.replace(kind.path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    for path in kind.others():
        path.unlink(missing_ok=True)
    opened = kind.path.open("rb")
    _keep_within_limits()
    made_at = os.fstat(opened.fileno()).st_mtime_ns
    return MadeFile(opened, f'W/"{kind.path.name}.{made_at}"')


def _keep_within_limits() -> None:
    """Delete old files, incomplete files of killed processes, and the oldest files
    above the size limit.
    """
    files = [(path.stat(), path) for path in _folder().glob("*/*")]
    files += [(path.stat(), path) for path in _folder().glob("*.part")]
    size, now = 0, time.time()
    for stat, path in sorted(files, key=lambda file: -file[0].st_mtime_ns):
        size += stat.st_size
        if size > KEPT_BYTES or now - stat.st_mtime > LONGEST:
            path.unlink(missing_ok=True)


def _folder() -> Path:
    path = Path(settings.DATA_DIR) / FOLDER
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def _short(text: str) -> str:
    return blake2b(text.encode(), digest_size=12).hexdigest()
