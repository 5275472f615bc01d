"""Every round with its tables and who sits there. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from rules.winds import WINDS
from tournaments.models import Round, Seat, Session, Tournament

ORDER = {wind.value: place for place, wind in enumerate(WINDS)}


@dataclass(frozen=True)
class SeatedTable:
    """A table of a round with its seats in the order E S W N."""

    session: Session
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class SeatedRound:
    round: Round
    tables: tuple[SeatedTable, ...]


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


def _tables(round_: Round) -> tuple[SeatedTable, ...]:
    return tuple(
        SeatedTable(
            session, tuple(sorted(session.seats.all(), key=lambda s: ORDER[s.wind]))
        )
        for session in round_.sessions.all()
    )
