"""Forms for the outcome of a hand, by value or by tiles, for each ruleset.

A form converts its fields into an entry in the rules' notation (`raw`) and back
(`initial_of`). Errors of the hand itself come from the rules.
"""

from __future__ import annotations

from typing import Unpack

from rules.ruleset_and_table_state import Position, Ruleset
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import HandForm, OfPlayers
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileForm
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.web.form_fields_and_types import Sent


def hand_form(
    rules: Ruleset, data: Sent | None = None, **arguments: Unpack[OfPlayers]
) -> HandForm:
    """Return the form for a hand by value under these rules."""
    return presenter_of(rules.id).points_form(data, rules=rules, **arguments)


__all__ = ["HandForm", "hand_form"]


def tile_form(
    rules: Ruleset,
    data: Sent | None = None,
    *,
    position: Position,
    **arguments: Unpack[OfPlayers],
) -> TileForm:
    """Return the form for a hand by tiles under these rules."""
    form_class = presenter_of(rules.id).tile_form
    return form_class(data, rules=rules, position=position, **arguments)
