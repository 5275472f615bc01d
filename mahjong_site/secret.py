"""The installation's secret key, made once and kept in a file only its owner reads."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def stored_key(path: Path) -> str:
    """The key kept at `path`; made there first if the file does not exist yet.

    Two processes that start together get the same key: the one that loses the
    race to link its file reads the winner's.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
