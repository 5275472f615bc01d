"""What referees decide at a table besides the outcomes of hands: one form for each
ruling, from its fields to the rules' notation and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.ledger_entries import FalseWin, Penalty, Totals
from rules.ruleset_and_table_state import Ruleset
from scoring.entry.rulings.common import ReasonForm, UndoForm
from scoring.entry.rulings.endings import CancelForm, FinishForm, PlayEndedForm
from scoring.entry.rulings.false_wins import FalseWinForm
from scoring.entry.rulings.penalties import FineForm, PenaltyForm
from scoring.entry.rulings.totals import TotalsForm
from scoring.models import LedgerEntry
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.entry_forms import (
    AtTable,
    AtTableArguments,
    false_win_ends_hand,
)
from scoring.rulesets.shared.ruling_form import Ruling
from tournaments.web.form_fields_and_types import Sent

#: What a closed round still takes.
WHEN_CLOSED = (FineForm.key, PenaltyForm.key)


def rulings_by(rules: Ruleset) -> dict[str, type[Ruling]]:
    """The forms of the rulings there are by these rules, by their keys, in the order a
    page shows them: a false win that ends its hand is entered as the outcome of the
    hand."""
    false_wins = () if false_win_ends_hand(rules) else (FalseWinForm,)
    forms_there_are: tuple[type[Ruling], ...] = (
        FineForm,
        PenaltyForm,
        *false_wins,
        *presenter_of(rules.id).rulings,
        TotalsForm,
        PlayEndedForm,
        FinishForm,
        CancelForm,
    )
    return {form.key: form for form in forms_there_are}


def form_class_for(line: LedgerEntry, rules: Ruleset) -> type[AtTable] | None:
    """The class of the form that corrects `line`; None if it is only taken back."""
    if line.kind == Penalty.kind:
        return FineForm if line.data.get("offender") else PenaltyForm
    presenter = presenter_of(rules.id)
    own = {
        form.key: form for form in (*presenter.rulings, presenter.declaration) if form
    }
    if line.kind in own:
        return own[line.kind]
    if line.settles_hand:
        return presenter_of(rules.id).points_form
    by_kind: Mapping[str, type[AtTable]] = {
        FalseWin.kind: FalseWinForm,
        presenter_of(rules.id).false_win.kind: FalseWinForm,
        Totals.kind: TotalsForm,
    }
    return by_kind.get(line.kind)


F = TypeVar("F", bound=AtTable)


def correction_form(
    form_class: type[AtTable],
    data: Sent | None = None,
    **given: Unpack[AtTableArguments],
) -> AtTable:
    """A form that corrects a line; it asks for the reason."""
    return asking_why(form_class(data, **given))


def asking_why(form: F) -> F:
    """The form with a question for the reason of a correction."""
    form.fields["reason"] = forms.CharField(
        label=_("Reason for the correction"),
        max_length=500,
        error_messages={"required": _("Enter a reason for the correction.")},
    )
    return form


__all__ = [
    "WHEN_CLOSED",
    "CancelForm",
    "FalseWinForm",
    "FineForm",
    "FinishForm",
    "PenaltyForm",
    "PlayEndedForm",
    "ReasonForm",
    "Ruling",
    "TotalsForm",
    "UndoForm",
    "correction_form",
    "form_class_for",
    "rulings_by",
]
