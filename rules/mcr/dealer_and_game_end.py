"""Find the dealer, the prevailing wind and the change of seats.

1998 rules, article 5; Green Book 3.4. The dealer changes after every hand. The seats
change according to the official chart.
"""

from __future__ import annotations

from rules.mcr.options import McrOptions
from rules.ruleset_and_table_state import Position
from rules.winds import WINDS, Wind

#: Each seat's wind in the first hand of the East, South, West and North rounds. After
#: rounds 1 and 3 East and South change places, and West and North; after round 2 East
#: goes West, West South, South North, North East.
SEAT_CHANGE = {
    Wind.EAST: "ESNW",
    Wind.SOUTH: "SEWN",
    Wind.WEST: "WNES",
    Wind.NORTH: "NWSE",
}


def position_at(hand: int, options: McrOptions) -> Position:
    """Return the position of a hand, whose number counts from 1.

    Hands after the sixteenth have the position of the sixteenth.
    """
    wind_round, deal = divmod(min(hand, 16) - 1, 4)
    chart_round = wind_round if options.seat_change else 0
    return Position(
        hand=hand,
        prevailing=WINDS[wind_round],
        deal=deal + 1,
        winds={
            seat: Wind(SEAT_CHANGE[seat][chart_round]).after(-deal) for seat in WINDS
        },
    )
