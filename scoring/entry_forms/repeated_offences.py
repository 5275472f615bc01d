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
from tournaments.models import Game, Seat
from tournaments.web.list_wording import joined_with_commas


@dataclass(frozen=True)
class NextTime:
    """The next repetition of an offence by the player at `seat`.

    `times`: its number; `points`: its price; `earlier`: where the earlier offences
    happened, as text.
    """

    seat: Wind
    name: str
    times: int
    points: int
    earlier: str


def next_times(ledger: TableLedger, offence: Offence) -> list[NextTime]:
    """Return the next repetition of `offence` for each player at the table."""
    game = ledger.game
    players = {Wind(seat.wind): seat.player for seat in game.seats.all()}
    earlier = _earlier(game, offence, [player.pk for player in players.values()])
    repetitions = []
    for seat in ledger.state.position.seats:
        places = earlier.get(players[seat].pk, [])
        times = min(len(places) + 1, MOST_TIMES)
        repetitions.append(
            NextTime(
                seat,
                str(players[seat]),
                times,
                offence.costs(times),
                joined_with_commas(places),
            )
        )
    return repetitions


def _earlier(
    game: Game, offence: Offence, players: Iterable[int]
) -> dict[int, list[str]]:
    """Return where earlier offences happened, by player id.

    Each value is a list of texts in order of rounds. `players`: ids of the players.
    """
    round_ = game.round
    penalised = (
        Game.objects.filter(
            round__tournament=round_.tournament,
            round__number__lte=round_.number,
            ledger__kind=Penalty.kind,
            ledger__data__offence=offence.id,
            seats__player__in=players,
        )
        .distinct()
        .select_related("round__tournament")
        .prefetch_related("ledger", Prefetch("seats", Seat.objects.all()))
        .order_by("round__number")
    )
    places: dict[int, list[str]] = {}
    for other in penalised:
        offenders = {Wind(seat.wind): seat.player_id for seat in other.seats.all()}
        place = _("round %(number)s") % {"number": other.round.number}
        if other.pk == game.pk:
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
