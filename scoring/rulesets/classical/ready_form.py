"""The form of a player who declares ready."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.classical.entries import DeclaredReady
from rules.entries import Raw
from rules.table import Ruleset
from rules.winds import Wind
from scoring.rulesets.shared.ruling_form import Ruling, remark_field


class ReadyForm(Ruling):
    """Who declares that one tile completes the hand."""

    key = DeclaredReady.kind
    title = _("Ready")
    help = _("Who declares ready changes the hand no more.")
    seat = forms.ChoiceField(
        label=_("Who declares ready?"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say who declares ready.")},
    )
    reason = remark_field()

    def __init__(self, *args: object, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
        self._offer("seat", self._players())

    def raw(self) -> Raw:
        return {"kind": DeclaredReady.kind, "seat": self.cleaned_data["seat"]}

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        return {"seat": raw["seat"]}
