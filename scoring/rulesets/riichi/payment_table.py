"""What a win of Riichi pays, for every value it can have."""

from __future__ import annotations

from rules.riichi import Riichi
from rules.ruleset_and_table_state import Position
from scoring.rulesets.riichi import value_choices
from scoring.rulesets.shared.payment_tables import Table, by_choices


def payment_table(played: Riichi, position: Position) -> Table:
    groups = value_choices.groups(played.options)
    keys = [key for _label, choices in groups for key, _name in choices]
    choices = {key: value_choices.raw_of(key) for key in keys}
    return {
        "hand": True,
        "field": "value",
        "unless": ["pao"],
        **by_choices(played, position, choices),
    }
