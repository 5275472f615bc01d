"""What the director's pages show, read with few queries."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from rules.winds import WINDS
from tournaments.models import (
    Entry,
    Membership,
    Role,
    Round,
    Seat,
    Session,
    Tournament,
)

ORDER = {wind.value: place for place, wind in enumerate(WINDS)}


@dataclass(frozen=True)
class TournamentCard:
    """A tournament as its helpers see it. `role`: what the account is in it."""

    tournament: Tournament
    role: Role
    players: int


@dataclass(frozen=True)
class SeatedTable:
    """A table of a round with its seats in the order E S W N."""

    session: Session
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class SeatedRound:
    round: Round
    tables: tuple[SeatedTable, ...]


def tournaments_of(user: User) -> list[TournamentCard]:
    """The tournaments in which the account has a role, newest first; all of them
    for the installation's first director."""
    mine = Membership.objects.filter(user=user)
    players = Count("entries", filter=Q(entries__is_filler=False))
    shown = Tournament.objects.annotate(players=players)
    if user.is_superuser:
        return [TournamentCard(t, Role.DIRECTOR, t.players) for t in shown]
    roles = {membership.tournament_id: Role(membership.role) for membership in mine}
    return [
        TournamentCard(tournament, roles[tournament.pk], tournament.players)
        for tournament in shown.filter(pk__in=roles)
    ]


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """The registered players by number; `has_seat` says who cannot withdraw."""
    return (
        tournament.entries.select_related("player", "team")
        .annotate(has_seat=Exists(Seat.objects.filter(entry=OuterRef("pk"))))
        .order_by("number")
    )


def seating_of(tournament: Tournament) -> list[SeatedRound]:
    """Every round with its tables and who sits there, drafts too."""
    seats = Seat.objects.select_related("entry__player")
    sessions = Session.objects.order_by("table").prefetch_related(
        Prefetch("seats", seats)
    )
    rounds = tournament.rounds.order_by("number").prefetch_related(
        Prefetch("sessions", sessions)
    )
    return [SeatedRound(round_, _tables(round_)) for round_ in rounds]


def helpers_of(tournament: Tournament) -> QuerySet[Membership]:
    return tournament.memberships.select_related("user").order_by(
        "role", "user__username"
    )


def _tables(round_: Round) -> tuple[SeatedTable, ...]:
    return tuple(
        SeatedTable(
            session, tuple(sorted(session.seats.all(), key=lambda s: ORDER[s.wind]))
        )
        for session in round_.sessions.all()
    )
