"""What a win of MCR pays, for every value it can have."""

from __future__ import annotations

from rules.mcr import Mcr
from rules.ruleset_and_table_state import Position
from rules.winds import Wind
from scoring.rulesets.shared.payment_tables import (
    Columns,
    Table,
    by_pairs,
    line,
    paid_by,
)


def payment_table(played: Mcr, position: Position) -> Table:
    """The fan are paid in full: two values tell the rest. The dealer is nobody
    special."""
    low = played.options.minimum

    def columns(winner: Wind, source: Wind | None) -> Columns:
        won = {"kind": "win", "winner": winner, "from": source}
        first = paid_by(played, position, {**won, "points": low})
        second = paid_by(played, position, {**won, "points": low + 1})
        return {
            payer: line(first[payer] - low * times, times)
            for payer in first
            for times in [second[payer] - first[payer]]
        }

    return {
        "hand": None,
        "field": "points",
        "unless": [],
        **by_pairs(position, columns),
    }
