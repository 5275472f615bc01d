"""The form of a hand by its tiles, by ruleset."""

from __future__ import annotations

from rules.table import Position, Ruleset
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.tile_form import TileForm


def tile_form(
    rules: Ruleset, *args: object, position: Position, **options: object
) -> TileForm:
    """The form of a hand by its tiles by these rules."""
    kind = presenter_of(rules.id).tile_form
    return kind(*args, rules=rules, position=position, **options)
