"""Zung Jung: the form for a hand by value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Ruleset
from rules.winds import Wind
from rules.zung_jung.entries import NO_ONE
from rules.zung_jung.options import RESPONSIBLE, ZungJungOptions
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    AtTableArguments,
    TypedPointsForm,
)
from tournaments.web.form_fields_and_types import Sent
from tournaments.web.number_wording import whole

#: Points with a key; those entered at a table replace the last ones first.
_OFTEN = (1, 5, 10, 15, 20, 30, 40, 50, 35, 60, 85)

#: The rule in one line, beside the choice of the responsible player.
SAME_ROUND_RULE = _("First to discard this tile since the winner's last discard")


class ZungJungForm(TypedPointsForm):
    """Form for a hand by value: winner, discarder, points, and the
    responsible player.
    """

    template = "table/hands/zung_jung.html"
    keys = "table/keys/zung_jung.html"
    often_keys = "table/keys/_often_points.html"
    value_question = _("How many points?")
    ordinary = (*TypedPointsForm.ordinary, "points", "responsible")

    points = forms.IntegerField(
        label=pgettext_lazy("hand value", "Points"),
        required=False,
        widget=forms.NumberInput(
            attrs={"inputmode": "numeric", "autocomplete": "off"},
        ),
    )
    responsible = forms.ChoiceField(
        label=_("Responsible"), required=False, help_text=SAME_ROUND_RULE
    )

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        if self.options.payoff == RESPONSIBLE:
            self._offer("responsible", responsible_choices(self.names))
        else:
            del self.fields["responsible"]

    @property
    def options(self) -> ZungJungOptions:
        return cast(ZungJungOptions, self.rules.options)

    @property
    def minimum(self) -> int:
        """Return the smallest number of points that a win can have."""
        return self.options.least_points

    @property
    def least_words(self) -> str:
        """Return the minimum points as text."""
        return now("At least %(points)s") % {"points": whole(self.minimum)}

    @classmethod
    def often_after(cls, rules: Ruleset, last_values: Sequence[int]) -> tuple[int, ...]:
        """Return the points that have their own key on the page: common points, and the
        points entered last at this table.
        """
        least = cast(ZungJungOptions, rules.options).least_points
        usual = [points for points in _OFTEN if points >= least]
        entered = [points for points in last_values if points not in usual][:3]
        replaced = [points for points in usual if points not in last_values]
        replaced = replaced[-len(entered) :] if entered else []
        return tuple(sorted({*usual, *entered} - {*replaced}))

    def _clean_win(self, cleaned: dict[str, object]) -> None:
        self._need("points", _("Enter the points."))

    def _win(self, winner: str) -> dict[str, object]:
        data = self.cleaned_data
        raw = {"winner": winner, "points": data["points"]}
        is_discard = data.get("source") in self.names
        responsible = data.get("responsible") if is_discard else ""
        return raw | ({"responsible": responsible} if responsible else {})

    @classmethod
    def _initial_of_win(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        return {
            "winner": raw["winner"],
            "points": raw.get("points"),
            "responsible": raw.get("responsible", ""),
        }


def responsible_choices(
    names: dict[Wind, str],
) -> list[tuple[str, Promise | str]]:
    """Return the choices for the responsible player: the discarder, each player by
    name, or no one.
    """
    players = [(seat.value, name) for seat, name in names.items()]
    return [("", _("Discarder")), *players, (NO_ONE, _("No one"))]
