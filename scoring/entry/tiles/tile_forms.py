"""The form of a hand by its tiles, by ruleset."""

from __future__ import annotations

from typing import Unpack

from rules.ruleset_and_table_state import Position, Ruleset
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.entry_forms import OfPlayers
from scoring.rulesets.shared.tile_form import TileForm
from tournaments.web.form_fields_and_types import Sent


def tile_form(
    rules: Ruleset,
    data: Sent | None = None,
    *,
    position: Position,
    **given: Unpack[OfPlayers],
) -> TileForm:
    """The form of a hand by its tiles by these rules."""
    kind = presenter_of(rules.id).tile_form
    return kind(data, rules=rules, position=position, **given)
