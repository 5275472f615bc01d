"""Base rank of a place, weight of a tournament in EMA's ranking (MERS) as exact
fractions, and rounding for all rankings.

Source: mahjong-europe.org/ranking/Basicsranking.html. EMA publishes rounded base ranks;
this program rounds halves up.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor

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
    """The parts of a tournament's weight.

    `stated`: the weight that the federation published for a past tournament; it
    replaces the parts.
    """

    days: int
    players: Fraction
    countries: Fraction
    qualification: int
    stated: Fraction | None = None

    @property
    def total(self) -> Fraction:
        if self.stated is not None:
            return self.stated
        return self.days + self.players + self.countries + self.qualification


def weight(
    *,
    days: int,
    players: int,
    countries: int,
    needed_qualification: bool,
    substitutes: int = 0,
    stated: Fraction | None = None,
) -> Weight:
    """Return the weight of a tournament: 1 for each day up to 3, up to 1 for players,
    up to 1 for countries, and 1 if players had to qualify. Up to 3 substitutes count as
    players. A `stated` weight replaces this sum.
    """
    return Weight(
        min(days, MOST_DAYS),
        _step(players + min(substitutes, MOST_SUBSTITUTES), PLAYERS),
        _step(countries, COUNTRIES),
        int(needed_qualification),
        stated,
    )


def players_for_more(players: int) -> int | None:
    """Return the next higher number of players that adds to the weight; None if no
    number does.
    """
    return next((least for least, _more in reversed(PLAYERS) if least > players), None)


def base_rank(place: int, players: int) -> int:
    """Return the base rank: 1000 for the winner, 0 for the last place, linear in
    between, rounded. Tied players all get the base rank of their place. A single player
    gets 0.
    """
    if players < 2:
        return 0
    return int(half_up(Fraction(WINNER * (players - place), players - 1)))


def half_up(value: Fraction, digits: int = 0) -> Fraction:
    """Return the value rounded to `digits` decimals. Halves are rounded up."""
    scale = 10**digits
    return Fraction(floor(value * scale + HALF), scale)


def _step(number: int, steps: tuple[tuple[int, Fraction], ...]) -> Fraction:
    return next((worth for least, worth in steps if number >= least), Fraction(0))
