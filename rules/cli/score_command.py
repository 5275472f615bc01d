"""The commands that read a JSON object (a row) and return a JSON object (the
answer)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.cli.claims_command import claims_row
from rules.cli.json_lines_in_and_out import (
    Answer,
    net_as_data,
    payments_as_data,
    refusal,
)
from rules.cli.replay_command import replay_row
from rules.cli.row_names import refuse_unknown_names
from rules.cli.rules_named_in_row import Defaults, as_row, rules_at_table, rules_of
from rules.cli.settle_command import settle_row
from rules.faults import RuleError
from rules.hand_as_json import Row, read_hand
from rules.tiles import codes

NO_DEFAULTS = Defaults()


def answer(command: str, value: object, defaults: Defaults = NO_DEFAULTS) -> Answer:
    """Return a command's answer to one JSON value; the faults if the value is
    invalid."""
    try:
        row = defaults.complete(as_row(value))
        refuse_unknown_names(command, row)
        return COMMANDS[command](row)
    except RuleError as error:
        return refusal(error)


def score_row(row: Row) -> Answer:
    """Return the value of the hand in `row`. Raises RuleError if the row is faulty or
    the hand does not win.
    """
    return rules_of(row).score(read_hand(row)).as_data()


def settlement_row(row: Row) -> Answer:
    """Return the net points of each seat and the payments for the hand in `row`. Raises
    RuleError if the row is faulty."""
    settlement = settle_row(rules_at_table(row), row)
    return {
        "valid": True,
        "net": net_as_data(settlement),
        "payments": payments_as_data(settlement),
    }


def waits_row(row: Row) -> Answer:
    """Return the tiles that complete the hand in `row`, and whether there are any.
    Raises RuleError if the row is faulty."""
    waits = rules_of(row).waits(read_hand(row))
    return {"valid": True, "waits": codes(waits), "tenpai": bool(waits)}


def options_row(row: Row) -> Answer:
    """Return the ruleset and all options of `row`, and their differences from the
    preset. Raises RuleError if the row is faulty."""
    rules = rules_of(row)
    return {
        "valid": True,
        "ruleset": rules.id,
        "options": rules.options.as_data(),
        "changes": rules.options.changes(),
        "differences": [
            {
                "option": difference.name,
                "text": difference.text,
                "preset": difference.preset,
                "value": difference.value,
            }
            for difference in rules.options.differences()
        ],
    }


COMMANDS: Mapping[str, Callable[[Row], Answer]] = {
    "score": score_row,
    "settle": settlement_row,
    "waits": waits_row,
    "replay": replay_row,
    "options": options_row,
    "claims": claims_row,
}
