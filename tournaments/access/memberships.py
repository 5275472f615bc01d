"""Who has which role in which tournament. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When

from tournaments.models import (
    Membership,
    Role,
    Tournament,
)


@dataclass(frozen=True)
class TournamentCard:
    """A tournament as its helpers see it. `role`: what the account is in it."""

    tournament: Tournament
    role: Role
    players: int


def tournaments_of(user: User) -> list[TournamentCard]:
    """The tournaments in which the account has a role, newest first; all of them
    for the installation's first director."""
    mine = Membership.objects.filter(user=user)
    players = Count("entries", filter=Q(entries__is_filler=False))
    shown = Tournament.objects.annotate(players=players)
    if user.is_superuser:
        return [TournamentCard(t, Role.OWNER, t.players) for t in shown]
    roles = {membership.tournament_id: Role(membership.role) for membership in mine}
    return [
        TournamentCard(tournament, roles[tournament.pk], tournament.players)
        for tournament in shown.filter(pk__in=roles)
    ]


def helpers_of(tournament: Tournament) -> QuerySet[Membership]:
    """Everybody with a role, those who may most first."""
    ranks = [When(role=role, then=Value(rank)) for rank, role in enumerate(Role)]
    rank = Case(*ranks, output_field=IntegerField())
    return tournament.memberships.select_related("user").order_by(
        rank, "user__username"
    )
