"""Change which installation is home: take over, give back, and stop being home.

Each change of home raises the epoch by one. An installation that learns of a higher
epoch stops being home.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_noop as _

from scoring.mirror.set_up_and_revoke import is_code_of
from tournaments.installation_transfer import write_transfer_file
from tournaments.models import Mirror, MirrorContent, Tournament
from tournaments.refusals import refusal
from tournaments.upkeep.restore_backup import BEYOND

#: Folder in DATA_DIR with the last state of tournaments that are no longer home here.
FORMER = "former_homes"


@transaction.atomic
def take_over(
    mirror: Mirror, *, code: str, by: str, epoch: int | None = None
) -> Mirror:
    """Make this installation the tournament's home, and return the mirror.

    `epoch`: the new epoch, if the other installation has checked the code and agreed;
    by default one higher than the last known epoch. Raises Refused if the code is
    wrong, this installation is already home or has no data, or the mirror has public
    data only.
    """
    current = _locked(mirror)
    tournament = current.tournament
    if tournament is None:
        raise refusal(
            "no_data",
            _(
                "No data of the tournament has arrived on this installation yet, so it "
                "cannot take over."
            ),
        )
    if tournament.mirrored_at is None:
        raise refusal(
            "is_home", _("You can already make changes on this installation.")
        )
    if current.content != MirrorContent.COMPLETE:
        raise refusal(
            "public_only",
            _("This mirror has public data only, so it cannot take over."),
        )
    if epoch is None:
        _refuse_wrong(current, code)
    current.epoch = epoch or current.epoch + 1
    # It is not known exactly which data the other installation has.
    current.revision, current.digests = None, {}
    current.sent_revision, current.sent_digests = None, {}
    current.unseen_since, current.problem = None, ""
    current.save()
    # Open pages may know revisions of the former home that never arrived here.
    tournament.mirrored_at = None
    tournament.revision += BEYOND
    tournament.save(update_fields=["mirrored_at", "revision"])
    tournament.record("mirror_took_over", by=by, epoch=current.epoch)
    return current


@transaction.atomic
def agree_to_give_back(
    mirror: Mirror, *, code: str, revision: int, now: datetime
) -> int:
    """Stop being home, because the other installation takes over, and return the new
    epoch. A repeated request gets the same epoch, because the first answer may have
    been lost.

    Raises Refused if the code is wrong, or the other installation lacks changes.
    """
    current = _locked(mirror)
    tournament = current.tournament
    assert tournament is not None
    _refuse_wrong(current, code)
    if tournament.mirrored_at is not None:
        return current.epoch
    if revision != tournament.revision:
        raise refusal(
            "behind", _("Changes are still arriving. Try again in a few seconds.")
        )
    Tournament.objects.filter(pk=tournament.pk).update(mirrored_at=now)
    current.epoch += 1
    current.revision = tournament.revision
    current.save()
    return current.epoch


def stop_being_home(mirror: Mirror, *, epoch: int, now: datetime) -> Path | None:
    """Become a mirror, because the other installation is home in a later epoch. Return
    the path of a file with the tournament as it was here; None if this installation was
    not home.

    Entries that the other installation may lack are sent there later.
    """
    tournament = _stopped(mirror, epoch, now)
    return _keep(tournament, epoch) if tournament else None


@transaction.atomic
def _stopped(mirror: Mirror, epoch: int, now: datetime) -> Tournament | None:
    """Store the later epoch.

    Return the tournament if this installation was its home until now, otherwise None.
    """
    current = _locked(mirror)
    tournament = current.tournament
    if tournament is None or epoch <= current.epoch:
        return None
    was_home = tournament.mirrored_at is None
    current.epoch = epoch
    current.problem = ""
    if was_home:
        current.unseen_since = current.revision or 0
        Tournament.objects.filter(pk=tournament.pk).update(mirrored_at=now)
    current.revision = None
    current.save()
    return tournament if was_home else None


def _refuse_wrong(mirror: Mirror, code: str) -> None:
    if not is_code_of(mirror, code):
        raise refusal(
            "code", _("The takeover code is wrong. Check it and try again."), "code"
        )


def _locked(mirror: Mirror) -> Mirror:
    """Return the mirror, read again and locked together with its tournament."""
    Tournament.objects.select_for_update().filter(mirror=mirror.pk).first()
    mirrors = Mirror.objects.select_for_update(of=("self",))
    return mirrors.select_related("tournament").get(pk=mirror.pk)


def _keep(tournament: Tournament, epoch: int) -> Path:
    """Write the tournament to a file, so that no data of a former home is lost.

    Return the path of the file.
    """
    folder = Path(settings.DATA_DIR) / FORMER
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{tournament.slug}-{epoch}-{secrets.token_hex(4)}.zip"
    write_transfer_file.take(path, tournament)
    return path
