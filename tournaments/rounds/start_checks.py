"""Checks before seating is shown or a round starts."""

from __future__ import annotations

from django.db.models import Count, Min
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    CheckIn,
    CheckInState,
    Game,
    Round,
    RoundState,
    Seat,
    Tournament,
)
from tournaments.models.tournament import IS_MIRROR
from tournaments.refusals import Refused, refusal
from tournaments.rounds.tournament_table_sizes import refuse_sizes
from tournaments.web.list_wording import joined_with_commas

#: Most players without check-in that a message names.
MOST_NAMED = 12


def refuse_unfit(round_: Round) -> None:
    """Raise Refused if the round cannot be shown or started.

    The reasons are: the round has no tables, a table has a wrong number of players, an
    absent player has a seat, or the tournament is read-only. For absent players, the
    message contains names and tables.
    """
    refuse_read_only(round_.tournament)
    tables = Game.objects.filter(round=round_).annotate(count=Count("seats"))
    players = dict(tables.values_list("table", "count"))
    refuse_sizes(round_.tournament, round_.number, players)
    if not players:
        raise refusal("no_tables", _("This round has no tables yet."))
    if away := _away(round_):
        raise refusal(
            "absent_seated",
            _(
                "Absent players are seated in round %(round)s: %(names)s. Repair the "
                "seating, or mark them as present."
            ),
            round=round_.number,
            names=joined_with_commas(map(_player_and_table, away)),
        )


def _player_and_table(seat: Seat) -> str:
    message = gettext("%(number)s %(name)s (table %(table)s)")
    return message % {
        "number": seat.player.number,
        "name": seat.player,
        "table": seat.game.table,
    }


def refuse_read_only(tournament: Tournament) -> None:
    """Raise Refused if the tournament is read-only: a mirror, in the bin or
    archived."""
    if tournament.mirrored_at:
        raise Refused(IS_MIRROR)
    if tournament.binned_at:
        raise refusal(
            "in_the_bin", _("This tournament is in the bin. Restore it to continue.")
        )
    if tournament.archived_at:
        raise refusal(
            "archived",
            _(
                "This tournament is archived and read-only. Remove it from the archive "
                "first."
            ),
        )


def not_checked_in(round_: Round) -> list[Seat]:
    """Return the seats of the round whose players are not checked in, in the order of
    player numbers.

    Absent players, and players who have played a round since check-in began, are left
    out. Return an empty list if no player is checked in yet.
    """
    event = round_.tournament_id
    checked_in = CheckIn.objects.filter(
        player__tournament=event, state=CheckInState.HERE
    )
    if (begun := checked_in.aggregate(begun=Min("at"))["begun"]) is None:
        return []
    played = Round.objects.filter(
        tournament=event, state=RoundState.CLOSED, started_at__gte=begun
    )
    seats = round_.seats.filter(player__is_filler=False).order_by("player__number")
    missing = seats.exclude(player__check_in__state=CheckInState.HERE)
    missing = missing.exclude(player__seats__round__in=played)
    people = missing.select_related("player__person", "game")
    return [seat for seat in people if seat.player.plays(round_.number)]


def refuse_not_checked_in(round_: Round) -> None:
    """Raise Refused for the field `although` if seated players are not checked in. The
    message names at most `MOST_NAMED` players with their tables. A director may
    continue anyway."""
    if missing := not_checked_in(round_):
        named = [f"{seat.player} ({seat.game.table})" for seat in missing]
        more = len(named) - MOST_NAMED
        names = joined_with_commas(named[:MOST_NAMED]) + (
            f" … +{more}" if more > 0 else ""
        )
        raise refusal(
            "not_checked_in",
            _(
                "Seated but not checked in: %(names)s. Check them in, or continue "
                "anyway."
            ),
            "although",
            names=names,
        )


def _away(round_: Round) -> list[Seat]:
    """Return the seats of players who do not take part in the round, in the order of
    player numbers."""
    seats = round_.seats.filter(player__is_filler=False).order_by("player__number")
    people = seats.select_related("player__person", "game")
    return [seat for seat in people if not seat.player.plays(round_.number)]
