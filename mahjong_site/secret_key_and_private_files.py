"""Private files and secrets. Names, password hashes and keys are readable only by the
account that runs the program."""

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

#: Permissions that files lose: all permissions of the group and of others.
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keep_private(folder: Path, files: Iterable[Path] = ()) -> None:
    """Create the folder if missing, and remove other accounts' permissions from the
    folder, its direct content and `files`.

    New files of this process and its children are private as well. Failures are printed
    on standard error.
    """
    os.umask(OTHERS)
    folder.mkdir(parents=True, exist_ok=True)
    inside = [path for path in folder.iterdir() if not path.is_symlink()]
    for path in (folder, *inside, *files):
        with contextlib.suppress(FileNotFoundError):
            _close(path)


def database_files(path: Path) -> list[Path]:
    """Return the paths of the files of an SQLite database; some may not exist."""
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
    """Return the key that signs links and cookies: `from_environment`, otherwise the
    key in the file `path`, which is created if missing.

    Exits with a message if the key is easy to guess.
    """
    key = from_environment or stored(path, lambda: secrets.token_urlsafe(64))
    if _is_strong(key):
        return key
    subject = "SECRET_KEY" if from_environment else f"The key in {path}"
    remedy = (
        "leave it out to have one created in DATA_DIR, or create one with"
        if from_environment
        else "remove the file to have another created, or set SECRET_KEY to one from"
    )
    sys.exit(
        f"{subject} is too weak: it has {len(key)} characters, {len(set(key))} of them "
        f"different; at least {SECRET_KEY_MIN_LENGTH} and "
        f"{SECRET_KEY_MIN_UNIQUE_CHARACTERS} are needed, and it must not begin with "
        f"“{SECRET_KEY_INSECURE_PREFIX}”. Instead {remedy}\n"
        "    python3 -c 'import secrets; print(secrets.token_urlsafe(64))'\n"
        "Another key signs everyone out and changes all table and player links."
    )


def stored(path: Path, make: Callable[[], str]) -> str:
    """Return the secret in the file `path`. If there is no file, create it with the
    result of `make`.

    Two processes that start together get the same secret: only one can link its file,
    and the other reads that file.
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
    """Return whether Django considers the key strong enough."""
    return (
        len(key) >= SECRET_KEY_MIN_LENGTH
        and len(set(key)) >= SECRET_KEY_MIN_UNIQUE_CHARACTERS
        and not key.startswith(SECRET_KEY_INSECURE_PREFIX)
    )
