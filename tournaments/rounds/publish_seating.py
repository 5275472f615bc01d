"""Publish a round's seating, in the hall or for everyone, and hide it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    HIDDEN_STATES,
    NOT_BEGUN,
    Draw,
    Round,
    RoundState,
    StartMode,
)
from tournaments.refusals import Refused, refusal
from tournaments.rounds import round_clock
from tournaments.rounds.late_start import Late, LateStart, late_fault
from tournaments.rounds.outdated_seating_marks import (
    Marker,
    keep_or_refuse,
    lock_draws_of,
)
from tournaments.rounds.round_deadlines import CLOCK
from tournaments.rounds.round_row import change, locked
from tournaments.rounds.start_checks import refuse_not_checked_in, refuse_unfit
from tournaments.tournament_time.schedule_forecast import start_by_plan

#: States in which the seating of a round before its start is shown.
SHOWN_STATES = (RoundState.HALL, RoundState.PUBLISHED)

#: Log kinds for showing the seating.
SHOWN: Mapping[RoundState, str] = {
    RoundState.HALL: "round_shown_in_hall",
    RoundState.PUBLISHED: "round_published",
}


@transaction.atomic
def show_in_hall(round_id: int, *, keep: str = "", by: str) -> Round:
    """Show the seating of a draft round on the hall screen before it is public. Return
    the round.

    `keep`: reason for using the seating although its standings have changed. Raises
    Refused if they have changed and there is no reason, if a table is incomplete, or if
    an absent player is seated.
    """
    round_ = _locked_to_show(round_id, (RoundState.DRAFT,), keep, by)
    return _shown(round_, RoundState.HALL, by)


@transaction.atomic
def publish(
    round_id: int,
    *,
    by: str,
    although: bool = False,
    keep: str = "",
    late: LateStart | None = None,
    now: datetime | None = None,
) -> Round:
    """Publish the seating of a round, and return the round.

    `although`: publish even if seated players are not checked in. `late`: how to start
    the clock if the scheduled start has passed. `keep`: see `show_in_hall`. Raises
    Refused as `show_in_hall` does, and without `late` if the scheduled start has
    passed. If the clock starts automatically after this, Refused is also raised without
    `although` for players who are not checked in; otherwise this is checked when the
    round starts.
    """
    now = now or timezone.now()
    round_ = _locked_to_show(round_id, HIDDEN_STATES, keep, by)
    fault = late_fault(round_, now)
    if fault and late is None:
        raise Refused(fault)
    is_asked = _comes_next(round_) and _starts_the_clock(round_, late, now)
    if is_asked and not although:
        refuse_not_checked_in(round_)
    round_ = _shown(round_, RoundState.PUBLISHED, by)
    if fault and late:
        return late.carry_out(round_, by=by, now=now)
    accepted_by = by if is_asked else CLOCK
    arranged = round_clock.arrange_start(round_.tournament, now=now, by=accepted_by)
    return arranged if arranged == round_ else round_


@transaction.atomic
def unpublish(round_id: int, *, by: str, reason: str) -> Round:
    """Hide the seating of a round that has not started, and return the round. Raises
    Refused if it has started or is not shown."""
    round_ = locked(round_id, *SHOWN_STATES)
    # Other seats may be published later, and players must be notified of them.
    round_.push_sent.all().delete()
    return change(
        round_, "round_unpublished", by, reason, state=RoundState.DRAFT, starts_at=None
    )


@transaction.atomic
def show_draw_in_hall(draw_id: int, *, keep: str = "", by: str) -> list[Round]:
    """Show all draft rounds of a seating draft in the hall, and return these rounds.

    Raises Refused if there are none, and as `show_in_hall` does.
    """
    to_show = _ids_of(draw_id, (RoundState.DRAFT,), keep)
    return [show_in_hall(pk, keep=keep, by=by) for pk in to_show]


@transaction.atomic
def publish_draw(
    draw_id: int,
    *,
    by: str,
    although: bool = False,
    keep: str = "",
    late: LateStart | None = None,
) -> list[Round]:
    """Publish all rounds of a draft that are not public yet, and return these rounds.

    Raises Refused if there are none, and as `publish` does.
    """
    ids = _ids_of(draw_id, HIDDEN_STATES, keep)
    return [publish(pk, by=by, although=although, keep=keep, late=late) for pk in ids]


@transaction.atomic
def unpublish_draw(draw_id: int, *, by: str, reason: str) -> list[Round]:
    """Hide all shown rounds of a draft that have not started, and return these rounds.
    Raises Refused if there are none."""
    shown = _ids_of(draw_id, SHOWN_STATES)
    return [unpublish(pk, by=by, reason=reason) for pk in shown]


def _locked_to_show(
    round_id: int, states: Sequence[RoundState], keep: str, by: str
) -> Round:
    """Return the locked round after checking that it can be shown. Raises Refused as
    `show_in_hall` does."""
    if keep:
        lock_draws_of(round_id)
    round_ = locked(round_id, *states)
    refuse_unfit(round_)
    keep_or_refuse(Marker(round_.tournament).of_round(round_), keep, by=by)
    return round_


def _starts_the_clock(round_: Round, late: LateStart | None, now: datetime) -> bool:
    """Return whether the clock starts without a director once the seating is
    published."""
    if late:
        return late.choice != Late.BY_HAND
    start_mode = round_.tournament.start_mode
    if start_mode == StartMode.PLANNED:
        return start_by_plan(round_, now) is not None
    return start_mode != StartMode.BY_HAND


def _comes_next(round_: Round) -> bool:
    """Return whether all earlier rounds have started. Until then, players may still
    check in."""
    before = round_.tournament.rounds.filter(number__lt=round_.number)
    return not before.filter(state__in=NOT_BEGUN).exists()


def _shown(round_: Round, state: RoundState, by: str) -> Round:
    """Return the round with its state changed to `state`."""
    return change(round_, SHOWN[state], by, state=state)


def _ids_of(draw_id: int, states: Sequence[RoundState], keep: str = "") -> list[int]:
    """Return the ids of the draft's rounds in one of `states`, by number, and lock the
    rounds.

    Rounds must be locked before the log locks the tournament. With `keep`, the draft is
    locked before the rounds. Raises Refused if there are no such rounds.
    """
    if keep:
        list(Draw.objects.select_for_update().filter(pk=draw_id).values_list("pk"))
    rounds = Round.objects.filter(draw=draw_id, state__in=states).order_by("number")
    if ids := list(rounds.select_for_update().values_list("pk", flat=True)):
        return ids
    raise refusal(
        "nothing_to_show",
        _("The status of this draft's rounds has changed. Reload the page."),
    )
