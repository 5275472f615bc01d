"""Check new entries for values that are refused today. Old ledgers may contain such
values."""

from __future__ import annotations

from rules.faults import RuleError
from rules.ledger_entries import Entry, Raw
from rules.ruleset_and_table_state import Ruleset


def refuse_impossible(rules: Ruleset, entry: Entry) -> None:
    """Raise RuleError with a fault for each impossible hand value in `entry`."""
    if faults := tuple(rules.impossible_values(entry)):
        raise RuleError(*faults)


def read_new_entry(rules: Ruleset, raw: Raw) -> Entry:
    """Return the entry in `raw`. Raises RuleError with every fault, including
    impossible values."""
    entry = rules.read_entry(raw)
    refuse_impossible(rules, entry)
    return entry
