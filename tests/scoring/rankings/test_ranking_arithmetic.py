"""Base ranks, weights, and rankings by EMA's method and of countries."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table_points import places
from scoring.rankings.base_ranks_and_weights import (
    base_rank,
    half_up,
    players_for_more,
    weight,
)
from scoring.rankings.country_ranking import ranked_countries
from scoring.rankings.ema_method import (
    Result,
    age_factor,
    counted_in_part_a,
    reckon,
)

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "beyond"
with_cases = pytest.mark.skipif(
    not CASES.is_dir(), reason="the cases are not beside the project"
)


def case(name: str) -> dict:
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def exact(number: float | str) -> Fraction:
    return Fraction(str(number))


def rounded(value: Fraction, digits: int) -> float:
    return float(half_up(value, digits))


def test_base_ranks_round_halves_up():
    assert base_rank(16, 17) == 63
    assert base_rank(75, 100) == 253
    assert base_rank(1, 2) == 1000
    assert base_rank(2, 2) == 0
    assert base_rank(1, 1) == 0


def test_up_to_three_substitutes_count_as_players():
    def with_substitutes(players: int, substitutes: int) -> Fraction:
        return weight(
            days=1,
            players=players,
            countries=3,
            needed_qualification=False,
            substitutes=substitutes,
        ).total

    assert with_substitutes(38, 4) == Fraction(3, 2)
    assert with_substitutes(37, 9) == 1


def test_more_players_are_needed_for_more_weight():
    assert [players_for_more(n) for n in (16, 40, 41, 80, 81)] == [
        41,
        41,
        81,
        81,
        None,
    ]


def test_a_heavy_poor_result_lowers_part_b():
    day = date(2025, 6, 30)
    results = [
        Result("a", 1000, Fraction(1), day),
        Result("b", 1000, Fraction(1), day),
        Result("c", 1000, Fraction(1), day),
        Result("d", 501, Fraction(6), day),
        Result("e", 500, Fraction(1), day),
    ]
    reckoning = reckon(results, day)
    assert rounded(reckoning.part_a.value, 1) == 650.6
    assert rounded(reckoning.part_b.value, 2) == 667.33
    assert rounded(reckoning.score, 2) == 658.97


def test_one_result_is_not_ranked_and_missing_results_count_zero():
    day = date(2025, 6, 30)
    one = Result("a", 1000, Fraction(2), day)
    assert reckon([one], day).score is None
    two = reckon([one, Result("b", 1000, Fraction(2), day)], day)
    assert (two.part_a.filled, two.part_b.filled) == (3, 2)
    assert rounded(two.score, 2) == 619.05


def test_age_changes_the_day_after_an_anniversary():
    last_day = date(2024, 2, 29)
    assert age_factor(last_day, date(2025, 2, 28)) == 1
    assert age_factor(last_day, date(2025, 3, 1)) == Fraction(1, 2)
    assert age_factor(last_day, date(2026, 2, 28)) == Fraction(1, 2)
    assert age_factor(last_day, date(2026, 3, 1)) == 0
    assert age_factor(last_day, date(2024, 2, 28)) == 0


def test_four_fifths_of_further_results_count_in_part_a():
    assert [counted_in_part_a(n) for n in (0, 5, 6, 7, 10)] == [5, 5, 6, 7, 9]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 1000),
            st.integers(2, 12),
            st.dates(date(2022, 1, 1), date(2026, 12, 31)),
        ),
        max_size=14,
    ),
    st.dates(date(2024, 1, 1), date(2026, 12, 31)),
    st.randoms(),
)
def test_a_score_lies_between_0_and_1000_and_needs_no_order(rows, day, chance):
    results = [
        Result(str(n), rank, Fraction(halves, 2), last)
        for n, (rank, halves, last) in enumerate(rows)
    ]
    reckoning = reckon(results, day)
    score = reckoning.score
    assert (score is None) == (len(reckoning.live) < 2)
    assert score is None or 0 <= score <= 1000
    chance.shuffle(results)
    assert reckon(results, day).score == score


@given(st.integers(2, 300).flatmap(lambda n: st.tuples(st.integers(1, n), st.just(n))))
def test_base_ranks_stay_within_a_half_of_the_formula(place_and_players):
    place, players = place_and_players
    exactly = Fraction(1000 * (players - place), players - 1)
    assert 0 <= base_rank(place, players) <= 1000
    assert -Fraction(1, 2) < base_rank(place, players) - exactly <= Fraction(1, 2)


@with_cases
def test_cases_of_base_ranks():
    for row in case("ema_base_rank")["cases"]:
        assert base_rank(row["place"], row["players"]) == row["base_rank"]
    for row in case("ema_base_rank")["ties"]:
        ranks = [base_rank(place, row["players"]) for place in row["places_shown"]]
        assert ranks == row["base_ranks"]


@with_cases
def test_cases_of_weights():
    for row in case("ema_weight")["cases"]:
        found = weight(
            days=row["days"],
            players=row["players"],
            countries=row["countries"],
            needed_qualification=row["qualification"],
            substitutes=row.get("substitutes", 0),
        )
        assert found.total == exact(row["weight"])


def result_of(row: dict) -> Result:
    last = date.fromisoformat(row["last_day"])
    if "base_rank" in row:
        return Result(row["event"], row["base_rank"], exact(row["weight"]), last)
    found = weight(
        days=row["days"],
        players=row["players"],
        countries=row["countries"],
        needed_qualification=row["qualification"],
    )
    rank = base_rank(row["place"], row["players"])
    return Result(row["event"], rank, found.total, last)


@with_cases
def test_cases_of_the_ema_method():
    for row in case("ema_ranking")["cases"]:
        day = date.fromisoformat(row["reckoned_on"])
        results = [result_of(one) for one in row["results"]]
        reckoning, expected = reckon(results, day), row["expected"]
        for one in (*reckoning.live, *reckoning.past):
            assert one.base_rank == expected["base_ranks"][one.result.key]
            assert one.weight == exact(expected["weights_today"][one.result.key])
        if expected["score"] is None:
            assert reckoning.score is None
            continue
        assert len(reckoning.live) == expected["events_counted"]
        for name in ("part_a", "part_b"):
            part = getattr(reckoning, name)
            counted = {one.result.key for one in part.counted}
            assert counted == set(expected[f"{name}_events"]), row["id"]
            assert rounded(part.value, 4) == expected[name]
        assert rounded(reckoning.score, 2) == expected["score"]


@with_cases
def test_own_ranking_of_21_tournaments():
    data = case("own_ranking_21_events")
    for day, expected in data["expected"].items():
        results: dict[str, list[Result]] = {}
        for event in data["events"]:
            found = weight(
                days=1,
                players=event["players"],
                countries=1,
                needed_qualification=False,
            )
            for row in event["rows"]:
                rank = base_rank(row["place"], event["players"])
                last = date.fromisoformat(event["date"])
                result = Result(event["event"], rank, found.total, last)
                results.setdefault(row["person"], []).append(result)
        lists = {
            name: reckon(own, date.fromisoformat(day)) for name, own in results.items()
        }
        scores = [(n, r.score) for n, r in lists.items() if r.score is not None]
        assert len(scores) == expected["ranked"]
        place_of = {name: place for place, name in places(scores)}
        for row in expected["rows"]:
            reckoning = lists[row["person"]]
            assert place_of[row["person"]] == row["place"]
            assert rounded(reckoning.score, 2) == row["score"]
            assert len(reckoning.live) == row["events"]
            assert rounded(reckoning.part_a.value, 2) == row["part_a"]
            assert rounded(reckoning.part_b.value, 2) == row["part_b"]


@with_cases
def test_cases_of_countries():
    data = case("country_ranking")
    scores = [
        ("" if guest else country, exact(score))
        for country, score, guest in data["players_country_score_guest"]
    ]
    found = [
        {
            "place": line.place,
            "country": line.country,
            "mean_of_best_three": rounded(line.mean, 2),
            "ranked_players": line.players,
        }
        for line in ranked_countries(scores)
    ]
    expected = [
        {key: value for key, value in row.items() if key != "over_700"}
        for row in data["expected"]
    ]
    assert found == expected
