"""The ruleset, preset and options that a row names, for every command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.faults import Fault, RuleError
from rules.hand_as_json import Row
from rules.riichi import Riichi
from rules.ruleset_and_table_state import Ruleset
from rules.ruleset_registry import RULESETS, ruleset
from rules.sanma import Sanma
from rules.strict_reader import Reader
from rules.translation_marks import _, listed
from rules.winds import FOUR


@dataclass(frozen=True)
class Defaults:
    """The ruleset and preset of rows that do not name a ruleset or preset."""

    ruleset: str | None = None
    preset: str | None = None

    def complete(self, row: Row) -> Row:
        """Return `row` completed with the defaults."""
        missing: dict[str, object] = {}
        if self.ruleset is not None and row.get("ruleset") is None:
            missing["ruleset"] = self.ruleset
        if self.preset is not None and not _names_preset(row):
            missing["preset"] = self.preset
        return _of_three({**row, **missing})


def _of_three(row: Row) -> Row:
    """Return `row`; if it names riichi with 3 players, return it with the ruleset
    "sanma"."""
    if row.get("ruleset") == Riichi.id and row.get("players") == Sanma.players:
        return {**row, "ruleset": Sanma.id}
    return row


def as_row(value: object) -> Row:
    """Return `value` if it is a JSON object; otherwise raise RuleError."""
    if not isinstance(value, Mapping):
        raise RuleError(Fault("not_an_object", _("Enter an object.")))
    return value


def rules_of(row: Row) -> Ruleset:
    """Return the ruleset that the row names, with its `preset` and `options`.

    Raises RuleError with every fault. Each fault's field is its path in the row.
    """
    name = row.get("ruleset")
    if not isinstance(name, str):
        raise RuleError(
            Fault(
                "missing_ruleset",
                _("Enter a ruleset: %(known)s."),
                "ruleset",
                {"known": listed(RULESETS)},
            )
        )
    chosen = _chosen(row)
    try:
        return ruleset(name, chosen)
    except RuleError as error:
        raise RuleError(*(_placed(fault, row) for fault in error.faults)) from None


def rules_at_table(row: Row) -> Ruleset:
    """Return `rules_of(row)` for the number of `players` in the row; by default 4.

    Raises RuleError as `rules_of` does, and if these rules do not allow that number.
    """
    rules, reader = rules_of(row), Reader(row)
    players = reader.integer("players", rules.players, low=2, high=FOUR)
    if reader.faults:
        raise RuleError(*reader.faults)
    return rules.for_players(players)


def _chosen(row: Row) -> dict[str, object]:
    """Return the preset and all options of a row as one set of options.

    Raises RuleError if the row and its options name different presets, or if a group of
    options is not an object.
    """
    preset = row.get("preset")
    options = {
        **_switched_on(row.get("base_rules")),
        **_group(row, "rule_changes"),
        **_group(row, "options"),
    }
    if preset is None:
        return options
    if options.get("preset") not in (None, preset):
        raise RuleError(
            Fault(
                "two_presets",
                _("The row has preset “%(row)s”, but its options have “%(options)s”."),
                "preset",
                {"row": preset, "options": options["preset"]},
            )
        )
    return {**options, "preset": preset}


def _group(row: Row, name: str) -> Row:
    """Return the group of options under `name`; empty if missing. Raises RuleError if
    it is not an object.
    """
    group = row.get(name)
    if group is not None and not isinstance(group, Mapping):
        raise RuleError(Fault("not_a_group", _("Enter an object."), name))
    return group or {}


def _switched_on(base_rules: object) -> dict[str, object]:
    """Return the options that `base_rules` turns on after its preset, such as
    `double_yakuman` in "tenhou + double_yakuman". Empty if it is not text."""
    if not isinstance(base_rules, str):
        return {}
    _preset, *names = (part.strip() for part in base_rules.split("+"))
    return {name: True for name in names if name}


def _placed(fault: Fault, row: Row) -> Fault:
    """Return a fault of an option with the option's path in the row."""
    options = row.get("options")
    if fault.code == "unknown_ruleset" or not isinstance(options, Mapping):
        return fault
    if fault.field == "preset" and "preset" not in options:
        return fault
    return fault.within("options")


def _names_preset(row: Row) -> bool:
    options = row.get("options")
    inner = options.get("preset") if isinstance(options, Mapping) else None
    return row.get("preset") is not None or inner is not None
