"""Settle one hand of sanma from a JSON row. Names from recorded hands are allowed
too."""

from __future__ import annotations

from rules.cli.settle_riichi_row import RIICHI_NAMES, settle_riichi_row
from rules.hand_as_json import Row
from rules.riichi.entries import ExhaustiveDraw, Win
from rules.ruleset_and_table_state import Settlement
from rules.sanma import Sanma

#: Other kinds of rows, and other names of their values.
_KINDS = {
    "settlement": Win.kind,
    "draw": ExhaustiveDraw.kind,
    "nagashi": ExhaustiveDraw.kind,
}
_OTHER_NAMES = {"sticks": "riichi_sticks", "pao_seat": "pao"}
SANMA_NAMES = RIICHI_NAMES | _OTHER_NAMES.keys()


def settle_sanma_row(rules: Sanma, row: Row) -> Settlement:
    """Return the settlement of a row, as `settle_riichi_row` does.

    The kind may also be `settlement`, `draw` or `nagashi` (with `seat`); `sticks` and
    `pao_seat` are aliases of `riichi_sticks` and `pao`. Raises RuleError if the row is
    faulty.
    """
    kind = row.get("kind")
    raw = {_OTHER_NAMES.get(name, name): value for name, value in row.items()}
    if isinstance(kind, str) and kind in _KINDS:
        raw["kind"] = _KINDS[kind]
    if kind == "nagashi":
        raw["nagashi"] = [raw.pop("seat", None)]
    return settle_riichi_row(rules, raw)
