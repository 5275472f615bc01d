"""The tables of an event at which something is to be entered still."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from scoring.models import Sheet
from tournaments.access import table_links
from tournaments.models import OPEN_STATES, Session


def playing_tables(tournament_id: int) -> QuerySet[Session]:
    """The tables that play still, with all that says who may open them."""
    over = Sheet.objects.filter(session=OuterRef("pk")).exclude(over="")
    return (
        table_links.sessions_with_links()
        .filter(round__tournament=tournament_id, round__state__in=OPEN_STATES)
        .exclude(Exists(over))
        .order_by("pk")
    )
