"""Input and output of ranking methods: the results of a player, and the player's score
with its calculation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Protocol

from scoring.rankings.base_ranks_and_weights import base_rank


@dataclass(frozen=True)
class PlayerResult:
    """A player's result in a tournament.

    `key`: key of the tournament. `days`: number of days of play. `weight`: weight of
    the tournament by EMA's method. `is_abroad`: not played in the country of the
    series' club, or marked so by an editor.
    """

    key: str
    place: int
    players: int
    days: int
    ends_on: date
    weight: Fraction
    is_abroad: bool

    @property
    def base_rank(self) -> int:
        return base_rank(self.place, self.players)


class Reckoned(Protocol):
    """The calculation of a player's score by any method.

    `score`: None if the player has too few results. `counted`, `available`: number of
    results that count, and of all results that the method chooses from.
    """

    @property
    def score(self) -> Fraction | None: ...

    @property
    def counted(self) -> int: ...

    @property
    def available(self) -> int: ...
