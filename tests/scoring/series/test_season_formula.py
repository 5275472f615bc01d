"""Standings of series by formula."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rankings.base_ranks_and_weights import base_rank, half_up
from scoring.series.season_formula import (
    Formula,
    Missing,
    Tie,
    Total,
    Value,
    line_of,
    place_points,
    standings,
)

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "beyond"
with_cases = pytest.mark.skipif(
    not CASES.is_dir(), reason="the cases are not beside the project"
)
BEST_THREE = Formula(total=Total.MEAN, best=3, missing=Missing.ZERO)


def case(name: str) -> dict:
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def values(*numbers: int | None) -> dict[int, Value]:
    return {
        unit: Value(Fraction(number))
        for unit, number in enumerate(numbers, 1)
        if number is not None
    }


def season(formula: Formula, rows: dict[str, dict[int, Value]], held: int):
    return standings(formula, rows, held=range(1, held + 1))


def test_best_five_drop_the_later_of_equal_nights():
    line = line_of(Formula(best=5), "a", values(12, 0, 7, 9, 9, 14, 3), range(1, 8))
    assert line.points == 51
    assert line.dropped == (2, 7)
    equal = line_of(Formula(best=1), "a", values(4, 4), range(1, 3))
    assert (equal.counted, equal.dropped) == ((1,), (2,))


def test_unplayed_tournaments_count_zero_in_the_mean():
    assert line_of(BEST_THREE, "a", values(953, 913), range(1, 5)).points == 622
    skipped = Formula(total=Total.MEAN, best=3)
    assert line_of(skipped, "a", values(953, 913), range(1, 5)).points == 933


def test_a_trimmed_mean_drops_the_best_and_the_worst():
    formula = Formula(total=Total.MEAN, drop_best=1, drop_worst=1)
    line = line_of(formula, "a", values(100, 8, 6, -50), range(1, 5))
    assert (line.points, line.dropped) == (7, (1, 4))
    few = season(formula, {"a": values(1, 2)}, 2)
    assert [line.name for line in few.unranked] == ["a"]


def test_absences_are_deducted_up_to_the_limit():
    formula = Formula(
        missing=Missing.DEDUCTED, absent=Fraction(-1), absent_limit=Fraction(-3)
    )
    row = values(3, 3, -3, 2, -1, None, None, None, None, None)
    assert line_of(formula, "a", row, range(1, 11)).points == 1


def test_presence_adds_points_and_too_few_nights_give_no_place():
    formula = Formula(presence=Fraction(1), least_percent=75)
    found = season(formula, {"a": values(4, 2, 1, 4), "b": values(9, 9)}, 4)
    assert [(line.name, line.points) for line in found.ranked] == [("a", 15)]
    assert [(line.name, line.place) for line in found.unranked] == [("b", None)]
    assert found.least_units == 3


def test_equal_players_share_a_place_after_the_tie_breaks():
    rows = {
        "a": {1: Value(Fraction(4), 1, wins=3), 2: Value(Fraction(0), 4)},
        "b": {1: Value(Fraction(2), 2), 2: Value(Fraction(2), 2, deal_ins=1)},
        "c": {1: Value(Fraction(2), 2), 2: Value(Fraction(2), 2)},
        "d": {1: Value(Fraction(2), 2), 2: Value(Fraction(2), 2)},
    }
    found = season(Formula(ties=(Tie.WINS, Tie.FEWEST_DEAL_INS)), rows, 2)
    assert [(line.name, line.place, line.shared) for line in found.ranked] == [
        ("a", 1, False),
        ("c", 2, True),
        ("d", 2, True),
        ("b", 4, False),
    ]


def test_a_penalty_is_deducted_from_the_total():
    found = standings(
        Formula(),
        {"a": values(5), "b": values(4)},
        held=[1],
        penalties={"a": Fraction(2)},
    )
    assert [(line.name, line.points) for line in found.ranked] == [("b", 4), ("a", 3)]


def test_shared_places_share_their_points():
    points = [Fraction(4), Fraction(2), Fraction(1), Fraction(1, 2)]
    assert place_points(2, 2, points) == Fraction(3, 2)
    assert place_points(4, 2, points) == Fraction(1, 4)
    assert place_points(6, 1, points) == 0


@given(
    st.dictionaries(
        st.integers(0, 9),
        st.dictionaries(st.integers(1, 6), st.integers(-20, 20), max_size=6),
        max_size=8,
    ),
    st.integers(0, 4),
    st.integers(0, 2),
    st.sampled_from(Total),
    st.sampled_from(Missing),
)
def test_every_value_counts_or_is_dropped(rows, best, drop, total, missing):
    formula = Formula(total=total, best=best, drop_worst=drop, missing=missing)
    given_values = {
        name: {unit: Value(Fraction(number), hands=8) for unit, number in own.items()}
        for name, own in rows.items()
    }
    found = standings(formula, given_values, held=range(1, 7))
    assert {line.name for line in found.lines} == {n for n, own in rows.items() if own}
    for line in found.lines:
        assert sorted((*line.counted, *line.dropped)) == sorted(line.values)
        lowest = min((line.values[u].value for u in line.counted), default=None)
        if lowest is not None:
            assert all(line.values[unit].value <= lowest for unit in line.dropped)
    points = [line.points for line in found.ranked]
    assert points == sorted(points, reverse=True)


def expected_rows(rows: list[dict]) -> list[tuple]:
    return [
        (row["place"], row["person"], row["points"], row["events_played"])
        for row in rows
    ]


def found_rows(found) -> list[tuple]:
    return [
        (line.place, line.name, float(half_up(line.points, 1)), line.attended)
        for line in found.ranked
    ]


def circuit(data: dict, *, substitutes: bool = True) -> dict[str, dict[int, Value]]:
    rows: dict[str, dict[int, Value]] = {}
    for unit, event in enumerate(data["events"], 1):
        ranked = [row for row in event["rows"] if substitutes or not row["substitute"]]
        for row in ranked:
            if row["person"]:
                rank = base_rank(row["place"], len(ranked))
                rows.setdefault(row["person"], {})[unit] = Value(Fraction(rank))
    return rows


@with_cases
@pytest.mark.parametrize("name", ["golden_league", "rhone_alpes"])
def test_cases_of_circuits(name):
    data = case(f"series_{name}_2025")
    held = len(data["events"])
    expected = data["expected"]["standings"]
    found = season(BEST_THREE, circuit(data), held)
    assert sorted(found_rows(found)) == sorted(expected_rows(expected))
    counting = {
        line.name: sorted(int(line.values[u].value) for u in line.counted)
        for line in found.ranked
    }
    for row in expected:
        assert counting[row["person"]] == sorted(row["counting"])
    if name == "golden_league":
        without = season(BEST_THREE, circuit(data, substitutes=False), held)
        rows = data["expected_if_substitutes_do_not_count"]["standings_first_ten"]
        assert found_rows(without)[:10] == expected_rows(rows)
    else:
        best_four = Formula(total=Total.MEAN, best=4, missing=Missing.ZERO)
        rows = data["also"]["best_4_first_ten"]
        four = season(best_four, circuit(data), held)
        assert sorted(found_rows(four)[:10]) == sorted(expected_rows(rows))


@with_cases
def test_cases_of_club_seasons():
    data = case("club_seasons")
    for row in data["best_of"]:
        line = line_of(
            Formula(best=row["best"]), "a", values(*row["days"]), range(1, 8)
        )
        assert line.points == row["total"]
        assert list(line.dropped) == row["dropped_days"]
    for row in data["mean_per_hand"]:
        value = Value(Fraction(str(row["table_points"])), hands=row["hands"])
        found = season(
            Formula(total=Total.PER_HAND, least_hands=336), {"a": {1: value}}, 1
        )
        assert float(half_up(found.lines[0].points, 1)) == row["per_1000"]
        assert bool(found.ranked) == row["eligible_at_336"]
    points = [Fraction(p) for p in (3, 2, -1, -3)]
    for row in data["place_points_3_2_-1_-3"]:
        numbers = [p and place_points(p, 1, points) for p in row["places"]]
        formula = Formula(
            missing=Missing.DEDUCTED,
            absent=Fraction(row["absent"]),
            absent_limit=Fraction(row["absent_at_most"]),
        )
        units = range(1, len(numbers) + 1)
        assert line_of(formula, "a", values(*numbers), units).points == row["total"]
