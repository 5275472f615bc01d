"""What a referee enters at a table, from form fields to the rules' notation."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.entries import (
    MOST_POINTS,
    FalseWin,
    Penalty,
    PlayEnded,
    Totals,
    Washout,
)
from rules.mcr import Win
from rules.mcr.entries import MOST_FAN
from rules.winds import WINDS, Wind
from scoring.ledger import Raw
from tournaments.files import SEATS

WASHOUT = "washout"
SELF_DRAWN = "self"

#: The rules' names of fields to the form's.
HAND_FIELDS = {"from": "source", "kind": "winner"}


class EntryForm(forms.Form):
    """Every entry carries the key that makes it count once."""

    device_key = forms.CharField(max_length=80, widget=forms.HiddenInput)


class HandForm(EntryForm):
    """The outcome of a hand by points. `names` are the players by seat."""

    hand = forms.IntegerField(widget=forms.HiddenInput)
    winner = forms.ChoiceField(
        label=_("Who won?"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say who won, or that nobody did.")},
    )
    source = forms.ChoiceField(
        label=_("From whom?"), widget=forms.RadioSelect, required=False
    )
    points = forms.IntegerField(
        label=_("Fan, flowers included"),
        required=False,
        min_value=0,
        max_value=MOST_FAN,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    chicken = forms.BooleanField(label=_("Chicken Hand"), required=False)
    before_gong = forms.BooleanField(
        label=_("This hand had begun before the gong"), required=False
    )

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = [(seat.value, names[seat]) for seat in WINDS]
        self._field("winner").choices = [*seats, (WASHOUT, _("Nobody: washout"))]
        self._field("source").choices = [(SELF_DRAWN, _("Self-drawn")), *seats]

    def _field(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        if not isinstance(field, forms.ChoiceField):
            raise TypeError(name)
        return field

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("winner") in (None, WASHOUT):
            return cleaned
        if not cleaned.get("source") and "source" not in self.errors:
            self.add_error(
                "source", _("Say who discarded the winning tile, or self-drawn.")
            )
        if cleaned.get("points") is None and "points" not in self.errors:
            self.add_error("points", _("Give the number of fan."))
        return cleaned

    def raw(self) -> Raw:
        """The outcome in the rules' notation; the form must be valid."""
        data = self.cleaned_data
        if data["winner"] == WASHOUT:
            return {"kind": Washout.kind}
        source = data["source"]
        raw = {
            "kind": Win.kind,
            "winner": data["winner"],
            "from": None if source == SELF_DRAWN else source,
            "points": data["points"],
        }
        return raw | {"chicken": True} if data["chicken"] else raw


def initial_of(raw: Raw) -> dict[str, Any]:
    """The form's values of an outcome that is in the ledger."""
    if raw["kind"] == Washout.kind:
        return {"winner": WASHOUT}
    return {
        "winner": raw["winner"],
        "source": raw["from"] or SELF_DRAWN,
        "points": raw["points"],
        "chicken": raw.get("chicken", False),
    }


class CorrectionForm(HandForm):
    reason = forms.CharField(
        label=_("Reason for the correction"),
        max_length=500,
        error_messages={"required": _("Give the reason for the correction.")},
    )


class UndoForm(EntryForm):
    reason = forms.CharField(max_length=500, required=False)


class ReasonForm(EntryForm):
    """Taking something back."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Give the reason for the correction.")},
    )


class FalseWinForm(EntryForm):
    title = _("False win")
    seat = forms.ChoiceField(label=_("Who called a win that was none?"))
    reason = forms.CharField(label=_("Remark"), max_length=500, required=False)
    kind = FalseWin.kind

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["seat"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [
                ("", _("Choose a player")),
                *((seat.value, names[seat]) for seat in WINDS),
            ]

    def raw(self) -> Raw:
        return {"kind": self.kind, "seat": self.cleaned_data["seat"]}


class _FourNumbers(EntryForm):
    """One number for each player."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Give the reason.")},
    )
    required_numbers = False

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat, column in SEATS.items():
            self.fields[column] = forms.IntegerField(
                label=names[seat],
                required=self.required_numbers,
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                error_messages={"required": _("Give this player's score.")},
            )
        self.order_fields(["device_key", *SEATS.values(), "reason"])

    def numbers(self) -> dict[str, int]:
        return {
            seat.value: self.cleaned_data[column] or 0 for seat, column in SEATS.items()
        }


class PenaltyForm(_FourNumbers):
    title = _("Penalty")
    help = _("Points a player loses (with a minus) or gains.")
    kind = Penalty.kind

    def raw(self) -> Raw:
        return {"kind": self.kind, "amounts": self.numbers()}


class TotalsForm(_FourNumbers):
    title = _("Totals of a table that kept paper")
    help = _("The final scores. They stand instead of the hands entered here.")
    kind = Totals.kind
    required_numbers = True

    def raw(self) -> Raw:
        return {"kind": self.kind, "scores": self.numbers()}


class PlayEndedForm(EntryForm):
    title = _("No hand was being played at the gong")
    help = _("Play at this table is over; the scores stand as they are.")
    reason = forms.CharField(label=_("Remark"), max_length=500, required=False)
    kind = PlayEnded.kind

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)

    def raw(self) -> Raw:
        return {"kind": self.kind, "why": "time"}


RULINGS = {
    form.kind: form for form in (FalseWinForm, PenaltyForm, TotalsForm, PlayEndedForm)
}
