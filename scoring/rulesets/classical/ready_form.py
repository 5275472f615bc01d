"""The form of a player who declares ready."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.classical.entries import DeclaredReady
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Ruleset
from scoring.rulesets.shared.entry_forms import AtTableArguments
from scoring.rulesets.shared.ruling_form import Ruling, remark_field
from tournaments.web.form_fields_and_types import Sent


class ReadyForm(Ruling):
    """Who declares that one tile completes the hand."""

    key = DeclaredReady.kind
    title = _("Ready")
    button = _("Save ready players")
    help = _("A player who declares ready can no longer change the hand.")
    seat = forms.ChoiceField(
        label=_("Players who declare ready"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose the players who declare ready.")},
    )
    reason = remark_field()

    def __init__(
        self, data: Sent | None = None, **given: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **given)
        self._offer("seat", self._players())

    def raw(self) -> Raw:
        return {"kind": DeclaredReady.kind, "seat": self.cleaned_data["seat"]}

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        return {"seat": raw["seat"]}
