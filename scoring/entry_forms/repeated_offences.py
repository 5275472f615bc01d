"""Repetitions of an offence, at this table and in earlier rounds of the tournament.
Reads only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from rules.ledger_entries import MOST_TIMES, Penalty
from rules.penalty_catalogue import Offence
from rules.winds import Wind
from scoring.ledger.table_ledger import TableLedger
from tournaments.models import Seat, Session


@dataclass(frozen=True)
class NextTime:
    """The next repetition of an offence for the player at `seat`, and its price.
    `earlier`: where the earlier offences happened, as text."""

    seat: Wind
    name: str
    times: int
    points: int
    earlier: str


def next_times(ledger: TableLedger, offence: Offence) -> list[NextTime]:
    """Return the next repetition of `offence` for each player at the table."""
    session = ledger.session
    entries = {Wind(seat.wind): seat.entry for seat in session.seats.all()}
    earlier = _earlier(session, offence, [entry.pk for entry in entries.values()])
    repetitions = []
    for seat in ledger.state.position.seats:
        places = earlier.get(entries[seat].pk, [])
        times = min(len(places) + 1, MOST_TIMES)
        repetitions.append(
            NextTime(
                seat,
                str(entries[seat]),
                times,
                offence.costs(times),
                ", ".join(places),
            )
        )
    return repetitions


def _earlier(
    session: Session, offence: Offence, entries: Iterable[int]
) -> dict[int, list[str]]:
    """Return where earlier offences happened, as texts in order of rounds, by player
    id. `entries`: player ids."""
    round_ = session.round
    penalised = (
        Session.objects.filter(
            round__tournament=round_.tournament,
            round__number__lte=round_.number,
            ledger__kind=Penalty.kind,
            ledger__data__offence=offence.id,
            seats__entry__in=entries,
        )
        .distinct()
        .select_related("round__tournament")
        .prefetch_related("ledger", Prefetch("seats", Seat.objects.all()))
        .order_by("round__number")
    )
    places: dict[int, list[str]] = {}
    for other in penalised:
        offenders = {Wind(seat.wind): seat.entry_id for seat in other.seats.all()}
        place = _("round %(number)s") % {"number": other.round.number}
        if other.pk == session.pk:
            place = _("at this table")
        for offender in _offenders(TableLedger(other), offence):
            places.setdefault(offenders[offender], []).append(place)
    return places


def _offenders(ledger: TableLedger, offence: Offence) -> Iterable[Wind]:
    for entry in map(ledger.entry_of, ledger.live):
        if not isinstance(entry, Penalty) or entry.offence != offence.id:
            continue
        if entry.offender:
            yield entry.offender
