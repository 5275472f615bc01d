"""Show a round's seats to the hall and to the public, and hide them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import HIDDEN_STATES, NOT_BEGUN, Draw, Round, RoundState
from tournaments.refusals import Refused, refusal
from tournaments.rounds import round_clock
from tournaments.rounds.late_start import LateStart, late_fault
from tournaments.rounds.outdated_seating_marks import (
    Marker,
    keep_or_refuse,
    lock_draws_of,
)
from tournaments.rounds.round_row import change, locked
from tournaments.rounds.start_checks import refuse_not_checked_in, refuse_unfit

#: States in which somebody sees the seats of a round that has not begun.
SHOWN_STATES = (RoundState.HALL, RoundState.PUBLISHED)

#: What the log calls showing seats.
SHOWN: Mapping[RoundState, str] = {
    RoundState.HALL: "round_shown_in_hall",
    RoundState.PUBLISHED: "round_published",
}


@transaction.atomic
def show_in_hall(round_id: int, *, keep: str = "", by: str) -> Round:
    """Show the seats of a draft round on the hall's screen, before the web does.
    `keep`: the reason to show them although the standing they use has changed since.
    Raises Refused if it has and there is none, a table is incomplete, or somebody is
    seated who is not there."""
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
    """Show the seats of a round to everybody; `although` somebody is seated in the
    round that comes next who is not checked in. `late`: what becomes of its clock if
    its planned time has passed. `keep` and what else is refused: as `show_in_hall`.
    Raises Refused if somebody is not checked in, or the time has passed, and that is
    not said."""
    now = now or timezone.now()
    round_ = _locked_to_show(round_id, HIDDEN_STATES, keep, by)
    if not although and _comes_next(round_):
        refuse_not_checked_in(round_)
    fault = late_fault(round_, now)
    if fault and late is None:
        raise Refused(fault)
    round_ = _shown(round_, RoundState.PUBLISHED, by)
    if fault and late:
        return late.carry_out(round_, by=by, now=now)
    arranged = round_clock.arrange_start(round_.tournament, now=now)
    return arranged if arranged == round_ else round_


@transaction.atomic
def unpublish(round_id: int, *, by: str, reason: str) -> Round:
    """Take the seats of a round that has not begun back into a draft."""
    round_ = locked(round_id, *SHOWN_STATES)
    # Other seats may be published: players are told of them again.
    round_.push_sent.all().delete()
    return change(
        round_, "round_unpublished", by, reason, state=RoundState.DRAFT, starts_at=None
    )


@transaction.atomic
def show_draw_in_hall(draw_id: int, *, keep: str = "", by: str) -> list[Round]:
    """Show every round of a draw in the hall that is shown nowhere yet. Raises
    Refused if there is none, or for what `show_in_hall` refuses."""
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
    """Publish every round of a draw that is not public yet, as `publish` does. Raises
    Refused if there is none, or for what `publish` refuses."""
    ids = _ids_of(draw_id, HIDDEN_STATES, keep)
    return [publish(pk, by=by, although=although, keep=keep, late=late) for pk in ids]


@transaction.atomic
def unpublish_draw(draw_id: int, *, by: str, reason: str) -> list[Round]:
    """Take back every round of a draw that is shown and has not begun. Raises
    Refused if there is none."""
    shown = _ids_of(draw_id, SHOWN_STATES)
    return [unpublish(pk, by=by, reason=reason) for pk in shown]


def _locked_to_show(
    round_id: int, states: Sequence[RoundState], keep: str, by: str
) -> Round:
    """The round, locked and fit to be shown. Raises Refused as `show_in_hall`."""
    if keep:
        lock_draws_of(round_id)
    round_ = locked(round_id, *states)
    refuse_unfit(round_)
    keep_or_refuse(Marker(round_.tournament).of_round(round_), keep, by=by)
    return round_


def _comes_next(round_: Round) -> bool:
    """Whether no round before it waits for its start: for a later one people may still
    check in."""
    before = round_.tournament.rounds.filter(number__lt=round_.number)
    return not before.filter(state__in=NOT_BEGUN).exists()


def _shown(round_: Round, state: RoundState, by: str) -> Round:
    """The round with its seats shown where `state` says."""
    return change(round_, SHOWN[state], by, state=state)


def _ids_of(draw_id: int, states: Sequence[RoundState], keep: str = "") -> list[int]:
    """The ids of the draw's rounds in one of `states`, by number. All are locked
    before the log locks the tournament, and the draw before them where it is to be
    kept."""
    if keep:
        list(Draw.objects.select_for_update().filter(pk=draw_id).values_list("pk"))
    found = Round.objects.filter(draw=draw_id, state__in=states).order_by("number")
    if ids := list(found.select_for_update().values_list("pk", flat=True)):
        return ids
    raise refusal(
        "nothing_to_show", _("No round of this draft has that status. Reload the page.")
    )
