"""Random hands: general properties, and comparison with an independent program."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.hand_of_tiles import Hand
from rules.mcr.patterns import ALL_GREEN, FANS, REVERSIBLE_TILES
from rules.random_winning_hands import SPECIAL, STANDARD, winning_hands
from rules.tiles import Tile

MCR = rules.ruleset("mcr")
SHAPES = (STANDARD,) * 6 + SPECIAL
COLOURED = {FANS[ALL_GREEN], FANS[REVERSIBLE_TILES]}

hands = st.integers(0, 10**9).map(lambda seed: next(winning_hands(seed, SHAPES)))


@given(hands, st.randoms())
def test_the_order_of_tiles_and_melds_does_not_matter(hand, random):
    concealed, melds = list(hand.concealed), list(hand.melds)
    random.shuffle(concealed)
    random.shuffle(melds)
    mixed = replace(hand, concealed=tuple(concealed), melds=tuple(melds))
    assert MCR.score(mixed).points == MCR.score(hand).points


@given(hands, st.permutations(range(3)))
def test_the_names_of_the_suits_do_not_matter(hand, suits):
    def renamed(tile: Tile) -> Tile:
        return 9 * suits[tile // 9] + tile % 9 if tile < 27 else tile

    other = replace(
        hand,
        concealed=tuple(map(renamed, hand.concealed)),
        winning_tile=renamed(hand.winning_tile),
        melds=tuple(
            replace(meld, tiles=tuple(map(renamed, meld.tiles))) for meld in hand.melds
        ),
    )
    scores = MCR.score(hand), MCR.score(other)
    if not any(each.pattern in COLOURED for one in scores for each in one.patterns):
        assert scores[0].points == scores[1].points


@given(hands)
def test_a_flower_adds_one_point_and_nothing_else(hand):
    bare = MCR.score(replace(hand, bonus=()))
    flowered = MCR.score(hand)
    assert flowered.total == bare.total + len(hand.bonus)
    assert flowered.points == bare.points


@given(hands)
def test_the_patterns_sum_to_the_total(hand):
    score = MCR.score(hand)
    assert sum(pattern.total for pattern in score.patterns) == score.total
    assert not {
        each.pattern for each in score.left_out if each.principle == "non_repeat"
    } & {pattern.pattern for pattern in score.patterns}


TILES = [
    *(f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)),
    *("F1", "F2", "F3", "F4", "J1", "J2", "J3"),
]
PACKS = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}


def arguments(hand: Hand) -> tuple:
    """Return the hand as the arguments of PyMahjongGB's function."""
    return (
        tuple(
            (PACKS[meld.kind], TILES[sorted(meld.tiles)[1]], int(not meld.concealed))
            for meld in hand.melds
        ),
        tuple(TILES[tile] for tile in hand.concealed),
        TILES[hand.winning_tile],
        0,
        hand.self_draw,
        False,
        bool(hand.flags & {"replacement", "robbing_kong"}),
        "last_tile" in hand.flags,
        "ESWN".index(hand.seat_wind),
        "ESWN".index(hand.prevailing_wind),
    )


def test_an_independent_program_counts_the_same():
    peer = pytest.importorskip(
        "MahjongGB", reason="PyMahjongGB is not installed (pip install PyMahjongGB)"
    )
    for hand in islice(winning_hands(8, SHAPES), 5_000):
        theirs = peer.MahjongFanCalculator(*arguments(hand))
        assert MCR.score(hand).points == sum(fan[0] for fan in theirs), hand
