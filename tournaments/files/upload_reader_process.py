"""`python -m tournaments.files.upload_reader_process KIND MB SECONDS`: read one
uploaded file with limits of memory and processor time.

Reads the file from standard input. Writes a line of JSON with the faults (empty if the
file was read), then the result (`READERS`). Imports little: it starts in 0.2 s, without
settings or database.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings

from rules.faults import RuleError
from tournaments.files.upload_limits import MB

#: Exit code when the memory limit was exceeded.
OUT_OF_MEMORY: Final = 3
#: Niceness: pages and saved hands have priority.
_NICE: Final = 5


def _player_list(content: bytes | str) -> bytes:
    from tournaments.files.list_file_reader import read_sheet

    sheet = dataclasses.asdict(read_sheet(content))
    return json.dumps(sheet, ensure_ascii=False).encode()


def _logo(content: bytes) -> bytes:
    from tournaments.files.logo_images import logo_of

    return logo_of(content)


READERS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "player_list": _player_list,
    "pasted_list": lambda content: _player_list(content.decode()),
    "logo": _logo,
}


def main(kind: str, megabytes: str, seconds: str) -> int:
    """Read one file; return the exit code."""
    _limit(int(megabytes) * MB, int(seconds))
    # The parent process translates the messages.
    settings.configure(USE_I18N=False)
    faults: list[dict[str, object]] = []
    read = b""
    try:
        read = READERS[kind](sys.stdin.buffer.read())
    except RuleError as error:
        faults = [dataclasses.asdict(fault) for fault in error.faults]
    except MemoryError:
        return OUT_OF_MEMORY
    sys.stdout.buffer.write(json.dumps(faults).encode() + b"\n" + read)
    return 0


def _limit(most_bytes: int, seconds: int) -> None:
    if hasattr(os, "nice"):
        os.nice(_NICE)
    try:
        import resource
    # Windows has none; there only the parent's clock limits the process.
    except ImportError:
        return
    limits = {
        resource.RLIMIT_AS: (most_bytes, most_bytes),
        # The first limit sends a signal, the second kills the process.
        resource.RLIMIT_CPU: (seconds, seconds + 1),
        resource.RLIMIT_CORE: (0, 0),
    }
    for kind, limit in limits.items():
        # macOS rejects some memory limits.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, limit)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
