"""`rebuild_results`: stored results match the ledgers, and differences are fixed."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand
from scoring.ledger.rebuild_results_from_ledgers import rebuild
from scoring.models import LedgerEntry, Result, Sheet
from scoring.tournament_folder.import_tournament import import_files
from tests.scoring.folders import first_round
from tournaments.models import Game, Seat, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def practice() -> Tournament:
    return import_files(first_round(), director=None).tournament


def results() -> list[dict[str, object]]:
    return list(Result.objects.order_by("seat").values()) + list(
        Sheet.objects.order_by("game").values()
    )


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("rebuild_results", *arguments, stdout=out)
    return out.getvalue()


def test_it_finds_nothing_where_nothing_differs(practice):
    before = practice.revision
    assert run("--check") == "All stored results match their ledgers.\n"
    assert run() == "All stored results match their ledgers.\n"
    practice.refresh_from_db()
    assert practice.revision == before


def test_it_says_what_differs_and_mends_it(practice):
    kept = results()
    game = Game.objects.get(round__number=1, table=3)
    Result.objects.filter(seat__game=game, seat__wind="S").update(score=999)
    Result.objects.filter(seat__game=game, seat__wind="W").delete()
    Sheet.objects.filter(game=game).update(hands_played=3, over="")
    spoiled = results()
    expected = [
        "round 1, table 3: the sheet differs from the ledger",
        "round 1, table 3, seat S: the result differs from the ledger",
        "round 1, table 3, seat W: the result differs from the ledger",
    ]
    assert sorted(rebuild(practice, check=True)) == sorted(expected)
    with pytest.raises(CommandError, match="3 stored results differ") as caught:
        run("--check")
    assert caught.value.returncode == 1
    assert results() == spoiled
    *lines, last = run().splitlines()
    assert sorted(lines) == sorted(f"practice-event: {each}" for each in expected)
    assert last == "Fixed: 3."
    assert [row | {"id": 0} for row in results()] == [row | {"id": 0} for row in kept]
    event = practice.log.first()
    assert (event.kind, event.data) == ("rebuilt", {"round": 1, "table": 3})


def test_results_without_a_ledger_are_taken_away(game):
    seat = Seat.objects.get(game=game, wind="E")
    Result.objects.create(
        seat=seat, score=8, penalties=0, place=1, parts=48_000, hands_won=1
    )
    tournament = game.round.tournament
    sentence = "round 1, table 1, seat E: the result differs from the ledger"
    assert rebuild(tournament) == [sentence]
    assert not Result.objects.exists()
    assert rebuild(tournament, check=True) == []


def test_a_penalty_before_the_first_hand_counts_until_it_is_retracted(game):
    penalty = {"kind": "penalty", "seat": "E", "amount": -10}
    enter_hand.enter(game.pk, penalty, device_key="p", by="referee")
    tournament = game.round.tournament
    assert Result.objects.get(seat__wind="E").penalties == -10
    assert rebuild(tournament, check=True) == []
    line = LedgerEntry.objects.get(game=game)
    correct_and_undo.retract(
        line.pk, device_key="r", by="referee", reason="for the test"
    )
    assert not Result.objects.exists()
    assert rebuild(tournament, check=True) == []


def test_a_ledger_that_cannot_be_replayed_is_named_and_left(practice):
    practice.options = {"hands_limit": 15}
    practice.save()
    stored = results()
    with pytest.raises(CommandError, match=r"\d+ stored results differ"):
        run()
    sentence = rebuild(practice, check=True)[0]
    assert sentence.startswith("round 1, table 1: the ledger cannot be replayed:")
    assert results() == stored


def test_more_tables_do_not_need_more_queries(practice):
    with CaptureQueriesContext(connection) as captured:
        rebuild(practice, check=True)
    assert len(captured) <= 6
    assert LedgerEntry.objects.count() > 60
