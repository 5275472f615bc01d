"""Settlements given as rows, and the shorter names their options may have."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.entries import FalseWin
from rules.faults import Fault, RuleError
from rules.hong_kong.entries import Win
from rules.hong_kong.options import HongKongOptions, SettlementOptions
from rules.reading import Reader
from rules.rows import Row
from rules.text import _

_OPTION_NAMES = {
    "cap": "limit_faan",
    "mode": "payment",
    "policy": "false_win_policy",
}
_TABLES: Mapping[str, Mapping[str, object]] = {
    "half": {"faan_table": "half_spicy"},
    "full": {"faan_table": "full_spicy"},
    "tvb": {"faan_table": "linear", "single_self_draw_half": True},
    "yahoo_hk": {"faan_table": "half_spicy_in_tens"},
}
#: What a row calls the values of an entry.
_ENTRY_NAMES = {
    "winner": "winner",
    "winner_seat": "winner",
    "winners": "winners",
    "from": "from",
    "discarder": "from",
    "faan": "faan",
    "hand": "hand",
    "guarantor": "guarantor",
    "guarantee": "guarantee",
    "robbed_kong": "robbed_kong",
    "seat": "seat",
    "offender": "seat",
}
_MOST_DRAWS = 100


def read_options(raw: Mapping[str, object]) -> HongKongOptions:
    """Options from JSON; those written with the rows' names may pay half points,
    which no ledger takes. Raises RuleError with every fault."""
    short = {"table", *_OPTION_NAMES} & set(raw)
    made = SettlementOptions if short else HongKongOptions
    return made.read(_renamed(raw))


def row_options(row: Row) -> HongKongOptions | None:
    """The options that a row has itself; None if it has none. Raises RuleError.

    Where a row gives the base points, its table is not asked.
    """
    options = row.get("options")
    if options is not None and not isinstance(options, Mapping):
        raise RuleError(Fault("not_a_group", _("Give a group of values."), "options"))
    given = dict(options or {})
    if row.get("preset") is not None:
        given["preset"] = row["preset"]
    if not given:
        return None
    if row.get("base") is not None:
        given.pop("table", None)
    return SettlementOptions.read(_renamed(given))


def entry_in(row: Row) -> Mapping[str, object] | None:
    """The values of the row's entry by the names an entry has; None for a draw."""
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


def read_base(reader: Reader) -> Fraction | None:
    """The base points that a row gives in place of faan."""
    if reader.peek("base") is None:
        return None
    return reader.amount("base", Fraction(1))


def read_draws(reader: Reader) -> int:
    """How many hands in a row nobody won before."""
    return reader.integer("draws", 0, low=0, high=_MOST_DRAWS)


def _renamed(raw: Mapping[str, object]) -> dict[str, object]:
    options = {_OPTION_NAMES.get(name, name): value for name, value in raw.items()}
    table = options.pop("table", None)
    if isinstance(table, list):
        return {"faan_table": "custom", "custom_table": table, **options}
    if isinstance(table, str) and table in _TABLES:
        return {**_TABLES[table], **options}
    return options if table is None else {"faan_table": table, **options}
