"""Lock rows of rounds, tables and tournaments, and refuse changes of finished
tournaments, which must be reopened first."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from tournaments.models import Game, Round, Tournament
from tournaments.refusals import refusal


def refuse_if_finished(tournament: Tournament) -> None:
    """Raise Refused for a finished tournament.

    Before reading the tournament, the caller must lock a row that finishing also locks:
    a table, a round or the tournament.
    """
    if tournament.is_finished:
        raise refusal(
            "finished",
            _(
                "The tournament is finished. A director must reopen it first, with a "
                "reason."
            ),
        )


def lock_round(round_id: int) -> Round:
    """Return the round with its tournament, locked until the transaction ends. Raises
    Refused if its seating was replaced."""
    rounds = Round.objects.select_for_update(of=("self",)).select_related("tournament")
    round_ = rounds.filter(pk=round_id).first()
    if round_ is None:
        raise refusal(
            "seats_replaced",
            _("The seating of this round was replaced. Reload the page."),
        )
    return round_


def lock_with_rounds(tournament: Tournament) -> Tournament:
    """Return the current tournament, locked with its rounds until the transaction ends.

    Rounds are locked first, as in every change of a round.
    """
    list(tournament.rounds.select_for_update())
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def lock_with_tables(tournament: Tournament) -> Tournament:
    """Return the current tournament, locked with its rounds and tables until the
    transaction ends, so that no entry is half saved.

    Tables are locked first, as when a hand is entered.
    """
    games = Game.objects.filter(round__tournament=tournament)
    list(games.select_for_update(of=("self",)).order_by("pk").values("pk"))
    return lock_with_rounds(tournament)
