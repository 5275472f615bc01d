"""Ready declarations, and payments for a win without a ready declaration."""

from __future__ import annotations

from collections.abc import Iterable

from rules.classical.entries import DeclaredReady, Win
from rules.classical.options import ClassicalOptions
from rules.faults import Fault, RuleError
from rules.hand_of_tiles import EARTHLY, HEAVENLY
from rules.ruleset_and_table_state import Payment, Position, Settlement
from rules.translation_marks import _
from rules.winds import Wind

UNDECLARED = "undeclared"

#: Hands won before a player could declare anything.
_FIRST_TURN = {HEAVENLY, EARTHLY}


def declared(entry: DeclaredReady, position: Position) -> Settlement:
    """Return the settlement of a ready declaration. Raises RuleError if the player has
    already declared ready in this hand."""
    if entry.seat in position.ready:
        message = _("%(seat)s has already declared ready in this hand.")
        raise RuleError(Fault("ready_twice", message, "seat", {"seat": entry.seat}))
    return Settlement(ready=(entry.seat,))


def undeclared_payments(
    win: Win, winners: Iterable[Wind], position: Position, options: ClassicalOptions
) -> tuple[Payment, ...]:
    """Return the payments from winners who did not declare ready to each other player.

    Empty if the rules require no declaration. Raises RuleError if the rules do not
    allow these wins.
    """
    undeclared = [s for s in winners if _had_to(s, win) and s not in position.ready]
    if not (undeclared and options.must_declare_ready):
        return ()
    if options.win_without_ready == "refused":
        raise RuleError(*(_fault(seat) for seat in undeclared))
    points = options.win_without_ready_points
    return tuple(
        Payment(seat, other, points, UNDECLARED)
        for seat in undeclared
        for other in position.seats
        if other is not seat and points
    )


def _had_to(seat: Wind, win: Win) -> bool:
    """Return whether the player had a turn to declare ready; true if the tiles are
    unknown."""
    entered = win.hands.get(seat)
    return entered is None or not entered.hand.flags & _FIRST_TURN


def _fault(seat: Wind) -> Fault:
    message = _("%(seat)s cannot win without declaring ready.")
    return Fault("not_declared_ready", message, "winner", {"seat": seat})
