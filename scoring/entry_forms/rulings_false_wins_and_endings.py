"""Forms for rulings: penalties, false wins, paper totals, and ending or cancelling a
game.

Each form converts its fields into an entry in the rules' notation and back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.ledger_entries import CANCELLED, FalseWin, Penalty, PlayEnded, Raw, Totals
from rules.ruleset_and_table_state import Ending, Ruleset
from scoring.entry_forms.paper_totals_forms import TotalsForm
from scoring.entry_forms.penalty_forms import FineForm, PenaltyForm
from scoring.entry_forms.reason_and_undo_forms import (
    ReasonForm,
    UndoForm,
    say_reason_is_public,
)
from scoring.models import LedgerEntry
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    AtTable,
    AtTableArguments,
    Ruling,
    false_win_ends_hand,
    reason_field,
    remark_field,
)
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.models import Tournament
from tournaments.web.form_fields_and_types import Sent


class _End(Ruling):
    why: str

    def raw(self) -> Raw:
        return {"kind": PlayEnded.kind, "why": self.why}


class PlayEndedForm(_End):
    key = PlayEnded.kind
    why = Ending.TIME
    title = _("No hand in progress at the gong")
    button = _("End the game")
    help = _("The game ends with the current scores.")
    reason = remark_field()


class FinishForm(_End):
    key = "finish"
    why = Ending.RULING
    title = _("End the game early")
    button = _("End the game")
    help = _("The game ends with the current scores.")
    reason = reason_field()


class CancelForm(_End):
    key = "cancel"
    why = CANCELLED
    title = button = _("Cancel this table")
    help = _(
        "The game ends and does not count: no points and no table points. Entries "
        "are kept. You can undo this."
    )
    reason = reason_field()


READY, NOT_READY = "ready", "not_ready"
LACKED = [
    (READY, _("Ready: one tile was missing, or the value was too low")),
    (NOT_READY, _("Not ready")),
]


class FalseWinForm(Ruling):
    key = FalseWin.kind
    title = _("False win")
    button = _("Save false win")
    seat = forms.ChoiceField(label=_("Player with the false win"))
    lacked = forms.ChoiceField(
        label=_("State of the hand"),
        choices=LACKED,
        initial=READY,
        widget=forms.RadioSelect,
        required=False,
    )
    reason = remark_field()

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        self._offer("seat", [("", _("Choose a player")), *self._players()])
        if not presenter_of(self.rules.id).asks_what_lacked(self.rules):
            del self.fields["lacked"]

    @property
    def is_begun(self) -> bool:
        return bool(self["seat"].value())

    def raw(self) -> Raw:
        raw = {"kind": FalseWin.kind, "seat": self.cleaned_data["seat"]}
        not_ready = self.cleaned_data.get("lacked") == NOT_READY
        return raw | {"ready": False} if not_ready else raw

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        lacked = READY if raw.get("ready", True) else NOT_READY
        return {"seat": raw["seat"], "lacked": lacked}


#: Forms that can be used in a closed round.
WHEN_CLOSED = (FineForm.key, PenaltyForm.key)


def rulings_by(rules: Ruleset) -> dict[str, type[Ruling]]:
    """Return the forms for rulings under these rules, by key and in page order.

    A false win that ends its hand is left out, because it is an outcome of the hand.
    """
    false_wins = () if false_win_ends_hand(rules) else (FalseWinForm,)
    form_classes: tuple[type[Ruling], ...] = (
        FineForm,
        PenaltyForm,
        *false_wins,
        *presenter_of(rules.id).rulings,
        TotalsForm,
        PlayEndedForm,
        FinishForm,
        CancelForm,
    )
    return {form.key: form for form in form_classes}


def form_class_for(line: LedgerEntry, rules: Ruleset) -> type[AtTable] | None:
    """Return the form class for correcting `line`; None if it can only be undone."""
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
    *,
    tournament: Tournament,
    **arguments: Unpack[AtTableArguments],
) -> AtTable:
    """Return a form for correcting an entry, with a required reason."""
    return asking_why(form_class(data, **arguments), tournament)


def asking_why(form: F, tournament: Tournament) -> F:
    """Add a required reason for the correction to the form, and return the form."""
    form.fields["reason"] = forms.CharField(
        label=_("Reason (required)"),
        max_length=500,
        error_messages={"required": _("Enter a reason for the correction.")},
    )
    say_reason_is_public(form, tournament)
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
