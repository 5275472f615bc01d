"""`python -m rules replay`."""

from __future__ import annotations

import json
import subprocess
import sys


def answers(*lines: str) -> list[dict]:
    done = subprocess.run(
        [sys.executable, "-m", "rules", "replay"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_it_answers_line_by_line():
    entries = [
        {"kind": "win", "winner": "E", "from": "S", "points": 12},
        {"kind": "washout"},
        {"kind": "false_win", "seat": "W"},
        {"kind": "penalty", "seat": "N", "amount": -10},
    ]
    good, bad, broken = answers(
        json.dumps({"ruleset": "mcr", "entries": entries}),
        json.dumps({"ruleset": "mcr", "entries": [entries[0] | {"points": 7}]}),
        "{",
    )
    assert good["final_scores"] == {"E": 46, "S": -10, "W": -38, "N": -8}
    assert [hand["dealer"] for hand in good["hands"]] == ["E", "S", "W", "W"]
    assert bad["errors"] == [
        {
            "code": "below_minimum",
            "message": "7 fan is less than the minimum of 8.",
            "field": "points",
        }
    ]
    assert broken["valid"] is False
