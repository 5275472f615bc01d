"""`python -m tournaments.files.upload_reader_process READER MB SECONDS [VALUE ...]`:
read one uploaded file with limits of memory and processor time.

READER is a name in `READERS`, or `module:function`. The function gets the content of
standard input and the values: numbers, or texts after “=”. The program writes a line of
JSON with the faults (empty if the file was read), then the function's result: its
bytes, or its values as JSON.

The program imports little and needs no settings, so that it starts in 0.2 s. With
DJANGO_SETTINGS_MODULE in its environment, the function may import models, which takes
more than a second.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Final

import django
from django.conf import ENVIRONMENT_VARIABLE, settings

from rules.faults import RuleError
from tournaments.files.upload_limits import MB

#: Exit code when the memory limit was exceeded.
OUT_OF_MEMORY: Final = 3
#: Whether the system limits a process's processor time. Windows does not.
LIMITS_PROCESSOR_TIME: Final = importlib.util.find_spec("resource") is not None
#: Niceness while reading a tournament folder, which takes long: pages and saved hands
#: have priority. No one waits for a folder, but a person waits for every other file.
_NICE: Final = 5


Reader = Callable[..., object]


def player_list(content: bytes, chosen: str = "") -> object:
    """Return the player list in a file as a dictionary. `chosen` is its sheet or
    encoding."""
    from tournaments.files.list_file_reader import read_sheet

    return dataclasses.asdict(read_sheet(content, chosen))


def _pasted_list(content: bytes) -> object:
    from tournaments.files.list_file_reader import read_sheet

    return dataclasses.asdict(read_sheet(content.decode()))


def _logo(content: bytes) -> bytes:
    from tournaments.files.logo_images import logo_of

    return logo_of(content)


READERS: Final[Mapping[str, Reader]] = {
    "player_list": player_list,
    "pasted_list": _pasted_list,
    "logo": _logo,
}


def main(reader: str, megabytes: str, seconds: str, *values: str) -> int:
    """Read one file, and write its faults and its values to standard output. Return the
    exit status."""
    _limit(int(megabytes) * MB, int(seconds))
    if ENVIRONMENT_VARIABLE in os.environ:
        if hasattr(os, "nice"):
            os.nice(_NICE)
        django.setup()
    else:
        # The parent process translates the messages.
        settings.configure(USE_I18N=False)
    faults: list[dict[str, object]] = []
    read = b""
    try:
        result = _reader(reader)(sys.stdin.buffer.read(), *map(_value, values))
        read = result if isinstance(result, bytes) else _as_json(result)
    except RuleError as error:
        # Imported late, because only faults need the texts of the rules.
        from tournaments.files.file_faults import as_data

        faults = [as_data(fault) for fault in error.faults]
    except MemoryError:
        return OUT_OF_MEMORY
    sys.stdout.buffer.write(json.dumps(faults).encode() + b"\n" + read)
    return 0


def _reader(name: str) -> Reader:
    module, _colon, function = name.partition(":")
    if not function:
        return READERS[name]
    reader: Reader = getattr(importlib.import_module(module), function)
    return reader


def _value(text: str) -> int | str:
    """Return the number, or the text after “=”."""
    return text[1:] if text.startswith("=") else int(text)


def _as_json(values: object) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode()


def _limit(most_bytes: int, seconds: int) -> None:
    # Without it, only the parent's clock limits the process.
    if not LIMITS_PROCESSOR_TIME:
        return
    import resource

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
