"""Compile the catalogues of translations (.po) into the files that the program reads
(.mo). Fuzzy and empty translations are left out, so these texts are shown in English.

The build of the package runs this file alone, so it imports nothing from the program.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

#: Number at the start of every .mo file, and length of its header in bytes.
MAGIC, HEAD = 0x950412DE, 28


def compile_stale(folder: Path, say: Callable[[str], object]) -> None:
    """Compile each catalogue below `folder` that is newer than its compiled file. Calls
    `say` with a message if files are compiled, or if one cannot be read or written."""
    stale = [file for file in sorted(folder.glob("*/LC_MESSAGES/*.po")) if _old(file)]
    if not stale:
        return
    say("compiling translations")
    for file in stale:
        try:
            _write(file, compiled(_read(file)))
        except (OSError, ValueError) as error:
            say(f"{file} cannot be compiled ({error}). Its new texts are not shown.")


def compiled(catalogue: Catalog) -> bytes:
    """Return the content of the catalogue's .mo file."""
    head = "".join(f"{name}: {value}\n" for name, value in catalogue.mime_headers)
    texts = {b"": head.encode()}
    texts |= dict(_pair(message) for message in catalogue if _is_translated(message))
    # Programs may search the keys by bisection, so they are sorted.
    keys = sorted(texts)
    lists = (keys, [texts[key] for key in keys])
    indexes, content = b"", b""
    start = HEAD + 16 * len(keys)
    for part in lists:
        for text in part:
            indexes += struct.pack("<II", len(text), start + len(content))
            content += text + b"\0"
    first, second = HEAD, HEAD + 8 * len(keys)
    numbers = (MAGIC, 0, len(keys), first, second, 0, start)
    return struct.pack("<7I", *numbers) + indexes + content


def _old(file: Path) -> bool:
    made = file.with_suffix(".mo")
    return not made.exists() or made.stat().st_mtime < file.stat().st_mtime


def _read(file: Path) -> Catalog:
    # Imported late, because the import takes longer than finding that nothing is stale.
    from babel.messages.pofile import PoFileError, read_po

    try:
        with file.open("rb") as opened:
            return read_po(opened, file.parents[1].name, abort_invalid=True)
    except PoFileError as error:
        raise ValueError(str(error)) from error


def _is_translated(message: Message) -> bool:
    return bool(message.id) and not message.fuzzy and all(_texts(message.string))


def _pair(message: Message) -> tuple[bytes, bytes]:
    """Return key and translation in the format of .mo files."""
    key = "\0".join(_texts(message.id))
    if message.context is not None:
        key = f"{message.context}\x04{key}"
    return key.encode(), "\0".join(_texts(message.string)).encode()


def _texts(text: str | Sequence[str | None] | None) -> tuple[str, ...]:
    """Return the text as a tuple, or the texts of all plural forms."""
    texts = (text,) if text is None or isinstance(text, str) else text
    return tuple(text or "" for text in texts)


def _write(file: Path, content: bytes) -> None:
    """Write the compiled file of a catalogue completely or not at all, because another
    process may be reading it. It gets the permissions of the catalogue, whatever the
    umask."""
    draft = file.with_suffix(f".{os.getpid()}.new")
    draft.write_bytes(content)
    draft.chmod(file.stat().st_mode)
    draft.replace(file.with_suffix(".mo"))
