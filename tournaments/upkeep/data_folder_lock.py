"""Lock of the data folder: the processes of the program share the lock, and a restore
holds it alone."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_noop as _

from tournaments.files.file_locks import Unlock, locked_file
from tournaments.refusals import refusal

_held: list[Unlock] = []


def hold() -> str:
    """Prevent a restore until this process ends.

    Return "". If a restore is running, return the message to print before this process
    exits.
    """
    try:
        _held.append(locked_file(_path(), shared=True))
    except BlockingIOError:
        return "A backup is being restored: start again when it is done."
    return ""


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Prevent the start of the program within the block. Raises Refused if the program
    or another restore is running."""
    try:
        unlock = locked_file(_path())
    except BlockingIOError as error:
        raise refusal(
            "running",
            _("The program is running and uses this data. Stop it first (Ctrl-C)."),
        ) from error
    try:
        yield
    finally:
        unlock()


def _path() -> Path:
    return Path(settings.DATA_DIR) / "in_use"
