"""Invitations that count no more: switched off, or known to somebody who is no
director any more."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournaments.models import Invitation, Tournament


@transaction.atomic
def revoke(invitation: Invitation, *, by: str) -> None:
    """Let nobody else in by it; who came by it stays. Revoked twice, it is once."""
    # Locked as whoever accepts it locks: the event first.
    Tournament.objects.select_for_update().get(pk=invitation.tournament_id)
    found = Invitation.objects.get(pk=invitation.pk)
    if found.revoked_at:
        return
    found.revoked_at = timezone.now()
    found.save(update_fields=["revoked_at"])
    invitation.tournament.record(
        "invitation_revoked", by=by, invitation=found.pk, role=found.role
    )


@transaction.atomic
def revoke_all(tournament: Tournament, *, by: str) -> None:
    """Let nobody else in by any invitation of the event."""
    for invitation in tournament.invitations.filter(revoked_at=None):
        revoke(invitation, by=by)
