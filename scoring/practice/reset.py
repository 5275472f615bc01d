"""Set a practice event back to before a round: what was played from there on is gone,
as if it had not been."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.entries import Reseat
from rules.winds import WINDS
from scoring.models import Incident, LedgerEntry
from scoring.practice import bots
from scoring.practice.making import seats_of
from tournaments.events import deleting
from tournaments.models import Player, Round, Seat, Tournament
from tournaments.refusals import refusal
from tournaments.rounds import publishing, round_seats
from tournaments.rounds.locking import lock_with_rounds
from tournaments.rounds.round_seats import TableRow


@transaction.atomic
def reset(tournament: Tournament, number: int, *, by: str) -> Round:
    """The event as it was before round `number` was started: its seats published, later
    rounds seated as drafts, nobody gone who went since; bots stop. The log stays.

    Raises Refused for a real event, a finished one, or where there is no such round.
    """
    bots.refuse_real(tournament)
    current = lock_with_rounds(tournament)
    rounds = list(current.rounds.filter(number__gte=number))
    if not rounds or rounds[0].number != number:
        raise refusal("no_round", _("There is no such round to go back to."), "round")
    if current.is_finished:
        raise refusal("finished", _("The results are final: open the event again."))
    bots.stop(tournament, by=by)
    plans = {each.number: (_seats_before(each), each.draw) for each in rounds}
    Incident.objects.filter(session__round__in=rounds).delete()
    deleting.delete_rounds(current, rounds)
    _have_everybody_back(current, number)
    entries = {entry.number: entry for entry in current.entries.all()}
    for each, (rows, draw) in plans.items():
        round_seats.replace_round(current, each, rows, entries, draw)
    current.record("practice_reset", by=by, round=number)
    standing = current.rounds.get(number=number)
    return publishing.publish(standing.pk, by=by, although=True)


def _seats_before(round_: Round) -> list[TableRow]:
    """Who sat where when the round was seated: as now, unless somebody was seated again
    or played for somebody else since; then as it was drawn."""
    moved = LedgerEntry.objects.filter(session__round=round_, kind=Reseat.kind).exists()
    stands_in = round_.seats.filter(entry__is_substitute=True).exists()
    if (moved or stands_in) and (drawn := _as_drawn(round_)):
        return drawn
    seats: dict[int, dict[str, int]] = {}
    for table, wind, number in Seat.objects.filter(round=round_).values_list(
        "session__table", "wind", "entry__number"
    ):
        seats.setdefault(table, {})[wind] = number
    return [
        _row(round_.number, table, [by_wind[wind] for wind in WINDS])
        for table, by_wind in sorted(seats.items())
    ]


def _as_drawn(round_: Round) -> list[TableRow]:
    """By its draw, or as the practice event was made; nothing of one that came in as a
    folder."""
    if round_.draw:
        first = round_.draw.first_round
        tables = round_.draw.plan[round_.number - first]
        return [
            _row(round_.number, table, numbers)
            for table, numbers in enumerate(tables, start=1)
        ]
    built = round_.tournament.log.filter(kind="practice_built").first()
    if built is None:
        return []
    made = seats_of(built.data["players"], round_.number)
    return [row for row in made if row.round == round_.number]


def _row(round_: int, table: int, numbers: list[int]) -> TableRow:
    east, south, west, north = numbers
    return TableRow(round_, table, (east, south, west, north))


def _have_everybody_back(tournament: Tournament, number: int) -> None:
    """Whoever left in one of the rounds that were not, plays on; who came for them,
    does not."""
    gone = tournament.entries.filter(last_round__gte=number - 1)
    gone.update(last_round=None)
    came = tournament.entries.filter(is_substitute=True, seats=None)
    people = list(came.values_list("player", flat=True))
    came.delete()
    Player.objects.filter(pk__in=people, entries=None).delete()
