"""A real championship's hands compared with its recorded totals, if available."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest

import rules
from rules.ledger_replay import replay
from rules.winds import WINDS

EVENT = Path(__file__).resolve().parents[3] / "shared" / "events" / "somc2017"
NAMES = ("east", "south", "west", "north")

pytestmark = pytest.mark.skipif(
    not EVENT.is_dir(),
    reason="the data of the championship is not beside the project",
)


def rows(name: str) -> list[dict[str, str]]:
    with (EVENT / name).open(newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def ledger(hands: list[dict[str, str]], seats: dict[str, str]) -> list[dict]:
    entries: list[dict] = []
    for hand in hands:
        amounts = {
            seat: int(hand[f"{name}_penalty"] or 0)
            for seat, name in zip(WINDS, NAMES, strict=True)
        }
        if any(amounts.values()):
            entries.append({"kind": "penalty", "amounts": amounts})
        if hand["winner"]:
            entries.append(
                {
                    "kind": "win",
                    "winner": seats[hand["winner"]],
                    "from": seats.get(hand["discarder"]),
                    "points": int(hand["points"]),
                }
            )
        else:
            entries.append({"kind": "washout"})
    return entries


def test_every_logged_table_gives_its_recorded_scores():
    hands = defaultdict(list)
    for hand in rows("hands.csv"):
        hands[hand["round"], hand["table"]].append(hand)
    seating = {(row["round"], row["table"]): row for row in rows("seating.csv")}
    mcr = rules.ruleset("mcr")
    right = 0
    for total in rows("totals.csv"):
        where = total["round"], total["table"]
        if where not in hands:
            continue
        seats = {seating[where][n]: s for s, n in zip(WINDS, NAMES, strict=True)}
        state = replay(mcr, map(mcr.read_entry, ledger(hands[where], seats)))
        recorded = [int(total[f"{name}_score"]) for name in NAMES]
        assert [state.scores[seat] for seat in WINDS] == recorded, where
        right += 1
    assert right == 93
