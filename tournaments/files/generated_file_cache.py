"""Cache of generated files in DATA_DIR, limited in size and age.

A generated file is kept for later requests. In each *lane*, only one process of a
machine generates a file at a time. Large files therefore need at most one processor and
the disk space of one file.
"""

from __future__ import annotations

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

from tournaments.files.delete_unless_read import delete_unless_read
from tournaments.files.file_locks import A_LOOK, locked_file

FOLDER = "made"
#: Bytes of all kept files.
KEPT_BYTES = 256 * 1024 * 1024
#: Maximum age in seconds. Some changes do not change the state in the file's name.
LONGEST = 600.0

Make = Callable[[IO[bytes]], None]


class Busy(Exception):
    """Error for a lane that stayed occupied for longer than the caller waits."""


@dataclass(frozen=True)
class Kind:
    """A generated file in the cache.

    `event` is the primary key of its tournament, `content` its name, and `state`
    everything that its content depends on. A file with a different state replaces it.
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
        """Yield the paths of the same file in other states."""
        files = self.path.parent.glob(f"{self._name}.*")
        return (path for path in files if path != self.path)


@dataclass(frozen=True)
class MadeFile:
    """A file open for reading. `tag` identifies the moment when the file was
    generated."""

    file: IO[bytes]
    tag: str


def made(kind: Kind, make: Make, *, lane: str, patience: float) -> MadeFile:
    """Return the cached file; if there is none, generate it with `make`.

    Raises Busy if the lane is occupied for `patience` seconds, OSError if there is no
    disk space, and the errors of `make`.
    """
    if cached := _kept(kind):
        return cached
    with alone_in(lane, patience):
        # The previous process in the lane may have generated it.
        return _kept(kind) or _keep(kind, make)


def made_once(make: Make, *, lane: str, patience: float) -> IO[bytes]:
    """Generate a file that is not cached, and return it. It is deleted when it is
    closed.

    Raises the same errors as `made`.
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
    """Hold a lane of this machine within the block. Raises Busy if the lane stays
    occupied for `patience` seconds."""
    until = time.monotonic() + patience
    while True:
        try:
            unlock = locked_file(_folder() / f"{lane}.lock")
            break
        except BlockingIOError:
            if time.monotonic() >= until:
                raise Busy(lane) from None
            time.sleep(A_LOOK)
    try:
        yield
    finally:
        unlock()


def forget(event: int) -> None:
    """Delete all cached files of a tournament."""
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
    """Generate the file, replace its predecessor in the cache, and return it open for
    reading."""
    kind.path.parent.mkdir(mode=0o700, exist_ok=True)
    descriptor, name = tempfile.mkstemp(suffix=".part", dir=_folder())
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            make(file)
        opened = _named(part, kind.path).open("rb")
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    for path in kind.others():
        delete_unless_read(path)
    _keep_within_limits()
    made_at = os.fstat(opened.fileno()).st_mtime_ns
    return MadeFile(opened, f'W/"{kind.path.name}.{made_at}"')


def _named(part: Path, path: Path) -> Path:
    """Rename the complete file `part` to `path`, and return the new path.

    If the system (Windows) does not replace a file that is being read, return `part`.
    """
    try:
        return part.replace(path)
    except PermissionError:
        return part


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
            delete_unless_read(path)


def _folder() -> Path:
    path = Path(settings.DATA_DIR) / FOLDER
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def _short(text: str) -> str:
    return blake2b(text.encode(), digest_size=12).hexdigest()
