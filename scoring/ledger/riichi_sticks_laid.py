"""Riichi sticks that players lay during a hand.

The sticks belong to the table display, not to the ledger: the saved hand states which
sticks were laid. `lay` and `take_up` each run in one transaction.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.winds import WINDS, Wind
from scoring.ledger.gong_in_ledger import open_now
from scoring.ledger.table_ledger import TableLedger
from scoring.ledger.why_ledger_takes_nothing import refuse_old_seats
from scoring.models import LaidDeposit
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.models import Game, Player
from tournaments.refusals import refusal


def laid(ledger: TableLedger) -> tuple[Wind, ...]:
    """Return the seats with a riichi stick in the current hand.

    Empty, without a query, if the rules have no sticks.
    """
    if not presenter_of(ledger.rules.id).deposit:
        return ()
    hand = ledger.state.position.hand
    rows = LaidDeposit.objects.filter(game=ledger.game, hand=hand)
    players = set(rows.values_list("player", flat=True))
    seats = {Wind(seat.wind): seat.player_id for seat in ledger.game.seats.all()}
    return tuple(wind for wind in WINDS if seats.get(wind) in players)


@transaction.atomic
def lay(
    game_id: int, seat: Wind, *, hand: int, seating: int | None, by: str
) -> TableLedger:
    """Lay the stick of the player in `seat` and return the ledger. A stick that is
    already laid stays.

    `hand`: the hand shown on the device; `seating`: number of reseats known to the
    device. Raises Refused if the rules have no sticks, another hand or no hand is in
    progress, the players were reseated, or the player has a dead hand.
    """
    ledger, player = _opened(game_id, seat, hand, seating)
    if seat in ledger.state.position.dead:
        raise refusal(
            "dead_hand", _("%(name)s has a dead hand."), name=ledger.names[seat]
        )
    stick = {"game": ledger.game, "hand": hand, "player": player}
    _row, is_new = LaidDeposit.objects.get_or_create(**stick, defaults={"by": by})
    if is_new:
        _record(ledger, "deposit_laid", player, by)
    return ledger


@transaction.atomic
def take_up(
    game_id: int, seat: Wind, *, hand: int, seating: int | None, by: str
) -> TableLedger:
    """Remove the laid stick of the player in `seat`, if there is one, and return the
    ledger. Raises Refused as `lay` does, except for a dead hand.
    """
    ledger, player = _opened(game_id, seat, hand, seating)
    stick = {"game": ledger.game, "hand": hand, "player": player}
    deleted, _rows = LaidDeposit.objects.filter(**stick).delete()
    if deleted:
        _record(ledger, "deposit_taken_up", player, by)
    return ledger


def renumber(game: Game, first: int, step: int) -> None:
    """Add `step` to the hand number of all sticks from hand `first` on.

    A negative step deletes the sticks of the removed hand.
    """
    rows = list(LaidDeposit.objects.filter(game=game, hand__gte=first + min(step, 0)))
    LaidDeposit.objects.filter(pk__in=[row.pk for row in rows]).delete()
    moved = [row for row in rows if row.hand >= first]
    for row in moved:
        row.pk, row.hand = None, row.hand + step
    LaidDeposit.objects.bulk_create(moved)


def _opened(
    game_id: int, seat: Wind, hand: int, seating: int | None
) -> tuple[TableLedger, Player]:
    """Return the ledger, with its game locked, and the player in the seat.

    Raises Refused as `take_up` does.
    """
    ledger = open_now(game_id)
    refuse_old_seats(ledger, seating)
    if not presenter_of(ledger.rules.id).deposit:
        raise refusal("no_deposits", _("These rules have no sticks."))
    if not ledger.game.round.is_open or ledger.state.over:
        raise refusal("not_played", _("No hand is in progress here."))
    if hand != ledger.state.position.hand:
        raise refusal(
            "other_hand",
            _("The current hand is hand %(following)s, not hand %(hand)s."),
            following=ledger.state.position.hand,
            hand=hand,
        )
    return ledger, ledger.game.seats.get(wind=seat).player


def _record(ledger: TableLedger, kind: str, player: Player, by: str) -> None:
    hand = ledger.state.position.hand
    ledger.game.record(kind, by=by, hand=hand, number=player.number)
