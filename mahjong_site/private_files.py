"""What an installation keeps (names, passwords' hashes, keys) is readable by the
account that runs it, and by nobody else of the machine."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

#: What nobody but the owner may do.
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keep_private(folder: Path, files: Iterable[Path] = ()) -> None:
    """Make the folder if there is none, and take from it, from all that lies directly
    in it and from `files` what others may do. Files that this process and its children
    make from now on are private as well. What cannot be changed is said on standard
    error."""
    os.umask(OTHERS)
    folder.mkdir(parents=True, exist_ok=True)
    inside = [path for path in folder.iterdir() if not path.is_symlink()]
    for path in (folder, *inside, *files):
        with contextlib.suppress(FileNotFoundError):
            _close(path)


def database_files(path: Path) -> list[Path]:
    """The files of an SQLite database, which need not all be there."""
    return [path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm")]


def _close(path: Path) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if not mode & OTHERS:
        return
    try:
        path.chmod(mode & ~OTHERS)
    except PermissionError as error:
        print(f"Others can read {path}: {error.strerror}", file=sys.stderr)
