"""Start, pause and resume the clock of a round.

The round's row is the only source: a deadline while the clock runs, the time left while
it is paused, a start time during a countdown. Every change locks the row. Automatic
changes are in `tournaments.rounds.round_deadlines`. Changes that also go into the
tables' ledgers (end, extra time, closing) are in `scoring.rounds`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import NOT_BEGUN, Round, RoundState, StartMode, Tournament
from tournaments.refusals import refusal
from tournaments.rounds.round_deadlines import CLOCK
from tournaments.rounds.round_row import (
    change,
    locked,
    next_mark,
    refuse_players_elsewhere,
    run,
    set_clock,
)
from tournaments.rounds.start_checks import refuse_not_checked_in, refuse_unfit
from tournaments.tournament_time.dates_in_words import date_in_words
from tournaments.tournament_time.schedule_forecast import start_by_plan

#: Log kinds of the changes that `clock_version` counts.
CHANGES = (
    *("round_shown_in_hall", "round_published", "round_unpublished"),
    *("start_arranged", "start_called_off", "start_failed", "start_undone"),
    *("round_started", "round_paused", "round_resumed", "clock_set_back"),
    *("round_extended", "table_extended", "table_time_up", "time_up", "end_undone"),
    *("round_closed", "round_reopened", "time_kept", "step_accepted"),
)


@transaction.atomic
def start(
    round_id: int,
    *,
    by: str,
    now: datetime,
    version: int | None = None,
    although: bool = False,
) -> Round:
    """Start the clock, immediately or after the tournament's countdown. Return the
    round.

    A second call during the countdown starts the clock immediately. `although`: start
    even if seated players are not checked in; not needed if a person scheduled the
    start. Raises Refused if a table is incomplete, if an absent player is seated, if a
    player still sits in another round, or if the clock is not at `version` (a double
    click must not skip the countdown).
    """
    round_ = locked(round_id, RoundState.PUBLISHED)
    refuse_other_clock(round_, version)
    refuse_unfit(round_)
    refuse_players_elsewhere(round_)
    countdown = timedelta(minutes=round_.tournament.countdown)
    if not although and not _is_accepted(round_):
        refuse_not_checked_in(round_)
    if countdown and round_.starts_at is None:
        return _start_at(round_, now + countdown, by=by)
    return run(round_, by=by, at=now)


@transaction.atomic
def start_at(
    round_id: int,
    *,
    at: datetime,
    by: str,
    now: datetime,
    version: int | None = None,
    although: bool = False,
) -> Round:
    """Schedule the automatic start of a published round's clock at `at`, and return the
    round.

    `although`: schedule it even if seated players are not checked in; not needed if a
    person scheduled the current start. Raises Refused if `at` has passed, if a table is
    incomplete, if an absent player is seated, if a player still sits in another round,
    or if the clock is not at `version`.
    """
    round_ = locked(round_id, RoundState.PUBLISHED)
    refuse_other_clock(round_, version)
    refuse_unfit(round_)
    refuse_players_elsewhere(round_)
    refuse_past(at, now, "at")
    if not although and not _is_accepted(round_):
        refuse_not_checked_in(round_)
    return _start_at(round_, at, by=by)


@transaction.atomic
def call_off_start(
    round_id: int, *, by: str, reason: str = "", version: int | None = None
) -> Round:
    """Cancel the automatic start of a round, and return the round. A director must then
    start it.

    Raises Refused if the round does not start automatically, or if the clock is not at
    `version`.
    """
    round_ = locked(round_id, RoundState.PUBLISHED)
    refuse_other_clock(round_, version)
    if round_.starts_at is None:
        raise refusal(
            "no_countdown",
            _("Round %(number)s does not start automatically. Reload the page."),
            number=round_.number,
        )
    return change(
        round_,
        "start_called_off",
        by,
        reason,
        starts_at=None,
        step=None,
        stepped_at=None,
    )


@transaction.atomic
def arrange_start(
    tournament: Tournament,
    *,
    now: datetime,
    even_late: bool = True,
    waiting: bool = False,
    by: str = CLOCK,
) -> Round | None:
    """Set the automatic start of the next round, if rounds start automatically and the
    previous round is closed. Return the round, or None if nothing was set.

    Called after each event that can make a start possible: seating published, a round
    closed, the schedule changed. If the scheduled start has passed, a director must
    start the round, unless `even_late` is set and there is a countdown. If the round's
    row is locked, this runs again after the transaction. `waiting`: the caller holds no
    locks and may wait for the row. `by`: the person who accepted that players are not
    checked in.
    """
    following = _next_round(tournament)
    if following is None:
        return None
    row = tournament.rounds.select_for_update(skip_locked=not waiting)
    held = row.filter(pk=following.pk).first()
    if held is None:
        # The holder of the lock may wait for a lock of this transaction.
        again = partial(_arrange_again, tournament.pk, now, even_late)
        transaction.on_commit(again, robust=True)
        return None
    at = _start_of(held, now, even_late=even_late)
    if at is None or held.starts_at == at:
        return held if at else None
    return _start_at(held, at, by=by)


@transaction.atomic
def pause(
    round_id: int,
    *,
    by: str,
    now: datetime,
    reason: str = "",
    version: int | None = None,
) -> Round:
    """Pause the clock, and return the round. Raises Refused if the clock is not running
    or not at `version`."""
    round_ = locked(round_id, RoundState.RUNNING)
    refuse_other_clock(round_, version)
    left = round_.time_left(now)
    return set_clock(
        round_, "round_paused", by, reason, left=left, running=False, now=now
    )


@transaction.atomic
def resume(
    round_id: int, *, by: str, now: datetime, version: int | None = None
) -> Round:
    """Resume the paused clock, and return the round. Raises Refused if the clock is not
    paused or not at `version`."""
    round_ = locked(round_id, RoundState.PAUSED)
    refuse_other_clock(round_, version)
    left = round_.time_left(now)
    return set_clock(round_, "round_resumed", by, left=left, running=True, now=now)


def missed_start(round_: Round, now: datetime) -> datetime | None:
    """Return the scheduled start of the round if the round should have started by now.

    None if it is not late, or if the schedule does not start this round now.
    """
    tournament = round_.tournament
    if tournament.start_mode != StartMode.PLANNED or round_.state not in NOT_BEGUN:
        return None
    before = tournament.rounds.filter(number__lt=round_.number)
    if round_.starts_at or before.exclude(state=RoundState.CLOSED).exists():
        return None
    start = start_by_plan(round_, now)
    if start is None or start > now:
        return None
    return tournament.day_plan.get(number=round_.number).start


def refuse_past(at: datetime, now: datetime, field: str) -> None:
    """Raise Refused, about `field`, if the start `at` is not in the future."""
    if at <= now:
        raise refusal("past", _("That time has passed. Choose a later one."), field)


def update_warning_marks(tournament: Tournament, *, now: datetime) -> None:
    """Apply the tournament's changed warning marks to running clocks."""
    for round_ in tournament.rounds.filter(state=RoundState.RUNNING):
        if round_.ends_at:
            round_.mark_at = next_mark(tournament, round_.ends_at, now)
            round_.save(update_fields=["mark_at"])


