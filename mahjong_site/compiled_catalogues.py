"""Compile the catalogues of translations (.po) into the files that the program reads
(.mo). Fuzzy and empty translations are left out: their texts stay in English.

The build of the package runs this file alone, so it imports nothing of the program.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog


def catalogues(folder: Path) -> list[Path]:
    """Return the catalogues below a folder."""
    return sorted(folder.glob("*/LC_MESSAGES/*.po"))


def is_stale(file: Path) -> bool:
    """Return whether the compiled file of a catalogue is missing or made from another
    version. Their times are compared for equality, because a catalogue may also be
    replaced by an older one."""
    made = file.with_suffix(".mo")
    return not made.exists() or made.stat().st_mtime_ns != file.stat().st_mtime_ns


def compile_stale(folder: Path, say: Callable[[str], object]) -> None:
    """Compile the stale catalogues below a folder. Calls `say` with a message if files
    are compiled, or if one cannot be read or written."""
    stale = list(filter(is_stale, catalogues(folder)))
    if not stale:
        return
    say("compiling translations")
    for file in stale:
        try:
            of_source = file.stat()
            _write(file, compiled(_read(file)), of_source)
        except (OSError, ValueError) as error:
            say(f"{file} cannot be compiled ({error}). Its new texts are not shown.")


def compiled(catalogue: Catalog) -> bytes:
    """Return the content of the catalogue's .mo file."""
    # Imported late, because the import takes longer than finding that nothing is stale.
    from babel.messages.mofile import write_mo

    content = io.BytesIO()
    write_mo(content, catalogue)
    return content.getvalue()


def _read(file: Path) -> Catalog:
    from babel.messages.pofile import PoFileError, read_po

    try:
        with file.open("rb") as opened:
            return read_po(opened, file.parents[1].name, abort_invalid=True)
    except PoFileError as error:
        raise ValueError(str(error)) from error


def _write(file: Path, content: bytes, of_source: os.stat_result) -> None:
    """Write the compiled file of a catalogue completely or not at all, because another
    process may be reading it. It gets the permissions of the catalogue, whatever the
    umask, and its time. `of_source`: state of the catalogue when it was read."""
    draft = file.with_suffix(f".{os.getpid()}.new")
    draft.write_bytes(content)
    draft.chmod(of_source.st_mode)
    os.utime(draft, ns=(of_source.st_atime_ns, of_source.st_mtime_ns))
    draft.replace(file.with_suffix(".mo"))
