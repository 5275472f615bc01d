"""The seats of a table with their players' names, as its pages show them."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models import Seat, Session
from tournaments.models.kept_queries import KeptQuery, remember


def seats_at_tables() -> QuerySet[Seat]:
    """Seats with all that a table's page says of them."""
    return Seat.objects.select_related("entry__player", "entry__team", "result")


def give_seats(session: Session) -> None:
    """Have a session that was read alone know its seats, as `seats_at_tables` does."""
    seats = _SEATS.rows(session.pk)
    for seat in seats:
        seat.session = session
    remember(session, "seats", seats)


_SEATS = KeptQuery(lambda pk: seats_at_tables().filter(session=pk), int)
