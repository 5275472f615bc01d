"""Who has which role in which tournament. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When

from tournaments.access.abilities import Can
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

    @property
    def can(self) -> Can:
        return Can(self.role)


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
