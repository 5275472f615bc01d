"""A substitute who joins during a game, by EMA's rules for MCR and riichi."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import rules
from rules.ledger_replay import placings, replay
from rules.winds import WINDS

#: Cases beside the project, worked from EMA's rules; not part of it.
SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases" / "beyond"


def after(by, scores, *taken):
    """Return the state of a table with these totals, after substitutes have joined in
    the seats `taken`.
    """
    raws = [
        *({"kind": "substituted", "seat": seat} for seat in taken),
        {"kind": "totals", "scores": dict(zip(WINDS, scores, strict=True))},
    ]
    return replay(by, map(by.read_entry, raws))


def points_of(by, scores, *taken):
    placed = placings(by, after(by, scores, *taken))
    return [placed[seat].table_points for seat in WINDS]


def places_of(by, scores, *taken):
    placed = placings(by, after(by, scores, *taken))
    return [placed[seat].place for seat in WINDS]


EMA_MCR, EMA_RIICHI = {"preset": "wmo2006"}, {"preset": "ema_2025"}


@pytest.mark.parametrize(
    ("options", "scores", "taken", "points"),
    [
        # Without a substitute during the game, nothing changes.
        (EMA_MCR, (50, 20, -10, -60), "", [4, 2, 1, 0]),
        (EMA_MCR, (50, 20, -10, -60), "E", [0, 4, 2, 1]),
        (EMA_MCR, (50, 20, -10, -60), "S", [4, 0, 2, 1]),
        (EMA_MCR, (50, 20, -10, -60), "N", [4, 2, 1, 0]),
        # The others share the points of their places, without the substitute.
        (EMA_MCR, (30, 30, 0, -60), "S", [4, 0, 2, 1]),
        (EMA_MCR, (40, 0, 0, -40), "E", [0, 3, 3, 1]),
        (EMA_MCR, (30, -10, -10, -10), "E", [0] + 3 * [Fraction(7, 3)]),
        # Several substitutes all get nothing.
        (EMA_MCR, (50, 20, -10, -60), "EW", [0, 4, 0, 2]),
        (EMA_MCR, (50, 20, -10, -60), "ESWN", [0, 0, 0, 0]),
        # Tied places decided by the seats.
        (EMA_MCR | {"tie": "seat_order"}, (40, 0, 0, -40), "E", [0, 4, 2, 1]),
        # As before where the option is off.
        ({"preset": "chinese"}, (50, 20, -10, -60), "E", [4, 2, 1, 0]),
        (EMA_MCR | {"substitute_last": False}, (50, 20, -10, -60), "E", [4, 2, 1, 0]),
    ],
)  # fmt: skip
def test_table_points_of_mcr(options, scores, taken, points):
    assert points_of(rules.ruleset("mcr", options), scores, *taken) == points


@pytest.mark.parametrize(
    ("options", "scores", "taken", "uma"),
    [
        (EMA_RIICHI, (50000, 30000, 25000, 15000), "", [15, 5, -5, -15]),
        (EMA_RIICHI, (50000, 30000, 25000, 15000), "E", [-15, 15, 5, -5]),
        (EMA_RIICHI, (50000, 30000, 25000, 15000), "W", [15, 5, -15, -5]),
        (EMA_RIICHI, (50000, 30000, 30000, 10000), "E", [-15, 10, 10, -5]),
        (EMA_RIICHI, (30000, 30000, 30000, 30000), "N", [5, 5, 5, -15]),
        (EMA_RIICHI, (50000, 30000, 25000, 15000), "EN", [-15, 15, 5, -15]),
        ({"preset": "m_league"}, (45000, 25000, 20000, 10000), "E", [30, 10, -10, -30]),
    ],
)  # fmt: skip
def test_uma_of_riichi(options, scores, taken, uma):
    by = rules.ruleset("riichi", options)
    found = by.final_points(after(by, scores, *taken))
    assert [found[seat].uma for seat in WINDS] == uma


def test_substitutes_share_the_last_place():
    by = rules.ruleset("mcr", EMA_MCR)
    assert places_of(by, (50, 20, -10, -60), "E") == [4, 1, 2, 3]
    assert places_of(by, (50, 20, -10, -60), "E", "W") == [3, 1, 3, 2]


def test_scores_at_the_table_stay():
    by = rules.ruleset("riichi", EMA_RIICHI)
    found = by.final_points(after(by, (50000, 30000, 25000, 15000), "E"))
    assert found["E"].score == 50000
    assert found["E"].above == 20


def test_the_entry_is_read_back():
    by = rules.ruleset("mcr")
    entry = by.read_entry({"kind": "substituted", "seat": "W"})
    assert entry.as_data() == {"seat": "W"}
    with pytest.raises(rules.faults.RuleError):
        by.read_entry({"kind": "substituted", "seat": "X"})


@pytest.fixture
def cases():
    return json.loads((SHARED / "substitutes_ema.json").read_text())


@pytest.mark.skipif(
    not (SHARED / "substitutes_ema.json").exists(),
    reason="The cases are not part of the project.",
)
class TestSharedCases:
    def test_table_points(self, cases):
        by = rules.ruleset("mcr", EMA_MCR)
        for case in cases["mcr_table_points"]:
            taken = self.taken(case, "during")
            found = points_of(by, case["scores"], *taken)
            assert found == case["table_points"], case["case"]

    def test_uma(self, cases):
        by = rules.ruleset("riichi", EMA_RIICHI)
        for case in cases["riichi_uma"]:
            taken = self.taken(case, "after the start")
            made = by.final_points(after(by, case["points"], *taken))
            found = [made[seat].uma * 1000 for seat in WINDS]
            if not taken:
                # Before the game, the round counts as a fixed result for a substitute.
                found[case["substitute_seat"]] = uma_of_fixed_round(by)
            assert found == case["uma"], case["case"]
            missed = by.options.missed_points
            assert missed == case["session_of_the_substituted"]

    def taken(self, case, when):
        """Return a list with the seat of the substitute; an empty list if the case has
        none at this time.
        """
        return [WINDS[case["substitute_seat"]]] if when in case["case"] else []


def uma_of_fixed_round(by):
    options = by.options
    return options.substitute_points - (options.substitute_score - options.target)
