"""Where the logos of events lie: files in DATA_DIR, for the program alone."""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

FOLDER = "logos"
#: How a file is called: no name that anybody gave is part of it.
NAME = re.compile(r"[0-9a-f]{32}\.png")
#: A file that no event names may belong to one that is just being saved.
GRACE_SECONDS = 86_400


def folder() -> Path:
    """Where they lie, for their owner only; made if it is not there."""
    path = Path(settings.DATA_DIR) / FOLDER
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def keep(png: bytes) -> str:
    """Write a new file that holds `png`; its name. Raises OSError."""
    name = f"{secrets.token_hex(16)}.png"
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
    return name


def read(name: str) -> bytes | None:
    """What the file of that name holds; None if there is none."""
    if not NAME.fullmatch(name):
        return None
    try:
        return (folder() / name).read_bytes()
    except FileNotFoundError:
        return None


def discard(name: str) -> None:
    """Delete the file of that name, if there is one."""
    if NAME.fullmatch(name):
        (folder() / name).unlink(missing_ok=True)


def kept() -> Iterator[Path]:
    """Every logo there is."""
    return (path for path in folder().iterdir() if NAME.fullmatch(path.name))


def forgotten(named: set[str]) -> list[str]:
    """The names of files that are not among `named` and have lain there for a day."""
    before = time.time() - GRACE_SECONDS
    return [
        path.name
        for path in kept()
        if path.name not in named and path.stat().st_mtime < before
    ]
