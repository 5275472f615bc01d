"""Dead hands: by a false win, or by a ruling, a player may not win a hand any more.

A replay takes wins of dead hands from ledgers that were written before this was
asked; nothing new may be one.
"""

from __future__ import annotations

from rules.faults import Fault, RuleError
from rules.table import TableState
from rules.text import _
from rules.winds import Wind


def refuse_dead_wins(before: TableState, after: TableState) -> None:
    """Raises RuleError if a dead hand wins `after` a change that did not `before`."""
    won = _dead_wins(after)
    if won:
        won = [win for win in won if win not in _dead_wins(before)]
    if won:
        raise RuleError(*(_fault(hand, seat) for hand, seat in won))


def _dead_wins(state: TableState) -> list[tuple[int, Wind]]:
    """Each hand that a dead hand won, with its seat."""
    return [
        (line.before.hand, seat)
        for line in state.lines
        for seat in line.settlement.winners
        if seat in line.before.dead
    ]


def _fault(hand: int, seat: Wind) -> Fault:
    return Fault(
        "dead_hand_won",
        _("%(seat)s has a dead hand and cannot win hand %(hand)s."),
        "winner",
        {"seat": seat, "hand": hand},
    )
