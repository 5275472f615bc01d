"""MCR: the form for a hand by tiles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from django.utils.translation import gettext_lazy as _

from rules.mcr.hand_checks import FLAGS
from rules.mcr.options import McrOptions
from rules.ruleset_and_table_state import Ruleset
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileForm, one_or_several


class McrTiles(TileForm):
    claimed_label = _("Fan announced (optional)")

    @classmethod
    def several_may_win(cls, rules: Ruleset) -> bool:
        return cast(McrOptions, rules.options).multiple_winners != "nearest"

    def _flags_offered(self) -> Iterable[str]:
        return FLAGS

    def _entry(self) -> dict[str, object]:
        claims: list[dict[str, object]] = [
            {"winner": seat, "hand": self._row(seat)} for seat in self.winners
        ]
        return one_or_several(claims)
