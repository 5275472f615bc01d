"""Accounts that open nothing any more, and their way back. The account stays, with its
name in the logs and its roles."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.access.abilities import Ability, may
from tournaments.access.revoking import revoke_all
from tournaments.access.roles import role_in
from tournaments.access.sign_ins import end_sessions
from tournaments.models import AccountAct, Tournament
from tournaments.models.account_acts import ActKind
from tournaments.refusals import refusal


@transaction.atomic
def deactivate(account: User, *, reason: str, by: str) -> None:
    """Let the account in nowhere, end its sessions, and switch off the invitations
    whose links it could read: nobody comes back by one under another name. Done twice,
    it is once.

    Raises Refused if nobody would own the installation any more.
    """
    # All owners are locked, in one order, so that of two who deactivate each other at
    # once only one does.
    owners = User.objects.filter(is_superuser=True, is_active=True).order_by("pk")
    others = [each for each in owners.select_for_update() if each.pk != account.pk]
    current = User.objects.select_for_update().get(pk=account.pk)
    if not current.is_active:
        return
    if current.is_superuser and not others:
        raise refusal(
            "last_installation_owner",
            _("%(name)s is the only owner of this installation and must stay active."),
            name=current.get_username(),
        )
    for tournament in Tournament.objects.exclude(invitations=None).order_by("pk"):
        if may(role_in(tournament, current), Ability.HELPERS):
            revoke_all(tournament, by=by)
    current.is_active = False
    current.save(update_fields=["is_active"])
    end_sessions(current)
    _note(current, ActKind.DEACTIVATED, reason, by)


@transaction.atomic
def activate(account: User, *, reason: str, by: str) -> None:
    """Let the account in again, with its password and its roles."""
    current = User.objects.select_for_update().get(pk=account.pk)
    if current.is_active:
        return
    current.is_active = True
    current.save(update_fields=["is_active"])
    _note(current, ActKind.ACTIVATED, reason, by)


def _note(account: User, kind: ActKind, reason: str, by: str) -> None:
    name = account.get_username()
    AccountAct.objects.create(by=by, account=name, kind=kind, reason=reason)
