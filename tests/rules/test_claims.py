"""Claims of several players for one discard."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from rules.claim_types import Call, Claim, ClaimRules, SeveralWinners
from rules.claims_on_discard import award
from rules.faults import RuleError
from rules.tiles import tile
from rules.winds import WINDS, Wind

E, S, W, N = WINDS
WIN, KONG, PUNG, CHOW = Call


def claims(*made: tuple) -> list[Claim]:
    return [Claim(*each) for each in made]


def granted(discarder: Wind, *made, rules: ClaimRules | None = None):
    given = award(discarder, claims(*made), rules)
    assert given.sentence.endswith(".")
    assert "%" not in given.sentence
    return [(claim.seat, claim.call) for claim in given.granted]


def faults(discarder: Wind, *made, rules: ClaimRules | None = None):
    with pytest.raises(RuleError) as error:
        award(discarder, claims(*made), rules)
    assert all(fault.sentence.endswith(".") for fault in error.value.faults)
    return [(fault.code, fault.field) for fault in error.value.faults]


@pytest.mark.parametrize(
    ("discarder", "made", "expected"),
    [
        (E, [(S, CHOW)], (S, CHOW)),
        (E, [(N, PUNG)], (N, PUNG)),
        (E, [(W, KONG)], (W, KONG)),
        (E, [(N, WIN)], (N, WIN)),
        (E, [(S, CHOW), (N, PUNG)], (N, PUNG)),
        (E, [(S, CHOW), (N, KONG)], (N, KONG)),
        (E, [(S, CHOW), (N, WIN)], (N, WIN)),
        (E, [(S, PUNG), (N, WIN)], (N, WIN)),
        (E, [(S, KONG), (W, WIN)], (W, WIN)),
        (E, [(S, CHOW), (W, PUNG), (N, WIN)], (N, WIN)),
        (N, [(E, CHOW), (W, PUNG)], (W, PUNG)),
        (W, [(N, CHOW)], (N, CHOW)),
    ],
)
def test_a_win_goes_before_pung_and_kong_and_these_before_a_chow(
    discarder, made, expected
):
    for order in permutations(made):
        assert granted(discarder, *order) == [expected]


def test_nobody_claims_and_the_next_player_draws():
    given = award(N, [])
    assert given.granted == ()
    assert given.sentence == "No claim: E draws."
    assert not given.hand_is_drawn


@pytest.mark.parametrize("discarder", WINDS)
def test_of_several_winners_the_next_in_turn_wins(discarder):
    others = [discarder.after(steps) for steps in (1, 2, 3)]
    for how in (SeveralWinners.NEAREST, SeveralWinners.HEAD_BUMP):
        rules = ClaimRules(how)
        for seats in permutations(others):
            made = [(seat, WIN) for seat in seats]
            assert granted(discarder, *made, rules=rules) == [(others[0], WIN)]
        assert granted(discarder, (others[2], WIN), (others[1], WIN), rules=rules) == [
            (others[1], WIN)
        ]


def test_the_highest_hand_wins_and_of_equal_ones_the_nearest():
    rules = ClaimRules(SeveralWinners.HIGHEST)
    assert granted(E, (S, WIN, 3), (N, WIN, 8), rules=rules) == [(N, WIN)]
    assert granted(E, (N, WIN, 8), (W, WIN, 8), (S, WIN, 3), rules=rules) == [(W, WIN)]
    assert granted(E, (S, WIN, 0), (N, WIN, 0), rules=rules) == [(S, WIN)]
    assert granted(E, (N, WIN), (S, PUNG), rules=rules) == [(N, WIN)]
    assert faults(E, (S, WIN, 3), (N, WIN), rules=rules) == [
        ("missing_value", "claims[1]")
    ]


def test_the_winner_nearest_to_east_wins():
    rules = ClaimRules(SeveralWinners.NEAREST_TO_EAST)
    assert granted(S, (W, WIN), (E, WIN), rules=rules) == [(E, WIN)]
    assert granted(S, (N, WIN), (W, WIN), rules=rules) == [(W, WIN)]


def test_a_limit_hand_goes_first_and_of_equals_the_nearest():
    rules = ClaimRules(SeveralWinners.LIMIT_FIRST)
    limit = (N, WIN, None, True)
    assert granted(E, (S, WIN), limit, rules=rules) == [(N, WIN)]
    assert granted(E, (W, WIN), (S, WIN), rules=rules) == [(S, WIN)]
    assert granted(E, (W, WIN, None, True), limit, rules=rules) == [(W, WIN)]
    alone = award(E, claims((S, WIN), limit), rules)
    assert alone.sentence == "N wins. A limit hand comes before other hands."


@pytest.mark.parametrize("how", SeveralWinners)
def test_three_winners_may_be_a_draw_under_every_rule(how):
    rules = ClaimRules(how, three_winners_draw=True)
    three = [(S, WIN, 1), (W, WIN, 2), (N, WIN, 3)]
    assert award(E, claims(*three), rules).hand_is_drawn
    assert granted(E, *three[:2], rules=rules)


def test_all_winners_win_in_order_of_play():
    rules = ClaimRules(SeveralWinners.ALL)
    assert granted(W, (S, WIN), (N, WIN), (E, WIN), rules=rules) == [
        (N, WIN),
        (E, WIN),
        (S, WIN),
    ]
    assert granted(W, (E, WIN), (N, CHOW), rules=rules) == [(E, WIN)]


def test_two_win_and_with_three_the_hand_is_drawn():
    rules = ClaimRules(SeveralWinners.TWO_AT_MOST)
    assert granted(E, (N, WIN), (S, WIN), rules=rules) == [(S, WIN), (N, WIN)]
    assert granted(E, (N, WIN), rules=rules) == [(N, WIN)]
    three = award(E, claims((S, WIN), (W, WIN), (N, WIN)), rules)
    assert three.granted == ()
    assert three.hand_is_drawn
    assert three.sentence == (
        "Three players win on the same tile, so the hand is a draw."
    )


@pytest.mark.parametrize(
    ("discarder", "made", "expected"),
    [
        (E, [(E, PUNG)], [("own_discard", "claims[0]")]),
        (E, [(S, WIN), (E, WIN)], [("own_discard", "claims[1]")]),
        (E, [(S, WIN), (S, PUNG)], [("claims_twice", "claims[1]")]),
        (E, [(S, PUNG), (N, PUNG)], [("not_enough_copies", "claims[1]")]),
        (E, [(S, KONG), (N, PUNG)], [("not_enough_copies", "claims[1]")]),
        (E, [(S, KONG), (W, WIN), (N, KONG)], [("not_enough_copies", "claims[2]")]),
        (E, [(W, CHOW)], [("chow_out_of_turn", "claims[0]")]),
        (E, [(S, PUNG), (N, CHOW)], [("chow_out_of_turn", "claims[1]")]),
        (
            E,
            [(E, CHOW), (S, PUNG), (W, PUNG)],
            [
                ("own_discard", "claims[0]"),
                ("not_enough_copies", "claims[2]"),
                ("chow_out_of_turn", "claims[0]"),
            ],
        ),
    ],
)
def test_claims_that_cannot_all_have_been_made_are_refused(discarder, made, expected):
    assert faults(discarder, *made) == expected


def test_two_pungs_of_one_tile_are_refused_in_words():
    with pytest.raises(RuleError) as error:
        award(E, claims((W, PUNG), (N, PUNG)))
    assert str(error.value) == (
        "N and W cannot both claim a pung or kong of this tile: there are only 4 "
        "copies."
    )


def test_where_anybody_may_claim_a_chow_the_next_in_turn_gets_it():
    rules = ClaimRules(chow_from_anybody=True)
    assert granted(E, (N, CHOW), (W, CHOW), rules=rules) == [(W, CHOW)]
    assert granted(E, (N, CHOW), rules=rules) == [(N, CHOW)]
    assert granted(E, (W, CHOW), (N, PUNG), rules=rules) == [(N, PUNG)]


def test_every_set_of_claims_is_awarded_or_refused():
    """All 1024 combinations of claims, under every rule, give an award or an error with
    a sentence.
    """
    for how, calls in product(SeveralWinners, product((None, *Call), repeat=3)):
        made = [(S.after(steps), call, 5) for steps, call in enumerate(calls) if call]
        try:
            given = award(E, claims(*made), ClaimRules(how))
        except RuleError:
            continue
        best = [each for each in made if each[1] is WIN] or made
        assert bool(given.granted) is (bool(made) and not given.hand_is_drawn)
        assert {claim.seat for claim in given.granted} <= {each[0] for each in best}
        assert given.sentence


@pytest.mark.parametrize(
    ("discarder", "made", "expected"),
    [
        (E, [], S),
        (N, [], E),
        (E, [(S, CHOW)], W),
        (E, [(S, PUNG)], W),
        (E, [(W, PUNG)], N),
        (E, [(N, KONG)], E),
        (S, [(E, PUNG)], S),
        (W, [(N, CHOW), (S, PUNG)], W),
        (N, [(W, KONG), (E, CHOW)], N),
        (E, [(N, WIN)], None),
        (E, [(S, CHOW), (W, WIN)], None),
        (E, [(S, WIN), (W, WIN), (N, WIN)], None),
    ],
)
def test_the_player_to_the_right_of_the_claimer_plays_next(discarder, made, expected):
    """Players between the discarder and the claimer lose their turn."""
    assert award(discarder, claims(*made)).plays_next is expected


def test_nobody_plays_next_in_a_hand_that_is_drawn():
    rules = ClaimRules(three_winners_draw=True)
    given = award(E, claims((S, WIN), (W, WIN), (N, WIN)), rules)
    assert given.hand_is_drawn
    assert given.plays_next is None


@pytest.mark.parametrize(
    ("named", "made", "expected"),
    [
        ("3s", [(S, CHOW)], []),
        ("0s", [(S, CHOW)], []),
        ("E", [(S, PUNG)], []),
        ("E", [(S, CHOW)], ["chow_of_honors"]),
        ("C", [(S, CHOW), (W, PUNG)], ["chow_of_honors"]),
        ("P", [(N, WIN)], []),
        ("f1", [(N, WIN)], ["bonus_tile_claimed"]),
        ("y4", [(S, CHOW)], ["bonus_tile_claimed"]),
        ("f2", [(S, PUNG), (W, WIN)], ["bonus_tile_claimed", "bonus_tile_claimed"]),
        ("f1", [], []),
        ("y1", [(E, PUNG)], ["own_discard", "bonus_tile_claimed"]),
    ],
)
def test_a_tile_that_is_named_can_be_claimed_only_for_what_it_makes(
    named, made, expected
):
    found: list[str] = []
    try:
        award(E, claims(*made), tile=tile(named))
    except RuleError as error:
        found = [fault.code for fault in error.faults]
    assert found == expected


@pytest.mark.parametrize(
    ("allowed", "made", "expected"),
    [
        (True, [Claim(S, WIN, for_pair=True)], []),
        (True, [Claim(S, WIN, for_pair=True), Claim(W, PUNG)], []),
        (False, [Claim(S, WIN)], []),
        (False, [Claim(S, WIN, for_pair=True)], ["pair_claimed"]),
        (False, [Claim(S, WIN, for_pair=True), Claim(W, WIN)], ["pair_claimed"]),
        (False, [Claim(W, PUNG)], []),
    ],
)
def test_a_discard_may_be_claimed_for_the_pair_or_not(allowed, made, expected):
    found: list[str] = []
    try:
        award(E, made, ClaimRules(pair_claim_to_win=allowed))
    except RuleError as error:
        found = [fault.code for fault in error.faults]
    assert found == expected
