"""`python -m rules replay`: ledgers in, states out, one JSON object a line.

In:  {"ruleset": "mcr", "options": {...}, "entries": [{"kind": "win", ...}, ...]}
Out: {"valid": true, "hands": [...], "final_scores": {...}, "end_reason": ...} or
     {"valid": false, "errors": [{"code", "message", "field"}]}
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping

from rules.faults import Fault, RuleError
from rules.registry import ruleset
from rules.table import Line, replay


def replay_row(row: object) -> dict[str, object]:
    """The answer to one row; never raises for what the row says."""
    try:
        name, options, entries = _parts(row)
        rules = ruleset(name, options)
        state = replay(rules, map(rules.read_entry, entries))
    except RuleError as error:
        return {"valid": False, "errors": [_as_json(fault) for fault in error.faults]}
    return {
        "valid": True,
        "hands": [_hand(line) for line in state.lines],
        "final_scores": state.scores,
        "table_points": {
            seat: str(placing.table_points)
            for seat, placing in rules.rank(state).items()
        },
        "end_reason": state.over,
    }


def _parts(
    row: object,
) -> tuple[str, Mapping[str, object], list[Mapping[str, object]]]:
    """Ruleset, options and entries of a row. Raises RuleError if it has not that
    shape."""
    if not isinstance(row, Mapping):
        raise RuleError(Fault("not_an_object", "Give an object."))
    options, entries = row.get("options") or {}, row.get("entries")
    if not isinstance(options, Mapping):
        raise RuleError(Fault("not_an_object", "Give an object.", "options"))
    if not isinstance(entries, list) or not all(
        isinstance(entry, Mapping) for entry in entries
    ):
        raise RuleError(Fault("not_a_list", "Give a list of objects.", "entries"))
    return str(row.get("ruleset")), options, entries


def _hand(line: Line) -> dict[str, object]:
    return {
        "hand": line.before.hand,
        "kind": line.entry.kind,
        "dealer": line.before.dealer,
        "prevailing": line.before.prevailing,
        "winds": line.before.winds,
        "score_changes": line.settlement.changes,
        "scores_after": line.scores,
    }


def _as_json(fault: Fault) -> dict[str, str]:
    return {"code": fault.code, "message": fault.sentence, "field": fault.field}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    parser.add_argument("command", choices=["replay"])
    parser.parse_args()
    for text in sys.stdin:
        if not text.strip():
            continue
        try:
            row = json.loads(text)
        except json.JSONDecodeError as error:
            fault = Fault("not_json", "This line is not JSON.", str(error.pos))
            answer: dict[str, object] = {"valid": False, "errors": [_as_json(fault)]}
        else:
            answer = replay_row(row)
        print(json.dumps(answer, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
