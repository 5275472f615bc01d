"""Form fields used for new tournaments and for their settings."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import ConfirmationNeeded, EndPolicy, LateWord, StartMode
from tournaments.models.tournament import default_warning_marks
from tournaments.seating.files.pasted_tables import MOST_ROUNDS
from tournaments.web.form_fields_and_types import Cleaned, whole_number

MOST_MARKS = 8
LONGEST_MARK = 600


class WarningMarksField(forms.CharField):
    """A field for warning minutes such as “15, 5”. The value is the list of minutes,
    earliest warning first."""

    def prepare_value(self, value: object) -> object:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: object) -> object:
        typed = str(super().clean(value)).replace(",", " ").split()
        if not all(mark.isdecimal() and len(mark) < 6 for mark in typed):
            raise ValidationError(_("Enter whole minutes separated by commas: 15, 5."))
        marks = [int(mark) for mark in typed]
        if len(marks) > MOST_MARKS:
            raise ValidationError(
                _("Enter at most %(most)s warnings."), params={"most": MOST_MARKS}
            )
        if not all(1 <= mark <= LONGEST_MARK for mark in marks):
            raise ValidationError(
                _("Enter warnings from 1 to %(most)s minutes before the end."),
                params={"most": LONGEST_MARK},
            )
        if len(set(marks)) < len(marks):
            raise ValidationError(_("Each warning can be listed only once."))
        return sorted(marks, reverse=True)


class EventForm(forms.Form):
    """Form for the title, the length and start of rounds, and the effect of the
    gong."""

    title = forms.CharField(label=_("Title"), max_length=200)
    planned_rounds = whole_number(
        1, MOST_ROUNDS, label=pgettext_lazy("number", "Rounds")
    )
    minutes = whole_number(1, 600, label=_("Minutes per round"))
    end_policy = forms.ChoiceField(
        label=_("At the gong"), choices=EndPolicy, widget=forms.RadioSelect
    )
    start_mode = forms.ChoiceField(
        label=_("Start of rounds"),
        choices=StartMode,
        widget=forms.RadioSelect,
        initial=StartMode.BY_HAND,
    )
    countdown = whole_number(
        0,
        60,
        label=_("Countdown (minutes)"),
        help_text=_("Time to build the walls. Enter 0 for no countdown."),
        initial=0,
    )
    warning_marks = WarningMarksField(
        label=_("Warnings (minutes before the end)"),
        max_length=100,
        initial=default_warning_marks,
        required=False,
        help_text=_("For example: 15, 5. Leave empty for none."),
    )
    confirmation = forms.ChoiceField(
        label=_("Who confirms results"),
        choices=ConfirmationNeeded,
        widget=forms.RadioSelect,
        initial=ConfirmationNeeded.NONE,
        help_text=_(
            "Players use their player links. You can close a round without "
            "confirmation, with a reason."
        ),
    )
    late_word = forms.ChoiceField(
        label=_("Who decides late hands"),
        choices=LateWord,
        widget=forms.RadioSelect,
        initial=LateWord.TABLE,
        help_text=_("Decides whether a hand entered after the gong counts."),
    )

    def of_event(self) -> Cleaned:
        """Return the values of a valid form that are stored with the tournament, by
        field name."""
        return {name: self.cleaned_data[name] for name in OF_EVENT}


#: Fields of the tournament; all others are options of its ruleset.
OF_EVENT = (
    "title",
    "planned_rounds",
    "minutes",
    "end_policy",
    "start_mode",
    "countdown",
    "warning_marks",
    "confirmation",
    "late_word",
)
