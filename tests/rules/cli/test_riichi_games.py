"""Recorded games replayed from their tiles, including games of a real server if
available.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.cli.recorded_riichi_games import replay_game
from rules.faults import RuleError
from tests.rules.riichi.ledgers import refusals

GAMES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "riichi_games.jsonl"

needs_games = pytest.mark.skipif(
    not GAMES.is_file(), reason="the recorded games are not beside the project"
)

CHEAP = {
    "concealed": ["2m", "3m", "4m", "5p", "6p", "7p", "3s", "4s", "9s", "9s"],
    "melds": [{"type": "pung", "tiles": ["C", "C", "C"]}],
    "winning_tile": "5s",
}
AS_CHEAP = {
    "concealed": ["2m", "3m", "4m", "5p", "6p", "7p", "3s", "4s", "8s", "8s"],
    "melds": [{"type": "pung", "tiles": ["F", "F", "F"]}],
    "winning_tile": "5s",
}
RICH = {
    "concealed": ["5p"],
    "melds": [{"type": "pung", "tiles": [dragon] * 3} for dragon in ("C", "F", "P")]
    + [{"type": "chow", "tiles": ["1m", "2m", "3m"]}],
    "winning_tile": "5p",
}


def ron(seat: int, source: int, hand: dict = CHEAP, riichi=(), **more) -> dict:
    winner = {"seat": seat, "from_seat": source, "hand": hand, **more}
    return {"riichi": list(riichi), "outcome": {"type": "ron", "winners": [winner]}}


def drawn(seat: int, hand: dict = CHEAP, **more) -> dict:
    winner = {"seat": seat, "from_seat": None, "hand": hand, **more}
    return {"riichi": [], "outcome": {"type": "tsumo", "winners": [winner]}}


def exhaustive(*tenpai: int, riichi=(), **more) -> dict:
    outcome = {"type": "exhaustive_draw", "tenpai": list(tenpai), **more}
    return {"riichi": list(riichi), "outcome": outcome}


def game(*hands: dict, **more) -> dict:
    return {
        "preset": "tenhou_hanchan",
        "initial_scores": [25_000] * 4,
        "hands": list(hands),
        **more,
    }


def test_a_game_hand_by_hand():
    answer = replay_game(
        game(ron(1, 2), exhaustive(1, riichi=[1]), drawn(1), drawn(3, RICH))
    )
    assert answer["valid"]
    assert [hand["dealer"] for hand in answer["hands"]] == [0, 1, 1, 1]
    assert [hand["honba"] for hand in answer["hands"]] == [0, 0, 1, 2]
    assert [hand["sticks"] for hand in answer["hands"]] == [0, 0, 1, 0]
    assert [hand["score_changes"] for hand in answer["hands"]] == [
        [0, 1000, -1000, 0],
        [-1000, 2000, -1000, -1000],
        [-600, 2800, -600, -600],
        [-8200, -16200, -8200, 32600],
    ]
    assert answer["final_scores"] == [15_200, 14_600, 14_200, 56_000]
    assert answer["final_points"] == [-5, -25, -36, 66]
    assert answer["end_reason"] is None


def test_a_liable_player_pays():
    answer = replay_game(game(drawn(3, RICH, pao_seat=2)))
    assert answer["hands"][0]["score_changes"] == [0, 0, -32_000, 32_000]
    assert answer["end_reason"] == "bankrupt"


def test_nagashi():
    outcome = {"type": "nagashi_mangan", "tenpai": [0], "nagashi": [2]}
    answer = replay_game(game({"riichi": [], "outcome": outcome}, exhaustive()))
    assert answer["hands"][0]["score_changes"] == [-4000, -2000, 8000, -2000]
    assert answer["hands"][1] == {
        "dealer": 0,
        "honba": 1,
        "sticks": 0,
        "score_changes": [0, 0, 0, 0],
        "scores_after": [21_000, 23_000, 33_000, 23_000],
    }


def test_double_ron_and_abortive_draws():
    outcome = ron(1, 0)["outcome"]
    outcome["winners"].append(ron(3, 0, AS_CHEAP)["outcome"]["winners"][0])
    abortive = {"riichi": [2], "outcome": {"type": "abortive_draw"}}
    abortive["outcome"]["reason"] = "four_winds"
    answer = replay_game(game(abortive, {"riichi": [], "outcome": outcome}))
    assert answer["hands"][1]["score_changes"] == [-2300, 2300, 0, 1000]


def test_final_points_as_the_row_says_them():
    def points(**more) -> object:
        return replay_game(game(drawn(1), **more))["final_points"]

    rounded, exact = [-25, 35, 5, -15], [-25.5, 36.1, 4.7, -15.3]
    assert points() == rounded
    assert points(options={"point_rounding": "none"}) == exact
    rule = {"return_points": 25_000, "oka": 0, "uma": [9, 3, -3, -9], "unit": 1000}
    own = rule | {"rounding": "none"}
    assert points(final_points_rule=own) == [-9.5, 10.1, 2.7, -3.3]
    assert points(id="2018011712gm-0009-0000-00000000") == rounded
    assert points(id="2025011712gm-0009-0000-00000000") == exact


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (game(5), [("not_a_group", "hands[0]")]),
        ({"hands": 5}, [("not_a_list", "hands")]),
        (
            game({"outcome": {"type": "nap"}}),
            [("not_a_choice", "hands[0].outcome.type")],
        ),
        (game(exhaustive(7)), [("out_of_range", "hands[0].outcome.tenpai[0]")]),
        (
            game({"outcome": {"type": "nagashi_mangan"}}),
            [("missing", "hands[0].outcome.nagashi")],
        ),
        (game(exhaustive(riichi=[1])), [("noten_riichi", "hands[0].tenpai")]),
        (game(drawn(1, from_seat=2)), [("discarders", "hands[0].outcome.winners")]),
        (game(ron(1, 1)), [("winner_is_discarder", "hands[0].from")]),
        (game(initial_scores=[1]), [("wrong_length", "initial_scores")]),
        (game(options=[]), []),
        (game(options=[1]), [("not_a_group", "options")]),
        (game(final_points_rule=3), [("not_a_group", "final_points_rule")]),
        (
            game(final_points_rule={"oka": "x"}),
            [("not_a_number", "final_points_rule.oka")],
        ),
        (game(preset="nobody"), [("not_a_choice", "preset")]),
        (
            game(drawn(1, RICH), drawn(1, RICH), drawn(1, RICH), drawn(1, RICH)),
            [("play_is_over", "hands[2]")],
        ),
    ],
)
def test_what_cannot_be_is_refused_where_it_is(row, expected):
    assert refusals(replay_game, row)[:1] == expected


def asked(row: dict) -> dict:
    """Return a recorded game without the values that its tiles determine."""
    known = ("id", "preset", "red_fives", "open_tanyao", "initial_scores")
    hands = []
    for hand in row["hands"]:
        outcome = {
            name: value
            for name, value in hand["outcome"].items()
            if name in ("type", "reason", "tenpai", "nagashi")
        }
        if "winners" in hand["outcome"]:
            outcome["winners"] = [
                {
                    name: winner.get(name)
                    for name in ("seat", "from_seat", "pao_seat", "hand")
                }
                for winner in hand["outcome"]["winners"]
            ]
        hands.append({"riichi": hand["riichi"], "outcome": outcome})
    return {name: row[name] for name in known} | {"hands": hands}


@needs_games
def test_every_recorded_game_ends_as_the_server_said():
    different, games, hands = [], 0, 0
    for line in GAMES.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        try:
            answer = replay_game(asked(row))
        except RuleError as error:
            different.append((row["id"], str(error)))
            continue
        names = ("dealer", "honba", "sticks", "score_changes", "scores_after")
        expected = [{name: hand[name] for name in names} for hand in row["hands"]]
        same = answer["hands"] == expected and all(
            answer[name] == row[name]
            for name in ("final_scores", "final_points", "end_reason")
        )
        games, hands = games + 1, hands + len(expected)
        different += [] if same else [row["id"]]
    assert not different
    assert games >= 339
    assert hands >= 3465
