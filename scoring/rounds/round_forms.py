"""Forms of a director's actions on a round."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.wording.stored_reasons import ENDED_BY_MISTAKE
from tournaments.rounds.late_start import LateStartForm
from tournaments.rounds.standings_choice_forms import KeepingForm
from tournaments.web.form_fields_and_types import (
    FormArguments,
    ReasonForm,
    Sent,
    whole_number,
)
from tournaments.web.local_time_field import LocalTimeField


class SeatsForm(forms.Form):
    """Base form of actions on the seating.

    `seats`: id of the round whose seating was shown.
    """

    seats = forms.IntegerField()


class HallForm(SeatsForm, KeepingForm):
    """Form to show the seating in the hall."""


class PublishForm(SeatsForm, LateStartForm, KeepingForm):
    """Form to publish the seating.

    `although`: publish even if seated players are not checked in.
    """

    although = forms.BooleanField(required=False)


class ClockForm(forms.Form):
    """Base form of actions on the clock. `version`: the clock version shown."""

    version = forms.IntegerField()


class StartForm(ClockForm):
    """Form to start a round.

    `although`: start even if seated players are not checked in.
    """

    although = forms.BooleanField(required=False)


class StartAtForm(StartForm):
    """Form for an automatic start. `at`: start time in the tournament's time zone."""

    at = LocalTimeField(label=_("Start time"))


class OptionalReasonForm(ClockForm):
    reason = forms.CharField(
        label=_("Reason (optional)"), max_length=500, required=False
    )


class ClockReasonForm(ClockForm, ReasonForm):
    """Form for a change of the clock that needs a reason."""


class UndoEndForm(ClockReasonForm):
    """Form to undo an end.

    It suggests a reason, because there is only one minute to undo the end.
    """

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **arguments)
        self.fields["reason"].initial = str(ENDED_BY_MISTAKE)


class TableMinutesForm(OptionalReasonForm):
    """Form for extra time of a table.

    The reason is optional, because there may be no time to type one.
    """

    minutes = whole_number(
        -600,
        600,
        label=_("Extra minutes"),
        help_text=_("Enter a negative number to take minutes away."),
        initial=5,
    )

    field_order = ("minutes", "reason")

    def clean_minutes(self) -> int:
        return _not_none(self.cleaned_data["minutes"])


class MinutesForm(ClockReasonForm):
    minutes = whole_number(
        -600,
        600,
        label=_("Extra minutes"),
        help_text=_("Enter a negative number to shorten the round."),
        initial=5,
    )

    field_order = ("minutes", "reason")

    def clean_minutes(self) -> int:
        return _not_none(self.cleaned_data["minutes"])


def _not_none(minutes: int) -> int:
    if not minutes:
        raise ValidationError(_("Enter a number of minutes other than 0."))
    return minutes


class CloseForm(ClockForm):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        required=False,
        help_text=_(
            "Required if a table is still playing (closing ends its game), a late hand "
            "or conflict is open, a table has no hands, or a required confirmation is "
            "missing."
        ),
    )
