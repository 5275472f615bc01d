"""Rights of each role, including rights to change roles."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import IntegrityError, transaction

from tournaments.access import staff_accounts
from tournaments.access.roles_and_permissions import TABLE, WORDS, Ability, Can, may
from tournaments.models import Membership, Role
from tournaments.refusals import Refused

SETTINGS = {"planned_rounds": 3, "minutes": 90, "end_policy": "finish_hand"}


def test_every_ability_has_roles_and_words():
    assert set(Ability) == TABLE.keys() == WORDS.keys()
    assert all(may(Role.OWNER, ability) for ability in Ability)
    assert not any(may(None, ability) for ability in Ability)


def test_the_document_is_the_table():
    printed = StringIO()
    call_command("print_roles", stdout=printed)
    document = Path(settings.BASE_DIR) / "docs" / "roles.md"
    assert document.read_text("utf-8") == printed.getvalue()


def test_a_template_cannot_ask_for_what_is_no_ability():
    assert Can(Role.SCORER).enter
    assert not Can(Role.SCORER).rule
    with pytest.raises(AttributeError):
        Can(Role.SCORER).fly  # noqa: B018


@pytest.mark.parametrize(
    ("giver", "had", "role", "code"),
    [
        (Role.DIRECTOR, None, Role.OWNER, "not_to_give"),
        (Role.DIRECTOR, Role.DIRECTOR, Role.REFEREE, "not_to_take"),
        (Role.DIRECTOR, Role.OWNER, Role.REFEREE, "not_to_take"),
        (Role.DIRECTOR, Role.REFEREE, Role.DIRECTOR, ""),
        (Role.OWNER, Role.DIRECTOR, Role.SCREEN, ""),
        (Role.OWNER, Role.OWNER, Role.SCORER, ""),
    ],
)
def test_an_owner_gives_and_takes_what_a_director_does_not(
    tournament, stranger, giver, had, role, code
):
    if had:
        Membership.objects.create(user=stranger, tournament=tournament, role=had)
    found = ""
    try:
        staff_accounts.give_role(
            tournament, username="stranger", role=role, by="x", giver=giver
        )
    except Refused as refused:
        [fault] = refused.faults
        found = fault.code
    assert found == code
    after = tournament.memberships.filter(user=stranger).first()
    assert (after and after.role) == (had if code else role)


def test_the_database_keeps_an_owner(tournament):
    owner = tournament.memberships.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        owner.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        tournament.memberships.update(role=Role.DIRECTOR)
    assert tournament.memberships.get().role == Role.OWNER
