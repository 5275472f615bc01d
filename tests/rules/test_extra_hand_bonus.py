"""Bonus paid to a winning dealer for each earlier win in the row; worked examples.
Tables of 3 players are in test_table_sizes.py."""

from __future__ import annotations

import pytest

import rules
from rules.faults import RuleError
from rules.ledger_replay import replay
from rules.winds import WINDS

BONUS = {"extra_hand_bonus": 5}
WASHOUT = {"kind": "washout"}
FALSE_WIN = {"kind": "false_win", "seat": "W"}
ALL_WIN = {"multiple_winners": "all"}
#: A false win by West costs 10 to each other player.
CHEAP = {"false_win_policy": "points_to_each", "false_win_points": 10}


def net(name: str, options: dict, *entries: dict) -> list[int]:
    by = rules.ruleset(name, {"initial_points": 0, **BONUS, **options})
    scores = replay(by, map(by.read_entry, entries)).scores
    return [scores[seat] for seat in WINDS]


def hk(winner: str, source: str | None = None, **more: object) -> dict:
    """Return the row of a win of 3 faan.

    On self-draw each player pays 16. On a discard the discarder pays 16 and the others
    pay 8.
    """
    return {"kind": "win", "winner": winner, "from": source, "faan": 3, **more}


def worth(winner: str, source: str | None = None, **more: object) -> dict:
    """Return the row of a win with a hand of 20; East pays and receives 40.

    The hands of the losers are worth 0.
    """
    values = {**dict.fromkeys("ESWN", 0), winner: 20}
    return {"kind": "win", "winner": winner, "from": source, "values": values, **more}


BOTH = {
    "kind": "win",
    "from": "S",
    "winners": [{"winner": "E", "faan": 3}, {"winner": "W", "faan": 3}],
}
E, S = hk("E"), hk("S")


@pytest.mark.parametrize(
    ("options", "hands", "expected"),
    [
        pytest.param({}, [E], [48, -16, -16, -16], id="the first brings nothing"),
        pytest.param({}, [E, E], [111, -37, -37, -37], id="16, then 16 + 5"),
        pytest.param({}, [E, hk("E", "S")], [95, -37, -29, -29], id="16 + 5, 8 + 5"),
        pytest.param({}, [E, WASHOUT, E], [96, -32, -32, -32], id="a draw ends it"),
        pytest.param({}, [E, S], [32, 32, -32, -32], id="another winner gets none"),
        # South's win as non-dealer does not count: only the third win does.
        pytest.param({}, [E, S, S, S], [-5, 143, -69, -69], id="the next dealer's"),
        pytest.param(
            {"dealer_doubles": True},
            [E, E],
            [207, -69, -69, -69],
            id="32, then 32 + 5: the bonus is not doubled",
        ),
        pytest.param(
            {"max_dealer_wins": 2},
            [E, E, E],
            [159, -53, -53, -53],
            id="after two the deal passes: the third is no dealer's",
        ),
        pytest.param(
            {"deal_passes_on_dealer_win": True},
            [E, E],
            [96, -32, -32, -32],
            id="nobody deals twice in a row",
        ),
        # South pays 16 to both, North 8 to both; West, who also wins, still pays the
        # bonus of 5.
        pytest.param(ALL_WIN, [E, BOTH], [87, -53, 3, -37], id="with another winner"),
        # West pays the 48 for all, and each player pays their own bonus of 5.
        pytest.param(
            {"responsibility": ["ruling"]},
            [E, hk("E", guarantor="W", guarantee="ruling")],
            [111, -21, -69, -21],
            id="a guarantor pays the hand only",
        ),
        pytest.param(
            CHEAP,
            [E, FALSE_WIN, E],
            [106, -22, -62, -22],
            id="a false win that ends the hand ends the row",
        ),
        pytest.param(
            {**CHEAP, "false_win_then": "may_not_win"},
            [E, FALSE_WIN, E],
            [121, -27, -67, -27],
            id="one after which play goes on does not",
        ),
    ],
)
def test_what_hong_kong_pays(options, hands, expected):
    assert net("hong_kong", options, *hands) == expected


@pytest.mark.parametrize(
    ("options", "hands", "expected"),
    [
        pytest.param({}, [worth("E")], [120, -40, -40, -40], id="the first"),
        pytest.param(
            {}, [worth("E"), WASHOUT, worth("E")], [240, -80, -80, -80], id="anew"
        ),
        pytest.param(
            {"washout_ends_row": False},
            [worth("E"), WASHOUT, worth("E")],
            [255, -85, -85, -85],
            id="the row goes on while East deals",
        ),
        # The second win is worth the limit of 500, doubled, plus 5 for the first.
        pytest.param(
            {"east_wins_in_a_row": 2},
            [worth("E")] * 2,
            [3135, -1045, -1045, -1045],
            id="beside the limit of the last in a row",
        ),
        pytest.param(
            {},
            [worth("E"), worth("E", "S", pay_for_all="S")],
            [255, -165, -45, -45],
            id="who pays for all pays 120 and 5",
        ),
        pytest.param(
            {"discarder_pays": "discarder_alone"},
            [worth("E"), worth("E", "S")],
            [175, -85, -45, -45],
            id="South 40 and 5, the others 5",
        ),
        # South is the dealer now, and pays double the second time.
        pytest.param(
            {"rotation": "express"},
            [worth("E")] * 2,
            [200, -80, -60, -60],
            id="no row in an express game",
        ),
    ],
)
def test_what_classical_pays(options, hands, expected):
    assert net("classical", options, *hands) == expected


@pytest.mark.parametrize("ruleset", ["hong_kong", "classical"])
@pytest.mark.parametrize("wrong", [-1, 10_001, "five", 2.5])
def test_it_is_a_number_of_points(ruleset, wrong):
    with pytest.raises(RuleError) as caught:
        rules.ruleset(ruleset, {"extra_hand_bonus": wrong})
    assert [fault.field for fault in caught.value.faults] == ["extra_hand_bonus"]


@pytest.mark.parametrize("ruleset", ["mcr", "riichi"])
def test_others_have_no_such_bonus(ruleset):
    with pytest.raises(RuleError, match="not a known field"):
        rules.ruleset(ruleset, BONUS)
