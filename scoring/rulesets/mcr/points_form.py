"""A hand of MCR by its fan."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from rules.entries import Raw
from rules.mcr.options import McrOptions
from rules.table import Ruleset
from scoring.rulesets.shared.entry_forms import HandForm

#: Fan that have a button of their own: the lowest ones, and some of the others.
_LOWEST = 9
_OFTEN = (18, 20, 24, 28, 32, 48, 64, 88)


class McrForm(HandForm):
    """Who won, from whom, how many fan."""

    template = "table/hands/mcr.html"
    keys = "table/keys/mcr.html"
    rare = "table/keys/mcr_rare.html"
    value_question = _("How many fan?")
    asked = (*HandForm.asked, "points")

    points = forms.IntegerField(
        label=_("Fan, flowers included"),
        required=False,
        widget=forms.NumberInput(
            attrs={"inputmode": "numeric", "autocomplete": "off"},
        ),
    )
    chicken = forms.BooleanField(label=_("Chicken Hand"), required=False)

    @property
    def minimum(self) -> int:
        """The fewest fan a win can have."""
        return cast(McrOptions, self.rules.options).minimum

    @property
    def least_words(self) -> str:
        """The fewest fan, in words."""
        return now("%(fan)s at least") % {"fan": self.minimum}

    @property
    def often(self) -> list[int]:
        """Fan that are one tap away."""
        lowest = range(self.minimum, self.minimum + _LOWEST)
        return [*lowest, *(fan for fan in _OFTEN if fan > lowest[-1])]

    def _value_is_begun(self) -> bool:
        return bool(self.data.get("points"))

    def _clean_win(self, cleaned: dict[str, Any]) -> None:
        self._need("points", _("Give the number of fan."))

    def _win(self, winner: str) -> dict[str, object]:
        data = self.cleaned_data
        raw = {"winner": winner, "points": data["points"]}
        return raw | {"chicken": True} if data["chicken"] else raw

    @classmethod
    def _initial_of_win(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        return {
            "winner": raw["winner"],
            "points": raw.get("points"),
            "chicken": raw.get("chicken", False),
        }
