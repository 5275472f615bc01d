"""What a referee enters at a table, from form fields to the rules' notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

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
OLD_PAGE = _("This page is too old to save from: open it again.")


class EntryForm(forms.Form):
    """Every entry carries the key that makes it count once."""

    device_key = forms.CharField(
        max_length=64,
        widget=forms.HiddenInput,
        error_messages={"required": OLD_PAGE, "max_length": OLD_PAGE},
    )


class AtTable(EntryForm):
    """A form about the four players of a table, `names` by seat."""

    #: The rules' names of fields to the form's.
    fields_of_faults: ClassVar[Mapping[str, str]] = {}

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = names

    def raw(self) -> Raw:
        """The entry in the rules' notation; the form must be valid."""
        raise NotImplementedError

    @staticmethod
    def initial_of(raw: Raw) -> dict[str, Any]:
        """The form's values of an entry that is in the ledger."""
        raise NotImplementedError

    @property
    def is_begun(self) -> bool:
        """Whether enough is filled in to say what is still wrong."""
        return True

    def focus_first_fault(self) -> None:
        """Let the first visible field with a fault have the focus."""
        faulty = [field for field in self.visible_fields() if field.errors]
        for field in faulty[:1]:
            field.field.widget.attrs["autofocus"] = True

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        if not isinstance(field, forms.ChoiceField):
            raise TypeError(name)
        field.choices = choices

    def _players(self) -> list[tuple[str, Any]]:
        return [(seat.value, self.names[seat]) for seat in WINDS]


class HandForm(AtTable):
    """The outcome of a hand by points."""

    hand = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE}
    )
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
        widget=forms.NumberInput(
            attrs={"inputmode": "numeric", "autocomplete": "off"},
        ),
    )
    chicken = forms.BooleanField(label=_("Chicken Hand"), required=False)
    before_gong = forms.BooleanField(
        label=_("This hand had begun before the gong"), required=False
    )
    fields_of_faults = {"from": "source", "kind": "winner"}

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
        self._offer("winner", [*self._players(), (WASHOUT, _("Nobody: washout"))])
        self._offer("source", [(SELF_DRAWN, _("Self-drawn")), *self._players()])

    @property
    def players_fields(self) -> list[forms.BoundField]:
        return [self["winner"], self["source"]]

    @property
    def is_begun(self) -> bool:
        winner = self.data.get("winner")
        filled = self.data.get("source") and self.data.get("points")
        return bool(winner and (winner == WASHOUT or filled))

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

    @staticmethod
    def initial_of(raw: Raw) -> dict[str, Any]:
        if raw["kind"] == Washout.kind:
            return {"winner": WASHOUT}
        return {
            "winner": raw["winner"],
            "source": raw["from"] or SELF_DRAWN,
            "points": raw["points"],
            "chicken": raw.get("chicken", False),
        }


class UndoForm(EntryForm):
    """`sequence` is the line that was seen as the last one."""

    sequence = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE}
    )
    reason = forms.CharField(max_length=500, required=False)


class ReasonForm(EntryForm):
    """Taking something back."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Give the reason for taking it back.")},
    )


class Ruling(AtTable):
    """Something besides the outcomes of hands; `kind` as in the ledger."""

    kind: ClassVar[str]
    title: ClassVar[Any]
    help: ClassVar[Any] = ""


class FalseWinForm(Ruling):
    kind = FalseWin.kind
    title = _("False win")
    seat = forms.ChoiceField(label=_("Who called a win that was none?"))
    reason = forms.CharField(label=_("Remark"), max_length=500, required=False)

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
        self._offer("seat", [("", _("Choose a player")), *self._players()])

    @property
    def is_begun(self) -> bool:
        return bool(self["seat"].value())

    def raw(self) -> Raw:
        return {"kind": self.kind, "seat": self.cleaned_data["seat"]}

    @staticmethod
    def initial_of(raw: Raw) -> dict[str, Any]:
        return {"seat": raw["seat"]}


class _FourNumbers(Ruling):
    """One number for each player."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Give the reason.")},
    )
    required_numbers = False

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
        for seat, column in SEATS.items():
            self.fields[column] = _points(
                label=names[seat],
                required=self.required_numbers,
                error_messages={"required": _("Give this player's score.")},
            )

    @property
    def is_begun(self) -> bool:
        values = [self[column].value() for column in SEATS.values()]
        return all(values) if self.required_numbers else any(values)

    def numbers(self) -> dict[str, int]:
        return {
            seat.value: self.cleaned_data[column] or 0 for seat, column in SEATS.items()
        }


def _points(**options: Any) -> forms.IntegerField:
    return forms.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS, **options)


class PenaltyForm(_FourNumbers):
    """One player's points, or all four players' amounts."""

    kind = Penalty.kind
    title = _("Penalty")
    help = _("Points players lose (with a minus) or gain.")

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
        self.order_fields(["device_key", *SEATS.values(), "reason"])

    def raw(self) -> Raw:
        return {"kind": self.kind, "amounts": self.numbers()}

    @staticmethod
    def initial_of(raw: Raw) -> dict[str, Any]:
        amounts = raw["amounts"]
        return {column: amounts[seat] or None for seat, column in SEATS.items()}


class TotalsForm(_FourNumbers):
    """The final scores, and what they sum to if penalties were given on paper."""

    kind = Totals.kind
    title = _("Totals of a table that kept paper")
    help = _("The final scores. They stand instead of everything entered so far.")
    required_numbers = True
    fields_of_faults = {"scores": "penalties"}

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
        self.fields["penalties"] = _points(
            label=_("The four scores sum to"),
            required=False,
            initial=0,
            help_text=_("0, unless penalties took points from the table."),
        )
        self.order_fields(["device_key", *SEATS.values(), "penalties", "reason"])

    def raw(self) -> Raw:
        penalties = self.cleaned_data["penalties"] or 0
        return {"kind": self.kind, "scores": self.numbers(), "penalties": penalties}

    @staticmethod
    def initial_of(raw: Raw) -> dict[str, Any]:
        scores = {column: raw["scores"][seat] for seat, column in SEATS.items()}
        return {**scores, "penalties": raw["penalties"]}


class PlayEndedForm(Ruling):
    kind = PlayEnded.kind
    title = _("No hand was being played at the gong")
    help = _("Play at this table is over; the scores stand as they are.")
    reason = forms.CharField(label=_("Remark"), max_length=500, required=False)

    def raw(self) -> Raw:
        return {"kind": self.kind, "why": "time"}


RULINGS: Mapping[str, type[Ruling]] = {
    form.kind: form for form in (FalseWinForm, PenaltyForm, TotalsForm, PlayEndedForm)
}

#: The forms that correct a line of the ledger, by its kind. The end of play is
#: only taken back.
CORRECTIONS: Mapping[str, type[AtTable]] = {
    Win.kind: HandForm,
    Washout.kind: HandForm,
    FalseWin.kind: FalseWinForm,
    Penalty.kind: PenaltyForm,
    Totals.kind: TotalsForm,
}


def correction_form(kind: str, *args: Any, **options: Any) -> AtTable:
    """The form that corrects a line of that kind; it asks for the reason."""
    form = CORRECTIONS[kind](*args, **options)
    form.fields["reason"] = forms.CharField(
        label=_("Reason for the correction"),
        max_length=500,
        error_messages={"required": _("Give the reason for the correction.")},
    )
    return form
