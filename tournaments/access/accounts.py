"""Accounts of the people who help to run a tournament, and their roles in it."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Membership, Role, Tournament
from tournaments.refusals import Refused, refusal

#: Letters and digits nobody confuses when they are read out or copied by hand.
EASY_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_password(groups: int = 3) -> str:
    """A password easy to copy from a screen: groups of four."""
    letters = [secrets.choice(EASY_SIGNS) for _place in range(4 * groups)]
    return "-".join("".join(letters[4 * at : 4 * at + 4]) for at in range(groups))


@transaction.atomic
def create_account(
    tournament: Tournament, *, username: str, password: str, role: Role, by: str
) -> User:
    """A new account with a role. Raises Refused if the name is taken."""
    if User.objects.filter(username__iexact=username).exists():
        raise _name_taken(username)
    try:
        with transaction.atomic():
            user = User.objects.create_user(username, password=password)
    except IntegrityError as error:
        raise _name_taken(username) from error
    Membership.objects.create(user=user, tournament=tournament, role=role)
    tournament.record("helper_created", by=by, account=username, role=role)
    return user


@transaction.atomic
def give_role(tournament: Tournament, *, username: str, role: Role, by: str) -> User:
    """Give an account that exists a role, or another one than it had.

    Raises Refused if there is no such account, or nobody would direct any more.
    """
    _lock(tournament)
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        raise refusal(
            "no_such_account",
            _("There is no account called “%(name)s”."),
            "username",
            name=username,
        )
    if role != Role.DIRECTOR:
        _refuse_without_director(tournament, user)
    Membership.objects.update_or_create(
        user=user, tournament=tournament, defaults={"role": role}
    )
    tournament.record("role_given", by=by, account=user.get_username(), role=role)
    return user


@transaction.atomic
def remove(tournament: Tournament, *, username: str, by: str) -> None:
    """Take an account's role away; the account itself stays.

    Raises Refused if it has none, or nobody would direct any more.
    """
    _lock(tournament)
    membership = tournament.memberships.filter(user__username=username).first()
    if membership is None:
        raise refusal(
            "no_role", _("%(name)s has no role here any more."), name=username
        )
    _refuse_without_director(tournament, membership.user)
    membership.delete()
    tournament.record("role_removed", by=by, account=username)


def _lock(tournament: Tournament) -> None:
    Tournament.objects.select_for_update().get(pk=tournament.pk)


def _refuse_without_director(tournament: Tournament, user: User) -> None:
    directors = tournament.memberships.filter(role=Role.DIRECTOR)
    if directors.filter(user=user).exists() and directors.count() == 1:
        raise refusal(
            "last_director",
            _("%(name)s is the only director: make somebody else one first."),
            name=user.get_username(),
        )


def _name_taken(username: str) -> Refused:
    return refusal(
        "name_taken",
        _("There is an account called “%(name)s” already: give it a role below."),
        "username",
        name=username,
    )
