"""Properties of every hand and payment, tested on many random hands."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from rules.hand_of_tiles import LAST_TILE, REPLACEMENT, Hand
from rules.random_winning_hands import STANDARD, winning_hands
from rules.winds import WINDS
from rules.zung_jung import Win, ZungJung
from rules.zung_jung.options import CHICKEN
from rules.zung_jung.patterns import NUMBERS
from tests.examples import examples, how_many

DEFAULT = ZungJung.from_options({})
SHAPES = (STANDARD,) * 6 + ("seven_pairs", "thirteen_orphans")


def hands(count: int) -> list[Hand]:
    made = islice(winning_hands(7, SHAPES), count)
    kept = {LAST_TILE, REPLACEMENT}
    return [replace(hand, bonus=(), flags=hand.flags & kept) for hand in made]


def test_points_follow_from_the_patterns():
    for hand in hands(how_many(20_000, 500)):
        score = DEFAULT.score(hand)
        total = sum(pattern.total for pattern in score.patterns)
        series = [
            NUMBERS[pattern.pattern.id].split(".")[:2] for pattern in score.patterns
        ]
        assert len({tuple(each) for each in series}) == len(series)
        assert (
            score.points
            == {
                "none": total,
                "listed": total,
                "compound": 320,
                "chicken": CHICKEN,
            }[score.limit]
        )
        assert (score.limit == "listed") == (len(score.patterns) == 1 and total >= 320)
        assert all(each.sentence for each in score.left_out)


def test_the_winning_tile_is_a_wait():
    for hand in hands(how_many(2_000, 100)):
        waiting = replace(hand, winning_tile=None, flags=frozenset())
        assert hand.winning_tile in DEFAULT.waits(waiting)


@examples(many=1000)
@given(
    st.sampled_from(WINDS),
    st.sampled_from([None, *WINDS]),
    st.sampled_from([None, *WINDS]),
    st.integers(1, 480),
)
def test_payments_add_up_to_three_times_the_points(winner, discarder, payer, points):
    if winner in (discarder, payer):
        return
    win = Win(winner, discarder, payer if discarder else None, points)
    changes = DEFAULT.settle(win, DEFAULT.opening(), {}).changes
    assert sum(changes.values()) == 0
    assert changes[winner] == 3 * points
    others = [seat for seat in WINDS if seat not in (winner, win.responsible)]
    if win.responsible:
        assert all(changes[seat] == -min(points, 25) for seat in others)
    else:
        assert all(changes[seat] == -points for seat in others)
