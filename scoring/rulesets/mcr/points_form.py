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

#: Those that make room for what was entered at a table, the first one first.
_RARELY = (28, 64, 20)


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
    def often(self) -> tuple[int, ...]:
        """Fan that are one tap away: the lowest, some of the others, and in the place
        of the rarest what was entered at this table."""
        lowest = range(self.minimum, self.minimum + _LOWEST)
        others = [fan for fan in _OFTEN if fan > lowest[-1]]
        known = {*lowest, *others}
        entered = [fan for fan in self.last_values if fan >= self.minimum]
        entered = [fan for fan in entered if fan not in known]
        rarest = [fan for fan in _RARELY if fan not in self.last_values]
        entered = entered[: len(rarest)]
        left = [fan for fan in others if fan not in rarest[: len(entered)]]
        return tuple(sorted([*lowest, *left, *entered]))

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
