"""Ledgers go out with everything that happened, by all rulesets, and come in so."""

from __future__ import annotations

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scoring.folders import there_and_back
from tests.scoring.fuzzed_entries import RULESETS, Request, evening, play

pytestmark = pytest.mark.django_db


def untold(request: Request, status: int) -> None:
    """Nobody needs to know."""


@settings(max_examples=40, deadline=None)
@given(
    ruleset=st.sampled_from(sorted(RULESETS)),
    seed=st.integers(0, 10**6),
    posts=st.integers(0, 120),
)
def test_whatever_happens_at_a_table_goes_out_and_in(ruleset, seed, posts):
    with transaction.atomic():
        tables = evening(ruleset, seed)
        assert play(tables, posts, untold) == ""
        there_and_back(tables.session.round.tournament)
        transaction.set_rollback(True)
