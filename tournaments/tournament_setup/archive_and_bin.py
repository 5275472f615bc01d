"""Archive an event, which keeps it as it is, or put it into the bin, from which it is
deleted in the end. Both can be undone."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import OPEN_STATES, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds

#: How long an event lies in the bin, and a practice event is there at all.
BIN_KEEPS = timedelta(days=30)


def gone_at(tournament: Tournament) -> datetime | None:
    """From when on the event is deleted; None if it stays."""
    if tournament.is_practice:
        return tournament.created_at + BIN_KEEPS
    binned = tournament.binned_at
    return binned + BIN_KEEPS if binned else None


@transaction.atomic
def archive(tournament: Tournament, *, by: str) -> None:
    """Let nothing of the event change from now on; everybody who could see it still
    can. Raises Refused while a round is open."""
    _refuse_while_open(lock_with_rounds(tournament))
    _set(tournament, "archived_at", timezone.now(), "archived", by)


@transaction.atomic
def take_out_of_archive(tournament: Tournament, *, by: str) -> None:
    """The event can be changed again."""
    lock_with_rounds(tournament)
    _set(tournament, "archived_at", None, "unarchived", by)


@transaction.atomic
def put_in_bin(tournament: Tournament, *, by: str, now: datetime | None = None) -> None:
    """For everybody but its owners the event is not there any more, and after
    `BIN_KEEPS` it is deleted. Raises Refused while a round is open: its players could
    sit nowhere else."""
    _refuse_while_open(lock_with_rounds(tournament))
    _set(tournament, "binned_at", now or timezone.now(), "binned", by)


@transaction.atomic
def take_out_of_bin(tournament: Tournament, *, by: str) -> None:
    """The event is there again, as it was."""
    lock_with_rounds(tournament)
    _set(tournament, "binned_at", None, "unbinned", by)


def _set(
    tournament: Tournament, name: str, at: datetime | None, kind: str, by: str
) -> None:
    """Twice is once: the first moment stays."""
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
