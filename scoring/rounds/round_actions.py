"""A director's actions on a round. Each action has a form and a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.rounds import (
    clock_wording,
    end_and_close_round,
    extra_time,
    server_clock_changes,
    undo_start_and_reopen_round,
)
from scoring.rounds.round_forms import (
    ClockForm,
    ClockReasonForm,
    CloseForm,
    HallForm,
    MinutesForm,
    OptionalReasonForm,
    PublishForm,
    StartAtForm,
    StartForm,
    UndoEndForm,
)
from tournaments.access.page_access import hidden_still
from tournaments.models import (
    CLOCK_STATES,
    HIDDEN_STATES,
    OPEN_STATES,
    Round,
    RoundState,
)
from tournaments.refusals import refusal
from tournaments.rounds import publish_seating, round_clock
from tournaments.rounds.late_start import ask_start, chosen_start
from tournaments.tournament_time.schedule_forecast import expected_start
from tournaments.web.form_fields_and_types import Cleaned, ReasonForm
from tournaments.web.list_wording import joined_sentences

#: Default time until the start, if nothing is planned.
SOON = timedelta(minutes=15)

Change = Callable[[Round, Cleaned, str], Round]


@dataclass(frozen=True)
class Action:
    """An action on a round.

    `states`: states of a round that allow the action; `possible`: whether the action is
    possible now in such a state. `change`: called with the round, the form's values and
    the user's name; returns the round. `done`: success message. `initial`: initial form
    values.
    """

    form: type[forms.Form]
    states: tuple[RoundState, ...]
    change: Change
    done: Promise
    possible: Callable[[Round, datetime], bool] = lambda round_, now: True
    initial: Callable[[Round, datetime], Cleaned] = lambda round_, now: {}

    def fits(self, round_: Round, now: datetime) -> bool:
        return round_.state in self.states and self.possible(round_, now)


def _show_in_hall(round_: Round, values: Cleaned, by: str) -> Round:
    _refuse_others(round_, values)
    return publish_seating.show_in_hall(round_.pk, keep=values["keep"], by=by)


def _publish(round_: Round, values: Cleaned, by: str) -> Round:
    _refuse_others(round_, values)
    return publish_seating.publish(
        round_.pk,
        by=by,
        although=values["although"],
        keep=values["keep"],
        late=chosen_start(values),
    )


def _unpublish(round_: Round, values: Cleaned, by: str) -> Round:
    return publish_seating.unpublish(round_.pk, by=by, reason=values["reason"])


def _refuse_others(round_: Round, values: Cleaned) -> None:
    """Raise Refused if the seating was replaced after the page was rendered."""
    if values["seats"] != round_.pk:
        raise refusal(
            "seats_replaced",
            gettext_noop("The seating of this round was replaced. Reload the page."),
        )


def _of_clock(change: Callable[..., Round]) -> Change:
    """Return a function for `Action.change` that calls `change` with the form's values
    and the current time.
    """

    def done(round_: Round, values: Cleaned, by: str) -> Round:
        return change(round_.pk, by=by, now=timezone.now(), **values)

    return done


def _call_off_start(round_: Round, values: Cleaned, by: str) -> Round:
    return round_clock.call_off_start(round_.pk, by=by, **values)


def _counts_down(round_: Round, now: datetime) -> bool:
    return round_.starts_at is not None


def _start_to_offer(round_: Round, now: datetime) -> Cleaned:
    """Return the expected start as initial form value.

    If the start is not known, return a time 10 to 15 minutes ahead, at a multiple of 5
    minutes.
    """
    expected = expected_start(round_, now)
    if expected and expected > now:
        return {"at": expected}
    soon = (now + SOON).replace(second=0, microsecond=0)
    return {"at": soon - timedelta(minutes=soon.minute % 5)}


def _end_can_be_undone(round_: Round, now: datetime) -> bool:
    return end_and_close_round.seconds_to_undo_end(round_, now) > 0


def _nothing_entered(round_: Round, now: datetime) -> bool:
    return not undo_start_and_reopen_round.has_entries(round_)


def _something_entered(round_: Round, now: datetime) -> bool:
    return undo_start_and_reopen_round.has_entries(round_)


ACTIONS: Mapping[str, Action] = {
    "show_in_hall": Action(
        HallForm,
        (RoundState.DRAFT,),
        _show_in_hall,
        _("The seating of round %(number)s is shown in the hall."),
    ),
    "publish": Action(
        PublishForm,
        HIDDEN_STATES,
        _publish,
        _("The seating of round %(number)s is published."),
        initial=ask_start,
    ),
    "unpublish": Action(
        ReasonForm,
        publish_seating.SHOWN_STATES,
        _unpublish,
        _("The seating of round %(number)s is hidden again."),
    ),
    "start": Action(
        StartForm,
        (RoundState.PUBLISHED,),
        _of_clock(round_clock.start),
        _("Round %(number)s started."),
    ),
    "start_at": Action(
        StartAtForm,
        (RoundState.PUBLISHED,),
        _of_clock(round_clock.start_at),
        _("Start of round %(number)s scheduled."),
        initial=_start_to_offer,
    ),
    "call_off_start": Action(
        OptionalReasonForm,
        (RoundState.PUBLISHED,),
        _call_off_start,
        _("Countdown of round %(number)s cancelled."),
        _counts_down,
    ),
    "undo_start": Action(
        OptionalReasonForm,
        CLOCK_STATES,
        _of_clock(undo_start_and_reopen_round.undo_start),
        _("Start of round %(number)s undone. Its seating is still published."),
        _nothing_entered,
    ),
    "set_back": Action(
        ClockReasonForm,
        CLOCK_STATES,
        _of_clock(undo_start_and_reopen_round.set_back),
        _("Clock of round %(number)s reset and paused."),
        _something_entered,
    ),
    "pause": Action(
        OptionalReasonForm,
        (RoundState.RUNNING,),
        _of_clock(round_clock.pause),
        _("Round %(number)s paused."),
    ),
    "resume": Action(
        ClockForm,
        (RoundState.PAUSED,),
        _of_clock(round_clock.resume),
        _("Round %(number)s resumed."),
    ),
    "extend": Action(
        MinutesForm,
        OPEN_STATES,
        _of_clock(extra_time.extend),
        _("Time of round %(number)s changed."),
    ),
    "end_now": Action(
        ClockReasonForm,
        CLOCK_STATES,
        _of_clock(end_and_close_round.end_now),
        _("Time of round %(number)s ended."),
    ),
    "undo_end": Action(
        UndoEndForm,
        (RoundState.TIME_UP,),
        _of_clock(end_and_close_round.undo_end),
        _("Clock of round %(number)s continues."),
        _end_can_be_undone,
    ),
    "keep_time": Action(
        ClockForm,
        server_clock_changes.STATES,
        _of_clock(server_clock_changes.keep_time),
        _("Remaining time of round %(number)s kept."),
        server_clock_changes.is_undecided,
    ),
    "accept_step": Action(
        ClockForm,
        server_clock_changes.STATES,
        _of_clock(server_clock_changes.accept_step),
        _("Times of round %(number)s left unchanged."),
        server_clock_changes.is_undecided,
    ),
    "close": Action(
        CloseForm,
        OPEN_STATES,
        _of_clock(end_and_close_round.close),
        _("Round %(number)s closed."),
    ),
    "reopen": Action(
        ClockReasonForm,
        (RoundState.CLOSED,),
        _of_clock(undo_start_and_reopen_round.reopen),
        _("Round %(number)s reopened."),
    ),
}


def done_in_words(name: str, round_: Round) -> str:
    """Return the success message of an action. `round_`: the round after the action."""
    if round_.starts_at and name == "start":
        return str(_("Countdown of round %(number)s started.")) % {
            "number": round_.number
        }
    if name == "start_at":
        return clock_wording.starts_by_itself(round_)
    done = str(ACTIONS[name].done) % {"number": round_.number}
    if name != "publish":
        return done
    starts = clock_wording.starts_by_itself(round_)
    hidden = hidden_still(round_.tournament, beside_button=True)
    return joined_sentences((done, starts, hidden))


def forms_for(round_: Round, now: datetime) -> dict[str, forms.Form]:
    """Return empty forms for all actions that are possible now, by name."""
    return {
        name: action.form(
            auto_id=auto_id(name), initial={**action.initial(round_, now)}
        )
        for name, action in ACTIONS.items()
        if action.fits(round_, now)
    }


def auto_id(name: str) -> str:
    """Return the id pattern for the form fields of an action.

    The pattern is unique on the page.
    """
    return f"{name}_%s"
