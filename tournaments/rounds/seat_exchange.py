"""Players exchange seats, at one table or between two, after play has begun."""

from __future__ import annotations

from collections.abc import Mapping

from rules.winds import Wind
from tournaments.models import Seat, Session

#: A table no hall has.
NOWHERE = 32_767


def exchange(session: Session, seats: Mapping[Wind, Wind]) -> None:
    """Let the player at a key of `seats` sit at its value. Called inside a transaction
    that has locked the session and records the change.

    A seat with a ledger is never deleted, and no two may have one wind: so the players
    rise to a table of their own before they sit down again.
    """
    moving = [seat for seat in session.seats.all() if _moves(seat, seats)]
    if not moving:
        return
    aside = Session.objects.create(round_id=session.round_id, table=NOWHERE)
    Seat.objects.filter(pk__in=[seat.pk for seat in moving]).update(session=aside)
    for seat in moving:
        seat.wind = seats[Wind(seat.wind)]
        seat.session = session
        seat.save(update_fields=["wind", "session"])
    aside.delete()


def exchange_between(one: Seat, other: Seat) -> None:
    """Let the players of two seats at different tables of a round sit in each other's.

    Called as `exchange` is, both sessions locked; what is stored of the results at
    these seats has to be worked out again.
    """
    places = [(seat.session, seat.wind) for seat in (one, other)]
    aside = Session.objects.create(round_id=one.round_id, table=NOWHERE)
    Seat.objects.filter(pk=one.pk).update(session=aside)
    for seat, (session, wind) in zip((other, one), places, strict=True):
        seat.session, seat.wind = session, wind
        seat.save(update_fields=["session", "wind"])
    aside.delete()


def _moves(seat: Seat, seats: Mapping[Wind, Wind]) -> bool:
    return seats[Wind(seat.wind)] is not Wind(seat.wind)
