"""Find due times of the clock, and start rounds and give warnings automatically.

Each function compares and sets, so that it acts only once, however often it is called.
A task that is lost, doubled, late or out of order changes nothing. `version` is the
clock version that was due. Ends are also written into the tables' ledgers:
`scoring.rounds.end_and_close_round`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from tournaments.files.file_faults import as_stored
from tournaments.models import Extension, Round, RoundState
from tournaments.refusals import Refused, refusal
from tournaments.rounds.round_row import (
    change,
    locked,
    next_mark,
    refuse_players_elsewhere,
    run,
)
from tournaments.rounds.start_checks import refuse_unfit

CLOCK = "clock"

#: Longest delay of a missed start that is still carried out. After that the hall has
#: stopped waiting, and too much of the round's time would be gone.
LATEST_START = timedelta(minutes=5)


def due_starts(now: datetime) -> Iterable[tuple[int, int]]:
    """Return (round id, clock version) of the rounds whose countdown has ended."""
    return _due(Q(starts_at__lte=now))


def due_marks(now: datetime) -> Iterable[tuple[int, int]]:
    """Return (round id, clock version) of the running rounds for which a warning is
    due."""
    return _due(Q(mark_at__lte=now, ends_at__gt=now))


def due_ends(now: datetime) -> Iterable[tuple[int, int]]:
    """Return (round id, clock version) of the running rounds whose deadline has
    passed."""
    return _due(Q(state=RoundState.RUNNING, ends_at__lte=now))


def due_tables(now: datetime) -> Iterable[tuple[int, int, int, int]]:
    """Return (game id, table, round id, clock version) of the tables whose extra time
    is over."""
    here = Extension.objects.filter(game__round__tournament__mirrored_at=None)
    due = here.filter(ends_at__lte=now).order_by("pk")
    return due.values_list(
        "game", "game__table", "game__round", "game__round__clock_version"
    )


@transaction.atomic
def start_if_due(round_id: int, *, version: int, now: datetime) -> bool:
    """Start a round whose countdown has ended, and return whether it started.

    The round starts at its scheduled time, even if this call is late. The start is
    cancelled and left to a director if it was missed by more than `LATEST_START`, or if
    a seated player is absent or still sits in another round. The log has the reason.
    Players who are only not checked in do not delay the round; the log and the control
    room name them.
    """
    round_ = locked(round_id, *RoundState)
    at = round_.starts_at
    if at is None or at > now or round_.clock_version != version:
        return False
    try:
        _refuse_missed(at, now)
        refuse_unfit(round_)
        refuse_players_elsewhere(round_)
    except Refused as refused:
        # The form that `scoring.wording.stored_reasons` can translate for readers of
        # the log.
        faults = list(map(as_stored, refused.faults))
        why = {"reason_key": "faults", "reason_values": {"faults": faults}}
        change(
            round_,
            "start_failed",
            CLOCK,
            data=why,
            starts_at=None,
            step=None,
            stepped_at=None,
        )
        return False
    run(round_, by=CLOCK, at=at)
    return True


@transaction.atomic
def warn_if_due(round_id: int, *, version: int, now: datetime) -> bool:
    """Log the warning that a running round's time is nearly over, and return whether it
    was due.

    The clock version does not change, so that open forms remain valid.
    """
    round_ = Round.objects.select_related("tournament").get(pk=round_id)
    if round_.ends_at is None:
        return False
    changed = Round.objects.filter(
        pk=round_id, clock_version=version, mark_at__lte=now, ends_at__gt=now
    ).update(mark_at=next_mark(round_.tournament, round_.ends_at, now))
    if not changed:
        return False
    left = ceil((round_.ends_at - now).total_seconds() / 60)
    round_.record("time_warning", by=CLOCK, minutes=left)
    return True


def _refuse_missed(at: datetime, now: datetime) -> None:
    if now - at > LATEST_START:
        raise refusal(
            "start_missed",
            _(
                "The program was not running at the start time, or the server's "
                "clock changed. Start the round when the players are ready."
            ),
        )


def _due(condition: Q) -> Iterable[tuple[int, int]]:
    here = Round.objects.filter(condition, tournament__mirrored_at=None)
    due = here.order_by("pk")
    return due.values_list("pk", "clock_version")
