"""Settle one hand of MCR from a JSON row."""

from __future__ import annotations

from rules.entering import read_new_entry
from rules.hand_as_json import Row
from rules.ledger_entries import FalseWin
from rules.mcr import Mcr, Win
from rules.ruleset_and_table_state import Settlement

_NAMES = (
    "winner",
    "winners",
    "from",
    "points",
    "flowers",
    "hand",
    "chicken",
    "seat",
    "ready",
)
_OTHER_NAMES = {"winner_seat": "winner", "discarder": "from"}
MCR_NAMES = frozenset(("kind", *_NAMES, *_OTHER_NAMES))


def settle_mcr_row(rules: Mcr, row: Row) -> Settlement:
    """Return the settlement of a row with the values of a win or a false win.

    `winner_seat` and `discarder` are aliases of `winner` and `from`. Raises RuleError
    if the row is faulty.
    """
    raw = {name: row[name] for name in _NAMES if name in row}
    for name, other in _OTHER_NAMES.items():
        if name in row:
            raw[other] = row[name]
    raw["kind"] = FalseWin.kind if row.get("kind") == FalseWin.kind else Win.kind
    entry = read_new_entry(rules, raw)
    return rules.settle(entry, rules.opening(), rules.opening_scores())
