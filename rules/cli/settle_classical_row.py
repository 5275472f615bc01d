"""Settle one hand of Classical Chinese from a JSON row."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from rules.classical import Classical, Win
from rules.classical.entries import AbortiveDraw, FalseMahjong, Misnamed
from rules.classical.entry_reading import read_seats, read_win
from rules.faults import RuleError
from rules.hand_as_json import Row
from rules.ruleset_and_table_state import Settlement
from rules.strict_reader import Reader
from rules.tables_of_two_or_three import refuse_empty_seats
from rules.winds import WINDS, Wind

#: Names in a row -> names in a win.
_WIN_NAMES = {
    "winner": "winner",
    "winner_seat": "winner",
    "winners": "winners",
    "from": "from",
    "from_seat": "from",
    "pay_for_all": "pay_for_all",
}
_OTHER_NAMES = ("kind", "seat", "seats", "to", "claimed_for", "reason")
_TABLE_NAMES = (
    "hands",
    "values",
    "prevailing_wind",
    "ready",
    "no_chows",
    "own_hand",
    "own_hands",
)
CLASSICAL_NAMES = frozenset((*_WIN_NAMES, *_OTHER_NAMES, *_TABLE_NAMES))


def settle_classical_row(rules: Classical, row: Row) -> Settlement:
    """Return the settlement of a row.

    The row has `winner_seat` (missing for a draw) and the four `hands`, each a value or
    tiles; or a `kind` for a foul or an abortive draw. `pay_for_all`, `from`,
    `prevailing_wind` and `ready` (seats that declared ready) are optional. Values are
    not checked against the limit. Raises RuleError if the row is faulty.
    """
    if row.get("kind") in (FalseMahjong.kind, Misnamed.kind, AbortiveDraw.kind):
        raw = {name: row[name] for name in _OTHER_NAMES if name in row}
        fault = rules.read_entry(raw)
        refuse_empty_seats(fault, rules.players)
        return rules.settle(fault, rules.opening(), {})
    raw = {"kind": Win.kind, **_values_of(row)}
    raw |= {n: row[n] for n in ("own_hand", "own_hands") if row.get(n)}
    for name, other in _WIN_NAMES.items():
        if row.get(name) is not None:
            raw[other] = row[name]
    if "winner" not in raw and "winners" not in raw:
        return Settlement(ends_hand=True)
    reader = Reader(row)
    prevailing = reader.text("prevailing_wind", tuple(WINDS), default=Wind.EAST)
    ready = read_seats(reader, "ready", most=len(WINDS))
    if reader.faults:
        raise RuleError(*reader.faults)
    win = read_win(raw, rules.options, limited=False, players=rules.players)
    refuse_empty_seats(win, rules.players)
    position = dataclasses.replace(
        rules.opening(), prevailing=Wind(prevailing), ready=tuple(ready)
    )
    return rules.settle(win, position, {})


def _values_of(row: Row) -> dict[str, object]:
    """Return the `hands` of a row, sorted into `values` and tiles (`hands`)."""
    hands = row.get("hands")
    if not isinstance(hands, Mapping):
        return {"values": row.get("values"), "hands": hands}
    tiles = {
        s: value_or_tiles
        for s, value_or_tiles in hands.items()
        if isinstance(value_or_tiles, str | Mapping)
    }
    values = {
        seat: value_or_tiles
        for seat, value_or_tiles in hands.items()
        if seat not in tiles
    }
    more_values = row.get("values")
    if isinstance(more_values, Mapping):
        values = {**more_values, **values}
    return {"values": values, "hands": tiles}
