"""False wins, whose cost is in the options."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.ledger_entries import FalseWin, Raw
from rules.ruleset_and_table_state import Ruleset
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.entry_forms import AtTableArguments
from scoring.rulesets.shared.ruling_form import Ruling, remark_field
from tournaments.web.form_fields_and_types import Sent

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
        self, data: Sent | None = None, **given: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **given)
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
