"""Registration settings and fees in tournament folders."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from rules.faults import RuleError
from scoring.tournament_folder import copy_tournament
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.folders import practice_files, rows, there_and_back
from tournaments.models import SignUpPage
from tournaments.people import self_registration

SAID = {
    "is_on": True,
    "opens_at": datetime(2026, 5, 1, 10, tzinfo=UTC),
    "closes_at": None,
    "places": 12,
    "fee": "40 in coins",
    "text": "Bring a cup.\r\nAnd a friend.",
    "privacy": "",
}


@pytest.fixture
def said(tournament):
    self_registration.set_page(tournament, SAID, by="director")
    return tournament


def test_registration_and_fees_go_out_and_come_in(said):
    self_registration.mark_fee(said, 3, paid=True, by="director")
    files = there_and_back(said)
    event = json.loads(files["event.json"])
    assert event["registration"] == {
        "opens_at": "2026-05-01T10:00:00+00:00",
        "places": 12,
        "fee": "40 in coins",
        "text": "Bring a cup.\r\nAnd a friend.",
    }
    paid = {row["number"] for row in rows(files, "players.csv") if row["paid"]}
    assert paid == {"3"}
    taken = import_files(files, director=None).tournament
    assert not SignUpPage.objects.get(tournament=taken).is_on
    assert [player.number for player in taken.players.filter(fee_paid=True)] == [3]


def test_a_copy_asks_the_same_on_other_days(said, director):
    copy = copy_tournament.copy_event(
        said, title="Next", starts_on=None, with_players=True, director=director
    )
    page = SignUpPage.objects.get(tournament=copy)
    assert (page.is_on, page.opens_at, page.places) == (False, None, 12)
    assert not copy.players.filter(fee_paid=True).exists()


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ([], "not_a_group"),
        ({"places": 0}, "out_of_range"),
        ({"places": "12"}, "not_an_integer"),
        ({"opens_at": "tomorrow"}, "not_a_time"),
        ({"text": 5}, "not_a_text"),
        ({"fee": "x" * 201}, "not_a_text"),
        ({"is_on": True}, "unknown"),
    ],
)
@pytest.mark.django_db
def test_what_is_no_registration_is_refused(given, code):
    files = practice_files()
    event = json.loads(files["event.json"])
    files["event.json"] = json.dumps(event | {"registration": given}).encode()
    with pytest.raises(RuleError) as refused:
        import_files(files, director=None)
    [fault] = refused.value.faults
    if code in ("out_of_range", "not_an_integer"):
        assert fault.field == "places"
    else:
        assert fault.code == code
