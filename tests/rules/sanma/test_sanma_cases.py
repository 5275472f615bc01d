"""Hands, payments and games with answers from servers and other programs, if
available."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.cli.recorded_riichi_games import entry_of_hand
from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.ledger_replay import follow
from rules.riichi.dealer_and_game_end import position_at
from rules.ruleset_and_table_state import Ending, TableState
from rules.sanma import Sanma, SanmaOptions
from rules.sanma.score import score_hand
from rules.winds import WINDS, Wind

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases"

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the cases are not beside the project"
)

SEATS = WINDS[:3]
#: Yaku with the same name in the cases, which do not distinguish the waits that make a
#: yakuman double.
SAME_YAKU = {
    "chuuren": "chuuren_poutou",
    "suuankou_tanki": "suuankou",
    "kokushi_musou_13": "kokushi_musou",
    "junsei_chuuren_poutou": "chuuren_poutou",
}


def rows(name: str) -> Iterator[dict]:
    for line in (CASES / name).read_text().splitlines():
        yield json.loads(line)


def yaku(names) -> list[str]:
    return sorted(SAME_YAKU.get(name, name) for name in names)


def answer(row: dict) -> dict:
    try:
        score = score_hand(read_hand(row), SanmaOptions.of(row["preset"]))
    except RuleError as error:
        return {"refused": str(error)}
    counted = {pattern.pattern.id: pattern.total for pattern in score.patterns}
    return score.as_data() | {"yaku": yaku(counted), "yaku_han": counted}


def test_every_hand_is_answered_as_expected():
    wrong, count = {}, 0
    for row in rows("sanma_hands.jsonl"):
        count += 1
        expected = row["expected"] | {"yaku": yaku(row["expected"]["yaku"])}
        given = answer(row)
        if any(given.get(name) != value for name, value in expected.items()):
            wrong[row["id"]] = (given, expected)
    assert count > 1700
    assert not wrong


def test_every_invalid_hand_is_rejected():
    judged = [(row["id"], answer(row)) for row in rows("sanma_invalid.jsonl")]
    assert len(judged) > 10
    assert not [name for name, given in judged if "refused" not in given]


def payment_entry(row: dict) -> dict:
    if row["kind"] == "draw":
        return {"kind": "exhaustive_draw", "tenpai": row["tenpai"]}
    if row["kind"] == "nagashi":
        return {"kind": "exhaustive_draw", "nagashi": [row["seat"]]}
    entry = {"kind": "win", "winner": row["winner"], "from": row["from"]}
    entry |= {name: row[name] for name in ("han", "fu", "yakuman") if name in row}
    return entry | ({"pao": row["pao_seat"]} if row.get("pao_seat") else {})


def test_every_payment_is_as_expected():
    wrong = {}
    for row in rows("sanma_payments.jsonl"):
        table = Sanma.from_options(row["options"])
        position = position_at(
            Wind.EAST,
            deal=WINDS.index(Wind(row["dealer"])) + 1,
            honba=row.get("honba", 0),
            sticks=row.get("sticks", 0),
            players=3,
        )
        entry = table.read_entry(payment_entry(row))
        changes = table.settle(entry, position, table.opening_scores()).changes
        net = {seat: changes[seat] for seat in SEATS}
        if net != row["expected"]["net"]:
            wrong[row["id"]] = net
    assert not wrong


def replayed(row: dict) -> tuple[Sanma, TableState]:
    """Replay a game.

    Return its ruleset and last state. Asserts dealer, counters and scores of each hand.
    """
    table = Sanma.from_options({"preset": row["preset"], **row.get("options", {})})
    state = TableState(table.opening(), table.opening_scores())
    for hand in row["hands"]:
        before = state.position
        assert (
            before.prevailing,
            before.deal,
            WINDS.index(before.dealer),
            before.repeats,
            before.sticks,
        ) == tuple(
            hand[name] for name in ("round_wind", "number", "dealer", "honba", "sticks")
        )
        state = follow(table, state, table.read_entry(entry_of_hand(hand)))
        assert [state.scores[seat] for seat in SEATS] == hand["scores_after"]
    return table, state


@pytest.mark.parametrize("name", ["sanma_games.jsonl", "sanma_table_games.jsonl"])
def test_every_game_is_replayed_as_expected(name):
    games = list(rows(name))
    assert games
    for row in games:
        table, state = replayed(row)
        placed = table.rank(state)
        ending = {Ending.ALL_HANDS: "last_hand"}.get(state.over, state.over)
        assert ending == row["end_reason"], row["id"]
        assert [placed[seat].score for seat in SEATS] == row["final_scores"]
        points = [float(placed[seat].table_points) for seat in SEATS]
        assert points == row["final_points"]
