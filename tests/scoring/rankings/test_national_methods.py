"""The ranking methods of the United Kingdom and of Austria."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.models import RankingMethod
from scoring.rankings import austrian_method, united_kingdom_method
from scoring.rankings.austrian_method import austrian_points
from scoring.rankings.player_results import PlayerResult
from scoring.rankings.ranking_methods import METHODS
from scoring.rankings.united_kingdom_method import uk_ranking
from scoring.series.ranking_wording import WORDS
from tests.scoring.rankings.test_ranking_arithmetic import case, rounded, with_cases

DAY = date(2026, 6, 30)


def result(
    place: int,
    players: int,
    *,
    key: str = "a",
    days: int = 1,
    ago: int = 0,
    is_abroad: bool = False,
) -> PlayerResult:
    """Return a result of a tournament that ended `ago` days before the ranking."""
    last = DAY - timedelta(days=ago)
    return PlayerResult(key, place, players, days, last, Fraction(1), is_abroad)


results = st.lists(
    st.integers(2, 90).flatmap(
        lambda players: st.builds(
            result,
            st.integers(1, players),
            st.just(players),
            days=st.integers(1, 4),
            ago=st.integers(-40, 4_000),
            is_abroad=st.booleans(),
        )
    ),
    max_size=14,
)


def test_every_method_of_a_series_is_defined_and_worded():
    assert set(METHODS) == set(WORDS) == set(RankingMethod.values)


@pytest.mark.parametrize("key", RankingMethod.values)
@given(own=results, chance=st.randoms())
def test_a_score_needs_no_order_and_counts_no_more_than_it_has(key, own, chance):
    method = METHODS[key]
    reckoned = method.reckon(own, DAY)
    assert (reckoned.score is None) == (reckoned.available < method.least_results)
    assert reckoned.counted <= reckoned.available
    chance.shuffle(own)
    assert method.reckon(own, DAY).score == reckoned.score


class TestUnitedKingdom:
    def test_each_day_is_a_result_in_part_a_or_b(self):
        own = [
            result(8, 15, key="c", days=3),
            result(1, 15, key="a", days=6),
            result(15, 15, key="d", days=4),
            result(5, 9, key="b", days=1),
        ]
        reckoned = united_kingdom_method.reckon(own, DAY)
        keys = "".join(one.key for one in reckoned.results)
        assert (keys, reckoned.available, reckoned.counted) == ("acbd", 14, 12)
        assert reckoned.ranking.part_a.days == (6, 3, 1, 2)
        assert reckoned.ranking.part_b.days == (6, 2, 0, 0)
        assert reckoned.ranking.part_a.value == Fraction(8_000, 12)
        assert reckoned.score == (Fraction(8_000, 12) + Fraction(7_000, 8)) / 2

    def test_missing_days_count_as_0(self):
        reckoned = united_kingdom_method.reckon([result(1, 16, days=2)], DAY)
        assert reckoned.ranking.part_a.filled == 6
        assert reckoned.ranking.part_b.filled == 6
        assert reckoned.score == 250

    def test_results_do_not_age_and_later_ones_do_not_count(self):
        own = [result(1, 16, ago=5_000), result(1, 16, ago=-1)]
        reckoned = united_kingdom_method.reckon(own, DAY)
        assert (reckoned.available, reckoned.score) == (1, 125)
        assert united_kingdom_method.reckon(own[1:], DAY).score is None

    @with_cases
    def test_cases(self):
        data = case("national_systems")
        for key, share in (("uk", Fraction(8, 10)), ("uk_90_percent", Fraction(9, 10))):
            for row in data[key]:
                found = uk_ranking(map(tuple, row["days_and_base_rank"]), share)
                assert {
                    "results": found.results,
                    "part_a": rounded(found.part_a.value, 2),
                    "part_b": rounded(found.part_b.value, 2),
                    "ranking": rounded(found.score, 2),
                } == row["expected"]


class TestAustria:
    def test_only_the_upper_half_of_the_field_gets_points(self):
        points = [austrian_points(place, 4) for place in (1, 2, 3, 4)]
        assert points == [1000, 500, 0, 0]

    def test_all_results_at_home_and_the_best_3_abroad_count(self):
        home = [result(1, 16), result(5, 16), result(16, 16), result(2, 16)]
        abroad = [result(place, 20, is_abroad=True) for place in (4, 1, 3, 2)]
        reckoned = austrian_method.reckon([*abroad, *home], DAY)
        assert [one.points for one in reckoned.home] == [1000, 875, 500, 0]
        assert [one.counts for one in reckoned.home] == [True, True, True, False]
        assert [one.points for one in reckoned.abroad] == [1000, 900, 800, 700]
        assert [one.counts for one in reckoned.abroad] == [True, True, True, False]
        assert reckoned.score == 2375 + 2700
        assert (reckoned.counted, reckoned.available) == (6, 8)

    def test_results_do_not_age_and_later_ones_do_not_count(self):
        own = [result(1, 16, ago=5_000), result(1, 16, ago=-1)]
        assert austrian_method.reckon(own, DAY).score == 1000
        assert austrian_method.reckon(own[1:], DAY).score is None

    @with_cases
    def test_cases(self):
        for row in case("national_systems")["austria"]:
            own = [
                result(place, players, is_abroad=key.startswith("away"))
                for key in ("home_place_players", "away_place_players")
                for place, players in row[key]
            ]
            reckoned = austrian_method.reckon(own, DAY)
            assert {
                "home": [one.points for one in reckoned.home],
                "away": [one.points for one in reckoned.abroad],
                "sum": reckoned.score,
            } == row["expected"]
