"""Who is paid for a win: one winner, or several who went out on one discard."""

from __future__ import annotations

from rules.classical.entries import Win
from rules.classical.options import ClassicalOptions
from rules.several_winners import MOST_WINNERS
from rules.winds import Wind


def paid_winners(win: Win, options: ClassicalOptions) -> tuple[Wind, ...]:
    """The winners; none where three of them make the hand a draw."""
    if len(win.winners) == MOST_WINNERS and options.triple_win_is_draw:
        return ()
    return win.winners
