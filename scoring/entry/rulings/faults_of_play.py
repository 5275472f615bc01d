"""Faults of play that have an entry of their own, and costs in the options."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.classical.entries import Misnamed
from rules.entries import FalseWin, Raw
from rules.table import Ruleset
from rules.winds import Wind
from scoring.entry.rulings.common import Ruling, remark_field
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.entry_forms import OLD_PAGE

READY, NOT_READY = "ready", "not_ready"
LACKED = [
    (READY, _("Ready: one tile lacked, or it was worth too little")),
    (NOT_READY, _("Not even ready")),
]


class FalseWinForm(Ruling):
    key = FalseWin.kind
    title = _("False win")
    seat = forms.ChoiceField(label=_("Who called a win that was none?"))
    lacked = forms.ChoiceField(
        label=_("How far was the hand from a win?"),
        choices=LACKED,
        initial=READY,
        widget=forms.RadioSelect,
        required=False,
    )
    reason = remark_field()

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
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


class MisnamedForm(Ruling):
    """A discard named wrongly and claimed; claimed to win, it ends the hand."""

    key = Misnamed.kind
    title = _("Misnamed discard")
    help = _("Somebody named their discard wrongly, and it was claimed.")
    hand = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE}
    )
    seat = forms.ChoiceField(label=_("Who misnamed it?"))
    to = forms.ChoiceField(label=_("Who claimed it?"))
    claimed_for = forms.ChoiceField(
        label=_("For what?"),
        choices=[
            ("", _("Choose")),
            ("chow", _("a chow")),
            ("pung", _("a pung")),
            ("kong", _("a kong")),
            ("win", _("to win: the hand is over")),
        ],
    )
    reason = remark_field()

    def __init__(self, *args: Any, names: dict[Wind, str], **kwargs: Any) -> None:
        super().__init__(*args, names=names, **kwargs)
        for name in ("seat", "to"):
            self._offer(name, [("", _("Choose a player")), *self._players()])

    @property
    def is_begun(self) -> bool:
        return all(self[name].value() for name in ("seat", "to", "claimed_for"))

    def raw(self) -> Raw:
        names = ("seat", "to", "claimed_for")
        return {"kind": Misnamed.kind} | {
            name: self.cleaned_data[name] for name in names
        }

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        return {name: raw[name] for name in ("seat", "to", "claimed_for")}
