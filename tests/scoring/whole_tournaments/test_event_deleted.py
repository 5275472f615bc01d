"""Deletion of tournaments from the bin.

It deletes all data of the tournament and no other data. The database prevents other
deletions.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.ledger import enter_hand
from scoring.models import Confirmation, ImportJob, LateHand, LedgerEntry
from scoring.rounds import end_and_close_round
from tests.pictures import picture
from tests.scoring.folders import practice_to_play
from tournaments.access import player_links, table_links
from tournaments.files import stored_logos
from tournaments.models import (
    Deletion,
    Game,
    LogEvent,
    NeverMeet,
    Person,
    Tournament,
)
from tournaments.refusals import Refused
from tournaments.rounds import referee_calls
from tournaments.seating_drafts import submit_draft
from tournaments.tournament_setup import (
    archive_and_bin,
    delete_tournaments,
    description_and_logo,
)
from tournaments.tournament_setup.archive_and_bin import BIN_KEEPS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def everything() -> dict[str, list[tuple]]:
    """Return every row of the program's tables and of accounts, by model."""
    return {
        model._meta.label: sorted(model._base_manager.values_list(), key=repr)
        for app in ("tournaments", "scoring", "auth")
        for model in apps.get_app_config(app).get_models()
    }


@pytest.fixture
def other(director) -> Tournament:
    """Return another tournament, with other persons, ledgers and a logo."""
    practice = practice_to_play(director)
    description_and_logo.give_logo(practice, picture(), by="director")
    return practice


@pytest.fixture
def full(other, director, game) -> Tournament:
    """Return the fixtures' tournament with stored data of every kind."""
    tournament = game.round.tournament
    enter_hand.enter(
        game.pk, {"kind": "washout"}, hand=1, device_key="first", by="referee"
    )
    player = tournament.players.get(number=1)
    confirm_and_dispute.dispute(game.pk, player, sequence=1, text="not mine")
    LateHand.objects.create(
        game=game, hand=2, offered={}, device_key="late", by="table 1"
    )
    table_links.reissue(game.pk, by="referee")
    referee_calls.call(game.pk, by="table 1")
    player_links.renew(player, by="director")
    submit_draft.import_plan(
        tournament, (((1, 2, 3, 4), (5, 6, 7, 8)),), first_round=2, by="director"
    )
    NeverMeet.objects.create(
        tournament=tournament, one=player, other=tournament.players.get(number=2)
    )
    ImportJob.objects.create(by=director, archive=b"", tournament=tournament)
    description_and_logo.give_logo(tournament, picture(), by="director")
    end_and_close_round.close(game.round.pk, by="director", reason="done")
    return tournament


def binned(tournament: Tournament, days: int) -> None:
    since = timezone.now() - timedelta(days=days)
    archive_and_bin.move_to_bin(tournament, by="director", now=since)


def test_everything_of_it_is_gone_and_nothing_of_others(
    tournament, other, request, django_capture_on_commit_callbacks
):
    before = everything()
    logos = {path.name for path in stored_logos.all_logos()}
    full = request.getfixturevalue("full")
    shared = Person.objects.get(players__tournament=full, players__number=8)
    other.players.create(person=shared, number=99)
    binned(full, days=31)
    assert LedgerEntry.objects.filter(game__round__tournament=full).exists()
    assert Confirmation.objects.filter(game__round__tournament=full).exists()
    assert len({path.name for path in stored_logos.all_logos()}) == len(logos) + 1

    with django_capture_on_commit_callbacks(execute=True):
        delete_tournaments.empty_bin_task()

    assert not Tournament.objects.filter(pk=full.pk).exists()
    assert Person.objects.filter(pk=shared.pk).exists()
    other.players.filter(number=99).delete()
    shared.delete()
    after = everything()
    of_it = {"tournaments.Tournament", "tournaments.Person"}
    of_it |= {"tournaments.Player", "tournaments.Team", "tournaments.LogEvent"}
    of_it |= {"tournaments.Membership"}
    for table, rows in after.items():
        if table in of_it:
            assert set(map(repr, rows)) <= set(map(repr, before[table])), table
        else:
            assert rows == before[table], table
    gone = set(before["tournaments.Person"]) - set(after["tournaments.Person"])
    assert len(gone) == 8
    assert {path.name for path in stored_logos.all_logos()} == logos
    connection.check_constraints()


