"""A file that one process at a time has: its lock belongs to the open file, so that a
killed process holds none.

Files that are made for whoever asks, and kept for those who ask next: in DATA_DIR,
for the program alone, up to so many bytes and for so long.

Whoever makes one is alone in a *lane* on this machine, so that large files, however
many people ask for them, take one processor at the most and no more room than one.
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


FOLDER = "made"
#: Bytes of all that is kept.
KEPT_BYTES = 256 * 1024 * 1024
#: Seconds after which a file is made again all the same, for what no revision tells of.
LONGEST = 600.0
#: Seconds between two looks whether a lane is free.
A_LOOK = 0.05

Make = Callable[[IO[bytes]], None]


class Busy(Exception):
    """Another file is being made in the lane, and takes longer than was waited."""


@dataclass(frozen=True)
class Kind:
    """A file that is kept: of which event (`event`, its primary key), what it is, and
    `state`: all that decides what is in it. A file of another state takes its place."""

    event: int
    what: str
    state: str

    @property
    def path(self) -> Path:
        return _folder() / str(self.event) / f"{self._name}.{_short(self.state)}"

    @property
    def _name(self) -> str:
        return _short(self.what)

    def others(self) -> Iterator[Path]:
        """The same file as it was in other states."""
        found = self.path.parent.glob(f"{self._name}.*")
        return (path for path in found if path != self.path)


@dataclass(frozen=True)
class MadeFile:
    """A file that is open to be read. `tag`: the same for the same making of it."""

    file: IO[bytes]
    tag: str


def made(kind: Kind, make: Make, *, lane: str, patience: float) -> MadeFile:
    """The file of that kind, made by `make` unless it is kept. Raises Busy after
    `patience` seconds, OSError if there is no room, and whatever `make` raises."""
    if known := _kept(kind):
        return known
    with alone_in(lane, patience):
        # Whoever was in the lane before may have made it.
        return _kept(kind) or _keep(kind, make)


def made_once(make: Make, *, lane: str, patience: float) -> IO[bytes]:
    """A file that nobody else gets, and that is gone when it is closed. Raises as
    `made` does."""
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
    """As the only one of this machine in a lane. Raises Busy."""
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
    """Delete what is kept of an event."""
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
    """The file, made and put in the place of what it was before."""
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
    """Delete what is too old, what a killed process left half made, and the oldest of
    what is too much."""
    found = [(path.stat(), path) for path in _folder().glob("*/*")]
    found += [(path.stat(), path) for path in _folder().glob("*.part")]
    size, now = 0, time.time()
    for stat, path in sorted(found, key=lambda each: -each[0].st_mtime_ns):
        size += stat.st_size
        if size > KEPT_BYTES or now - stat.st_mtime > LONGEST:
            path.unlink(missing_ok=True)


def _folder() -> Path:
    path = Path(settings.DATA_DIR) / FOLDER
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def _short(words: str) -> str:
    return blake2b(words.encode(), digest_size=12).hexdigest()
