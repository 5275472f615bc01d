"""Payments for a win or a false win, and the same-round rule.

The winner always receives three times the hand value. For a win on a discard, players
who are not responsible pay at most the shared amount. The responsible player pays the
rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.ledger_entries import FalseWin
from rules.ruleset_and_table_state import Payment
from rules.tiles import Tile
from rules.winds import WINDS, Wind
from rules.zung_jung.entries import Win
from rules.zung_jung.options import UNIFORM, ZungJungOptions

SELF_DRAWN = "self_drawn"
#: Paid by the responsible player.
RESPONSIBLE = "responsible"
#: Paid by each of the others.
SHARED = "shared"
FALSE_WIN = "false_win"


def win_payments(win: Win, options: ZungJungOptions) -> tuple[Payment, ...]:
    """Return the payments for a win whose points are filled in."""
    shared, responsible = win.points, None
    if options.payoff != UNIFORM and win.responsible:
        shared, responsible = min(win.points, options.shared_payment), win.responsible
    rest = 3 * win.points - 2 * shared
    other = SHARED if win.discarder else SELF_DRAWN
    return tuple(
        Payment(seat, win.winner, rest, RESPONSIBLE)
        if seat is responsible
        else Payment(seat, win.winner, shared, other)
        for seat in WINDS
        if seat is not win.winner and (shared or seat is responsible)
    )


def false_win_payments(
    false_win: FalseWin, options: ZungJungOptions
) -> tuple[Payment, ...]:
    """Return the deduction for a false win, which no one receives; empty if a false win
    costs nothing."""
    cost = options.false_win_points
    return (Payment(false_win.seat, None, cost, FALSE_WIN),) if cost else ()


def responsible_player(winner: Wind, discards: Sequence[tuple[Wind, Tile]]) -> Wind:
    """Return the player who is responsible for a win on the last of `discards`, which
    are in order (same-round rule).

    This is the first player who has discarded the winning tile, from the winner's last
    discard on. The winner is returned if no one is responsible. Raises ValueError
    without discards.
    """
    if not discards:
        raise ValueError("a win on a discard needs a discard")
    winning = discards[-1][1]
    own = [place for place, (seat, _tile) in enumerate(discards) if seat is winner]
    stretch = discards[own[-1] :] if own else discards
    return next(seat for seat, tile in stretch if tile == winning)
