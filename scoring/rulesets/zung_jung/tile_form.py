"""Zung Jung: the form for a hand by tiles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Ruleset
from rules.winds import Wind
from rules.zung_jung.hand_checks import FLAGS
from rules.zung_jung.options import RESPONSIBLE, ZungJungOptions
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileArguments, TileForm
from scoring.rulesets.zung_jung.points_form import SAME_ROUND_RULE, responsible_choices
from tournaments.web.form_fields_and_types import Sent


class ZungJungTiles(TileForm):
    """Form for the winner's hand by tiles, and the responsible player."""

    claimed_label = pgettext_lazy("zung_jung", "Points announced (optional)")

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[TileArguments]
    ) -> None:
        options = cast(ZungJungOptions, arguments["rules"].options)
        super().__init__(data, **arguments)
        for seat in self.seats if options.payoff == RESPONSIBLE else ():
            self.fields[f"responsible_{seat}"] = forms.ChoiceField(
                label=_("Responsible"),
                choices=responsible_choices(self.names),
                help_text=SAME_ROUND_RULE,
                required=False,
            )

    def _flags_offered(self) -> Iterable[str]:
        return FLAGS

    def _extra_fields(self, seat: Wind) -> Iterable[str]:
        name = f"responsible_{seat}"
        return (name,) if name in self.fields else ()

    def _entry(self) -> dict[str, object]:
        [winner] = self.winners
        entry: dict[str, object] = {"winner": winner, "hand": self._row(winner)}
        responsible = self.cleaned_data.get(f"responsible_{winner}")
        if responsible and not self.is_drawn:
            entry["responsible"] = responsible
        return entry

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        initial = super().initial_of(raw, rules)
        initial[f"responsible_{raw['winner']}"] = raw.get("responsible", "")
        return initial
