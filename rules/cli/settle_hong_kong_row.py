"""Settle one hand of Hong Kong Old Style from a JSON row."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from fractions import Fraction

from rules.faults import Fault, RuleError
from rules.hand_as_json import Row
from rules.hong_kong import HongKong, HongKongOptions, Win
from rules.hong_kong.entry_reading import read_false_win, read_win
from rules.hong_kong.options import (
    SettlementOptions,
    has_short_names,
    read_settlement_options,
)
from rules.ledger_entries import FalseWin
from rules.ruleset_and_table_state import Settlement
from rules.strict_reader import Reader
from rules.tables_of_two_or_three import refuse_empty_seats
from rules.translation_marks import _

#: Names in a row -> names in an entry.
_ENTRY_NAMES = {
    "winner": "winner",
    "winner_seat": "winner",
    "winners": "winners",
    "from": "from",
    "discarder": "from",
    "faan": "faan",
    "bonus_faan": "bonus_faan",
    "hand": "hand",
    "guarantor": "guarantor",
    "guarantee": "guarantee",
    "robbed_kong": "robbed_kong",
    "no_chows": "no_chows",
    "own_hand": "own_hand",
    "seat": "seat",
    "offender": "seat",
}
_MOST_DRAWS = 100
HONG_KONG_NAMES = frozenset(("kind", "base", "draws", *_ENTRY_NAMES))


def settle_hong_kong_row(rules: HongKong, row: Row) -> Settlement:
    """Return the settlement of a row.

    The row has `winner_seat` (missing for a draw), `discarder` (missing for a
    self-draw), and `faan`, `hand` or `base`. For a false win, the row has `kind`
    "false_win" and `offender`. `guarantor`, `draws` (the number of draws before this
    hand) and `options` are optional. Payments may have half points. Raises RuleError if
    the row is faulty, or if a win is below the minimum faan.
    """
    options = _own_options(row) or rules.options
    if not _asks_minimum(row, rules):
        options = dataclasses.replace(options, min_faan=0)
    rules = HongKong(options).for_players(rules.players)
    reader = Reader(row)
    base, draws = _base(reader), reader.integer("draws", 0, low=0, high=_MOST_DRAWS)
    if reader.faults:
        raise RuleError(*reader.faults)
    raw = _entry(row)
    if raw is None:
        return Settlement(ends_hand=True)
    carried = draws * options.goulash_carry
    position = dataclasses.replace(rules.opening(), carried=carried)
    if raw["kind"] == FalseWin.kind:
        fault = read_false_win(raw, options)
        refuse_empty_seats(fault, rules.players)
        return rules.settle_false_win(fault, position)
    win = read_win(raw, options)
    refuse_empty_seats(win, rules.players)
    return rules.settle_win(win, position, base)


def _asks_minimum(row: Row, rules: HongKong) -> bool:
    """Return whether a win needs the minimum faan.

    Rows with base points do not need it. Rows whose options have short names need it
    only if they set a minimum.
    """
    options = row.get("options")
    own_options = options if isinstance(options, Mapping) else {}
    if row.get("base") is not None:
        return False
    one_payment = isinstance(rules.options, SettlementOptions)
    return "min_faan" in own_options or not (
        one_payment or has_short_names(own_options)
    )


def _own_options(row: Row) -> HongKongOptions | None:
    """Return the options in the row, or None if the row has no options. The payment
    table of a row with base points is ignored.

    Raises RuleError if the options are not an object or are invalid.
    """
    options = row.get("options")
    if options is not None and not isinstance(options, Mapping):
        raise RuleError(Fault("not_a_group", _("Enter an object."), "options"))
    own_options = dict(options or {})
    if row.get("preset") is not None:
        own_options["preset"] = row["preset"]
    if not own_options:
        return None
    if row.get("base") is not None:
        own_options.pop("table", None)
    return read_settlement_options(own_options)


def _entry(row: Row) -> Mapping[str, object] | None:
    """Return the row's values under the names of an entry; None for a draw."""
    values = {
        name: row[written]
        for written, name in _ENTRY_NAMES.items()
        if row.get(written) is not None
    }
    if row.get("kind") == FalseWin.kind:
        return {"kind": FalseWin.kind, **values}
    if "winner" not in values and "winners" not in values:
        return None
    if row.get("base") is not None and "hand" not in values:
        values.setdefault("faan", 0)
    return {"kind": Win.kind, **values}


def _base(reader: Reader) -> Fraction | None:
    """Return the base points of the row; None if the row has faan instead."""
    if reader.peek("base") is None:
        return None
    return reader.amount("base", Fraction(1))
