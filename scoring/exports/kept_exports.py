"""Files of exports on the disk: what everybody may have is kept for those who ask next,
what is for directors is made for the one who asks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from django.utils.translation import get_language

from scoring.exports.export import Asked, Audience, Export
from scoring.exports.files import name_of, write
from scoring.exports.workbook import write_workbook
from tournaments.files.generated_file_cache import Kind, MadeFile, made, made_once

#: Seconds that somebody waits for another file, and a thread of the pages with them.
PATIENCE = 2.0


def file_of(
    export: Export[object], asked: Asked, ending: str, *, release: float
) -> MadeFile:
    """The file in that format, open to be read. `release`: when the program last
    changed. Raises Withheld; Busy while another one takes long."""
    lane = "long" if export.is_long else "short"

    def make(file: IO[bytes]) -> None:
        write(export, asked, ending, file)

    if asked.audience is Audience.DIRECTORS:
        return MadeFile(made_once(make, lane=lane, patience=PATIENCE), "")
    return made(
        _kind(export, asked, ending, release), make, lane=lane, patience=PATIENCE
    )


def workbook_of(exports: Iterable[Export[object]], asked: Asked) -> IO[bytes]:
    """The workbook with a sheet for each export, open to be read. Raises as
    `file_of` does."""
    return made_once(
        lambda file: write_workbook(exports, asked, file),
        lane="long",
        patience=PATIENCE,
    )


def _kind(export: Export[object], asked: Asked, ending: str, release: float) -> Kind:
    event = asked.tournament
    # A database that was begun anew numbers its events again.
    state = (event.slug, event.created_at.isoformat(), event.revision, release)
    return Kind(
        event.pk, f"{name_of(export, asked, ending)} {get_language()}", repr(state)
    )
