"""Read uploaded files in a separate process (`upload_reader_process`), one at a time
per machine and with limits of memory and time. No file can then block the pages.

Pasted text and text files up to `READ_IN_PLACE_CHARACTERS` are read in the web process:
this takes about 50 ms, at most 200 ms for an unknown encoding. A separate process takes
160 ms, and many seconds on a busy machine.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from django.conf import settings
from django.utils.translation import gettext_noop as _

from rules.faults import Fault, RuleError
from rules.strict_reader import Json
from tournaments.files import upload_limits
from tournaments.files.file_faults import FileFault, fields_of
from tournaments.files.generated_file_cache import Busy, alone_in
from tournaments.files.list_file_reader import Sheet, is_workbook, read_sheet
from tournaments.files.upload_limits import ReadingLimits
from tournaments.files.upload_reader_process import (
    LIMITS_PROCESSOR_TIME,
    OUT_OF_MEMORY,
)
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
    """Within the block, wait at most this number of seconds for other files before
    reading a file."""
    before = _patience.set(seconds)
    try:
        yield
    finally:
        _patience.reset(before)


def sheet_of(content: bytes | str, chosen: str = "") -> Sheet:
    """Return the rows of a player list. `chosen`: its sheet or encoding.

    Workbooks and long texts are read in a child process. Raises Refused as `read_sheet`
    does, and if reading exceeds a limit or cannot begin.
    """
    if is_short(content) and not is_workbook(content):
        return read_sheet(content, chosen)
    if isinstance(content, bytes):
        read = _read("player_list", content, *[f"={chosen}"] if chosen else [])
    else:
        read = _read("pasted_list", content.encode())
    sheet = json.loads(read)
    rows = [(line, cells) for line, cells in sheet["rows"]]
    return Sheet(rows, sheet["read_as"], sheet["sheets"], sheet["is_text"])


def small_logo(content: bytes) -> bytes:
    """Return the logo made from an image.

    Raises Refused as `logo_of` does, and if reading exceeds a limit or cannot begin.
    """
    return _read("logo", content)


def is_short(content: bytes | str) -> bool:
    """Return whether the content is short enough to read in the current process."""
    return len(content) <= upload_limits.READ_IN_PLACE_CHARACTERS


def values_of(read: Callable[..., object], content: bytes | str, *numbers: int) -> Json:
    """Return `read(content as bytes, *numbers)`. Tuples in the result may become lists.

    Long content is read in a child process, so the module of `read` must not need
    models. Raises RuleError as `read` does, and if reading exceeds a limit or cannot
    begin.
    """
    data = content.encode() if isinstance(content, str) else content
    if is_short(content):
        return read(data, *numbers)
    return json.loads(_read(_name(read), data, *numbers))


def check_folder(check: Callable[..., None], content: bytes, *numbers: int) -> None:
    """Call `check(content, *numbers)` in a child process with the limits for tournament
    folders. The function may import models.

    Raises RuleError as `check` does, and if reading exceeds a limit or cannot begin.
    """
    limits = upload_limits.FOLDER_READING
    process = _start(_name(check), *numbers, limits=limits, with_models=True)
    _answer(process, content, limits)


def _name(function: Callable[..., object]) -> str:
    return f"{function.__module__}:{function.__qualname__}"


def _read(reader: str, content: bytes, *values: int | str) -> bytes:
    limits = upload_limits.READING
    began = time.monotonic()
    try:
        with alone_in(LANE, _patience.get()):
            waited = time.monotonic() - began
            limits = limits._replace(seconds=max(limits.seconds - waited, 0))
            process = _start(reader, *values, limits=limits)
            can_paste = reader == "player_list"
            return _answer(process, content, limits, can_paste=can_paste)
    except Busy:
        raise refusal(
            "other_files",
            _(
                "The server is reading other files. Nothing was saved. Try "
                "again in a minute."
            ),
        ) from None


def _start(
    reader: str,
    *values: int | str,
    limits: ReadingLimits,
    with_models: bool = False,
) -> subprocess.Popen[bytes]:
    """Start and return the process that reads. It gets the settings only `with_models`.
    Raises Refused if it cannot be started."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if with_models or name in _ENVIRONMENT or name.startswith("PYTHON")
    }
    paths = [str(settings.BASE_DIR), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    command = (sys.executable, "-m", "tournaments.files.upload_reader_process", reader)
    arguments = (limits.megabytes, limits.processor_seconds, *values)
    try:
        return subprocess.Popen(
            [*command, *map(str, arguments)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except OSError as error:
        log.error("The reader of an upload cannot be started: %s", error)
        raise _interrupted() from None


def _answer(
    process: subprocess.Popen[bytes],
    content: bytes,
    limits: ReadingLimits,
    *,
    can_paste: bool = False,
) -> bytes:
    """Return the output of the reading process, without its first line, which has the
    faults. `can_paste`: the same content can be pasted.

    Raises Refused with these faults, and if the process takes too long or ends early.
    """
    with process:
        try:
            answer, complaint = process.communicate(content, timeout=limits.seconds)
        except subprocess.TimeoutExpired:
            raise _out_of_time(limits, can_paste=can_paste) from None
        finally:
            process.kill()
    if process.returncode:
        raise _ended_early(process.returncode, complaint, limits)
    head, _line_end, read = answer.partition(b"\n")
    if faults := json.loads(head):
        raise Refused(
            *(
                FileFault(**fault) if "file" in fault else Fault(**fault)
                for fault in map(fields_of, faults)
            )
        )
    return read


def _ended_early(code: int, complaint: bytes, limits: ReadingLimits) -> RuleError:
    if code == OUT_OF_MEMORY:
        return refusal(
            "too_much_memory",
            _(
                "Reading this file takes more than %(limit)s MB of memory. Nothing was "
                "saved. Try again with a smaller file."
            ),
            limit=limits.megabytes,
        )
    if code == -getattr(signal, "SIGXCPU", 0):
        return _too_slow(limits.processor_seconds)
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


def _out_of_time(limits: ReadingLimits, *, can_paste: bool) -> RuleError:
    """Return the refusal of a file that was not read in time.

    Only processor time shows that the file is large. Windows does not limit it.
    """
    if not LIMITS_PROCESSOR_TIME:
        return _too_slow(limits.processor_seconds)
    if can_paste:
        return refusal(
            "busy",
            _(
                "The server is too busy to read this file now. Nothing was saved. "
                "Try again, or paste the list instead."
            ),
        )
    return refusal(
        "busy",
        _(
            "The server is too busy to read this file now. Nothing was saved. Try "
            "again in a minute."
        ),
    )


def _too_slow(seconds: float) -> RuleError:
    return refusal(
        "too_slow",
        _(
            "Reading this file takes more than %(limit)s seconds. Nothing was saved. "
            "Try again with a smaller file."
        ),
        limit=seconds,
    )
