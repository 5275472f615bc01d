"""Base forms for rulings and forms for undo."""

from __future__ import annotations

from typing import ClassVar, Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    OLD_PAGE,
    AtTableArguments,
    EntryForm,
    Ruling,
)
from tournaments.models import Tournament
from tournaments.rounds.seating_files import SEATS
from tournaments.web.form_fields_and_types import FormArguments, Sent


class ReasonForm(EntryForm):
    """Form with a reason for undoing an entry."""

    reason = forms.CharField(
        label=_("Reason (required)"),
        max_length=500,
        error_messages={"required": _("Enter a reason for undoing this entry.")},
    )


def say_reason_is_public(form: forms.Form, tournament: Tournament) -> None:
    """Add to the field for the reason, if the public sees the tournament, that the
    public also sees the reason and its author."""
    if tournament.is_public and "reason" in form.fields:
        form.fields["reason"].help_text = _(
            "The table's public page shows the reason and your account name."
        )


class UndoForm(ReasonForm):
    """Form to undo the last entry.

    `sequence`: number of the last ledger entry shown to the user. A table device needs
    no reason.
    """

    sequence = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE}
    )

    def __init__(
        self,
        data: Sent | None = None,
        *,
        device: bool,
        **arguments: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **arguments)
        if device:
            del self.fields["reason"]


class FourNumbers(Ruling):
    """Base form with one number for each player."""

    required_numbers = False
    most: ClassVar[int]
    number_field: ClassVar[type[forms.IntegerField]] = forms.IntegerField

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        #: Field names by seat.
        self.columns = {seat: SEATS[seat] for seat in self.seats}
        for seat, column in self.columns.items():
            self.fields[column] = self.number_field(
                min_value=-self.most,
                max_value=self.most,
                label=self.names[seat],
                required=self.required_numbers,
                error_messages={"required": _("Enter this player's score.")},
            )

    @property
    def is_begun(self) -> bool:
        values = [self[column].value() for column in self.columns.values()]
        return all(values) if self.required_numbers else any(values)

    def numbers(self) -> dict[str, int]:
        """Return the numbers by seat."""
        data = self.cleaned_data
        return {seat.value: data[name] or 0 for seat, name in self.columns.items()}
