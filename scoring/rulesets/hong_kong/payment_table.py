"""What a win of Hong Kong Old Style pays, for every value it can have."""

from __future__ import annotations

from rules.hong_kong import HongKong
from rules.ruleset_and_table_state import Position
from scoring.rulesets.hong_kong.points_form import faan_offered
from scoring.rulesets.shared.payment_tables import Table, by_choices


def payment_table(played: HongKong, position: Position) -> Table:
    choices = {str(faan): {"faan": faan} for faan in faan_offered(played.options)}
    return {
        "hand": True,
        "field": "faan",
        "unless": ["guarantor", "robbed_kong", "no_chows"],
        **by_choices(played, position, choices),
    }
