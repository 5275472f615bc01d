"""Settle one hand of riichi from a JSON row."""

from __future__ import annotations

from rules.entering import read_new_entry
from rules.faults import RuleError
from rules.hand_as_json import Row
from rules.riichi import Riichi, Win
from rules.riichi.dealer_and_game_end import position_at
from rules.ruleset_and_table_state import Position, Settlement
from rules.strict_reader import Reader
from rules.winds import WINDS, Wind

_VALUE_NAMES = ("han", "fu", "limit", "yakuman", "points", "hand", "pao", "pao_yakuman")
_DRAW_NAMES = ("tenpai", "nagashi", "reason", "seat")
_NAMES = (
    "kind",
    "winner",
    "from",
    "winners",
    "riichi",
    *_VALUE_NAMES,
    *_DRAW_NAMES,
)
_OTHER_NAMES = {"winner_seat": "winner", "discarder": "from"}
_TABLE_NAMES = ("honba", "riichi_sticks", "dealer", "prevailing_wind")
RIICHI_NAMES = frozenset((*_NAMES, *_OTHER_NAMES, *_TABLE_NAMES))
_MOST_COUNTERS = 1000


def settle_riichi_row(rules: Riichi, row: Row) -> Settlement:
    """Return the settlement of a row with the values of an entry (by default a win).

    The row may also have `honba`, `riichi_sticks`, `dealer` and `prevailing_wind`.
    `winner_seat` and `discarder` are aliases of `winner` and `from`. Raises RuleError
    if the row is faulty.
    """
    position = _position(row, rules.players)
    raw = {name: row[name] for name in _NAMES if name in row}
    for name, other in _OTHER_NAMES.items():
        if name in row:
            raw[other] = row[name]
    raw.setdefault("kind", Win.kind)
    return rules.settle(read_new_entry(rules, raw), position, rules.opening_scores())


def _position(row: Row, players: int) -> Position:
    """Return the position of the game when the hand starts. Raises RuleError with every
    fault."""
    reader = Reader(row)
    limits = {"low": 0, "high": _MOST_COUNTERS}
    honba = reader.integer("honba", 0, **limits)
    sticks = reader.integer("riichi_sticks", 0, **limits)
    dealer = reader.seat("dealer", optional=True) or Wind.EAST
    prevailing = reader.text("prevailing_wind", tuple(WINDS), default=Wind.EAST)
    if reader.faults:
        raise RuleError(*reader.faults)
    deal = WINDS.index(dealer) + 1
    wind = Wind(prevailing)
    return position_at(wind, deal=deal, honba=honba, sticks=sticks, players=players)
