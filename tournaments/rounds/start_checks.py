"""What keeps seats from being shown, or a round from its start."""

from __future__ import annotations

from django.db.models import Count, Min
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    CheckIn,
    CheckInState,
    Round,
    RoundState,
    Seat,
    Session,
    Tournament,
)
from tournaments.refusals import refusal
from tournaments.rounds.tournament_table_sizes import refuse_sizes

#: So many who are not checked in are named.
MOST_NAMED = 12


def refuse_unfit(round_: Round) -> None:
    """Raises Refused, naming whom and where, if the round has no tables, a table has
    not as many players as the rules want, or somebody is seated who is not there in
    this round: came late, left or withdrew; also in an event that was put away."""
    refuse_put_away(round_.tournament)
    tables = Session.objects.filter(round=round_).annotate(count=Count("seats"))
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
            names=", ".join(map(_whom_and_where, away)),
        )


def _whom_and_where(seat: Seat) -> str:
    words = gettext("%(number)s %(name)s (table %(table)s)")
    return words % {
        "number": seat.entry.number,
        "name": seat.entry,
        "table": seat.session.table,
    }


def refuse_put_away(tournament: Tournament) -> None:
    """Raises Refused if the event lies in the bin or in the archive: it stays as it
    is."""
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
    """The seats of those who are to be there and are not checked in, nor have played a
    round since the check-in began, by number; none while nobody is checked in at
    all."""
    event = round_.tournament_id
    here = CheckIn.objects.filter(entry__tournament=event, state=CheckInState.HERE)
    if (begun := here.aggregate(begun=Min("at"))["begun"]) is None:
        return []
    played = Round.objects.filter(
        tournament=event, state=RoundState.CLOSED, started_at__gte=begun
    )
    seats = round_.seats.filter(entry__is_filler=False).order_by("entry__number")
    missing = seats.exclude(entry__check_in__state=CheckInState.HERE)
    missing = missing.exclude(entry__seats__round__in=played)
    people = missing.select_related("entry__player", "session")
    return [seat for seat in people if seat.entry.plays(round_.number)]


def refuse_not_checked_in(round_: Round) -> None:
    """Raises Refused, about `although`, naming whom and where, if somebody is seated
    who is not checked in: a director may go on all the same."""
    if missing := not_checked_in(round_):
        named = [f"{seat.entry} ({seat.session.table})" for seat in missing]
        more = len(named) - MOST_NAMED
        names = ", ".join(named[:MOST_NAMED]) + (f" … +{more}" if more > 0 else "")
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
    """The seats of those who are not there in the round."""
    seats = round_.seats.filter(entry__is_filler=False).order_by("entry__number")
    people = seats.select_related("entry__player", "session")
    return [seat for seat in people if not seat.entry.plays(round_.number)]
