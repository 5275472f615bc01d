"""What an installation keeps (names, passwords' hashes, keys) is readable by the
account that runs it, and by nobody else of the machine.

Secrets that are made once and kept in files only their owner reads.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from django.core.checks.security.base import (
    SECRET_KEY_INSECURE_PREFIX,
    SECRET_KEY_MIN_LENGTH,
    SECRET_KEY_MIN_UNIQUE_CHARACTERS,
)

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


def secret_key(from_environment: str, path: Path) -> str:
    """The key that signs links and cookies: the given one, else the one kept at `path`.

    Ends the program with a sentence if whoever tries could guess it.
    """
    key = from_environment or stored(path, lambda: secrets.token_urlsafe(64))
    if _is_strong(key):
        return key
    where = "SECRET_KEY" if from_environment else f"The key in {path}"
    remedy = (
        "leave it out, and one is made and kept in DATA_DIR, or make one with"
        if from_environment
        else "remove the file, and another is made, or set SECRET_KEY to one of"
    )
    sys.exit(
        f"{where} is too weak: it has {len(key)} characters, {len(set(key))} of them "
        f"different; at least {SECRET_KEY_MIN_LENGTH} and "
        f"{SECRET_KEY_MIN_UNIQUE_CHARACTERS} are needed, and it must not begin with "
        f"“{SECRET_KEY_INSECURE_PREFIX}”. Instead {remedy}\n"
        "    python3 -c 'import secrets; print(secrets.token_urlsafe(64))'\n"
        "Another key signs everybody out, and the links of tables and players change."
    )


def stored(path: Path, make: Callable[[], str]) -> str:
    """The secret kept at `path`; made there first if the file does not exist yet.

    Two processes that start together get the same one: the one that loses the
    race to link its file reads the winner's.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(make())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def _is_strong(key: str) -> bool:
    """By the measure of Django's own check."""
    return (
        len(key) >= SECRET_KEY_MIN_LENGTH
        and len(set(key)) >= SECRET_KEY_MIN_UNIQUE_CHARACTERS
        and not key.startswith(SECRET_KEY_INSECURE_PREFIX)
    )
