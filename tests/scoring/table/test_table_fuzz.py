"""Random requests to a table's addresses: the ledger stays consistent.
benchmarks/fuzz.py sends more requests.
"""

from __future__ import annotations

from collections import Counter

import pytest
from django.apps import apps

from scoring.ledger import rebuild_results_from_ledgers
from scoring.models import (
    ImportJob,
    ResultsImport,
    Season,
    SeasonPenalty,
    SeasonPlace,
    Series,
    SeriesEditor,
    SeriesLog,
    SeriesRating,
)
from tests.examples import how_many, some_of
from tests.scoring.fuzz.evenings import RULESETS, evening
from tests.scoring.fuzz.kept import OF_A_TABLE, OF_A_TOURNAMENT
from tests.scoring.fuzz.requests import Request
from tests.scoring.fuzz.watch import play
from tournaments.models import (
    AccountAct,
    AccountLanguage,
    Club,
    ClubLog,
    ClubMember,
    ClubStaff,
    DifferentPersons,
    Heartbeat,
    LogEvent,
    MergedRecord,
    NationalNumber,
    OwnPreset,
    PersonMerge,
    PersonPages,
    SecondFactor,
)

POSTS = how_many(200, 45)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ruleset", some_of([*reversed(RULESETS)], 2))
def test_every_request_gets_an_answer_and_does_what_that_says(ruleset):
    answers: Counter[int] = Counter()

    def tell(request: Request, status: int) -> None:
        answers[status] += 1

    tables = evening(ruleset, seed=30)
    assert play(tables, POSTS, tell) == ""
    assert all(answers[status] for status in (200, 302, 403, 404, 422)), answers
    kinds = {line.kind for line in tables.game.ledger.all()}
    assert len(kinds) > 2, kinds
    assert rebuild_results_from_ledgers.rebuild(tables.tournament, check=True) == []


def test_everything_that_is_kept_is_watched():
    kept = {
        model
        for name in ("tournaments", "scoring")
        for model in apps.get_app_config(name).get_models()
    }
    # Only new log entries are checked: the database prevents changes of old ones.
    apart = {LogEvent, ImportJob, Heartbeat, OwnPreset, AccountAct, SecondFactor}
    apart |= {ResultsImport, AccountLanguage}
    persons = {
        DifferentPersons,
        MergedRecord,
        NationalNumber,
        PersonMerge,
        PersonPages,
    }
    series = {Season, SeasonPenalty, SeasonPlace, Series, SeriesEditor, SeriesLog}
    series |= {SeriesRating}
    clubs = {Club, ClubLog, ClubMember, ClubStaff}
    apart |= persons | series | clubs
    assert kept == {*OF_A_TABLE, *OF_A_TOURNAMENT, *apart}
