"""Read uploaded files in a separate process (`upload_reader_process`), one at a time
per machine and with limits of memory and time, so that no file can stop the pages.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from django.conf import settings
from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from tournaments.files import upload_limits
from tournaments.files.generated_file_cache import Busy, alone_in
from tournaments.files.list_file_reader import Sheet, read_sheet
from tournaments.files.upload_reader_process import OUT_OF_MEMORY
from tournaments.refusals import Refused, refusal

log = logging.getLogger(__name__)

LANE: Final = "uploads"
#: Environment variables that the process needs. It gets none of the secrets.
_ENVIRONMENT: Final = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "LD_LIBRARY_PATH",
    "SYSTEMROOT",
)

#: Seconds that this request may wait while other files are read.
_patience: ContextVar[float] = ContextVar(
    "upload_patience", default=upload_limits.LINE_SECONDS
)


@contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """Limit the wait for other files to `seconds` within the block."""
    before = _patience.set(seconds)
    try:
        yield
    finally:
        _patience.reset(before)


def sheet_of(content: bytes | str) -> Sheet:
    """Return the rows of a player list. Raises Refused as `read_sheet` does, and if
    reading exceeds a limit or cannot begin."""
    if isinstance(content, bytes):
        read = _read("player_list", content)
    elif len(content) <= upload_limits.READ_IN_PLACE_CHARACTERS:
        return read_sheet(content)
    else:
        read = _read("pasted_list", content.encode())
    sheet = json.loads(read)
    rows = [(line, cells) for line, cells in sheet["rows"]]
    return Sheet(rows, sheet["read_as"])


def small_logo(content: bytes) -> bytes:
    """Return the logo made of an image. Raises Refused as `logo_of` does, and if
    reading exceeds a limit or cannot begin."""
    return _read("logo", content)


def _read(kind: str, content: bytes) -> bytes:
    try:
        with alone_in(LANE, _patience.get()):
            return _answer(_start(kind), content)
    except Busy:
        raise refusal(
            "other_files",
            _(
                "The server is reading other files. Nothing was saved. Try "
                "again in a minute."
            ),
        ) from None


def _start(kind: str) -> subprocess.Popen[bytes]:
    """Return the process that reads. Raises Refused if it cannot be started."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name in _ENVIRONMENT or name.startswith("PYTHON")
    }
    paths = [str(settings.BASE_DIR), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    limits = (upload_limits.READING_MB, upload_limits.READING_CPU_SECONDS)
    command = (sys.executable, "-m", "tournaments.files.upload_reader_process", kind)
    try:
        return subprocess.Popen(
            [*command, *map(str, limits)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except OSError as error:
        log.error("The reader of an upload cannot be started: %s", error)
        raise _interrupted() from None


def _answer(process: subprocess.Popen[bytes], content: bytes) -> bytes:
    """Return what the process has read. Raises Refused."""
    with process:
        try:
            answer, complaint = process.communicate(
                content, timeout=upload_limits.READING_SECONDS
            )
        except subprocess.TimeoutExpired:
            raise _too_slow(upload_limits.READING_SECONDS) from None
        finally:
            process.kill()
    if process.returncode:
        raise _ended_early(process.returncode, complaint)
    head, _line_end, read = answer.partition(b"\n")
    if faults := json.loads(head):
        raise Refused(*(Fault(**fault) for fault in faults))
    return read


def _ended_early(code: int, complaint: bytes) -> RuleError:
    if code == OUT_OF_MEMORY:
        return refusal(
            "too_much_memory",
            _(
                "Reading this file takes more than %(limit)s MB of memory. Nothing was "
                "saved. Copy its contents into a new, smaller file and try again."
            ),
            limit=upload_limits.READING_MB,
        )
    if code == -getattr(signal, "SIGXCPU", 0):
        return _too_slow(upload_limits.READING_CPU_SECONDS)
    log.error(
        "The reader of an upload ended with %s: %s",
        code,
        complaint.decode(errors="replace")[-2000:],
    )
    return _interrupted()


def _interrupted() -> RuleError:
    return refusal(
        "interrupted",
        _("Reading this file was interrupted. Nothing was saved. Try again."),
    )


def _too_slow(seconds: int) -> RuleError:
    return refusal(
        "too_slow",
        _(
            "Reading this file takes more than %(limit)s seconds. Nothing was saved. "
            "Copy its contents into a new, smaller file and try again."
        ),
        limit=seconds,
    )
