"""Sanma: the forms of riichi, with the number of tiles that each winner has
set aside.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.hand_as_json import MOST_NUKIDORA
from rules.ledger_entries import Raw
from rules.ruleset_and_table_state import Ruleset
from rules.sanma.options import GUEST, NUKIDORA, SanmaOptions
from rules.winds import Wind
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileArguments
from scoring.rulesets.any_ruleset.typed_hands import hands_in
from scoring.rulesets.riichi.points_form import RiichiForm
from scoring.rulesets.riichi.tile_form import RiichiTiles
from tournaments.web.form_fields_and_types import Sent

_COUNTS = [(str(count), str(count)) for count in range(MOST_NUKIDORA + 1)]


class SanmaForm(RiichiForm):
    """Form for a hand by han and fu, or by han alone with the table of thousands."""

    template = "table/hands/sanma.html"
    keys = "table/keys/sanma.html"


class SanmaTiles(RiichiTiles):
    """Form for a hand by tiles, with the number of tiles set aside."""

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[TileArguments]
    ) -> None:
        super().__init__(data, **arguments)
        north = cast(SanmaOptions, self.rules.options).north
        label = _("Norths laid aside") if north == NUKIDORA else _("Flowers laid aside")
        for seat in self.seats if north != GUEST else ():
            self.fields[f"nukidora_{seat}"] = forms.ChoiceField(
                label=label, choices=_COUNTS, required=False
            )

    def _extra_fields(self, seat: Wind) -> Iterable[str]:
        laid = f"nukidora_{seat}"
        others = super()._extra_fields(seat)
        return (laid, *others) if laid in self.fields else others

    def _row(self, seat: Wind) -> dict[str, object]:
        laid = self.cleaned_data.get(f"nukidora_{seat}")
        row = super()._row(seat)
        return row | {"nukidora": int(laid)} if laid and laid != "0" else row

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        initial = super().initial_of(raw, rules)
        for seat, row in hands_in(raw).items():
            initial[f"nukidora_{seat}"] = str(row.get("nukidora", 0))
        return initial
