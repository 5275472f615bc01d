"""Who is paid for a win: one winner, or several who went out on one discard."""

from __future__ import annotations

from rules.classical.entries import Win
from rules.classical.options import ClassicalOptions
from rules.several_winners import MOST_WINNERS
from rules.winds import WINDS, Wind


def takes_kitty(win: Win, options: ClassicalOptions) -> Wind | None:
    """Of the winners whose hands have no chow the next in turn; None if nobody's."""
    source = win.discarder or win.winner
    without = [s for s in paid_winners(win, options) if s in win.without_chows]
    return min(without, key=lambda seat: _turns(source, seat), default=None)


def next_winner(win: Win, options: ClassicalOptions) -> Wind | None:
    """Of the winners the next in turn; None where nobody is paid."""
    source = win.discarder or win.winner
    paid = paid_winners(win, options)
    return min(paid, key=lambda seat: _turns(source, seat), default=None)


def _turns(source: Wind, seat: Wind) -> int:
    return (WINDS.index(seat) - WINDS.index(source)) % len(WINDS)


def paid_winners(win: Win, options: ClassicalOptions) -> tuple[Wind, ...]:
    """The winners; none where three of them make the hand a draw."""
    if len(win.winners) == MOST_WINNERS and options.triple_win_is_draw:
        return ()
    return win.winners
