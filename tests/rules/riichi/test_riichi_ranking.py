"""Places and final points, in thousands."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.ruleset_and_table_state import Ending
from rules.winds import WINDS, Wind
from tests.rules.riichi.ledgers import chombo, draw, played, riichi, win


def totals(*scores: int, penalties: int = 0) -> dict:
    by_seat = dict(zip("ESWN", scores, strict=True))
    return {"kind": "totals", "scores": by_seat, "penalties": penalties}


def points(*entries: dict, preset: str = "ema_2025", **options: object) -> list:
    state = played(*entries, preset=preset, **options)
    placings = riichi(preset, **options).rank(state)
    return [placings[seat].table_points for seat in WINDS]


def result(*entries: dict, preset: str = "ema_2025", **options: object) -> list:
    """Return place and final points of E, S, W and N."""
    state = played(*entries, preset=preset, **options)
    placings = riichi(preset, **options).rank(state)
    return [(placings[seat].place, placings[seat].score) for seat in WINDS]


def tenths(*values: str) -> list[Fraction]:
    return [Fraction(value) for value in values]


def test_score_less_target_and_uma():
    scores = totals(42_300, 31_500, 29_200, 17_000)
    assert points(scores) == tenths("27.3", "6.5", "-5.8", "-28")
    assert points(scores, preset="wrc_2022") == tenths("27.3", "6.5", "-5.8", "-28")


def test_oka_goes_to_the_first():
    scores = totals(18_300, 45_100, 11_800, 24_800)
    assert points(scores, preset="m_league") == tenths("-21.7", "65.1", "-48.2", "4.8")


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((35_000, 35_000, 30_000, 20_000), ["15", "15", "-5", "-25"]),
        ((40_000, 28_000, 28_000, 24_000), ["25", "-2", "-2", "-21"]),
        ((36_000, 28_000, 28_000, 28_000), ["21", "-7", "-7", "-7"]),
        ((32_000, 32_000, 32_000, 24_000), ["7", "7", "7", "-21"]),
        ((30_000, 30_000, 30_000, 30_000), ["0", "0", "0", "0"]),
    ],
)
def test_who_shares_a_place_shares_its_uma(scores, expected):
    assert points(totals(*scores)) == tenths(*expected)


def test_shared_places():
    scores = totals(35_000, 20_000, 35_000, 30_000)
    assert [place for place, _ in result(scores)] == [1, 4, 1, 3]


def test_oka_is_shared_too():
    scores = totals(30_000, 30_000, 20_000, 20_000)
    assert points(scores, preset="m_league") == tenths("30", "30", "-30", "-30")
    three = totals(28_000, 28_000, 16_000, 28_000)
    assert points(three, preset="m_league") == tenths("44/3", "44/3", "-44", "44/3")


def test_by_seat_order_nobody_shares():
    scores = totals(20_000, 30_000, 20_000, 30_000)
    assert [place for place, _ in result(scores, preset="tenhou")] == [3, 1, 4, 2]
    assert points(scores, preset="tenhou") == tenths("-20", "40", "-30", "10")


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((45_000, 29_000, 26_000, 20_000), ["27", "-2", "-7", "-18"]),
        ((40_000, 32_000, 28_000, 20_000), ["18", "6", "-6", "-18"]),
        ((34_000, 33_000, 30_000, 23_000), ["12", "6", "1", "-19"]),
        ((30_000, 30_000, 30_000, 30_000), ["0", "0", "0", "0"]),
        ((45_000, 25_000, 25_000, 25_000), ["27", "-9", "-9", "-9"]),
    ],
)
def test_the_floating_uma_of_jpml(scores, expected):
    assert points(totals(*scores), preset="jpml_a") == tenths(*expected)


def test_all_level_get_no_floating_uma_even_by_seat_order():
    level = totals(*[30_000] * 4)
    assert points(level, preset="jpml_a", tie="seat_order") == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((41_500, 33_500, 24_500, 500), ["51", "14", "-15", "-49"]),
        ((60_400, 33_400, 14_700, -8_500), ["70", "13", "-25", "-59"]),
        ((50_600, 30_100, 29_900, -10_600), ["71", "10", "-10", "-61"]),
    ],
)
def test_thousands_are_rounded_and_the_first_takes_the_rest(scores, expected):
    given = totals(*scores, penalties=sum(scores) - 100_000)
    first = -sum(map(int, expected[1:])) + Fraction(sum(scores) - 100_000, 1000)
    assert points(given, preset="tenhou")[1:] == tenths(*expected[1:])
    assert points(given, preset="tenhou")[0] == first


def test_equal_firsts_share_what_rounding_leaves():
    scores = totals(37_200, 37_200, 24_800, 20_800)
    assert points(scores, point_rounding="half_away") == tenths(
        "17", "17", "-10", "-24"
    )


class TestDepositsLeft:
    #: 7 draws with a change of dealer, then one that leaves 2 riichi sticks.
    hands = (*[draw()] * 7, draw("ES", riichi="ES"))

    def test_tied_winners_share_them(self):
        assert result(*self.hands) == [
            (1, 31_500),
            (1, 31_500),
            (3, 28_500),
            (3, 28_500),
        ]
        assert sum(points(*self.hands)) == 0

    def test_three_tied_drop_the_fraction(self):
        one_each = draw("ESW", riichi="ESW")
        assert [score for _, score in result(one_each)] == [31_000] * 3 + [27_000]
        norths = draw("ESWN", riichi="N")
        assert [score for _, score in result(norths)] == [30_333] * 3 + [29_000]

    def test_the_first_by_seat_order_takes_them(self):
        hands = (win("E", "S", 5), *[draw()] * 7, draw("N", riichi="N"))
        assert [score for _, score in result(*hands, preset="tenhou")] == [
            25_000 + 12_000 - 1_000 + 1_000,
            12_000,
            24_000,
            27_000,
        ]

    @pytest.mark.parametrize("preset", ["wrc_2015", "wrc_2022", "jpml_a"])
    def test_or_they_are_lost(self, preset):
        assert [score for _, score in result(*self.hands, preset=preset)] == [
            30_500,
            30_500,
            28_500,
            28_500,
        ]
        assert sum(points(*self.hands, preset=preset)) == -2

    def test_totals_from_paper_have_none_left(self):
        given = totals(30_000, 30_000, 30_000, 30_000)
        state = played(draw("E", riichi="E"), given)
        assert state.over is Ending.TOTALS
        placings = riichi().rank(state)
        assert [placings[seat].score for seat in WINDS] == [30_000] * 4


class TestChombo:
    @pytest.mark.parametrize(
        ("preset", "fine"), [("ema_2025", 20), ("wrc_2015", 20), ("wrc_2022", 30)]
    )
    def test_it_is_taken_after_the_uma_and_changes_no_place(self, preset, fine):
        hands = (chombo("E"), win("E", None, 3, 40))
        clean = points(*hands[1:], preset=preset)
        assert points(*hands, preset=preset) == [clean[0] - fine, *clean[1:]]
        assert result(*hands, preset=preset)[0] == (1, 37_800)

    def test_each_time(self):
        hands = (chombo("E"), chombo("E"), chombo("N"))
        assert points(*hands) == [-40, 0, 0, -20]
        assert points(*hands, preset="ema_2016") == [-40, 0, 0, -20]

    def test_in_social_play_it_is_in_the_scores_only(self):
        assert points(chombo("S"), chombo_after_uma="none") == tenths(
            "19", "-23", "2", "2"
        )


def test_final_points_are_the_sum_of_their_parts():
    scores = totals(18_300, 45_100, 11_800, 24_800)
    for preset in ("m_league", "tenhou"):
        made = riichi(preset).final_points(played(scores, preset=preset))
        assert [made[seat].total for seat in WINDS] == points(scores, preset=preset)
    south = made[Wind.SOUTH]
    assert south.uma > 0
    assert south.oka == 20
    east = made[Wind.EAST]
    assert (east.uma, east.oka) == (Fraction(-10), 0)
    assert east.rounding == Fraction("-0.3")
    assert sum(part.rounding for part in made.values()) == 0


def test_the_share_of_the_sticks_left_is_a_part_of_the_score():
    left = draw(riichi="EW", tenpai="EW")
    over = {"kind": "play_ended", "why": "ruling"}
    made = riichi().final_points(played(left, over))
    by_seat = [(made[seat].score, made[seat].leftover) for seat in WINDS]
    assert by_seat == [(31_500, 1_000), (28_500, 0), (31_500, 1_000), (28_500, 0)]
    lost = riichi(leftover="lost").final_points(played(left, over, leftover="lost"))
    assert {part.leftover for part in lost.values()} == {0}
