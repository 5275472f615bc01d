"""Lock of the data folder, shared by the program's processes or exclusive to a restore.

The lock belongs to an open file, so a killed process holds none.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_noop as _

from tournaments.files.generated_file_cache import locked_file
from tournaments.refusals import refusal

_held: list[int] = []


def hold() -> str:
    """Prevent restores until this process ends.

    Return "", or, during a restore, the message with which this process must exit.
    """
    try:
        _held.append(locked_file(_path(), fcntl.LOCK_SH))
    except BlockingIOError:
        return "A backup is being restored: start again when it is done."
    return ""


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Keep the program from starting within the block. Raises Refused if it or another
    restore is running.
    """
    try:
        descriptor = locked_file(_path(), fcntl.LOCK_EX)
    except BlockingIOError as error:
        raise refusal(
            "running",
            _("The program is running on this data. Stop it first (Ctrl-C)."),
        ) from error
    try:
        yield
    finally:
        os.close(descriptor)


def _path() -> Path:
    return Path(settings.DATA_DIR) / "in_use"
