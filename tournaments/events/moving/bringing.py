"""Take in what another installation wrote: rows, links and logos as they were there."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as Visit
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils.translation import gettext_noop as _

from tournaments.events.moving import event_rows, keys, one_event
from tournaments.events.moving.taking import ABOUT, About, checksum_here
from tournaments.events.moving.without_guards import insert_guards_off
from tournaments.files import logo_files
from tournaments.models import Tournament
from tournaments.refusals import Refused, refusal
from tournaments.upkeep.backups import contents, in_use, restoring
from tournaments.upkeep.backups.databases import applied_migrations, is_empty

#: What is wrong with an event's stored results, a sentence each.
Faults = Callable[[Tournament], list[str]]
#: Whose an event becomes that was not here; asked once there are accounts to look at.
Owner = Callable[[], User | None]


@dataclass(frozen=True)
class Brought:
    """What became of a file. `was_here`: nothing was to be done; `renewed`: an older
    state of the event was here; `titles`: of the events."""

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
    """Make what `file` holds part of this installation, all or nothing.

    Everything needs an installation that nobody has used and that does not run. An
    event that is new here becomes the `owner`'s; if it is here with a log that
    the file's goes on from, the file takes its place. `new_links`: although links that
    were given out will not open. Raises Refused, OSError.
    """
    with contents.opened(file) as archive:
        work = Path(tempfile.mkdtemp(prefix=".bringing-", dir=settings.DATA_DIR))
        try:
            return _bring(archive, work, faults, owner, new_links)
        except (DatabaseError, ValueError) as error:
            raise refusal(
                "database",
                _("The database rejected the changes: %(said)s. Nothing was changed."),
                said=error,
            ) from error
        finally:
            shutil.rmtree(work, ignore_errors=True)


def _bring(
    archive: contents.Backup,
    work: Path,
    faults: Faults,
    owner: Owner,
    new_links: bool,
) -> Brought:
    manifest = archive.manifest
    if manifest.database != restoring.ROWS:
        raise refusal("backup", _("This is a backup. Use `manage.py restore`."))
    for name in (ABOUT, contents.DATABASE):
        archive.extract(name, work / name)
    about = About(**json.loads((work / ABOUT).read_text()))
    if not about.slug:
        return _everything(archive, work, about, faults)
    _refuse_other_program(manifest)
    rows_there = _read(work)
    _place_logos(archive)
    with transaction.atomic():
        here = one_event.here(about)
        if here is not None and one_event.is_the_same(here, rows_there):
            return Brought([here.title], was_here=True)
        kept = one_event.clear(here) if here else []
        given = keys.make_room(rows_there)
        one_event.refuse_dead_links(about, rows_there, given, kept, although=new_links)
        _insert(rows_there)
        arrived = Tournament.objects.get(slug=about.slug)
        one_event.give_back(kept, arrived)
        if here is None:
            one_event.give_to(arrived, owner())
        if not given:
            _refuse_changed(manifest, arrived)
        _refuse_faults([arrived], faults)
        one_event.tell_pages(arrived)
    return Brought([arrived.title], renewed=here is not None)


def _everything(
    archive: contents.Backup, work: Path, about: About, faults: Faults
) -> Brought:
    with in_use.alone():
        archive.extract(contents.KEY, work / contents.KEY)
        key = (work / contents.KEY).read_text()
        restoring.refuse_other_key(key)
        empty = is_empty()
        if empty:
            call_command("migrate", interactive=False, verbosity=0, backup=False)
        _refuse_other_program(archive.manifest)
        if not empty:
            if checksum_here(None) == archive.manifest.checksums[contents.DATABASE]:
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
            # All there can be where nobody has an account yet.
            Visit.objects.all().delete()
            _insert(rows_there)
            for model in keys.counted(
                model for model, _found in event_rows.of_everything()
            ):
                keys.give_none_before(model, about.last_keys[model._meta.label])
            _refuse_changed(archive.manifest, None)
            _refuse_faults(list(Tournament.objects.order_by("pk")), faults)
            # The last thing: should it fail, the database is as empty as it was.
            restoring.keep_key(key)
        return Brought(_titles())


def _titles() -> list[str]:
    return list(Tournament.objects.order_by("pk").values_list("title", flat=True))


def _refuse_other_program(manifest: contents.Manifest) -> None:
    """Rows are of one version of the tables."""
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


def _read(work: Path) -> event_rows.Rows:
    with (work / contents.DATABASE).open("rb") as file:
        return event_rows.read(file)


def _place_logos(archive: contents.Backup) -> None:
    """Before the rows that name them; those that no event comes to name are deleted
    after a day."""
    for name, logo in restoring.logos_of(archive.manifest):
        if logo_files.read(logo) is None:
            archive.extract(name, logo_files.folder() / logo)


def _insert(found: event_rows.Rows) -> None:
    with insert_guards_off(found):
        for model, new in found.items():
            model._base_manager.bulk_create(new, batch_size=500)
    for model in keys.counted(found):
        keys.give_none_before(model, 0)


def _refuse_changed(manifest: contents.Manifest, tournament: Tournament | None) -> None:
    """Raises Refused if the rows, as they can be read here, are not those of there."""
    if checksum_here(tournament) != manifest.checksums[contents.DATABASE]:
        raise refusal(
            "changed",
            _("Nothing was changed: %(database)s cannot store these rows unchanged."),
            database=connection.display_name,
        )


def _refuse_faults(tournaments: list[Tournament], faults: Faults) -> None:
    """Raises Refused if stored results are not what the ledgers give."""
    found = [
        f"{tournament.slug}: {words}"
        for tournament in tournaments
        for words in faults(tournament)
    ]
    if found:
        raise Refused(
            *refusal(
                "results",
                _(
                    "Nothing was changed: stored results do not match the "
                    "ledgers (%(count)s, first: %(first)s). Run `manage.py "
                    "rebuild_results` on the old installation and export "
                    "again."
                ),
                count=len(found),
                first=found[0],
            ).faults
        )
