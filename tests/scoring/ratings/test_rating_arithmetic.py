"""Ratings: the change by one game, and a replay of all games."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ratings.rating_systems import (
    LENGTHS,
    Skill,
    danish_mean,
    eighth_mean,
    open_skill,
    pairwise_elo,
    tenhou_change,
    tenhou_shares,
)
from scoring.ratings.replay_games import RatedGame, System, replay

SHARED = Path(__file__).resolve().parents[4] / "shared"
CASES = SHARED / "cases" / "beyond"
TOTALS = SHARED / "events" / "somc2017"
with_cases = pytest.mark.skipif(
    not CASES.is_dir(), reason="the cases are not beside the project"
)
scores_of_a_table = st.lists(st.integers(-60_000, 60_000), min_size=3, max_size=4)


def close(found: list[float], expected: list[float]) -> bool:
    return found == pytest.approx(expected, abs=0.0001)


def test_a_danish_rating_moves_towards_the_score():
    zero = [Fraction(0)] * 4
    scores = [Fraction(s) for s in (100, 20, -40, -80)]
    found = danish_mean(zero, scores, Fraction(1))
    assert found == [score / 41 for score in scores]


def test_a_tie_is_half_a_win_in_elo():
    found = pairwise_elo([1600, 1550, 1400, 1450], [50, 50, -30, -70])
    assert close(found, [1604.9643, 1557.7655, 1400.369, 1436.9012])


def test_tied_players_share_the_shares_of_their_places():
    assert tenhou_shares([5, 5, 1, 0]) == [20, 20, -10, -30]
    assert tenhou_shares([0, 9, 1, 5]) == [-30, 30, -10, 10]


def test_winning_raises_a_skill_and_every_game_makes_it_more_certain():
    found = open_skill([Skill()] * 4, [4, 3, 2, 1])
    assert [one.mu for one in found] == sorted((one.mu for one in found), reverse=True)
    assert found[0].mu > 25 > found[3].mu
    assert all(one.sigma < Skill().sigma for one in found)


@given(scores_of_a_table, st.data(), st.sampled_from(sorted(LENGTHS)))
def test_danish_ratings_sum_to_the_same(scores, data, winds):
    number = len(scores)
    zero_sum = [Fraction(one) for one in (*scores[:-1], -sum(scores[:-1]))]
    ratings = [
        Fraction(data.draw(st.integers(-500, 500))) / 7 for _player in range(number)
    ]
    found = danish_mean(ratings, zero_sum, LENGTHS[winds])
    assert sum(found) == sum(ratings)
    assert sum(eighth_mean(ratings, zero_sum)) == sum(ratings)


@given(scores_of_a_table, st.data())
def test_elo_ratings_sum_to_the_same(scores, data):
    ratings = [data.draw(st.floats(1000, 2000)) for _player in scores]
    found = pairwise_elo(ratings, scores)
    assert sum(found) == pytest.approx(sum(ratings))


@given(st.permutations(range(4)), st.sampled_from(System))
def test_the_order_at_a_table_changes_no_rating(order, system):
    names, scores = "abcd", (30, 10, 10, -50)
    first = replay(system, [RatedGame(tuple(names), scores)] * 3)
    other = RatedGame(tuple(names[n] for n in order), tuple(scores[n] for n in order))
    again = replay(system, [other] * 3)
    for name in names:
        assert again[name].value == pytest.approx(first[name].value)


@with_cases
def test_cases_of_one_game():
    data = json.loads((CASES / "ratings_one_game.json").read_text(encoding="utf-8"))
    for row in data["mean_score_eighth"]:
        assert close(eighth_mean(row["ratings"], row["scores"]), row["new"])
    for row in data["mean_score_40"]:
        assert LENGTHS[row["winds"]] == row["factor"]
        found = danish_mean(row["ratings"], row["scores"], row["factor"])
        assert close(found, row["new"])
    for row in data["elo_pairwise_K32"]:
        assert close(pairwise_elo(row["ratings"], row["scores"]), row["new"])
    for row in data["tenhou"]:
        share = (30, 10, -10, -30)[row["place"] - 1]
        found = tenhou_change(row["own"], row["table_mean"], share, row["games_before"])
        assert found == pytest.approx(row["change"])


def championship() -> list[RatedGame[int]]:
    def rows(name: str) -> list[dict[str, str]]:
        with (TOTALS / name).open(newline="", encoding="utf-8-sig") as file:
            return list(csv.DictReader(file))

    winds = ("east", "south", "west", "north")
    seats = {(row["round"], row["table"]): row for row in rows("seating.csv")}
    return [
        RatedGame(
            tuple(int(seats[row["round"], row["table"]][wind]) for wind in winds),
            tuple(int(row[f"{wind}_score"]) for wind in winds),
        )
        for row in rows("totals.csv")
    ]


@with_cases
@pytest.mark.skipif(not TOTALS.is_dir(), reason="no championship beside the project")
def test_cases_of_a_championship():
    data = json.loads((CASES / "ratings_somc2017.json").read_text(encoding="utf-8"))
    games = championship()
    assert len(games) == 108
    systems = {
        "mean_score_40": System.DANISH_MEAN,
        "mean_score_eighth": System.EIGHTH_MEAN,
        "elo_pairwise": System.ELO,
        "tenhou_r": System.TENHOU,
    }
    near = {"abs": data["tolerance"]}
    for key, system in systems.items():
        ratings = replay(system, games)
        for row in data["persons"]:
            found = ratings[row["person"]].value
            assert found == pytest.approx(row[key], **near), key
    skills = replay(System.OPEN_SKILL, games)
    for row in data["persons"]:
        skill = skills[row["person"]].skill
        assert skill.mu == pytest.approx(row["openskill_mu"], abs=0.00001)
        assert skill.sigma == pytest.approx(row["openskill_sigma"], abs=0.00001)