def refuse_other_clock(round_: Round, version: int | None) -> None:
    """Raise Refused if `version` is not None and the clock has a different version.

    The message names the latest change of the clock and its author.
    """
    if version in (None, round_.clock_version):
        return
    changes = round_.tournament.log.filter(kind__in=CHANGES, data__round=round_.number)
    last = changes.first()
    if last is None:
        raise refusal(
            "clock_changed",
            _("The clock of round %(number)s has changed. Reload the page."),
            number=round_.number,
        )
    raise refusal(
        "clock_changed",
        _(
            "The clock of round %(number)s has changed: the round is now "
            "“%(state)s”, last changed by %(by)s at %(at)s. Reload the page."
        ),
        number=round_.number,
        state=round_.get_state_display(),
        by=last.by,
        at=date_in_words(timezone.localtime(last.at), "TIME_FORMAT"),
    )


def _is_accepted(round_: Round) -> bool:
    """Return whether a person, not the clock, scheduled the start. Only a person sees
    the question about players who are not checked in."""
    if round_.starts_at is None:
        return False
    log = round_.tournament.log.filter(kind="start_arranged", data__round=round_.number)
    last = log.first()
    return last is not None and last.by != CLOCK


def _arrange_again(tournament_id: int, now: datetime, even_late: bool) -> None:
    tournament = Tournament.objects.get(pk=tournament_id)
    arrange_start(tournament, now=now, even_late=even_late, waiting=True)


def _next_round(tournament: Tournament) -> Round | None:
    """Return the first round that is not closed, if its seating is published; otherwise
    None."""
    to_come = tournament.rounds.exclude(state=RoundState.CLOSED).order_by("number")
    following = to_come.first()
    if following is None or following.state != RoundState.PUBLISHED:
        return None
    return following


def _start_of(round_: Round, now: datetime, *, even_late: bool) -> datetime | None:
    """Return the time when the next round starts automatically, by the tournament's
    settings; None if a director must start it."""
    tournament = round_.tournament
    starts_by_itself = tournament.start_mode != StartMode.BY_HAND
    if not starts_by_itself or round_.state != RoundState.PUBLISHED:
        return None
    soonest = now + timedelta(minutes=tournament.countdown)
    if tournament.start_mode == StartMode.PUBLISHED:
        at = round_.starts_at or soonest
        return at if even_late or at > now else None
    planned = start_by_plan(round_, now)
    if planned is None or (planned <= now and not even_late):
        return None
    at = max(soonest, planned)
    # Never start immediately without a director: players may be at the wrong tables.
    return at if at > now else None


def _start_at(round_: Round, at: datetime, *, by: str) -> Round:
    data = {"at": at.isoformat()}
    return change(
        round_,
        "start_arranged",
        by,
        data=data,
        starts_at=at,
        step=None,
        stepped_at=None,
    )
