"""Forms of the wind draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.winds import WINDS
from tournaments.web.form_fields_and_types import FormArguments, ReasonForm, Sent, offer


class AttemptForm(forms.Form):
    """Form for the attempt that the page shows: the first wind draw or a restarted wind
    draw."""

    attempt = forms.IntegerField(widget=forms.HiddenInput)


class StepForm(AttemptForm):
    """Form for the step that the page shows.

    Sending it shows the next step, with real dice or the program's throw. After the
    last step, sending it seats the players, with an optional reason.
    """

    step = forms.IntegerField(widget=forms.HiddenInput)
    dice = forms.CharField(
        label=_("Result of the real dice"),
        required=False,
        max_length=20,
        help_text=_("Enter 2 or 3 dice, such as 4 2."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=_("Reason for the wind draw (optional)"), max_length=500, required=False
    )


class AgainForm(AttemptForm, ReasonForm):
    """Form for the reason to restart a wind draw."""


class LotsForm(AttemptForm):
    """Form for the result of dice thrown in the hall after the hash was shown."""

    thrown = forms.CharField(
        label=_("Dice thrown in the hall (optional)"),
        max_length=200,
        required=False,
        help_text=_("For example 4 2 6 1."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ByHandForm(forms.Form):
    """Form for the wind that each player drew."""

    E = forms.TypedChoiceField(label=pgettext_lazy("wind", "East"), coerce=int)
    S = forms.TypedChoiceField(label=pgettext_lazy("wind", "South"), coerce=int)
    W = forms.TypedChoiceField(label=pgettext_lazy("wind", "West"), coerce=int)
    N = forms.TypedChoiceField(label=pgettext_lazy("wind", "North"), coerce=int)
    reason = forms.CharField(
        label=_("Reason (optional)"), max_length=500, required=False
    )

    def __init__(
        self,
        data: Sent | None = None,
        *,
        people: Mapping[int, str],
        needs_reason: bool,
        **arguments: Unpack[FormArguments],
    ) -> None:
        """Set the choices of the fields. `people`: names of the players at the table,
        by player number."""
        super().__init__(data, **arguments)
        names = [(number, f"{name} ({number})") for number, name in people.items()]
        for wind in WINDS[len(names) :]:
            del self.fields[wind.value]
        for wind in WINDS[: len(names)]:
            offer(self, wind.value, [("", "…"), *names])
        if needs_reason:
            self.fields["reason"].required = True
            self.fields["reason"].label = _("Reason (required)")
            self.fields["reason"].help_text = _(
                "Enter a reason for replacing the drawn winds."
            )

    @property
    def numbers(self) -> list[int]:
        """Return the player numbers in a valid form, in the order E S W N."""
        winds = (wind.value for wind in WINDS)
        return [self.cleaned_data[wind] for wind in winds if wind in self.fields]
