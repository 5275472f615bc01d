"""Random rows raise no other exception than RuleError, and every table balances."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.ledger_replay import follow, placings
from rules.riichi.entries import DEPOSIT
from rules.ruleset_and_table_state import TableState
from rules.sanma import Sanma
from rules.sanma.presets import PRESETS
from rules.sanma.self_draw_payments import SELF_DRAW_CHOICES
from rules.tiles import CODES
from rules.winds import WINDS

SEATS = ["E", "S", "W"]
FLAGS = ["riichi", "double_riichi", "ippatsu", "last_tile", "replacement",
         "robbing_kong", "heavenly", "earthly", "no such flag"]  # fmt: skip


def some_options(chance: Random) -> dict:
    options: dict = {"preset": chance.choice([*PRESETS])}
    if chance.random() < 0.5:
        options["tsumo"] = chance.choice(SELF_DRAW_CHOICES)
        options["table"] = chance.choice(["fu", "thousand"])
        options["north"] = chance.choice(["nukidora", "yakuhai", "guest"])
        options["double_wind_pair_fu"] = chance.choice([2, 4])
        options["four_alike_are_two_pairs"] = chance.random() < 0.5
    return options


def some_tiles(chance: Random, count: int) -> list[str]:
    """Return random tiles of few kinds, which often form complete hands."""
    if chance.random() < 0.1:
        return chance.choices(CODES, k=count)
    kinds = [code for code in CODES[:37] if code[0] not in "2345678" or code[1] != "m"]
    few = chance.sample(kinds, 7)
    return [tile for tile in few for _copy in range(2)][:count]


def some_hand(chance: Random) -> dict:
    hand: dict = {
        "concealed": some_tiles(chance, chance.choice([1, 4, 7, 10, 13, 13, 13, 14])),
        "winning_tile": chance.choice([None, *some_tiles(chance, 5)]),
        "self_draw": chance.random() < 0.5,
        "seat_wind": chance.choice("ESWN"),
        "prevailing_wind": chance.choice("ESW"),
        "flags": chance.sample(FLAGS, chance.choice([0, 0, 1, 2])),
        "nukidora": chance.choice([0, 0, 1, 4]),
        "dora_indicators": some_tiles(chance, chance.choice([0, 1, 6])),
    }
    melds = []
    while len(hand["concealed"]) + 3 * len(melds) < 13 and chance.random() < 0.9:
        tile = chance.choice(CODES[:34])
        kind = chance.choice(["pung", "kong", "chow"])
        melds.append({"type": kind, "tiles": [tile] * (4 if kind == "kong" else 3)})
    return hand | {"melds": melds}


@given(st.integers(0, 2**32))
def test_a_random_hand_is_scored_or_rejected(seed):
    chance = Random(seed)
    sanma = Sanma.from_options(some_options(chance))
    try:
        score = sanma.score(read_hand(some_hand(chance)))
    except RuleError:
        return
    assert score.points > 0
    assert score.as_data()
    assert list(score.left_out) is not None


def some_entry(chance: Random) -> dict:
    winner, other = chance.sample(SEATS, 2)
    riichi = chance.sample(SEATS, chance.choice([0, 0, 1, 3]))
    kind = chance.choice(["win"] * 4 + ["exhaustive_draw", "abortive_draw", "chombo"])
    entry: dict = {"kind": kind}
    if kind == "win":
        value = chance.choice(
            [
                {"han": chance.randint(1, 14), "fu": chance.choice([20, 25, 30, 40])},
                {"limit": chance.choice(["mangan", "haneman", "yakuman"])},
                {"yakuman": chance.randint(1, 3)},
                {"points": 100 * chance.randint(1, 500)},
                {"hand": some_hand(chance)},
            ]
        )
        pao = {"pao": other} if chance.random() < 0.1 else {}
        entry |= {"winner": winner, "from": chance.choice([None, other])} | value | pao
        return entry | {"riichi": riichi}
    if kind == "exhaustive_draw":
        nagashi = chance.sample(SEATS, chance.choice([0, 0, 1]))
        tenpai = chance.sample(SEATS, chance.randint(0, 3))
        return entry | {"tenpai": tenpai, "nagashi": nagashi, "riichi": riichi}
    if kind == "abortive_draw":
        reasons = ["nine_terminals", "four_kans", "four_winds", "three_ron"]
        return entry | {"reason": chance.choice(reasons), "riichi": riichi}
    return entry | {"seat": winner}


@given(st.integers(0, 2**32))
def test_a_random_game_balances(seed):
    chance = Random(seed)
    sanma = Sanma.from_options(some_options(chance))
    state = TableState(sanma.opening(), sanma.opening_scores())
    for _hand in range(30):
        try:
            state = follow(sanma, state, sanma.read_entry(some_entry(chance)))
        except RuleError:
            continue
    lying = DEPOSIT * state.position.sticks
    total = sum(state.scores.values()) + lying
    if sanma.options.sum_is_known:
        assert total == 3 * sanma.options.start
    else:
        assert total >= 3 * sanma.options.start
    assert state.scores[WINDS[3]] == 0
    placed = placings(sanma, state)
    assert sorted(placing.place for placing in placed.values())[0] == 1
    assert len(placed) == 3
