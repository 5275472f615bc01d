"""Dead hands: how a hand becomes dead, how long it stays dead, and its limits."""

from __future__ import annotations

import pytest

from rules.classical import Classical
from rules.dead_hands_and_tile_count import refuse_dead_wins
from rules.faults import RuleError
from rules.hong_kong import HongKong
from rules.ledger_replay import replay
from rules.mcr import Mcr
from rules.winds import Wind

MCR = Mcr.from_options({})
FALSE_WIN = {"kind": "false_win", "seat": "W"}
RULED = {"kind": "penalty", "seat": "W", "offender": "W", "offence": "dead_hand"}
WASHOUT = {"kind": "washout"}


def win_by(seat: str) -> dict[str, object]:
    return {"kind": "win", "winner": seat, "from": "E", "points": 12}


def played(*raws, rules=MCR):
    return replay(rules, map(rules.read_entry, raws))


@pytest.mark.parametrize("fault", [FALSE_WIN, RULED, RULED | {"amount": -20}])
def test_a_dead_hand_is_dead_until_the_hand_is_over(fault):
    assert played(WASHOUT, fault).position.dead == (Wind.WEST,)
    assert played(fault, win_by("S")).position.dead == ()


def test_a_dead_hand_pays_as_usual():
    assert (
        played(FALSE_WIN, win_by("S")).scores == played(win_by("S"), FALSE_WIN).scores
    )


@pytest.mark.parametrize("fault", [FALSE_WIN, RULED])
def test_a_dead_hand_wins_nothing(fault):
    before = played(WASHOUT, fault)
    with pytest.raises(RuleError) as caught:
        refuse_dead_wins(before, played(WASHOUT, fault, win_by("W")))
    [found] = caught.value.faults
    assert (found.code, found.params) == (
        "dead_hand_won",
        {"seat": Wind.WEST, "hand": 2},
    )
    refuse_dead_wins(before, played(WASHOUT, fault, win_by("S")))


def test_an_old_ledger_with_such_a_win_goes_on():
    old = (FALSE_WIN, win_by("W"))
    refuse_dead_wins(played(*old), played(*old, WASHOUT))


@pytest.mark.parametrize(
    ("then", "dead"), [("may_not_win", (Wind.WEST,)), ("open_hand", ())]
)
def test_in_hong_kong_old_style_the_option_says_so(then, dead):
    rules = HongKong.from_options({"false_win_then": then})
    assert played(FALSE_WIN, rules=rules).position.dead == dead


def by_values(seat: str) -> dict[str, object]:
    values = {"E": 0, "S": 0, "W": 0, "N": 0} | {seat: 40}
    source = "S" if seat != "S" else "E"
    return {"kind": "win", "winner": seat, "from": source, "values": values}


def by_faan(seat: str) -> dict[str, object]:
    return {"kind": "win", "winner": seat, "from": None, "faan": 3}


@pytest.mark.parametrize(
    ("rules", "win"),
    [(HongKong.from_options({}), by_faan), (Classical.from_options({}), by_values)],
    ids=["hong_kong", "classical"],
)
class TestWrongNumberOfTiles:
    """A referee rules the hand dead, and play continues without this hand."""

    def test_it_is_in_the_catalogue_and_costs_nothing_by_itself(self, rules, win):
        offence = rules.catalogue.offence("dead_hand")
        assert offence
        assert [offence.costs(times) for times in (1, 2, 3)] == [0, 0, 0]
        state = played(RULED, rules=rules)
        assert state.scores == rules.opening_scores()
        assert state.hands_played == 0

    @pytest.mark.parametrize("seat", ["E", "S", "N"])
    def test_others_may_win(self, rules, win, seat):
        before = played(RULED, rules=rules)
        refuse_dead_wins(before, played(RULED, win(seat), rules=rules))

    def test_it_may_not_win_this_hand(self, rules, win):
        before = played(RULED, rules=rules)
        with pytest.raises(RuleError):
            refuse_dead_wins(before, played(RULED, win("W"), rules=rules))

    def test_it_may_win_the_next(self, rules, win):
        before = played(RULED, WASHOUT, rules=rules)
        refuse_dead_wins(before, played(RULED, WASHOUT, win("W"), rules=rules))

    def test_it_pays_as_usual(self, rules, win):
        ruled = played(RULED, win("S"), rules=rules)
        assert ruled.scores == played(win("S"), rules=rules).scores


@pytest.mark.parametrize(
    ("make", "points", "offence", "dead", "prices"),
    [
        (HongKong.from_options, 0, "too_many_tiles", True, None),
        (HongKong.from_options, 10, "too_many_tiles", True, 10),
        (HongKong.from_options, 10, "too_few_tiles", True, 10),
        (HongKong.from_options, 25, "too_few_tiles", True, 25),
        (HongKong.from_options, 25, "wrong_claim", False, 10),
        (Classical.from_options, 0, "too_few_tiles", True, None),
        (Classical.from_options, 0, "dead_hand", True, 0),
        (Classical.from_options, 100, "too_few_tiles", True, 100),
        (Classical.from_options, 100, "too_many_tiles", True, 100),
        (Classical.from_options, 100, "faulty_chow", False, 50),
        (Classical.from_options, 10_000, "too_many_tiles", True, 10_000),
    ],
)
def test_a_wrong_number_of_tiles_may_cost_points_besides(
    make, points, offence, dead, prices
):
    """The catalogue contains the penalty only if it costs points.

    The hand is dead in both cases, and no player receives the points.
    """
    rules = make({"wrong_tile_count_points": points})
    found = rules.catalogue.offence(offence)
    assert (found.costs(1) if found and not found.warned else prices) == prices
    ruled = RULED | {"offence": offence, "amount": -(prices or 0)}
    state = played(ruled, rules=rules)
    assert state.position.dead == ((Wind.WEST,) if dead else ())
    assert sum(state.scores.values()) - sum(rules.opening_scores().values()) == -(
        prices or 0
    )
    for points in (-1, 10_001, "ten"):
        with pytest.raises(RuleError):
            make({"wrong_tile_count_points": points})
