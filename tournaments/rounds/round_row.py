"""Lock a round's row, change it and set its clock.

Only functions that change a round may import this (an import contract checks it). Other
callers would not update the log, the ledgers or the players' seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    Extension,
    Person,
    Player,
    Round,
    RoundState,
    Seat,
    Tournament,
)
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import (
    lock_round,
    refuse_if_finished,
)
from tournaments.rounds.start_checks import not_checked_in
from tournaments.upkeep.nightly_and_kept_backups import back_up_for
from tournaments.web.list_wording import joined_with_commas


def locked(round_id: int, *states: RoundState) -> Round:
    """Return the round, locked until the transaction ends.

    Raises Refused if the round no longer exists, if its state is not in `states`, or if
    its tournament is finished.
    """
    round_ = lock_round(round_id)
    if round_.state not in states:
        raise refusal(
            "wrong_state",
            _("Round %(number)s now has the status “%(state)s”. Reload the page."),
            number=round_.number,
            state=round_.get_state_display(),
        )
    refuse_if_finished(round_.tournament)
    return round_


def change(
    round_: Round,
    kind: str,
    by: str,
    reason: str = "",
    *,
    data: Mapping[str, object] | None = None,
    **values: object,
) -> Round:
    """Save new `values` and the next clock version, log the change as `kind`, and
    return the round."""
    for name, value in values.items():
        setattr(round_, name, value)
    round_.clock_version += 1
    round_.save()
    round_.record(kind, by=by, reason=reason, **(data or {}))
    return round_


def run(round_: Round, *, by: str, at: datetime) -> Round:
    """Start the round's clock at `at`, bind its players to its tables, and return the
    round.

    The log names the players who were not checked in.
    """
    # All starts pass here, and no data of the round is at risk before this.
    back_up_for(round_)
    bind_players(round_)
    left = timedelta(minutes=round_.minutes)
    without = [seat.player.number for seat in not_checked_in(round_)]
    return set_clock(
        round_,
        "round_started",
        by,
        data={"numbers": without} if without else None,
        left=left,
        running=True,
        now=at,
        started_at=at,
        starts_at=None,
        step=None,
        stepped_at=None,
    )


def bind_players(round_: Round) -> None:
    """Bind the round's players to its tables, so that they cannot sit at other
    tables."""
    player = Player.objects.filter(pk=OuterRef("player")).values("person")
    round_.seats.update(playing=Subquery(player))


def set_clock(
    round_: Round,
    kind: str,
    by: str,
    reason: str = "",
    *,
    left: timedelta,
    running: bool,
    now: datetime,
    data: Mapping[str, object] | None = None,
    **values: object,
) -> Round:
    """Set the clock's time to `left`, running or paused, and return the round."""
    ends_at = now + left
    mark_at = next_mark(round_.tournament, ends_at, now)
    return change(
        round_,
        kind,
        by,
        reason,
        data=data,
        state=RoundState.RUNNING if running else RoundState.PAUSED,
        ends_at=ends_at if running else None,
        mark_at=mark_at if running else None,
        remaining=None if running else left,
        ended_at=None,
        left_at_end=None,
        **values,
    )


def forget_own_ends(round_: Round) -> None:
    """Delete the deadlines of tables with extra time, because the round's clock runs
    again."""
    Extension.objects.filter(game__round=round_).update(ends_at=None)


def next_mark(
    tournament: Tournament, ends_at: datetime, now: datetime
) -> datetime | None:
    """Return the time of the next warning after `now`, before the clock ends at
    `ends_at`; None if there is none.
    """
    marks = (ends_at - timedelta(minutes=mark) for mark in tournament.warning_marks)
    return min((mark for mark in marks if mark > now), default=None)


def refuse_players_elsewhere(round_: Round) -> None:
    """Raise Refused if a player of the round sits at an open table of another round."""
    seated = Player.objects.filter(seats__round=round_).values("person")
    # Locked, so that two rounds with the same player cannot start at the same time.
    persons = list(
        Person.objects.filter(pk__in=seated)
        .select_for_update(no_key=True)
        .order_by("pk")
    )
    elsewhere = (
        Seat.objects.filter(playing__in=persons)
        .exclude(round=round_)
        .select_related("playing", "game", "round")
    )
    if seats := list(elsewhere[:5]):
        raise refusal(
            "player_elsewhere",
            _("Still playing at another table: %(names)s. Close that round first."),
            names=joined_with_commas(
                f"{seat.playing} ({seat.round}, {seat.game.table})" for seat in seats
            ),
        )
