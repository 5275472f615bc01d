"""The four winds: the names of seats, of seat winds and of the prevailing wind."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Wind(StrEnum):
    """A wind, in the order of play. Its value is its letter in files."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    def after(self, steps: int) -> Wind:
        """Return the wind that is `steps` places later in E S W N; negative steps go
        back."""
        return WINDS[(WINDS.index(self) + steps) % 4]


WINDS = tuple(Wind)

#: Players at a table, unless its rules allow fewer.
FOUR = len(WINDS)

# A seat is named by the wind its player starts the game with, whatever wind the player
# has later. Points are whole numbers.
Scores = Mapping[Wind, int]

NO_SCORES: Scores = dict.fromkeys(WINDS, 0)

#: Seat -> its wind in this hand.
Winds = Mapping[Wind, Wind]


def passed_on(winds: Winds, players: int) -> Winds:
    """Return each seat's wind after the dealer has changed at a table of `players`.

    Each player gets the previous wind: South becomes East. Empty seats keep their
    winds.
    """
    seated = WINDS[:players]
    after = {wind: seated[place - 1] for place, wind in enumerate(seated)}
    return {seat: after.get(wind, wind) for seat, wind in winds.items()}
