"""Classical Chinese: forms for a misnamed discard and for declaring ready."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.classical.entries import DeclaredReady, Misnamed
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Ruleset
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    OLD_PAGE,
    AtTableArguments,
    Ruling,
    remark_field,
)
from tournaments.web.form_fields_and_types import Sent


class MisnamedForm(Ruling):
    """Form for a misnamed discard that another player claimed. A claim to win ends the
    hand."""

    key = Misnamed.kind
    title = pgettext_lazy("classical", "Misnamed discard")
    button = _("Save misnamed discard")
    help = _("A player misnamed a discard and another claimed it.")
    hand = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE}
    )
    seat = forms.ChoiceField(label=_("Player who misnamed the discard"))
    to = forms.ChoiceField(label=_("Claimant"))
    claimed_for = forms.ChoiceField(
        label=_("Type of claim"),
        choices=[
            ("", _("Choose")),
            ("chow", _("A chow")),
            ("pung", _("A pung")),
            ("kong", _("A kong")),
            ("win", _("A win (the hand is over)")),
        ],
    )
    reason = remark_field()

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        for name in ("seat", "to"):
            self._offer(name, [("", _("Choose a player.")), *self._players()])

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


class ReadyForm(Ruling):
    """Form for declaring ready: the hand needs one more tile to win."""

    key = DeclaredReady.kind
    title = pgettext_lazy("waiting for one tile", "Ready")
    button = _("Save declaration")
    help = _(
        "Ready: one tile short of a win. After declaring ready, a player cannot change "
        "the hand."
    )
    seat = forms.ChoiceField(
        label=_("Player who declares ready"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose the player who declares ready.")},
    )
    reason = remark_field()

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        self._offer("seat", self._players())

    def raw(self) -> Raw:
        return {"kind": DeclaredReady.kind, "seat": self.cleaned_data["seat"]}

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        return {"seat": raw["seat"]}
