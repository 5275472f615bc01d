"""Shorter names that Hong Kong options may be written with on the command line."""

from __future__ import annotations

from collections.abc import Mapping

from rules.hong_kong.options import HongKongOptions, SettlementOptions

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


def read_options(raw: Mapping[str, object]) -> HongKongOptions:
    """Options from JSON values by either name. Those with a shorter name may pay half
    points, which no ledger takes. Raises RuleError with every fault."""
    if has_short_names(raw):
        return read_settlement_options(raw)
    return HongKongOptions.read(raw)


def has_short_names(raw: Mapping[str, object]) -> bool:
    """Whether some option is written with its shorter name: such a row is about one
    payment, and asks for a minimum only where it says one."""
    return not {"table", *_OPTION_NAMES}.isdisjoint(raw)


def read_settlement_options(raw: Mapping[str, object]) -> SettlementOptions:
    """Options for one settlement outside a ledger, from JSON values by either name.

    Raises RuleError with every fault.
    """
    options = {_OPTION_NAMES.get(name, name): value for name, value in raw.items()}
    table = options.pop("table", None)
    if isinstance(table, list):
        options = {"faan_table": "custom", "custom_table": table, **options}
    elif isinstance(table, str) and table in _TABLES:
        options = {**_TABLES[table], **options}
    elif table is not None:
        options = {"faan_table": table, **options}
    return SettlementOptions.read(options)
