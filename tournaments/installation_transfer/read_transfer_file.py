"""Import a transfer file: rows, links and logos exactly as in the other installation.

Triggers that guard insertion are off during the import. They check changes during play,
for example that a game is not confirmed while it is in progress. They would reject
valid rows of finished rounds. Constraints still apply, and stored results are compared
with the ledgers afterwards.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as Visit
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils.translation import gettext_noop as _

from tournaments.files import stored_logos
from tournaments.installation_transfer import (
    tournament_that_comes_back,
    transfer_keys,
    transfer_rows,
)
from tournaments.installation_transfer.write_transfer_file import (
    ABOUT,
    About,
    checksum_here,
)
from tournaments.models import Tournament
from tournaments.models.related_rows import Model
from tournaments.refusals import Refused, refusal
from tournaments.upkeep import backup_zip, data_folder_lock, restore_backup
from tournaments.upkeep.database_copies import applied_migrations, is_empty

_GUARDS = {
    "sqlite": (
        "SELECT name, tbl_name, sql FROM sqlite_master "
        "WHERE type = 'trigger' AND sql LIKE '%%BEFORE INSERT%%'"
    ),
    "postgresql": (
        "SELECT tgname, relname, '' FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid "
        # 2: BEFORE, 4: INSERT. Triggers that run after a row stay on.
        "WHERE NOT tgisinternal AND tgtype & 6 = 6"
    ),
}


@contextmanager
def insert_guards_off(models: Iterable[Model]) -> Iterator[None]:
    """Turn off triggers that guard insertion into these tables within the block.

    The block must be in a transaction; a rollback turns the triggers on again. Until
    the end of the transaction, no one else can write to these tables on PostgreSQL, or
    to any table on SQLite.
    """
    tables = {model._meta.db_table for model in models}
    # Neither database can alter a table with a pending deferred check.
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute(_GUARDS[connection.vendor])
        guards = [guard for guard in cursor.fetchall() if guard[1] in tables]
        for name, table, _sql in guards:
            cursor.execute(
                f"DROP TRIGGER {name}"
                if connection.vendor == "sqlite"
                else f"ALTER TABLE {table} DISABLE TRIGGER {name}"
            )
        yield
        connection.check_constraints()
        for name, table, sql in guards:
            cursor.execute(
                sql
                if connection.vendor == "sqlite"
                else f"ALTER TABLE {table} ENABLE TRIGGER {name}"
            )


#: Function that returns the faults of a tournament's stored results, in sentences.
Faults = Callable[[Tournament], list[str]]
#: Function that returns the owner of a new tournament. It is called once there are
#: accounts.
Owner = Callable[[], User | None]


@dataclass(frozen=True)
class Brought:
    """The result of an import.

    `was_here`: nothing had to change. `renewed`: an older state was replaced. `titles`:
    the titles of the imported tournaments.
    """

    titles: list[str]
    was_here: bool = False
    renewed: bool = False


def bring(
    file: Path,
    *,
    faults: Faults,
    owner: Owner,
    new_links: bool = False,
) -> Brought:
    """Import the content of `file` into this installation, completely or not at all,
    and return the result.

    A complete file needs an unused installation that is not running. `owner` becomes
    the owner of a tournament that is new here. An existing tournament is replaced if
    its log is the beginning of the file's log. `new_links`: import even if existing
    links would become invalid. Raises Refused if the import is not possible, and
    OSError if a file cannot be read.
    """
    with backup_zip.opened(file) as archive:
        work = Path(tempfile.mkdtemp(prefix=".bringing-", dir=settings.DATA_DIR))
        try:
            return _bring(archive, work, faults, owner, new_links)
        except (DatabaseError, ValueError) as error:
            raise refusal(
                "database",
                _("The database rejected the changes: %(error)s. Nothing was changed."),
                error=error,
            ) from error
        finally:
            shutil.rmtree(work, ignore_errors=True)


def _bring(
    archive: backup_zip.Backup,
    work: Path,
    faults: Faults,
    owner: Owner,
    new_links: bool,
) -> Brought:
    manifest = archive.manifest
    if manifest.database != restore_backup.ROWS:
        raise refusal(
            "backup",
            _("This is a backup. Use `%(command)s`."),
            command=f"{settings.COMMAND} restore",
        )
    for name in (ABOUT, backup_zip.DATABASE):
        archive.extract(name, work / name)
    about = About(**json.loads((work / ABOUT).read_text()))
    if not about.slug:
        return _everything(archive, work, about, faults)
    _refuse_other_program(manifest)
    rows_there = _read(work)
    _place_logos(archive)
    with transaction.atomic():
        existing = tournament_that_comes_back.existing_tournament(about)
        if existing is not None and tournament_that_comes_back.has_same_log(
            existing, rows_there
        ):
            return Brought([existing.title], was_here=True)
        kept = tournament_that_comes_back.clear(existing) if existing else []
        renumbered = transfer_keys.make_room(rows_there)
        tournament_that_comes_back.refuse_dead_links(
            about, rows_there, renumbered, kept, although=new_links
        )
        _insert(rows_there)
        arrived = Tournament.objects.get(slug=about.slug)
        tournament_that_comes_back.restore_local_rows(kept, arrived)
        if existing is None:
            tournament_that_comes_back.give_ownership(arrived, owner())
        if not renumbered:
            _refuse_changed(manifest, arrived)
        _refuse_faults([arrived], faults)
        tournament_that_comes_back.notify_pages(arrived)
    return Brought([arrived.title], renewed=existing is not None)


def _everything(
    archive: backup_zip.Backup, work: Path, about: About, faults: Faults
) -> Brought:
    with data_folder_lock.alone():
        archive.extract(backup_zip.KEY, work / backup_zip.KEY)
        key = (work / backup_zip.KEY).read_text()
        restore_backup.refuse_other_key(key)
        empty = is_empty()
        if empty:
            call_command("migrate", interactive=False, verbosity=0, backup=False)
        _refuse_other_program(archive.manifest)
        if not empty:
            if checksum_here(None) == archive.manifest.checksums[backup_zip.DATABASE]:
                return Brought(_titles(), was_here=True)
            raise refusal(
                "not_empty",
                _(
                    "This installation is not empty. A complete import needs "
                    "an empty installation; you can import a single "
                    "tournament."
                ),
            )
        _place_logos(archive)
        rows_there = _read(work)
        with transaction.atomic():
            # The only rows possible before there is an account.
            Visit.objects.all().delete()
            _insert(rows_there)
            for model in transfer_keys.counted(
                model for model, _rows in transfer_rows.of_everything()
            ):
                transfer_keys.give_none_before(
                    model, about.last_keys[model._meta.label]
                )
            _refuse_changed(archive.manifest, None)
            _refuse_faults(list(Tournament.objects.order_by("pk")), faults)
            # The last step: if it fails, the database is as empty as before.
            restore_backup.keep_key(key)
        return Brought(_titles())


def _titles() -> list[str]:
    return list(Tournament.objects.order_by("pk").values_list("title", flat=True))


def _refuse_other_program(manifest: backup_zip.Manifest) -> None:
    """Raise Refused unless both installations have the same database version."""
    if dict(manifest.migrations) != applied_migrations():
        raise refusal(
            "other_program",
            _(
                "This file comes from another version of the program "
                "(%(theirs)s). Update both installations to the same version "
                "and export again."
            ),
            theirs=manifest.program,
        )


def _read(work: Path) -> transfer_rows.Rows:
    with (work / backup_zip.DATABASE).open("rb") as file:
        return transfer_rows.read(file)


def _place_logos(archive: backup_zip.Backup) -> None:
    """Store the logos before the rows that name them. Unused logos are deleted after a
    day."""
    for name, logo in restore_backup.logos_of(archive.manifest):
        if stored_logos.read(logo) is None:
            archive.extract(name, stored_logos.folder() / logo)


def _insert(rows: transfer_rows.Rows) -> None:
    with insert_guards_off(rows):
        for model, new in rows.items():
            model._base_manager.bulk_create(new, batch_size=500)
    for model in transfer_keys.counted(rows):
        transfer_keys.give_none_before(model, 0)


def _refuse_changed(
    manifest: backup_zip.Manifest, tournament: Tournament | None
) -> None:
    """Raise Refused if the rows stored here differ from the rows in the file."""
    if checksum_here(tournament) != manifest.checksums[backup_zip.DATABASE]:
        raise refusal(
            "changed",
            _("Nothing was changed: %(database)s cannot store these rows unchanged."),
            database=connection.display_name,
        )


def _refuse_faults(tournaments: list[Tournament], faults: Faults) -> None:
    """Raise Refused if stored results do not match the ledgers."""
    sentences = [
        f"{tournament.slug}: {sentence}"
        for tournament in tournaments
        for sentence in faults(tournament)
    ]
    if sentences:
        raise Refused(
            *refusal(
                "results",
                _(
                    "Nothing was changed. Some stored results do not match the "
                    "entered hands (%(count)s in total), for example %(first)s. "
                    "On the old installation, run `%(command)s`, "
                    "then export again."
                ),
                command=f"{settings.COMMAND} rebuild_results",
                count=len(sentences),
                first=sentences[0],
            ).faults
        )
