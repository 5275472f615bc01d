"""Weights of the European ranking (MERS): weight of a tournament, and base rank of a
player.

Source: mahjong-europe.org/ranking/Basicsranking.html
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

HALF = Fraction(1, 2)
MOST_DAYS = 3
#: Minimum numbers of players and countries, with the weight that they add.
PLAYERS = ((81, Fraction(1)), (41, HALF))
COUNTRIES = ((10, Fraction(1)), (6, HALF))
#: Maximum number of substitutes that count as players.
MOST_SUBSTITUTES = 3
WINNER = 1000


@dataclass(frozen=True)
class Weight:
    """The parts of a tournament's weight."""

    days: int
    players: Fraction
    countries: Fraction
    qualification: int

    @property
    def total(self) -> Fraction:
        return self.days + self.players + self.countries + self.qualification


def weight(
    *, days: int, players: int, countries: int, needed_qualification: bool
) -> Weight:
    """Return the weight of a tournament: 1 for each day up to 3, up to 1 for players,
    up to 1 for countries, and 1 if players had to qualify."""
    return Weight(
        min(days, MOST_DAYS),
        _step(players, PLAYERS),
        _step(countries, COUNTRIES),
        int(needed_qualification),
    )


def base_rank(place: int, players: int) -> int:
    """Return the base rank: 1000 for the winner, 0 for the last place, linear in
    between."""
    if players < 2:
        return WINNER
    return round(Fraction(WINNER * (players - place), players - 1))


def _step(number: int, steps: tuple[tuple[int, Fraction], ...]) -> Fraction:
    return next((worth for least, worth in steps if number >= least), Fraction(0))
