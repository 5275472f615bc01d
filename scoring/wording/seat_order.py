"""A table's seats in the order people say them."""

from __future__ import annotations

from rules.winds import WINDS
from tournaments.models import Seat, Session


def seats_in_order(session: Session) -> tuple[Seat, ...]:
    """The session's seats E S W N; prefetch them for more than one session."""
    return tuple(sorted(session.seats.all(), key=lambda seat: WINDS.index(seat.wind)))
