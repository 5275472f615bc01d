"""Compile the translation catalogues (.po) into the files that the program reads (.mo).
Texts without a translation, or with a fuzzy translation, stay in English.

The build of the package runs this file alone, so it imports nothing from the program.
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
    """Return the paths of all catalogues below a folder, sorted."""
    return sorted(folder.glob("*/LC_MESSAGES/*.po"))


def is_stale(file: Path) -> bool:
    """Return whether the compiled file of a catalogue is missing or was made from
    another version.

    The times of both files must be equal, because an older catalogue may also replace a
    newer one.
    """
    made = file.with_suffix(".mo")
    return not made.exists() or made.stat().st_mtime_ns != file.stat().st_mtime_ns


def compile_stale(folder: Path, say: Callable[[str], object]) -> None:
    """Compile the stale catalogues below a folder.

    Calls `say` with a message before files are compiled, and for each file that cannot
    be read or written.
    """
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
    """Return the bytes of the catalogue's .mo file."""
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
    """Replace the compiled file of a catalogue in one step, because another process may
    be reading it.

    The file gets the catalogue's permissions, whatever the umask, and its time.
    `of_source` is the state of the catalogue when it was read.
    """
    draft = file.with_suffix(f".{os.getpid()}.new")
    draft.write_bytes(content)
    draft.chmod(of_source.st_mode)
    os.utime(draft, ns=(of_source.st_atime_ns, of_source.st_mtime_ns))
    draft.replace(file.with_suffix(".mo"))
