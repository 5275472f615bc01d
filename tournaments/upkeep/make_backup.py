"""Make a backup: one file with all data of an installation."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext_noop as _

from tournaments.files import stored_logos
from tournaments.files.file_locks import locked_file
from tournaments.refusals import Refused, refusal, sentence
from tournaments.upkeep import backup_zip
from tournaments.upkeep.database_copies import applied_migrations, engine
from tournaments.upkeep.outage_detection import Outage, outage_of

#: Bytes kept free, so that results can still be saved.
RESERVE = 100_000_000
#: Code of the refusal while another backup is being made.
AT_WORK = "at_work"


def folder() -> Path:
    """Return the backup folder. If it is missing, create it. Only its owner can read
    the folder."""
    path = Path(settings.DATA_DIR) / "backups"
    path.mkdir(mode=0o700, exist_ok=True)
    return path


def make(target: Path) -> None:
    """Write a backup to `target`. Only its owner can read the file.

    The program can run and save data during the backup. The file is read and checked
    before it gets its name. Raises Refused if the backup fails: the file already
    exists, the disk has too little space, the database is damaged, another backup is
    running, or the backup cannot be restored. In these cases no file is created, and
    nothing has changed.
    """
    if target.exists():
        raise refusal(
            "exists",
            _("“%(name)s” already exists. Choose another name."),
            name=target.name,
        )
    with _one_at_a_time() as work, _faults_in_words(target):
        refuse_without_room(target.parent)
        migrations = applied_migrations()
        database, key = work / backup_zip.DATABASE, work / backup_zip.KEY
        # Again, for logos replaced or added while the database was copied.
        logos = _logos(work)
        rows = engine().dump(database)
        logos |= _logos(work)
        key.write_text(settings.SECRET_KEY)
        files = {backup_zip.DATABASE: database, backup_zip.KEY: key, **logos}
        check = partial(_verify, name=target.name, rows=rows, work=work)
        backup_zip.write(
            target,
            files,
            partial(backup_zip.Manifest.of_now, connection.vendor, migrations),
            check,
        )


def _verify(file: Path, *, name: str, rows: Mapping[str, int], work: Path) -> None:
    """Raise Refused if the backup at `file` cannot be restored. All checksums must
    match, the database must be sound, and its tables must have the numbers of rows in
    `rows`."""
    database = work / backup_zip.DATABASE
    try:
        with backup_zip.opened(file, name) as backup:
            for file_name in backup.manifest.checksums:
                copy = (
                    database if file_name == backup_zip.DATABASE else work / "read_back"
                )
                backup.extract(file_name, copy)
        engine().refuse_unsound(database)
        _refuse_other_rows(engine().rows(database), rows)
    except Refused as refused:
        raise refusal(
            "unverified",
            _("The backup failed. Its file has an error: %(why)s"),
            why=sentence(refused.faults[0]),
        ) from refused


def _refuse_other_rows(restored: Mapping[str, int], rows: Mapping[str, int]) -> None:
    for table in sorted({*restored, *rows}):
        if restored.get(table) != rows.get(table):
            raise refusal(
                "rows",
                _("Table %(table)s has %(actual)s rows instead of %(rows)s."),
                table=table,
                actual=restored.get(table, 0),
                rows=rows.get(table, 0),
            )


def _logos(work: Path) -> dict[str, Path]:
    """Copy the current logos to the folder `work`. Return the copies by their names in
    the backup."""
    copies = {}
    for logo in stored_logos.all_logos():
        copy = work / logo.name
        with contextlib.suppress(FileNotFoundError):
            if not copy.exists():
                shutil.copy(logo, copy)
            copies[f"{stored_logos.FOLDER}/{logo.name}"] = copy
    return copies


def needed() -> int:
    """Return the free space that a backup needs, in bytes: a copy of the database, the
    backup file, and a reserve."""
    return 2 * engine().size() + RESERVE


def refuse_without_room(place: Path) -> None:
    """Raise Refused if the disk with the folder `place` has too little space for a
    backup."""
    free, least = shutil.disk_usage(place).free, needed()
    if free < least:
        raise refusal(
            "no_room",
            _(
                "The backup failed: it needs %(least)s MB of free space, but "
                "only %(free)s MB are free."
            ),
            least=least // 1_000_000 + 1,
            free=free // 1_000_000,
        )


@contextlib.contextmanager
def _one_at_a_time() -> Iterator[Path]:
    """Yield an empty folder for the work on a backup. Files of an interrupted backup
    are deleted. Raises Refused if another backup is running."""
    try:
        unlock = locked_file(folder() / ".lock")
    except BlockingIOError as error:
        raise refusal(
            AT_WORK, _("Another backup is running. Try again in a moment.")
        ) from error
    work = folder() / ".making"
    try:
        shutil.rmtree(work, ignore_errors=True)
        for part in folder().glob(".*.part"):
            part.unlink()
        work.mkdir(mode=0o700)
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)
        unlock()


@contextlib.contextmanager
def _faults_in_words(target: Path) -> Iterator[None]:
    """Raise Refused instead of errors of the disk or the database within the block."""
    try:
        yield
    except (OSError, sqlite3.Error, DatabaseError) as error:
        if outage_of(error) is Outage.FULL:
            raise refusal(
                "full",
                _(
                    "The backup failed: the server's disk is full. Earlier "
                    "backups are unchanged."
                ),
            ) from error
        raise refusal(
            "failed",
            _("The backup failed: “%(name)s” cannot be written: %(error)s"),
            name=target.name,
            error=error,
        ) from error
