"""Sizes reached by an independent search, if its results are available."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tournaments.seating.constraints import SeatingPlayer
from tournaments.seating.generate_seating import draw
from tournaments.seating.seating_request import Request

CASES = Path(__file__).resolve().parents[3] / "shared" / "seating" / "cases.json"
BEST = CASES.with_name("best_small.json")


@pytest.mark.skipif(not CASES.exists(), reason="the cases are not beside the project")
def test_every_case_is_reached() -> None:
    for case in json.loads(CASES.read_text()):
        players, rounds = case["players"], case["rounds"]
        entrants = tuple(map(SeatingPlayer, range(1, players + 1)))
        report = draw(Request(entrants, rounds, "cases")).report
        assert report.repeats <= case["repeats"], (players, rounds)
        assert report.wind_range_running <= 1, (players, rounds)


@pytest.mark.skipif(not BEST.exists(), reason="the cases are not beside the project")
def test_every_small_plan_is_as_good() -> None:
    for size, best in json.loads(BEST.read_text()).items():
        players, rounds = map(int, size.split("x"))
        entrants = tuple(map(SeatingPlayer, range(1, players + 1)))
        report = draw(Request(entrants, rounds, "best")).report
        assert report.repeats <= best["repeats"], size
        assert report.max_meetings <= best["max_meetings"], size
