"""A finished event takes no change until somebody opens it again."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from tournaments.models import Tournament
from tournaments.refusals import refusal


def refuse_if_finished(tournament: Tournament) -> None:
    """Raises Refused for a tournament whose results are final; it was read after a row
    was locked that finishing locks too: a table, a round, or its own."""
    if tournament.is_finished:
        raise refusal(
            "finished",
            _(
                "The tournament is finished and its results are final. A director must "
                "reopen it first, with a reason."
            ),
        )
