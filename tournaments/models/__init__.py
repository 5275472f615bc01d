"""What a tournament is made of. Invariants are constraints of the database."""

from tournaments.models.people import Entry, Player, Team
from tournaments.models.rounds import OPEN_STATES, Round, RoundState, Seat, Session
from tournaments.models.tournament import (
    EndPolicy,
    LogEvent,
    Membership,
    Role,
    Tournament,
)

__all__ = [
    "OPEN_STATES",
    "EndPolicy",
    "Entry",
    "LogEvent",
    "Membership",
    "Player",
    "Role",
    "Round",
    "RoundState",
    "Seat",
    "Session",
    "Team",
    "Tournament",
]
