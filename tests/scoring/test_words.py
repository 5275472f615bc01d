"""Sentences for what happened at a table."""

from __future__ import annotations

import pytest

from rules.table import Ending
from scoring import words


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_has_a_sentence(ending):
    assert words.of_ending(ending).endswith(".")
