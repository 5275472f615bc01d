"""A finished event takes no change until somebody opens it again.

Lock a round, or a tournament together with its rounds and tables.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from tournaments.models import Round, Session, Tournament
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


def lock_round(round_id: int) -> Round:
    """The round with its tournament, locked until the transaction ends. Raises Refused
    if its seats were replaced."""
    rounds = Round.objects.select_for_update(of=("self",)).select_related("tournament")
    round_ = rounds.filter(pk=round_id).first()
    if round_ is None:
        raise refusal(
            "seats_replaced",
            _("The seating of this round was replaced. Reload the page."),
        )
    return round_


def lock_with_rounds(tournament: Tournament) -> Tournament:
    """The tournament and its rounds as they are, locked until the transaction
    ends. Rounds come first, as in whatever changes a round."""
    list(tournament.rounds.select_for_update())
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def lock_with_tables(tournament: Tournament) -> Tournament:
    """The tournament with its rounds and tables, locked until the transaction ends, so
    that no entry is half done. Tables come first, as in whatever enters a hand."""
    sessions = Session.objects.filter(round__tournament=tournament)
    list(sessions.select_for_update(of=("self",)).order_by("pk").values("pk"))
    return lock_with_rounds(tournament)
