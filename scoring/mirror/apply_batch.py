"""Apply received batches to a mirror.

Each batch is applied completely and once in one transaction, or not at all.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.mirror import keys_between_installations as keys
from scoring.mirror.batch_format import Batch
from scoring.mirror.make_batch import database_version, mark_at
from scoring.mirror.store_received_rows import store, store_everything
from tournaments.files import generated_file_cache, stored_logos
from tournaments.installation_transfer.tournament_that_comes_back import (
    give_ownership,
    notify_pages,
)
from tournaments.models import LogEvent, Mirror, MirroredLink, Player, Tournament
from tournaments.refusals import refusal
from tournaments.upkeep.outage_detection import outage_of

#: First bytes of a PNG file.
_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Applied:
    """The result of a batch.

    `revision`: the mirror's revision; `repeated`: the batch was applied earlier, so
    nothing was applied.
    """

    revision: int
    repeated: bool = False


class NeedsOther(Exception):
    """The batch does not start at the mirror's revision.

    `revision`: the mirror's revision; None if a complete copy is needed.
    """

    def __init__(self, revision: int | None) -> None:
        super().__init__(revision)
        self.revision = revision


class OldEpoch(Exception):
    """The sender is no longer the tournament's home. `epoch`: the current epoch."""

    def __init__(self, epoch: int) -> None:
        super().__init__(epoch)
        self.epoch = epoch


class ChangedApart(Exception):
    """The batch lacks changes that were made here, so the two tournaments differ."""


def apply(mirror_id: int, batch: Batch) -> Applied:
    """Apply a batch to the mirror, and return the mirror's revision. A batch that was
    applied before is skipped (`repeated`). An error changes nothing.

    Raises Refused if the program version or the tournament differs, or the address is
    taken here. Raises NeedsOther, OldEpoch or ChangedApart if the batch does not follow
    the mirror's state, and Mirror.DoesNotExist if the mirror was deleted. Raises
    IntegrityError or UnknownKey for a complete copy that contradicts itself. Errors of
    an outage are raised unchanged.
    """
    try:
        with transaction.atomic():
            mirror = Mirror.objects.select_for_update().get(pk=mirror_id)
            return _applied(mirror, batch, timezone.now())
    except (IntegrityError, keys.UnknownKey) as error:
        if batch.about.is_complete_copy or outage_of(error) is not None:
            raise
        # For example two rows that exchanged a unique value. A complete copy has no
        # order in which that matters.
        raise NeedsOther(None) from error


def _applied(mirror: Mirror, batch: Batch, now: datetime) -> Applied:
    about = batch.about
    _refuse_other(mirror, batch)
    tournament = mirror.tournament
    if tournament is not None:
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    mirror.heard_at = now
    mirror.epoch, mirror.home_site = about.epoch, about.site
    if tournament is not None and mirror.revision is not None:
        if about.revision <= mirror.revision and not about.replaces:
            mirror.save()
            return Applied(mirror.revision, repeated=True)
        _refuse_other_history(mirror, tournament, batch)
    elif not about.is_complete_copy:
        raise NeedsOther(None)
    _keep_logos(batch)
    _store(mirror, tournament, batch, now)
    mirror.revision = about.revision
    mirror.content, mirror.title = about.content, about.title
    mirror.problem, mirror.failures = "", 0
    mirror.save()
    return Applied(about.revision)


def _refuse_other(mirror: Mirror, batch: Batch) -> None:
    about = batch.about
    if about.database != database_version():
        raise refusal(
            "other_program",
            _(
                "The two installations have different versions of the program. "
                "Update both to the same version."
            ),
        )
    if mirror.identity and mirror.identity != about.identity:
        raise refusal(
            "other_tournament",
            _("This token belongs to another tournament. Create a token for this one."),
        )
    mirror.identity = about.identity
    if about.epoch < mirror.epoch or (about.epoch == mirror.epoch and mirror.is_home):
        raise OldEpoch(mirror.epoch)


def _refuse_other_history(mirror: Mirror, tournament: Tournament, batch: Batch) -> None:
    """Raise NeedsOther or ChangedApart unless the batch continues the tournament's log
    on this installation.
    """
    about = batch.about
    assert mirror.revision is not None
    if not about.is_complete_copy:
        if about.since != mirror.revision:
            raise NeedsOther(mirror.revision)
        if about.mark != mark_at(tournament, mirror.revision):
            raise ChangedApart
        return
    newest = mark_at(tournament, mirror.revision)
    marks = {f"{row.values['revision']} {_iso(row.values['at'])}" for row in batch.log}
    if newest and newest not in marks and not about.replaces:
        raise ChangedApart


def _iso(value: object) -> str:
    field = LogEvent._meta.get_field("at")
    at = field.to_python(value)
    assert isinstance(at, datetime)
    return at.isoformat()


def _keep_logos(batch: Batch) -> None:
    """Store logo files that this installation does not have.

    Unused files are deleted after a day.
    """
    for name, text in batch.logos.items():
        if not stored_logos.NAME.fullmatch(name) or stored_logos.read(name):
            continue
        try:
            png = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            continue
        if png.startswith(_PNG):
            stored_logos.keep_as(name, png)


def _refuse_taken(batch: Batch) -> None:
    """Raise Refused if another tournament on this installation has the address of a new
    one.
    """
    rows = [row for rows in batch.parts.values() for row in rows]
    slugs = [row.values["slug"] for row in rows if row.model is Tournament]
    if Tournament.objects.filter(slug__in=slugs).exists():
        raise refusal(
            "address_taken",
            _(
                "Another tournament at the other installation has the same address. "
                "Change one of the two addresses."
            ),
        )


def _store(
    mirror: Mirror, tournament: Tournament | None, batch: Batch, now: datetime
) -> None:
    if batch.about.is_complete_copy:
        if tournament is None:
            _refuse_taken(batch)
        arrived = store_everything(mirror, tournament, batch.parts, batch.log)
        if tournament is None:
            _give_to_maker(mirror, arrived)
        transaction.on_commit(
            partial(generated_file_cache.forget, arrived.pk), robust=True
        )
    else:
        assert tournament is not None
        arrived = tournament
        store(mirror, arrived, batch.parts, batch.about.gone, batch.log)
    since = (tournament and tournament.mirrored_at) or now
    Tournament.objects.filter(pk=arrived.pk).update(mirrored_at=since)
    _keep_links(mirror, batch)
    arrived.refresh_from_db()
    mirror.tournament = arrived
    notify_pages(arrived)


def _give_to_maker(mirror: Mirror, arrived: Tournament) -> None:
    """Make the account that created the mirror an owner, if it still exists."""
    maker = User.objects.filter(username=mirror.made_by, is_active=True).first()
    give_ownership(arrived, maker)


def _keep_links(mirror: Mirror, batch: Batch) -> None:
    if not batch.links:
        return
    links = []
    for theirs, version, digest in batch.links:
        key = keys.key_here(mirror, Player, int(str(theirs)))
        if key is None:
            raise keys.UnknownKey(str(theirs))
        links.append(
            MirroredLink(player_id=key, version=int(str(version)), digest=str(digest))
        )
    MirroredLink.objects.filter(player__tournament=mirror.tournament).delete()
    MirroredLink.objects.bulk_create(links)
