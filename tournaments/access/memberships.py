"""Who has which role in which tournament. Reads only."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import Case, IntegerField, QuerySet, Value, When

from tournaments.models import Membership, Role, Tournament


def helpers_of(tournament: Tournament) -> QuerySet[Membership]:
    """Everybody with a role, those who may most first."""
    ranks = [When(role=role, then=Value(rank)) for rank, role in enumerate(Role)]
    rank = Case(*ranks, output_field=IntegerField())
    return tournament.memberships.select_related("user").order_by(
        rank, "user__username"
    )


def removed_helpers(tournament: Tournament) -> dict[str, Role]:
    """Accounts whose role was taken away and that have none now, with that role, the
    last removed first."""
    events = tournament.log.filter(kind="role_removed").order_by("-revision")
    here = set(tournament.memberships.values_list("user__username", flat=True))
    removed: dict[str, Role] = {}
    for data in events.values_list("data", flat=True):
        if (name := data["account"]) not in here:
            # What was logged before roles were logged says none.
            removed.setdefault(name, Role(data.get("role", Role.REFEREE)))
    accounts = User.objects.filter(username__in=removed, is_active=True)
    there = set(accounts.values_list("username", flat=True))
    return {name: role for name, role in removed.items() if name in there}
