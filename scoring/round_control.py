"""What a director can do to a round, action by action: its form and its verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring import round_end
from tournaments import clock, rounds
from tournaments.forms import ReasonForm, whole_number
from tournaments.models import HIDDEN_STATES, OPEN_STATES, Round, RoundState
from tournaments.refusals import refusal

Values = Mapping[str, Any]


class SeatsForm(forms.Form):
    """`seats` names the draft that was looked at."""

    seats = forms.IntegerField()


class OptionalReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason (optional)"), max_length=500, required=False
    )


class CloseForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        required=False,
        help_text=_(
            "Needed if a table is still playing: its play ends. Needed, too, if a "
            "confirmation is missing that this tournament asks for."
        ),
    )


class ExtendForm(ReasonForm):
    """`version` names the clock that was looked at."""

    minutes = whole_number(
        -600,
        600,
        label=_("Minutes more"),
        help_text=_("With a minus: minutes fewer."),
        initial=5,
    )
    version = forms.IntegerField()

    field_order = ("minutes", "reason")


@dataclass(frozen=True)
class Action:
    """`verb` gets the round, the form's values and who it is; `done` says that it
    happened."""

    form: type[forms.Form]
    states: tuple[RoundState, ...]
    verb: Callable[[Round, Values, str], Round]
    done: Promise


def _show_in_hall(round_: Round, values: Values, by: str) -> Round:
    _refuse_others(round_, values)
    return rounds.show_in_hall(round_.pk, by=by)


def _publish(round_: Round, values: Values, by: str) -> Round:
    _refuse_others(round_, values)
    return rounds.publish(round_.pk, by=by)


def _unpublish(round_: Round, values: Values, by: str) -> Round:
    return rounds.unpublish(round_.pk, by=by, reason=values["reason"])


def _refuse_others(round_: Round, values: Values) -> None:
    """Raises Refused if the round has other seats than those looked at."""
    if values["seats"] != round_.pk:
        raise refusal(
            "seats_replaced",
            gettext_noop(
                "The seats of this round were replaced meanwhile: look again."
            ),
        )


def _start(round_: Round, values: Values, by: str) -> Round:
    return clock.start(round_.pk, by=by, now=timezone.now())


def _pause(round_: Round, values: Values, by: str) -> Round:
    return clock.pause(round_.pk, by=by, now=timezone.now(), reason=values["reason"])


def _resume(round_: Round, values: Values, by: str) -> Round:
    return clock.resume(round_.pk, by=by, now=timezone.now())


def _extend(round_: Round, values: Values, by: str) -> Round:
    return round_end.extend(
        round_.pk,
        minutes=values["minutes"],
        version=values["version"],
        reason=values["reason"],
        by=by,
        now=timezone.now(),
    )


def _end_now(round_: Round, values: Values, by: str) -> Round:
    return round_end.end_now(
        round_.pk, by=by, reason=values["reason"], now=timezone.now()
    )


def _close(round_: Round, values: Values, by: str) -> Round:
    return round_end.close(round_.pk, by=by, reason=values["reason"])


CLOCK_STATES = (RoundState.RUNNING, RoundState.PAUSED)

ACTIONS: Mapping[str, Action] = {
    "show_in_hall": Action(
        SeatsForm,
        (RoundState.DRAFT,),
        _show_in_hall,
        _("The seats of round %(number)s are shown in the hall."),
    ),
    "publish": Action(
        SeatsForm,
        HIDDEN_STATES,
        _publish,
        _("The seats of round %(number)s are published."),
    ),
    "unpublish": Action(
        ReasonForm,
        rounds.SHOWN_STATES,
        _unpublish,
        _("The seats of round %(number)s are hidden again."),
    ),
    "start": Action(
        forms.Form,
        (RoundState.PUBLISHED,),
        _start,
        _("Round %(number)s has started."),
    ),
    "pause": Action(
        OptionalReasonForm,
        (RoundState.RUNNING,),
        _pause,
        _("Round %(number)s is paused."),
    ),
    "resume": Action(
        forms.Form,
        (RoundState.PAUSED,),
        _resume,
        _("The clock of round %(number)s runs again."),
    ),
    "extend": Action(
        ExtendForm,
        CLOCK_STATES,
        _extend,
        _("Round %(number)s has another end now."),
    ),
    "end_now": Action(
        ReasonForm,
        CLOCK_STATES,
        _end_now,
        _("The time of round %(number)s is over."),
    ),
    "close": Action(
        CloseForm,
        OPEN_STATES,
        _close,
        _("Round %(number)s is closed."),
    ),
}


def forms_for(round_: Round) -> dict[str, forms.Form]:
    """The empty forms of everything that can be done to the round now."""
    return {
        name: action.form(auto_id=auto_id(name))
        for name, action in ACTIONS.items()
        if round_.state in action.states
    }


def auto_id(name: str) -> str:
    """Ids of the fields of one action's form, which others on the page share."""
    return f"{name}_%s"
