"""The four winds: names of seats, of seat winds and of the prevailing wind."""

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
        """The wind `steps` places further on in E S W N (negative: back)."""
        return WINDS[(WINDS.index(self) + steps) % 4]


WINDS = tuple(Wind)

# A seat is named by the wind its player started the session with, whatever wind
# the player has later. Points are whole numbers.
Scores = Mapping[Wind, int]

NO_SCORES: Scores = dict.fromkeys(WINDS, 0)
