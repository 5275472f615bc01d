"""What the forms of rulings share."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.winds import Wind
from scoring.rulesets.shared.entry_forms import OLD_PAGE, EntryForm
from scoring.rulesets.shared.ruling_form import Ruling
from tournaments.people.player_files import SEATS


class ReasonForm(EntryForm):
    """Taking something back."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Give the reason for taking it back.")},
    )


class UndoForm(ReasonForm):
    """`sequence` is the line that was seen as the last one. A table's device gives no
    reason."""

    sequence = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE}
    )

    def __init__(self, *args: Any, device: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if device:
            del self.fields["reason"]


def points_field(most: int, **options: Any) -> forms.IntegerField:
    """Points to gain or lose."""
    return forms.IntegerField(min_value=-most, max_value=most, **options)


class FourNumbers(Ruling):
    """One number for each player."""

    required_numbers = False
    most: ClassVar[int]

    def __init__(self, *args: object, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
        #: The fields by seat.
        self.columns = {seat: SEATS[seat] for seat in self.seats}
        for seat, column in self.columns.items():
            self.fields[column] = points_field(
                self.most,
                label=names[seat],
                required=self.required_numbers,
                error_messages={"required": _("Give this player's score.")},
            )

    @property
    def is_begun(self) -> bool:
        values = [self[column].value() for column in self.columns.values()]
        return all(values) if self.required_numbers else any(values)

    def numbers(self) -> dict[str, int]:
        """The numbers by seat."""
        data = self.cleaned_data
        return {seat.value: data[name] or 0 for seat, name in self.columns.items()}
