"""What a referee enters at a table besides the outcomes of hands, from form fields to
the rules' notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.classical.entries import Misnamed
from rules.entries import MOST_POINTS, FalseWin, Penalty, PlayEnded, Totals
from rules.riichi import Riichi
from rules.riichi.entries import Chombo
from rules.table import Ruleset
from rules.winds import Wind
from scoring.entry_forms import FORMS
from scoring.entry_forms.common import OLD_PAGE, AtTable, EntryForm, false_win_ends_hand
from scoring.ledger import Raw
from scoring.models import LedgerEntry
from tournaments.files import SEATS

#: The highest score of a table; a ruleset may refuse lower ones.
MOST_TOTAL = 1_000_000


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

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, Any]:
        return {"seat": raw["seat"]}


class _FourNumbers(Ruling):
    """One number for each player."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Give the reason.")},
    )
    required_numbers = False
    most = MOST_POINTS

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
        for seat, column in SEATS.items():
            self.fields[column] = _points(
                self.most,
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


def _points(most: int, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(min_value=-most, max_value=most, **options)


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

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, Any]:
        amounts = raw["amounts"]
        return {column: amounts[seat] or None for seat, column in SEATS.items()}


class TotalsForm(_FourNumbers):
    """The final scores, and what they sum to: what the four started with, unless
    penalties took something from the table."""

    kind = Totals.kind
    title = _("Totals of a table that kept paper")
    help = _("The final scores. They stand instead of everything entered so far.")
    required_numbers = True
    most = MOST_TOTAL
    fields_of_faults = {
        "scores": "penalties",
        **{f"scores.{seat}": column for seat, column in SEATS.items()},
    }

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
        start = sum(self.rules.opening_scores().values())
        self.fields["penalties"] = _points(
            MOST_TOTAL,
            label=_("The four scores sum to"),
            required=False,
            initial=start,
            help_text=_("%(start)s, unless penalties took points from the table.")
            % {"start": start},
        )
        self.order_fields(["device_key", *SEATS.values(), "penalties", "reason"])

    def raw(self) -> Raw:
        given = self.cleaned_data["penalties"]
        if given is None:
            given = sum(self.rules.opening_scores().values())
        penalties = given - _expected_anyway(self.rules)
        return {"kind": self.kind, "scores": self.numbers(), "penalties": penalties}

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, Any]:
        scores = {column: raw["scores"][seat] for seat, column in SEATS.items()}
        return {**scores, "penalties": raw["penalties"] + _expected_anyway(rules)}


def _expected_anyway(rules: Ruleset) -> int:
    """What four scores sum to whose entry names no penalties."""
    return sum(rules.opening_scores().values()) if rules.id == Riichi.id else 0


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

#: The forms that correct a line which is no outcome of a hand, by its kind. The end
#: of play is only taken back.
CORRECTIONS: Mapping[str, type[AtTable]] = {
    FalseWin.kind: FalseWinForm,
    Chombo.kind: FalseWinForm,
    Penalty.kind: PenaltyForm,
    Totals.kind: TotalsForm,
}


def rulings_by(rules: Ruleset) -> list[str]:
    """The kinds of rulings there are by these rules: a false win that ends its hand
    is entered as the outcome of the hand."""
    left_out = [FalseWin.kind] if false_win_ends_hand(rules) else []
    return [kind for kind in RULINGS if kind not in left_out]


def form_class_for(line: LedgerEntry, rules: Ruleset) -> type[AtTable] | None:
    """The class of the form that corrects `line`; None if it is only taken back."""
    if not line.settles_hand:
        return CORRECTIONS.get(line.kind)
    by_points = line.kind != Misnamed.kind
    return FORMS[rules.id] if by_points else None


def correction_form(form_class: type[AtTable], *args: Any, **options: Any) -> AtTable:
    """A form that corrects a line; it asks for the reason."""
    form = form_class(*args, **options)
    form.fields["reason"] = forms.CharField(
        label=_("Reason for the correction"),
        max_length=500,
        error_messages={"required": _("Give the reason for the correction.")},
    )
    return form
