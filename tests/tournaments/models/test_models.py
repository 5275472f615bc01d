"""Constraints of a tournament in the database, and its rules."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models.deletion import ProtectedError

from tournaments.models import (
    Game,
    LogEvent,
    Membership,
    Person,
    Player,
    Role,
    Round,
    Team,
    Tournament,
)

pytestmark = pytest.mark.every_case


def refused(change) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        change()


def another_person() -> Person:
    return Person.objects.create(last_name="99")


# --- tournaments ----------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        {"planned_rounds": 0},
        {"planned_rounds": 301},
        {"minutes": 0},
        {"minutes": 601},
        {"end_policy": "whenever"},
        {"end_policy": ""},
    ],
)
def test_a_tournament_has_sane_values(tournament, values):
    refused(lambda: Tournament.objects.filter(pk=tournament.pk).update(**values))


def test_an_address_names_one_tournament(tournament):
    tournament.pk = None
    refused(lambda: tournament.save(force_insert=True))


def test_tournaments_by_the_same_options_share_their_rules(tournament):
    rules = tournament.rules
    assert Tournament.objects.get(pk=tournament.pk).rules is rules
    tournament.options = {"minimum": 6}
    assert tournament.rules.options.minimum == 6
    assert rules.options.minimum == 8


# --- people ---------------------------------------------------------------------


def test_a_start_number_is_one_player(tournament):
    refused(
        lambda: Player.objects.create(
            tournament=tournament, person=another_person(), number=1
        )
    )


def test_a_player_has_one_start_number(tournament):
    person = tournament.players.get(number=1).person
    refused(
        lambda: Player.objects.create(tournament=tournament, person=person, number=99)
    )


def test_a_team_name_is_one_team(tournament):
    name = tournament.teams.first().name
    refused(lambda: Team.objects.create(tournament=tournament, name=name))


def test_an_account_has_one_role_in_a_tournament_and_a_known_one(
    tournament, director, stranger
):
    refused(
        lambda: Membership.objects.create(
            user=director, tournament=tournament, role=Role.REFEREE
        )
    )
    refused(
        lambda: Membership.objects.create(
            user=stranger, tournament=tournament, role="king"
        )
    )


def test_a_player_who_is_entered_stays(tournament):
    with pytest.raises(ProtectedError):
        tournament.players.first().person.delete()


# --- rounds ---------------------------------------------------------------------


def test_a_round_number_is_one_round(seated_round):
    refused(lambda: Round.objects.create(tournament=seated_round.tournament, number=1))


def test_a_table_number_is_one_game_and_counts_from_one(seated_round):
    refused(lambda: Game.objects.create(round=seated_round, table=1))
    refused(lambda: Game.objects.create(round=seated_round, table=0))


@pytest.mark.parametrize(
    "values",
    [
        {"state": "running", "ends_at": None},
        {"state": "paused", "ends_at": None, "remaining": None},
        {"state": "closed"},
        {"state": "time_up"},
    ],
    ids=["no deadline", "nothing remaining", "closed", "time up"],
)
def test_only_a_running_round_has_a_deadline(running_round, values):
    """Only a running round has a deadline.

    Closed rounds, and rounds after the gong, would keep their deadline here, which is
    forbidden.
    """
    refused(lambda: Round.objects.filter(pk=running_round.pk).update(**values))


# --- the log --------------------------------------------------------------------


def test_a_change_is_recorded_only_with_what_changes(tournament, transactional_db):
    with pytest.raises(transaction.TransactionManagementError):
        tournament.record("sneaky", by="nobody")
    assert not tournament.log.filter(kind="sneaky").exists()


def test_every_record_is_the_next_revision(tournament):
    before = tournament.revision
    with transaction.atomic():
        first = tournament.record("one", by="director")
        second = tournament.record("two", by="director", reason="why", table=3)
    assert (first.revision, second.revision) == (before + 1, before + 2)
    assert Tournament.objects.get().revision == before + 2
    assert (second.reason, second.data) == ("why", {"table": 3})


def test_a_revision_is_one_event(tournament):
    event = tournament.log.first()
    refused(
        lambda: LogEvent.objects.create(
            tournament=tournament, revision=event.revision, by="x", kind="x"
        )
    )


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournaments_logevent SET by = 'x'",
        "DELETE FROM tournaments_logevent",
    ],
)
def test_not_even_sql_changes_the_log(tournament, statement):
    statement = statement.replace(" by ", ' "by" ')
    with (
        pytest.raises(DatabaseError),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert tournament.log.filter(by="director").exists()


def test_an_account_that_goes_leaves_its_name_in_the_log(
    tournament, director, stranger
):
    Membership.objects.create(user=stranger, tournament=tournament, role=Role.OWNER)
    User.objects.get(pk=director.pk).delete()
    assert tournament.log.filter(by="director").exists()
