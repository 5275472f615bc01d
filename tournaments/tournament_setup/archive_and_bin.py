"""Archive tournaments, which become read-only, or move them to the bin, from which they
are deleted after 30 days. Both actions can be undone."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import OPEN_STATES, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds

#: Lifetime of tournaments in the bin, and of all practice tournaments, before deletion.
BIN_KEEPS = timedelta(days=30)


def gone_at(tournament: Tournament) -> datetime | None:
    """Return the time when the tournament will be deleted, or None if it will not be
    deleted."""
    if tournament.is_practice:
        return tournament.created_at + BIN_KEEPS
    binned = tournament.binned_at
    return binned + BIN_KEEPS if binned else None


@transaction.atomic
def archive(tournament: Tournament, *, by: str) -> None:
    """Archive the tournament. It becomes read-only and remains visible.

    Raises Refused if a round is open.
    """
    _refuse_while_open(lock_with_rounds(tournament))
    _set(tournament, "archived_at", timezone.now(), "archived", by)


@transaction.atomic
def restore_from_archive(tournament: Tournament, *, by: str) -> None:
    """Restore the tournament from the archive."""
    lock_with_rounds(tournament)
    _set(tournament, "archived_at", None, "unarchived", by)


@transaction.atomic
def move_to_bin(
    tournament: Tournament, *, by: str, now: datetime | None = None
) -> None:
    """Move the tournament to the bin.

    Only its owners can see the tournament then, and it is deleted after `BIN_KEEPS`.
    Raises Refused if a round is open, because its players could not be seated
    elsewhere.
    """
    _refuse_while_open(lock_with_rounds(tournament))
    _set(tournament, "binned_at", now or timezone.now(), "binned", by)


@transaction.atomic
def restore_from_bin(tournament: Tournament, *, by: str) -> None:
    """Restore the tournament from the bin."""
    lock_with_rounds(tournament)
    _set(tournament, "binned_at", None, "unbinned", by)


def _set(
    tournament: Tournament, name: str, at: datetime | None, kind: str, by: str
) -> None:
    """Set or clear a time of the tournament, and log the change. A time that is already
    set does not change."""
    tournament.refresh_from_db(fields=[name])
    if (getattr(tournament, name) is None) == (at is None):
        return
    setattr(tournament, name, at)
    tournament.save(update_fields=[name])
    tournament.record(kind, by=by)


def _refuse_while_open(tournament: Tournament) -> None:
    open_round = tournament.rounds.filter(state__in=OPEN_STATES).first()
    if open_round:
        raise refusal(
            "round_open",
            _("Round %(round)s is being played. Close it or undo its start first."),
            round=open_round.number,
        )
