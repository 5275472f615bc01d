"""A hand of MCR by its tiles."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from rules.mcr.checks import FLAGS
from scoring.rulesets.shared.tile_form import TileForm


class McrTiles(TileForm):
    claimed_label = _("Fan announced, if any were")

    def _flags_offered(self) -> Iterable[str]:
        return FLAGS

    def _entry(self) -> dict[str, object]:
        [winner] = self.winners
        return {"winner": winner, "hand": self._row(winner)}
