"""Arrows that show how players swap seats."""

from __future__ import annotations

import itertools

import pytest

from rules.winds import WINDS
from scoring.table.entry_effects_and_receipts import SIDES, arrow_between


@pytest.mark.parametrize(("start", "end"), list(itertools.permutations(WINDS, 2)))
def test_an_arrow_goes_from_side_to_side(start, end):
    path = arrow_between(start, end)
    x, y = SIDES[start]
    to_x, to_y = SIDES[end]
    assert path.startswith(f"M{x} {y}Q")
    assert f" {to_x} {to_y}M" in path
    assert path.count(f"L{to_x} {to_y}") == 1


def test_two_who_change_places_have_an_arrow_each():
    bends = {
        path.split("Q")[1].split(" ")[0]
        for path in (arrow_between("E", "S"), arrow_between("S", "E"))
    }
    assert len(bends) == 2