def test_it_lies_there_for_its_time_and_can_be_taken_back(full):
    binned(full, days=29)
    assert delete_tournaments.empty_bin(timezone.now()) == 0
    archive_and_bin.restore_from_bin(full, by="director")
    assert delete_tournaments.empty_bin(timezone.now() + BIN_KEEPS) == 0
    assert full.log.first().kind == "unbinned"


def test_who_took_it_back_at_the_last_moment_keeps_it(full):
    binned(full, days=31)
    stale = Tournament.objects.get(pk=full.pk)
    archive_and_bin.restore_from_bin(full, by="director")
    assert not delete_tournaments.delete_for_good(stale, now=timezone.now())
    assert Tournament.objects.filter(pk=full.pk).exists()


def test_the_guards_hold_in_the_bin_too_and_for_others_while_one_is_deleted(
    full, other
):
    binned(full, days=31)
    for rows in (
        LogEvent.objects.filter(tournament=full),
        LedgerEntry.objects.filter(game__round__tournament=full),
        Confirmation.objects.filter(game__round__tournament=full),
        LateHand.objects.filter(game__round__tournament=full),
    ):
        assert rows.exists()
        with pytest.raises(DatabaseError), transaction.atomic():
            rows._raw_delete("default")
    Deletion.objects.create(tournament_id=full.pk)
    for pk in Game.objects.filter(round__tournament=full).values_list("pk"):
        Deletion.objects.create(tournament_id=full.pk, game_id=pk[0])
    for rows in (
        LogEvent.objects.filter(tournament=other),
        LedgerEntry.objects.filter(game__round__tournament=other),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            rows._raw_delete("default")
    with pytest.raises(DatabaseError), transaction.atomic():
        LogEvent.objects.filter(tournament=full).update(by="nobody")


def test_nobody_puts_away_what_is_being_played(game):
    tournament = game.round.tournament
    for put_away in (archive_and_bin.move_to_bin, archive_and_bin.archive):
        with pytest.raises(Refused) as caught:
            put_away(tournament, by="director")
        assert [fault.code for fault in caught.value.faults] == ["round_open"]


@pytest.mark.parametrize(
    "put_away", [archive_and_bin.move_to_bin, archive_and_bin.archive]
)
def test_tables_of_what_was_put_away_take_nothing(full, game, put_away):
    put_away(full, by="director")
    with pytest.raises(Refused) as caught:
        enter_hand.enter(
            game.pk,
            {"kind": "penalty", "seat": "E", "amount": -10},
            device_key="after",
            by="referee",
        )
    assert caught.value.faults[0].code in ("in_the_bin", "archived")


def test_no_page_shows_what_is_in_the_bin(
    full, game, client, director_client, owner_client
):
    player = full.players.get(number=1)
    game = table_links.games_with_links().get(pk=game.pk)
    by_link = [
        reverse("table:link", args=[table_links.token_of(game)]),
        reverse("me:page", args=[player_links.token_of(player)]),
        reverse("hall:seats_by_key", args=[full.slug, full.hall_key]),
    ]
    pages = [
        reverse("public:tournament", args=[full.slug]),
        reverse("public:session", args=[full.slug, 1, 1]),
        reverse("hall:seats", args=[full.slug]),
        reverse("table:session", args=[full.slug, 1, 1]),
        reverse("director:hall", args=[full.slug]),
        reverse("director:log", args=[full.slug]),
    ]
    assert owner_client.get(pages[0]).status_code == 200
    binned(full, days=0)
    for path in by_link:
        assert client.get(path).status_code in (404, 410), path
    for path in pages:
        for reader in (director_client, owner_client):
            assert reader.get(path).status_code == 404, path
    assert full.title not in owner_client.get("/").content.decode()
