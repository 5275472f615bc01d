"""The ranking of countries, as exact fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from rules.table_points import places

#: Number of players whose mean ranks a country.
COUNTED_PLAYERS = 3


@dataclass(frozen=True)
class CountryLine:
    """A country in a ranking. `mean`: mean of its best players."""

    place: int
    country: str
    mean: Fraction
    players: int


def ranked_countries(scores: Iterable[tuple[str, Fraction]]) -> list[CountryLine]:
    """Return the countries in order of place. `scores`: country and score of each
    player; a player without a country ("") is left out.

    A country's figure is the mean of its best 3 players; a missing player counts 0.
    Source: ema_scraper, calculators/country_ranking.py, compared with the published
    lists.
    """
    by_country: defaultdict[str, list[Fraction]] = defaultdict(list)
    for country, score in scores:
        if country:
            by_country[country].append(score)
    means = [
        (country, sum(sorted(own)[-COUNTED_PLAYERS:], Fraction(0)) / COUNTED_PLAYERS)
        for country, own in sorted(by_country.items())
    ]
    mean_of = dict(means)
    return [
        CountryLine(
            place,
            country,
            mean_of[country],
            len(by_country[country]),
        )
        for place, country in places(means)
    ]
