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

#: How many sit at a table, unless its rules are played by fewer.
FOUR = len(WINDS)

# A seat is named by the wind its player started the session with, whatever wind
# the player has later. Points are whole numbers.
Scores = Mapping[Wind, int]

NO_SCORES: Scores = dict.fromkeys(WINDS, 0)

#: The wind of each seat in this hand.
Winds = Mapping[Wind, Wind]


def passed_on(winds: Winds, players: int) -> Winds:
    """The winds after the deal passed among so many players: each has the one before
    theirs; empty seats keep theirs."""
    seated = WINDS[:players]
    after = {wind: seated[place - 1] for place, wind in enumerate(seated)}
    return {seat: after.get(wind, wind) for seat, wind in winds.items()}
