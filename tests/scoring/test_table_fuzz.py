"""Whatever is sent to a table's addresses, the ledger stays sound. For many more
requests: benchmarks/fuzz_entries.py."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring import rebuild
from tests.scoring.fuzzed_entries import ADDRESSES, RULESETS, Request, evening, play

POSTS = 200

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_request_gets_an_answer_and_does_what_that_says(ruleset):
    answers: Counter[int] = Counter()
    addresses: Counter[str] = Counter()

    def tell(request: Request, status: int) -> None:
        answers[status] += 1
        addresses[request.name] += 1

    tables = evening(ruleset, seed=7)
    assert play(tables, POSTS, tell) == ""
    assert all(answers[status] for status in (200, 302, 404, 422)), answers
    assert set(addresses) == set(ADDRESSES)
    kinds = {line.kind for line in tables.session.ledger.all()}
    assert len(kinds) > 2
    assert rebuild.rebuild(tables.session.round.tournament, check=True) == []
