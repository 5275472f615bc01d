"""Export a tournament, or everything, to a file for another installation."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from tournaments.files import stored_logos
from tournaments.installation_transfer import transfer_keys, transfer_rows
from tournaments.models import EventDescription, Tournament
from tournaments.refusals import refusal
from tournaments.upkeep import backup_zip, restore_backup
from tournaments.upkeep.database_copies import applied_migrations

ABOUT = "about.json"


@dataclass(frozen=True)
class About:
    """The description of a transfer file.

    `slug` and `created_at` identify the tournament; both are "" for a complete file.
    `key` is the fingerprint of the secret key. `last_keys` has, for each model, the
    largest key ever used.
    """

    slug: str
    title: str
    created_at: str
    key: str
    last_keys: dict[str, int]


def key_fingerprint(key: str) -> str:
    """Return a fingerprint that identifies a secret key without revealing it."""
    return salted_hmac("tournaments.moving", "secret key", secret=key).hexdigest()


def take(target: Path, tournament: Tournament | None) -> None:
    """Write one tournament, or everything, to the new file `target`.

    Only the file's owner can read it. The file contains the state at one moment; on
    SQLite, saving waits until the file is written. A complete file includes the secret
    key. Raises Refused if the file exists, or for a practice tournament, and OSError if
    the file cannot be written.
    """
    if target.exists():
        raise refusal(
            "exists",
            _("“%(name)s” already exists. Choose another name."),
            name=target.name,
        )
    if tournament is not None and tournament.is_practice:
        raise refusal(
            "practice",
            _(
                "Practice tournaments cannot be moved. Create a new practice "
                "tournament on the other installation."
            ),
        )
    work = Path(tempfile.mkdtemp(prefix=".taking-", dir=settings.DATA_DIR))
    try:
        with transaction.atomic():
            _one_moment()
            files = _write_rows(work, tournament)
        files |= _copy_logos(work, tournament)
        backup_zip.write(
            target,
            files,
            partial(
                backup_zip.Manifest.of_now, restore_backup.ROWS, applied_migrations()
            ),
        )
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _one_moment() -> None:
    """Make the transaction read a snapshot without later changes."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _write_rows(work: Path, tournament: Tournament | None) -> dict[str, Path]:
    files = {name: work / name for name in (backup_zip.DATABASE, ABOUT)}
    if tournament is None:
        files[backup_zip.KEY] = work / backup_zip.KEY
        files[backup_zip.KEY].write_text(settings.SECRET_KEY)
        querysets = list(transfer_rows.of_everything())
    else:
        tournament.refresh_from_db()
        querysets = list(transfer_rows.of_event(tournament))
    with files[backup_zip.DATABASE].open("wb") as file:
        file.writelines(transfer_rows.lines(querysets))
    about = About(
        slug=tournament.slug if tournament else "",
        title=tournament.title if tournament else "",
        created_at=tournament.created_at.isoformat() if tournament else "",
        key=key_fingerprint(settings.SECRET_KEY),
        last_keys={
            model._meta.label: transfer_keys.last_given(model)
            for model in transfer_keys.counted(model for model, _rows in querysets)
            if tournament is None
        },
    )
    files[ABOUT].write_text(json.dumps(asdict(about), indent=1))
    return files


def _copy_logos(work: Path, tournament: Tournament | None) -> dict[str, Path]:
    described = EventDescription.objects.exclude(logo="")
    if tournament is not None:
        described = described.filter(tournament=tournament)
    copies = {}
    for name in described.values_list("logo", flat=True):
        if (png := stored_logos.read(name)) is not None:
            copies[f"{stored_logos.FOLDER}/{name}"] = work / name
            (work / name).write_bytes(png)
    return copies


def checksum_here(tournament: Tournament | None) -> str:
    """Return the SHA-256 of the tournament's rows in this database, in the file's
    format; of all rows if `tournament` is None."""
    querysets = (
        transfer_rows.of_everything()
        if tournament is None
        else transfer_rows.of_event(tournament)
    )
    digest = hashlib.sha256()
    for line in transfer_rows.lines(querysets):
        digest.update(line)
    return digest.hexdigest()
