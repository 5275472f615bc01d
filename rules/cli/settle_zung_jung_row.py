"""Settle one hand of Zung Jung from a JSON row."""

from __future__ import annotations

from collections.abc import Mapping

from rules.entering import read_new_entry
from rules.faults import RuleError
from rules.hand_as_json import Row
from rules.ledger_entries import FalseWin
from rules.ruleset_and_table_state import Settlement
from rules.strict_reader import Reader
from rules.tiles import Tile, tile
from rules.translation_marks import _
from rules.winds import WINDS, Wind
from rules.zung_jung import Win, ZungJung
from rules.zung_jung.entries import NO_ONE
from rules.zung_jung.settlement import responsible_player

_NAMES = ("winner", "from", "points", "hand", "responsible", "seat", "ready")
_OTHER_NAMES = {"winner_seat": "winner", "discarder": "from"}
ZUNG_JUNG_NAMES = frozenset(
    ("kind", "discards", "winning_tile", "flags", *_NAMES, *_OTHER_NAMES)
)
#: More discards than a hand has.
_MOST_DISCARDS = 136


def settle_zung_jung_row(rules: ZungJung, row: Row) -> Settlement:
    """Return the settlement of a row with the values of a win or a false win.

    Instead of `responsible`, a row may have the `discards` [[seat, tile], …] in order;
    the win is on the last discard. `winner_seat` and `discarder` are aliases of
    `winner` and `from`. `winning_tile` and `flags` do not change the payments. Raises
    RuleError if the row is faulty.
    """
    raw = {name: row[name] for name in _NAMES if name in row}
    for name, other in _OTHER_NAMES.items():
        if name in row:
            raw[other] = row[name]
    raw["kind"] = FalseWin.kind if row.get("kind") == FalseWin.kind else Win.kind
    if row.get("discards") is not None:
        raw["responsible"] = _responsible(row, raw)
    entry = read_new_entry(rules, raw)
    return rules.settle(entry, rules.opening(), rules.opening_scores())


def _responsible(row: Row, raw: Mapping[str, object]) -> str:
    """Return the seat that pays for all according to the row's discards, or `NO_ONE`.

    Raises RuleError with every fault, also if the last discard is not by the player in
    `from`.
    """
    reader = Reader({"winner": raw.get("winner"), "from": raw.get("from")})
    winner, discarder = reader.seat("winner"), reader.seat("from")
    values = Reader(row)
    discards = [
        _discard(values, number, value)
        for number, value in enumerate(values.sequence("discards", most=_MOST_DISCARDS))
    ]
    made = [discard for discard in discards if discard]
    faults = [*reader.faults, *values.faults]
    if not faults and (not made or made[-1][0] != discarder):
        values.fault(
            "last_discard",
            _(
                "The last discard must be the winning tile, discarded by the player "
                "in “from”."
            ),
            "discards",
        )
        faults = values.faults
    if faults or winner is None:
        raise RuleError(*faults)
    responsible = responsible_player(winner, made)
    return NO_ONE if responsible is winner else responsible


def _discard(reader: Reader, number: int, value: object) -> tuple[Wind, Tile] | None:
    match value:
        case [str(seat), str(code)] if seat in tuple(WINDS):
            try:
                return Wind(seat), tile(code)
            except KeyError:
                pass
    message = _("Enter each discard as a seat and a tile.")
    reader.fault("not_a_discard", message, f"discards[{number}]")
    return None
