"""Find the dealer and the end of a game. The dealer changes after every hand, even
after a draw.

Four hands are a cycle. There is no prevailing wind: it is always set to East, and no
pattern uses it.
"""

from __future__ import annotations

from rules.rule_option_types import MOST_HANDS
from rules.ruleset_and_table_state import Position
from rules.winds import FOUR, WINDS, Wind
from rules.zung_jung.options import ZungJungOptions

#: Number of hands in which each player deals once.
CYCLE = FOUR


def position_at(hand: int) -> Position:
    """Return the position of a hand, whose number counts from 1."""
    winds = {seat: seat.after(1 - hand) for seat in WINDS}
    return Position(hand=hand, prevailing=Wind.EAST, deal=hand, winds=winds)


def cycle_of(position: Position) -> int:
    """Return the number of the cycle that the hand belongs to, from 1."""
    return (position.hand - 1) // CYCLE + 1


def is_over(position: Position, options: ZungJungOptions) -> bool:
    """Return whether the game is over. `position` is the position of the next hand."""
    return position.hand > (options.hands_limit or MOST_HANDS)
