"""What an event and a place in it count in the European ranking (MERS): the weight of
an event and the base rank of a player, as
mahjong-europe.org/ranking/Basicsranking.html has them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

HALF = Fraction(1, 2)
MOST_DAYS = 3
#: From so many players, and from so many countries, an event counts more.
PLAYERS = ((81, Fraction(1)), (41, HALF))
COUNTRIES = ((10, Fraction(1)), (6, HALF))
#: Substitutes count as players of the event up to this number.
MOST_SUBSTITUTES = 3
WINNER = 1000


@dataclass(frozen=True)
class Weight:
    """What an event's weight is the sum of."""

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
    """The weight of an event: a point for each of its days up to three, up to one each
    for its players and their countries, and one if players had to qualify."""
    return Weight(
        min(days, MOST_DAYS),
        _step(players, PLAYERS),
        _step(countries, COUNTRIES),
        int(needed_qualification),
    )


def base_rank(place: int, players: int) -> int:
    """1000 for the winner and 0 for the last of so many players, evenly between."""
    if players < 2:
        return WINNER
    return round(Fraction(WINNER * (players - place), players - 1))


def _step(number: int, steps: tuple[tuple[int, Fraction], ...]) -> Fraction:
    return next((worth for least, worth in steps if number >= least), Fraction(0))
