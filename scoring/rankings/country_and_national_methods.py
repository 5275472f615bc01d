"""Rankings of countries, and national selections that build on base ranks, as exact
fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from rules.table_points import places
from scoring.rankings.base_ranks_and_weights import half_up

#: Number of players whose mean ranks a country.
COUNTED_PLAYERS = 3
#: Players above this score take part in the distribution of places.
QUOTA_SCORE = 700
UK_LEAST, UK_IN_PART_B = 10, 8
UK_SHARE = Fraction(8, 10)
AUSTRIA_ABROAD = 3


@dataclass(frozen=True)
class CountryLine:
    """A country in a ranking.

    `mean`: mean of its best players; `over_quota`: number of players above 700.
    """

    place: int
    country: str
    mean: Fraction
    players: int
    over_quota: int


@dataclass(frozen=True)
class UkRanking:
    """The two parts of the ranking of the United Kingdom, and the number of results."""

    results: int
    part_a: Fraction
    part_b: Fraction

    @property
    def score(self) -> Fraction:
        return (self.part_a + self.part_b) / 2


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
            sum(score > QUOTA_SCORE for score in by_country[country]),
        )
        for place, country in places(means)
    ]


def uk_ranking(
    days_and_base_ranks: Iterable[tuple[int, int]], share: Fraction = UK_SHARE
) -> UkRanking:
    """Return the ranking of the United Kingdom (2026) for a player.
    `days_and_base_ranks`: number of days and base rank of each tournament.

    Each day is a result. Part A: mean of the best 80 % of results, their number rounded
    up; part B: mean of the best 8. Fewer than 10 results are filled with 0. Results do
    not age. Source: RiichiUKRankingSystem, mers-vs-rukrs.md; its example uses a share
    of 90 %.
    """
    days = [rank for number, rank in days_and_base_ranks for _day in range(number)]
    filled = [*days, *[0] * (UK_LEAST - len(days))]
    best_first = sorted(filled, reverse=True)
    return UkRanking(
        len(days),
        _mean(best_first[: ceil(len(best_first) * share)]),
        _mean(best_first[:UK_IN_PART_B]),
    )


def austrian_points(place: int, players: int) -> int:
    """Return the points of a place in Austria: 1000 for the winner down to 0 in the
    middle of the field. Source: ema_scraper, calculators/ranking_austria_riichi.py."""
    half = Fraction(players, 2)
    points = 1000 / half * (half - place + 1)
    return int(half_up(max(points, Fraction(0))))


def austrian_sum(home: Iterable[int], abroad: Iterable[int]) -> int:
    """Return the sum of all points at home and the best 3 results abroad."""
    return sum(home) + sum(sorted(abroad, reverse=True)[:AUSTRIA_ABROAD])


def _mean(values: Sequence[int]) -> Fraction:
    return Fraction(sum(values), len(values))
