"""Logo files of tournaments in DATA_DIR. Only the program can read them."""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from tournaments.files.delete_unless_read import delete_unless_read

FOLDER = "logos"
#: File name of a logo. No part of it comes from a user.
NAME = re.compile(r"[0-9a-f]{32}\.png")
#: Seconds for which an unused file is kept: a tournament that uses it may be being
#: saved.
GRACE_SECONDS = 86_400


def folder() -> Path:
    """Return the folder of logos, created if missing. Only its owner can read it."""
    path = Path(settings.DATA_DIR) / FOLDER
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def keep(png: bytes) -> str:
    """Write `png` to a new file, and return the file's name. Raises OSError if the file
    cannot be written."""
    name = f"{secrets.token_hex(16)}.png"
    keep_as(name, png)
    return name


def keep_as(name: str, png: bytes) -> None:
    """Write `png` to the file with this name. Raises OSError if the file cannot be
    written, and FileExistsError if another process is writing it."""
    path = folder() / name
    part = path.with_suffix(".part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(png)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink()
        raise


def read(name: str) -> bytes | None:
    """Return the content of the file with this name; None if there is no such file."""
    if not NAME.fullmatch(name):
        return None
    try:
        return (folder() / name).read_bytes()
    except FileNotFoundError:
        return None


def discard(name: str) -> None:
    """Delete a logo file if it exists. A file that another process is reading may
    remain; it is deleted after a day.
    """
    if NAME.fullmatch(name):
        delete_unless_read(folder() / name)


def all_logos() -> Iterator[Path]:
    """Yield the path of every logo file."""
    return (path for path in folder().iterdir() if NAME.fullmatch(path.name))


def forgotten(named: set[str]) -> list[str]:
    """Return the names of logo files that are not in `named` and are older than a day.
    They can be deleted."""
    before = time.time() - GRACE_SECONDS
    return [
        path.name
        for path in all_logos()
        if path.name not in named and path.stat().st_mtime < before
    ]
