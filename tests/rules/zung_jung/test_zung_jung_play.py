"""Payments, the same-round rule, faults, order of play and match points."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.cli.settle_zung_jung_row import settle_zung_jung_row
from rules.entering import read_new_entry
from rules.faults import RuleError
from rules.ledger_replay import placings, replay
from rules.rule_option_types import MOST_HANDS
from rules.ruleset_and_table_state import Ending
from rules.winds import WINDS
from rules.zung_jung import ZungJung
from rules.zung_jung.match_points import square_root

DEFAULT = ZungJung.from_options({})
DRAW = {"kind": "washout"}


def net(row: dict[str, object], **options: object) -> dict[str, int]:
    settlement = settle_zung_jung_row(ZungJung.from_options(options), row)
    return dict(settlement.changes)


def win(points: int, **more: object) -> dict[str, object]:
    return {"winner": "E", "from": "S", "points": points, **more}


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (win(25), (75, -25, -25, -25)),
        (win(30), (90, -40, -25, -25)),
        (win(70), (210, -160, -25, -25)),
        (win(320), (960, -910, -25, -25)),
        (win(70, **{"from": None}), (210, -70, -70, -70)),
        (win(70, responsible="N"), (210, -25, -25, -160)),
        (win(70, responsible="none"), (210, -70, -70, -70)),
        (win(1), (3, -1, -1, -1)),
    ],
)
def test_the_winner_receives_three_times_the_points(row, expected):
    assert net(row) == dict(zip(WINDS, expected, strict=True))


def test_payment_can_be_uniform_or_share_another_amount():
    assert net(win(70), payoff="uniform")["S"] == -70
    assert net(win(70), shared_payment=10) == {"E": 210, "S": -190, "W": -10, "N": -10}
    assert net(win(70), shared_payment=0) == {"E": 210, "S": -210, "W": 0, "N": 0}


@pytest.mark.parametrize(
    ("discards", "payer"),
    [
        # E wins on 5m: the first who discarded it since E's last discard.
        (["E1m", "S5m", "W2m", "N5m"], "S"),
        (["E5m", "S1m", "W2m", "N5m"], None),
        (["E1m", "S2m", "W5m"], "W"),
        (["S5m", "W1m", "N5m"], "S"),
        (["S5m", "E1m", "S2m", "W5m"], "W"),
    ],
)
def test_the_same_round_rule(discards, payer):
    made = [[discard[0], discard[1:]] for discard in discards]
    row = win(70, **{"from": made[-1][0]}, discards=made)
    changes = net(row)
    if payer is None:
        assert changes == {"E": 210, "S": -70, "W": -70, "N": -70}
    else:
        assert changes[payer] == -160


@pytest.mark.parametrize(
    "row",
    [
        win(70, winner="S"),
        win(70, responsible="E"),
        win(70, responsible="Z"),
        win(70, **{"from": None}, responsible="S"),
        win(0),
        win(7),
        win(481),
        win(70, discards=[["W", "5m"]]),
        win(70, discards=[["S", "5x"]]),
        win(70, discards=[]),
        win(70, discards="5m"),
    ],
)
def test_impossible_rows_are_refused(row):
    with pytest.raises(RuleError):
        net(row)


def test_a_minimum_is_asked_of_entered_points():
    with pytest.raises(RuleError, match="minimum of 5"):
        net(win(1), minimum=5)


def test_a_hand_by_tiles_is_valued_at_the_table():
    entry = {
        "kind": "win",
        "winner": "S",
        "from": "E",
        "responsible": "none",
        "hand": "[CCC]123m456p78p11s+9p",
    }
    state = replay(DEFAULT, [DEFAULT.read_entry(entry)])
    [line] = state.lines
    assert line.entry.points == 10
    assert state.scores == {"E": -10, "S": 30, "W": -10, "N": -10}
    data = line.entry.as_data()
    assert data["responsible"] == "none"
    assert DEFAULT.read_entry({"kind": "win", **data}).responsible is None


def test_the_dealer_changes_after_every_hand_and_no_wind_prevails():
    entries = [DRAW, {"kind": "win", **win(30)}, {"kind": "false_win", "seat": "N"}]
    state = replay(DEFAULT, map(DEFAULT.read_entry, entries))
    assert [line.before.dealer for line in state.lines] == ["E", "S", "W"]
    assert state.position.dead == ("N",)
    assert state.scores == {"E": 90, "S": -40, "W": -25, "N": -55}
    assert sum(state.scores.values()) == -30


def test_a_game_ends_after_its_cycles_or_never_in_a_day():
    rules = ZungJung.from_options({"preset": "world_series"})
    state = replay(rules, map(rules.read_entry, [DRAW] * 16))
    assert (state.over, state.hands_played) == (Ending.ALL_HANDS, 16)
    state = replay(DEFAULT, map(DEFAULT.read_entry, [DRAW] * MOST_HANDS))
    assert (state.over, state.hands_played) == (Ending.ALL_HANDS, MOST_HANDS)


@pytest.mark.parametrize(
    ("score", "points"),
    [(900, "30"), (-900, "-30"), (0, "0"), (2, "1.414"), (-130, "-11.402")],
)
def test_match_points_are_the_root_of_the_score(score, points):
    assert square_root(score) == Fraction(points)


def test_match_points_may_be_the_score_or_points_for_places():
    entry = {"kind": "win", **win(300)}

    def points(kind: str) -> dict[str, Fraction]:
        rules = ZungJung.from_options({"match_points": kind})
        placed = placings(rules, replay(rules, [rules.read_entry(entry)]))
        return {seat: each.table_points for seat, each in placed.items()}

    assert points("raw") == {"E": 900, "S": -850, "W": -25, "N": -25}
    assert points("square_root") == {
        "E": 30,
        "S": Fraction("-29.155"),
        "W": -5,
        "N": -5,
    }
    assert points("places") == {
        "E": 4,
        "S": 0,
        "W": Fraction(3, 2),
        "N": Fraction(3, 2),
    }


def test_new_entries_need_points_that_a_hand_can_have():
    for points in (1, 5, 85, 320, 480):
        assert read_new_entry(DEFAULT, {"kind": "win", **win(points)}).points == points
    # Ledgers may hold any number.
    assert DEFAULT.read_entry({"kind": "win", **win(7)}).points == 7


def test_options_that_contradict_are_refused():
    with pytest.raises(RuleError, match="No hand reaches the minimum"):
        ZungJung.from_options({"minimum": 500})
