"""Entering the outcome of a hand by points: one form for each ruleset.

A form turns what was tapped into an entry in the rules' notation (`raw`) and back
(`initial_of`). What it cannot say by itself, the rules refuse with a sentence.

The form of a hand by its tiles, by ruleset.
"""

from __future__ import annotations

from typing import Unpack

from rules.ruleset_and_table_state import Position, Ruleset
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import HandForm, OfPlayers
from scoring.rulesets.any_ruleset.hand_by_tiles_form import TileForm
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.web.form_fields_and_types import Sent


def hand_form(
    rules: Ruleset, data: Sent | None = None, **given: Unpack[OfPlayers]
) -> HandForm:
    """The form of a hand by these rules; what else is given goes to the form."""
    return presenter_of(rules.id).points_form(data, rules=rules, **given)


__all__ = ["HandForm", "hand_form"]


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
