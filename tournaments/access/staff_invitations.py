"""Invitations: create and read their links, and accept them."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.access import wrong_password_limit
from tournaments.access.staff_accounts import kept_password, new_account, refuse_to_give
from tournaments.access.wrong_password_limit import Limit
from tournaments.deliveries.queue_and_retry import queue_mail
from tournaments.languages.page_language import of_message
from tournaments.models import (
    Invitation,
    LogEvent,
    Membership,
    Role,
    Tournament,
    not_in_bin,
)
from tournaments.refusals import Refused, refusal

#: Limit for mailed invitations, by the inviting account.
MAILS = Limit("invitation-mails", 50, 3600)

_LINKS = signing.Signer(salt="tournaments.invitation")


def token_of(invitation: Invitation) -> str:
    """Return the token in the address of the invitation's link."""
    return _LINKS.sign(str(invitation.pk))


def invitation_of(token: str) -> Invitation | None:
    """Return the invitation of a link, valid or not.

    None if the link was not signed here or the tournament does not exist.
    """
    try:
        pk = int(_LINKS.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    invitations = Invitation.objects.select_related("tournament")
    return invitations.filter(not_in_bin("tournament"), pk=pk).first()


def invitations_of(tournament: Tournament) -> QuerySet[Invitation]:
    """Return all invitations that were not revoked, the newest first."""
    return tournament.invitations.filter(revoked_at__isnull=True)


@transaction.atomic
def invite(
    tournament: Tournament,
    role: Role,
    *,
    by: str,
    giver: Role,
    most_uses: int | None = None,
    expires_at: datetime | None = None,
) -> Invitation:
    """Create an invitation, and return it. `giver` is the role of the inviting account.

    Raises Refused if the giver may not give this role.
    """
    refuse_to_give(giver, role)
    invitation = Invitation.objects.create(
        tournament=tournament,
        role=role,
        most_uses=most_uses,
        expires_at=expires_at,
        made_by=by,
    )
    tournament.record("invitation_made", by=by, invitation=invitation.pk, role=role)
    return invitation


@transaction.atomic
def mail_link(invitation: Invitation, address: str, *, link: str) -> None:
    """Queue an email with an invitation's link, in the tournament's language.

    Raises Refused after too many emails by the account that made the invitation.
    """
    if wrong_password_limit.count(MAILS, invitation.made_by) > MAILS.most:
        message = _("Too many invitations were sent by email. Try again in an hour.")
        raise refusal("too_many_mails", message, "email")
    with translation.override(of_message(invitation.tournament)):
        text = gettext(
            "%(by)s invites you to join the staff of %(tournament)s. "
            "Your role: %(role)s.\n\nTo accept, open this link:\n%(link)s"
        )
        named = {
            "by": invitation.made_by,
            "tournament": invitation.tournament.title,
            "role": Role(invitation.role).label,
            "link": link,
        }
        queue_mail(
            address,
            subject=gettext("Invitation: %(tournament)s") % named,
            body=text % named,
            tournament=invitation.tournament,
        )


@transaction.atomic
def accept(invitation: Invitation, user: User) -> Role:
    """Accept an invitation for the account, and return the account's role afterwards.

    An account that already has a role with the same or more permissions keeps that
    role, and the invitation is not used. Raises Refused if the invitation is not valid,
    or if the account's role was removed after the invitation was created.
    """
    Tournament.objects.select_for_update().get(pk=invitation.tournament_id)
    current = Invitation.objects.select_related("tournament").get(pk=invitation.pk)
    tournament, role = invitation.tournament, Role(current.role)
    had = tournament.memberships.filter(user=user).first()
    if had and _rank(had.role) <= _rank(role):
        return Role(had.role)
    if not current.is_open(timezone.now()):
        raise _not_open()
    _refuse_removed(current, user)
    Membership.objects.update_or_create(
        user=user, tournament=tournament, defaults={"role": role}
    )
    current.uses += 1
    current.save(update_fields=["uses"])
    name = user.get_username()
    tournament.record(
        "invitation_used", by=name, account=name, invitation=current.pk, role=role
    )
    return role


def accept_as_new(invitation: Invitation, *, username: str, password: str) -> User:
    """Create an account that accepts the invitation, and return it.

    Raises Refused as `accept` does, or if the name is already used.
    """
    if not invitation.is_open(timezone.now()):
        raise _not_open()
    password_hash = kept_password(password)
    with transaction.atomic():
        user = new_account(username, password_hash)
        accept(invitation, user)
    return user


def is_refused(invitation: Invitation, user: User) -> bool:
    """Return whether this account may not accept the invitation.

    This is the case if its role was removed after the invitation was created, unless it
    now has a role with the same or more permissions.
    """
    had = invitation.tournament.memberships.filter(user=user).first()
    if had and _rank(had.role) <= _rank(invitation.role):
        return False
    return _was_removed(invitation, user)


def _rank(role: str) -> int:
    return Role.values.index(role)


def _was_removed(invitation: Invitation, user: User) -> bool:
    """Return whether the account's role was removed after the invitation was
    created."""
    removed = LogEvent.objects.filter(
        tournament=invitation.tournament_id,
        kind="role_removed",
        at__gte=invitation.made_at,
        data__account=user.get_username(),
    )
    return removed.exists()


def _refuse_removed(invitation: Invitation, user: User) -> None:
    """Raise Refused if the account's role was removed after the invitation was
    created."""
    if _was_removed(invitation, user):
        raise refusal(
            "removed",
            _(
                "Your role in this tournament was removed. "
                "Ask a director to restore it."
            ),
        )


def _not_open() -> Refused:
    return refusal(
        "invitation_over",
        _("This invitation has expired or was revoked. Ask for a new one."),
    )
