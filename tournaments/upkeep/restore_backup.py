"""Restore a backup into an empty installation."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from rules.translation_marks import listed
from tournaments.files import stored_logos
from tournaments.models import Tournament
from tournaments.refusals import refusal
from tournaments.upkeep import backup_zip, data_folder_lock
from tournaments.upkeep.database_copies import engine, is_empty, known_migrations
from tournaments.upkeep.oldest_version import lacks_replaced

#: Value of `database` in backups whose rows fit any kind of database.
ROWS = "rows"
#: Author in the log.
RESTORE = "restore"
#: Added to all revisions: open pages may show newer revisions than the backup has, and
#: no number may be used for two changes.
BEYOND = 1_000_000


@dataclass(frozen=True)
class Restored:
    """A completed restore: the time of the backup, the number of its tournaments, and
    the folder with the previous data, or None."""

    made_at: datetime
    tournaments: int
    aside: Path | None


def restore(file: Path, *, replace: bool = False) -> Restored:
    """Restore the installation from the backup `file`. Return the result.

    If `replace` is True, an installation in use is replaced, and its database is kept
    in a folder. Raises Refused if the file is damaged or unsuitable, if the
    installation is not empty (without `replace`), or if the program runs. Raises
    OSError if a file cannot be read or written. In these cases nothing has changed. An
    interrupted restore can be repeated.
    """
    with data_folder_lock.alone(), _work_folder() as work, _database_faults_in_words():
        with backup_zip.opened(file) as backup:
            manifest = backup.manifest
            _refuse_unfit(manifest)
            database, key = work / backup_zip.DATABASE, work / backup_zip.KEY
            backup.extract(backup_zip.DATABASE, database)
            backup.extract(backup_zip.KEY, key)
            logos = _extracted_logos(backup, work)
        engine().refuse_unsound(database)
        refuse_other_key(key.read_text())
        if not replace and not is_empty():
            raise refusal(
                "not_empty",
                _(
                    "This installation is not empty. Use --replace to move "
                    "its database aside and restore the backup."
                ),
            )
        engine().refuse_if_in_use()
        aside = _aside() if replace else None
        for logo in logos:
            logo.replace(stored_logos.folder() / logo.name)
        _put_in_place(database, key, aside)
        call_command("migrate", interactive=False, verbosity=0, backup=False)
        return Restored(
            datetime.fromisoformat(manifest.made_at),
            _log_restore(manifest.made_at),
            aside,
        )


def _extracted_logos(backup: backup_zip.Backup, work: Path) -> list[Path]:
    """Extract the logos whose names the program could have generated. Return the paths
    of the extracted files."""
    logos = []
    for file, name in logos_of(backup.manifest):
        logos.append(work / name)
        backup.extract(file, logos[-1])
    return logos


def logos_of(manifest: backup_zip.Manifest) -> Iterator[tuple[str, str]]:
    """Yield the name in the backup and the file name of each logo."""
    for file in manifest.checksums:
        folder, _slash, name = file.partition("/")
        if folder == stored_logos.FOLDER and stored_logos.NAME.fullmatch(name):
            yield file, name


def _put_in_place(database: Path, key: Path, aside: Path | None) -> None:
    """Replace the secret key and the database.

    The key is replaced first: an empty installation can lose its key, but a database
    without its key would make all links invalid. If the database cannot be replaced,
    the previous key is restored.
    """
    kept_at: Path | None = settings.SECRET_KEY_FILE
    before = kept_at.read_text() if kept_at and kept_at.exists() else None
    if kept_at is not None:
        if aside is not None and before is not None:
            shutil.copy(kept_at, aside)
        key.replace(kept_at)
        backup_zip.sync_folder(kept_at.parent)
    try:
        engine().put_in_place(database, aside)
    except BaseException:
        if kept_at is not None and before is not None:
            kept_at.write_text(before)
        raise


def keep_key(key: str) -> None:
    """Save `key` as the secret key of the installation from the next start on.

    Do nothing if the environment sets the key. An interruption leaves either the old
    key or the new key.
    """
    kept_at: Path | None = settings.SECRET_KEY_FILE
    if kept_at is None or (kept_at.exists() and kept_at.read_text() == key):
        return
    draft = kept_at.with_name(f".{kept_at.name}.new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(kept_at)
    backup_zip.sync_folder(kept_at.parent)


@transaction.atomic
def _log_restore(made_at: str) -> int:
    """Record the restore in the log of every tournament. Return the number of
    tournaments."""
    tournaments = list(Tournament.objects.select_for_update().order_by("pk"))
    Tournament.objects.update(revision=F("revision") + BEYOND)
    for tournament in tournaments:
        tournament.record("restored", by=RESTORE, at=made_at)
    return len(tournaments)


def _refuse_unfit(manifest: backup_zip.Manifest) -> None:
    """Raise Refused if a backup is from another kind of database, from a newer program,
    or from before version 1.6.0."""
    if manifest.database == ROWS:
        raise refusal(
            "moved",
            _("This is not a backup. Use `%(command)s`."),
            command=f"{settings.COMMAND} move_event bring",
        )
    if manifest.database != connection.vendor:
        raise refusal(
            "other_database",
            _(
                "This is a backup of %(theirs)s, but DATABASE_URL is for %(ours)s. A "
                "backup can only be restored to the same kind of database. To move "
                "to another kind, use `%(command)s`."
            ),
            theirs=manifest.database,
            ours=connection.vendor,
            command=f"{settings.COMMAND} move_event",
        )
    migrations = known_migrations()
    applied = {
        (app, name) for app, names in manifest.migrations.items() for name in names
    }
    unknown = [f"{app}.{name}" for app, name in sorted(applied - migrations)]
    if unknown:
        raise refusal(
            "newer_program",
            _(
                "This backup comes from a newer version of the program (%(theirs)s). "
                "Restore it with that version. Unknown to this version: %(unknown)s."
            ),
            theirs=manifest.program,
            unknown=listed(unknown[:3]),
        )
    if lacks_replaced(applied):
        raise refusal(
            "too_old",
            _(
                "The database in this backup is from a version of the program "
                "before 1.6.0. Restore it with version 1.6.0, then update that "
                "installation to this version. Nothing was changed."
            ),
        )


def refuse_other_key(key: str) -> None:
    """Raise Refused if the environment sets a secret key other than `key`. The other
    key would make all table and player links invalid."""
    if settings.SECRET_KEY_FILE is None and key != settings.SECRET_KEY:
        raise refusal(
            "other_key",
            _(
                "SECRET_KEY in the environment is not the key of this "
                "backup, so table and player links would stop working. Unset "
                "it to keep the key in DATA_DIR, or set it to the content of "
                "the file secret_key in the backup (a zip)."
            ),
        )


def _aside() -> Path:
    """Create a folder for replaced data and copy the logos to it. Return the folder.

    The logos are copied because unused logos are deleted after a day.
    """
    name = f"{timezone.now():%Y%m%dT%H%M%S}"
    path = Path(settings.DATA_DIR) / "replaced" / name
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.mkdir(mode=0o700)
    shutil.copytree(stored_logos.folder(), path / stored_logos.FOLDER)
    return path


@contextlib.contextmanager
def _work_folder() -> Iterator[Path]:
    """Yield an empty folder for the work on a restore. Files of an interrupted restore
    are deleted."""
    path = Path(settings.DATA_DIR) / ".restoring"
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(mode=0o700)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def _database_faults_in_words() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, DatabaseError) as error:
        raise refusal(
            "database", _("The database is not responding: %(error)s"), error=error
        ) from error
